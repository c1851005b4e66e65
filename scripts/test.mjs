// `npm test`: everything that has to hold, in the order in which a mistake is cheapest to learn of.
import { spawn } from 'node:child_process';
import { findOrInstallChromium } from './chromium.mjs';

/** What is in one step runs side by side: the first is heard at once, the others when the step is over. */
const steps = [
  [['format, lint, import rules', 'npx', ['biome', 'check', '.']]],
  [
    ['types', 'npm', ['run', '-s', 'types']],
    ['unused code and packages', 'npx', ['knip']],
    ['build', 'npm', ['run', '-s', 'build']],
  ],
  [
    ['tests', 'npx', ['vitest', 'run', '--project', '!e2e']],
    // One after the other: they share one wallet. A visit waits more than it works, so that it leaves room for the others.
    ['tests in a browser', 'npx', ['vitest', 'run', '--project', 'e2e']],
  ],
];

const chromium = findOrInstallChromium();
const started = Date.now();
const env = { ...process.env, ...(chromium.path ? { CHROMIUM_PATH: chromium.path } : {}) };

/** Answers the exit code. What it prints is heard at once, or kept and printed at its end. */
function run(command, args, isHeard) {
  const stdio = isHeard ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  const child = spawn(command, args, { stdio, env, shell: process.platform === 'win32' });
  const printed = [];
  child.stdout?.on('data', (bytes) => printed.push(bytes));
  child.stderr?.on('data', (bytes) => printed.push(bytes));
  const status = new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', resolve);
  });
  return { status, printed };
}

for (const [index, step] of steps.entries()) {
  const number = `[${index + 1}/${steps.length}]`;
  const runs = step.map(([title, command, args], place) => {
    if (place === 0) console.log(`\n${number} ${title}`);
    return { title, ...run(command, args, place === 0) };
  });
  const failed = [];
  for (const [place, { title, status, printed }] of runs.entries()) {
    const code = await status;
    if (place > 0) console.log(`\n${number} ${title}`);
    process.stdout.write(Buffer.concat(printed));
    if (code !== 0) failed.push(title);
  }
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join('; ')}.`);
    process.exit(1);
  }
}

const minutes = ((Date.now() - started) / 60_000).toFixed(1);
console.log(`\nEverything passed in ${minutes} minutes.`);
if (chromium.problem) {
  console.log(`NOT RUN: the end-to-end tests. ${chromium.problem}`);
  if (process.env.CI) process.exit(1);
}
