import { spawnSync } from 'node:child_process';

const count = process.env.COUNT ?? '100000';
const projects = ['--project', 'server-pglite', '--project', 'server-postgres'];

/** The wallet against a wallet on paper, 100,000 operations on each engine. Fails with the seed that repeats it. */
export function main(): number {
  const { status } = spawnSync('npx', ['vitest', 'run', ...projects, 'tests/server/model'], {
    stdio: 'inherit',
    env: { ...process.env, COUNT: count },
    shell: process.platform === 'win32',
  });
  return status ?? 1;
}
