import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { hasProc, openNeglected } from '../support/zombie.ts';

it.each(['not an address', 'ftp://example.com', 'api.example.com'])(
  'a provider’s address that is none stops the build with one sentence: %s',
  (address) => {
    const env = { ...process.env, VITE_API_URL: address };
    const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', '--if-needed'], {
      env,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toBe(
      'VITE_API_URL must be the address of the API server, like https://api.example.com.\n',
    );
  },
);

it.runIf(hasProc)('a build that was killed stops no other, before its parent has noticed', async () => {
  const neglected = await openNeglected();
  const source = `import { isAlive } from './scripts/alive.mjs'; console.log(isAlive(${neglected.pid}))`;
  const ask = () =>
    spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' }).stdout;
  expect(ask()).toBe('true\n');
  await neglected.kill();
  expect(ask()).toBe('false\n');
  neglected.bury();
});
