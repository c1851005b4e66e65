import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const count = process.env.COUNT ?? '100000';
const seed = process.env.SEED ?? String(randomInt(2 ** 31));
const projects = ['--project', 'long-pglite', '--project', 'server-postgres'];

/** The wallet against a wallet on paper, 100,000 operations on each engine with a seed that is drawn. Fails with the seed that repeats it. */
export function main(): number {
  const { status } = spawnSync('npx', ['vitest', 'run', ...projects, 'tests/server/model'], {
    stdio: 'inherit',
    env: { ...process.env, COUNT: count, SEED: seed },
    shell: process.platform === 'win32',
  });
  return status ?? 1;
}
