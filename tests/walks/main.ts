import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { cellWords, resumeEach } from './resume.ts';
import { sentenceOf } from './sentences.ts';
import { openServer, type WalkedServer } from './server.ts';
import { shrink } from './shrink.ts';
import { type Step, walkOf } from './steps.ts';
import { type Walked, walk } from './walk.ts';

const usage = `npm run walk -- [--seed N] [--minutes M] [--steps N] [--path FILE]

Walks through the built product in a browser, with faults, and compares every step with a model.
  --seed N      the first walk; each further one has the next number
  --minutes M   how long walks are begun, 10 unless told
  --steps N     how long a walk is, 10 unless told
  --resume      interrupts every state of every flow of money in every way, and nothing else
  --path FILE   takes the steps of a file that a finding was written into, and nothing else`;

/** Answers 0 when nothing was found, 1 after a finding. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '10' },
      steps: { type: 'string', default: '10' },
      path: { type: 'string' },
      resume: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const server = await openServer();
  const browser = await launchChromium();
  try {
    if (values.resume) {
      const found = await resumeEach(server, browser, (cell) => console.log(cellWords(cell)));
      return found === 0 ? 0 : 1;
    }
    if (values.path !== undefined) {
      const steps = JSON.parse(await readFile(values.path, 'utf8')) as readonly Step[];
      return tell(steps, await walk(server, browser, steps, say));
    }
    return await walkOn(server, browser, {
      seed: Number(values.seed),
      minutes: Number(values.minutes),
      length: Number(values.steps),
    });
  } finally {
    await browser.close();
    await server.remove();
  }
}

interface Wanted {
  readonly seed: number;
  readonly minutes: number;
  readonly length: number;
}

async function walkOn(server: WalkedServer, browser: Browser, { seed, minutes, length }: Wanted) {
  const end = Date.now() + minutes * 60_000;
  const found: number[] = [];
  let steps = 0;
  let number = seed;
  for (; Date.now() < end; number += 1) {
    const path = walkOf(number, length);
    const walked = await walk(server, browser, path);
    steps += walked.taken;
    console.log(
      `Walk ${number}: ${walked.taken} steps, ${walked.finding === null ? 'nothing found' : 'a finding'}.`,
    );
    if (walked.finding === null) continue;
    found.push(number);
    tell(path, walked);
    console.log('Looking for a shorter walk…');
    const shortest = await shrink(path, walked, (steps) => walk(server, browser, steps));
    const file = join(tmpdir(), `zesto-walk-${number}.json`);
    await writeFile(file, JSON.stringify(shortest.steps, null, 2));
    tell(shortest.steps, shortest.walked);
    console.log(`Again: npm run walk -- --path ${file}`);
  }
  const findings = found.length === 0 ? 'nothing found' : `findings with seed ${found.join(', ')}`;
  console.log(`${number - seed} walks, ${steps} steps, ${findings}.`);
  return found.length === 0 ? 0 : 1;
}

function say(step: Step, place: number): void {
  console.log(`${place + 1}. ${sentenceOf(step, place)}`);
}

function tell(steps: readonly Step[], { finding, at }: Walked): number {
  if (finding === null) {
    console.log('Nothing found.');
    return 0;
  }
  for (const [place, step] of steps.slice(0, at + 1).entries()) say(step, place);
  console.log(`Found: ${finding}`);
  return 1;
}
