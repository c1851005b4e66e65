import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { tied } from './tied.ts';

const root = join(import.meta.dirname, '../..');
const built = new Map<string, Promise<string>>();

/**
 * Runs `tests/support/NAME.ts` in a process of its own, which ends with this one, and answers its exit code and the signal that ended it. It is
 * built once: to load it from its sources takes longer than most of what it does.
 */
export async function runProgram(
  name: string,
  args: readonly string[],
): Promise<readonly [code: number | null, signal: string | null]> {
  const file = built.get(name) ?? buildProgram(name);
  built.set(name, file);
  const child = spawn(process.execPath, [...tied, join(root, 'scripts/run.mjs'), await file, ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  return [code, signal];
}

/** Its name has its content's hash, so that processes of several versions do not disturb each other. */
async function buildProgram(name: string): Promise<string> {
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: `tests/support/${name}.ts`,
      write: false,
      target: 'node20',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const [{ code }] = result.output;
  // Below node_modules, from where it finds the packages that it imports.
  const folder = join(root, 'node_modules/.cache/zesto-programs');
  const file = join(folder, `${name}-${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`);
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.${process.pid}`, code);
  await rename(`${file}.${process.pid}`, file);
  return file;
}
