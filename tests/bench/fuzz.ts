import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const { SEED: seed = String(randomInt(2 ** 31 - 1)), COUNT: count = '20000' } = process.env;

/** Requests drawn from the contract, over a port of this machine: by chance, or again by the `SEED` that a failed run names. */
export function main(): number {
  console.log(`SEED=${seed} COUNT=${count}`);
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', '--project', 'server-pglite', 'tests/server/http/fuzz.test.ts'],
    {
      stdio: 'inherit',
      env: { ...process.env, SEED: seed, COUNT: count, OVER: 'http' },
      shell: process.platform === 'win32',
    },
  );
  return status ?? 1;
}
