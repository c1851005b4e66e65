import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { tied } from '../support/tied.ts';

const afterDeath = pathToFileURL(resolve('scripts/afterDeath.mjs')).href;

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zesto-after-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A program that says "ready" and lives on until it is killed. */
function lasting(script: string) {
  const args = ['--input-type=module', '-e', `${script}; console.log('ready'); setInterval(() => {}, 1000);`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test.skipIf(process.platform === 'win32')(
  'what a killed process leaves is removed, and not before',
  async () => {
    const place = join(await scratch(), "it's $HOME");
    await writeFile(place, '');
    const script = `const { afterDeath } = await import('${afterDeath}')`;
    const child = lasting(`${script}; afterDeath('rm "$1"', [${JSON.stringify(place)}])`);
    await once(child.stdout, 'data');
    expect(existsSync(place)).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => existsSync(place)).toBe(false);
  },
);

test('a server of the tests ends with whoever has started it, even killed', async () => {
  const served = join(await scratch(), 'served.mjs');
  await writeFile(served, "process.stdout.write('up ' + process.pid); setInterval(() => {}, 1000);");
  const args = JSON.stringify([...tied, served]);
  const script = `import { spawn } from 'node:child_process';
    const child = spawn(process.execPath, ${args}, { stdio: ['pipe', 'pipe', 'inherit'] });
    const [bytes] = await new Promise((resolve) => child.stdout.once('data', (...all) => resolve(all)));
    process.stdout.write(String(bytes) + '\\n')`;
  const parent = lasting(script);
  let printed = '';
  parent.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  await expect.poll(() => printed).toContain('ready');
  const pid = Number(/up (\d+)/.exec(printed)?.[1]);
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
