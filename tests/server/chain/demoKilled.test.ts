import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoSignIn } from '../../../server/demo/seed.ts';
import { type ServedBuild, serveBuild } from '../../support/servedBuild.ts';

let served: ServedBuild | null = null;
/** On the port that a demo's chain takes first, so that none of the other demos that are tested meanwhile takes it over from this one. */
const usual = createServer();
beforeAll(async () => {
  const settled = new Promise((resolve) => usual.once('listening', resolve).once('error', resolve));
  usual.listen(8545, '127.0.0.1');
  await settled;
});
afterEach(() => served?.remove());
afterAll(() => {
  usual.close();
});

const amount = '10.5';

async function call(url: string, token: string, body?: unknown) {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

/** Asks until the answer is what is waited for: a block comes each second. */
const until = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 60_000, interval: 100 });

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.skipIf(process.env.ENGINE === 'postgres')(
  'a demo is killed while a deposit is sent, seen and nearly credited, and its Anvil too: each is credited once',
  async () => {
    served = await serveBuild();
    const { dataDir, port } = served;
    const app = (path: string, body?: unknown) =>
      call(`http://localhost:${port}/api/web-app${path}`, token, body);
    const operate = async (path: string, body?: unknown) => {
      const secret = (await readFile(join(dataDir, 'operator-token'), 'utf8')).trim();
      return call(`${served?.operatorOrigin}/api/operator${path}`, secret, body);
    };
    const anvil = async (): Promise<number> =>
      JSON.parse(await readFile(join(dataDir, 'chain/process.json'), 'utf8')).pid;
    let token = '';
    token = (await app('/auth/login', { ...demoSignIn, remember: true })).data.token;
    const to = (await app('/wallet/addresses', { token: 'USDT' })).data.address;
    const held = async () =>
      Number(
        (await app('/wallet')).data.tokens.find((each: { symbol: string }) => each.symbol === 'USDT').total,
      );
    const before = await held();

    /** The deposit's line in the history; null while nobody has seen it. */
    const lineOf = async (hash: string) => {
      const { data } = await app('/transactions?kind=deposit&token=USDT&per_page=100');
      return data.find(({ tx_hash }: { tx_hash: string }) => tx_hash === hash) ?? null;
    };
    const pay = async (id: string): Promise<string> =>
      (await operate('/network/deposits', { id, to, token: 'USDT', amount })).data.tx_hash;
    const killAndStart = async () => {
      const pid = await anvil();
      const ended = new Promise((resolve) => served?.process.once('exit', resolve));
      served?.process.kill('SIGKILL');
      await ended;
      await until(async () => isAlive(pid)).toBe(false);
      served = await serveBuild({ dataDir, port });
    };

    const hashes: string[] = [];
    for (const seen of [null, 1, 5]) {
      const hash = await pay(`00000000-0000-4000-8000-00000000000${seen ?? 0}`);
      hashes.push(hash);
      if (seen !== null)
        await until(async () => (await lineOf(hash))?.confirmations?.seen ?? 0).toBeGreaterThanOrEqual(seen);
      await killAndStart();
    }
    const last = await pay('00000000-0000-4000-8000-000000000009');
    hashes.push(last);
    const pid = await anvil();
    process.kill(pid, 'SIGKILL');

    for (const hash of hashes) await until(async () => (await lineOf(hash))?.status).toBe('completed');
    expect(await anvil()).not.toBe(pid);
    expect(await held()).toBeCloseTo(before + hashes.length * Number(amount), 6);
    await until(async () => (await operate('/attention')).data).toEqual([]);
    expect((await operate('/audit')).data).toMatchObject({ clean: true, faults: [] });

    const newest = await anvil();
    await served.stop();
    await until(async () => isAlive(newest)).toBe(false);
  },
  240_000,
);
