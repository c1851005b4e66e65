import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { tied } from './tied.ts';

const children: ChildProcess[] = [];

/** Ends what still runs of all that was started. */
export function killStarted(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
}

export interface Started {
  readonly child: ChildProcess;
  readonly printed: () => string;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** `npm start`, or another script, with nothing in its environment but what is given. */
export function run(env: Record<string, string>, script = 'start', ...args: string[]): Started {
  const { PATH = '', HOME = '' } = process.env;
  const file = script.endsWith('.mjs') ? script : `scripts/${script}.mjs`;
  const child = spawn(process.execPath, [...tied, file, ...args], { env: { PATH, HOME, ...env } });
  children.push(child);
  let printed = '';
  child.stdout.on('data', (bytes) => (printed += bytes));
  child.stderr.on('data', (bytes) => (printed += bytes));
  return {
    child,
    // The build speaks only while somebody edits the sources.
    printed: () => printed.replace(/^(?:Building …|Built into .*)\n/gm, ''),
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
}

/** Waits until a server listens. */
export async function untilReady({ child, printed }: Started) {
  await expect
    .poll(
      () => (child.exitCode === null && child.signalCode === null ? printed() : `ended: Ctrl+C ${printed()}`),
      { timeout: 120_000, interval: 50 },
    )
    .toContain('Ctrl+C');
  expect(printed()).toContain('Ctrl+C');
}
