import { afterEach, beforeEach, expect, test } from 'vitest';
import { testChain } from '../../support/chain.ts';
import { hasEngine } from '../../support/database.ts';
import { attentionOf, linesOf, openFollowing, placeOf } from '../../support/following.ts';
import { balance, type Person } from '../../support/payments.ts';
import {
  ahead,
  honest,
  openRpcProxy,
  type RpcProxy,
  type Tamper,
  timingOut,
} from '../../support/rpcProxy.ts';
import { register, type TestServer } from '../../support/server.ts';

const chain = testChain();
let first: RpcProxy;
let second: RpcProxy;
let third: RpcProxy;
let it: TestServer | undefined;
let restore: () => Promise<void>;

beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  it = undefined;
  first = await openRpcProxy(chain.it.url);
  second = await openRpcProxy(chain.it.url);
  third = await openRpcProxy(chain.it.url);
  // An address must hold no more than its deposits, and each test gives out the same ones.
  restore = await chain.it.snapshot();
});
afterEach(async () => {
  await it?.close();
  await first?.close();
  await second?.close();
  await third?.close();
  await restore?.();
});

const three = () => [first.url, second.url, third.url];

const newest = async () => Number(await chain.it.client.getBlockNumber({ cacheTime: 0 }));

const farAhead: Tamper = async (call, ask) => ahead(await newest(), 1_000)(call, ask);

/** A deposit of 5 USDT in the newest block. */
async function pay(server: TestServer, person: Person) {
  await chain.it.transfer('USDT', await placeOf(server, person), 5_000_000n);
  await chain.it.mine();
}

/** What each of so many rounds failed with, or null. */
async function rounds(server: TestServer, count: number): Promise<(string | null)[]> {
  const told: (string | null)[] = [];
  for (let round = 0; round < count; round += 1) {
    const failure = server.settle().then(
      () => null,
      (error: unknown) => String(error),
    );
    told.push(await failure);
  }
  return told;
}

const cursorOf = async ({ database }: TestServer) =>
  (await database.query('SELECT number::int, halted_why FROM chain_cursors'))[0];

/** Milliseconds that a node has to answer. */
const timeout = 1_000;

const down: Tamper = async () => ({ text: 'Bad gateway', status: 502 });

const away: readonly [string, Tamper][] = [
  ['hang', timingOut],
  ['are down', down],
  [
    'are of another chain',
    async ({ method }, ask) => ({ result: method === 'eth_chainId' ? '0x1' : await ask() }),
  ],
];

test.each(away)(
  'a node of three that answers alone, while the others %s, credits nothing and takes nothing away',
  async (_, tamper) => {
    it = await openFollowing(chain.it, { rpcUrls: three(), timeout });
    const person = await register(it);
    await pay(it, person);
    const before = await cursorOf(it);
    second.tamper = tamper;
    third.tamper = tamper;
    first.tamper = farAhead;
    const failures = await rounds(it, 3);
    for (const failure of failures)
      expect(failure).toMatch(
        /^RpcProblem: only node 1 of RPC_URL answers, and deposits wait for a second one: /,
      );
    expect(await cursorOf(it)).toEqual(before);
    expect(await linesOf(it, person)).toEqual([]);

    // Whoever takes the others out of the settings believes it alone.
    first.tamper = honest;
    await chain.it.mine(2);
    const alone = await openFollowing(chain.it, { database: it.database, rpcUrls: [first.url] });
    expect(await balance(alone, person)).toMatchObject({ available: '5' });
  },
);

test('deposits that came while two of three nodes were away are credited when one is back', async () => {
  it = await openFollowing(chain.it, { rpcUrls: three(), timeout });
  const person = await register(it);
  second.tamper = down;
  third.tamper = down;
  await pay(it, person);
  await chain.it.mine(2);
  await rounds(it, 2);
  second.tamper = honest;
  expect(await rounds(it, 1)).toEqual([null]);
  expect(await balance(it, person)).toMatchObject({ available: '5' });
});

test('of two nodes one may be away, from the first start on', async () => {
  first.tamper = down;
  it = await openFollowing(chain.it, { rpcUrls: [first.url, second.url], timeout });
  const person = await register(it);
  await pay(it, person);
  await chain.it.mine(2);
  await rounds(it, 2);
  expect(await balance(it, person)).toMatchObject({ available: '5' });
});

test('a chain is not followed for the first time by the word of one of three nodes', async () => {
  second.tamper = down;
  third.tamper = down;
  const opening = openFollowing(chain.it, { rpcUrls: three() });
  await expect(opening).rejects.toThrow('only node 1 of RPC_URL answers');
});

const wordOf = (amount: bigint) => amount.toString(16).padStart(64, '0');

/** Tells of a second transfer in the transaction of each, and of a balance that fits. */
const inventing: Tamper = async ({ method }, ask) => {
  const result = await ask();
  if (method === 'eth_getLogs' && Array.isArray(result)) {
    return { result: result.flatMap((log) => [log, { ...log, logIndex: '0x63' }]) };
  }
  return {
    result:
      method === 'eth_call' ? String(result).replaceAll(wordOf(5_000_000n), wordOf(10_000_000n)) : result,
  };
};

test('a deposit that one node has invented is not credited by its word on the balance, and goes when the chain is read again', async () => {
  it = await openFollowing(chain.it, { rpcUrls: three() });
  const person = await register(it);
  second.tamper = inventing;
  const silentOnBalances: Tamper = async ({ method }, ask) =>
    method === 'eth_call'
      ? { error: { code: -32_005, message: 'too many requests' } }
      : { result: await ask() };
  first.tamper = silentOnBalances;
  third.tamper = silentOnBalances;
  const from = (await newest()) + 1;
  await pay(it, person);
  await chain.it.mine(2);
  const told = (await rounds(it, 3)).at(-1);
  expect(told).toBe(
    'RpcProblem: only one node of RPC_URL tells balances, and deposits wait for a second one',
  );
  expect(await balance(it, person)).toMatchObject({ available: '0' });

  first.tamper = honest;
  await rounds(it, 3);
  expect(await balance(it, person)).toMatchObject({ available: '0' });
  const [reason] = (await attentionOf(it)).map((each) => each.reason);
  expect(reason).toMatch(
    /should hold 10000000 minor units .* its balance is unknown: what arrived there is not credited$/,
  );

  second.tamper = honest;
  third.tamper = honest;
  expect(await it.operator('POST', '/chain/reread', { from })).toMatchObject({ status: 200 });
  await rounds(it, 3);
  it.clock.advance(3_600_000);
  await rounds(it, 1);
  expect(await balance(it, person)).toMatchObject({ available: '5' });
});

test('of three nodes one that lies about balances holds nothing up', async () => {
  it = await openFollowing(chain.it, { rpcUrls: three() });
  const person = await register(it);
  first.tamper = async ({ method }, ask) =>
    method === 'eth_call' ? { result: `0x${wordOf(0n)}` } : { result: await ask() };
  await pay(it, person);
  await chain.it.mine(2);
  await rounds(it, 2);
  expect(await balance(it, person)).toMatchObject({ available: '5' });
});

test('a cursor that stands ahead of the chain is set back by an operator, who has the last word before anything is credited', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [first.url] });
  const person = await register(it);
  const head = await newest();
  first.tamper = farAhead;
  await rounds(it, 2);
  first.tamper = honest;
  await pay(it, person);
  await chain.it.mine(2);
  await rounds(it, 2);
  expect(await linesOf(it, person)).toEqual([]);
  const reread = (from: number) => it?.operator('POST', '/chain/reread', { from });
  expect((await reread(head + 500))?.status).toBe(409);
  first.tamper = down;
  expect((await reread(head + 1))?.status).toBe(503);
  // As another server does at the same moment.
  first.tamper = async (_, ask) => {
    await it?.database.query('UPDATE chain_cursors SET checked = checked - 1');
    return { result: await ask() };
  };
  expect((await reread(head + 1))?.status).toBe(409);
  first.tamper = honest;

  const set = await reread(head + 1);
  expect(set?.body.data).toEqual({ chain: 'eip155:31337', from: head + 1, set_back_from: head + 1_000 });
  await rounds(it, 3);
  expect(await cursorOf(it)).toMatchObject({ number: await newest() });
  expect(await linesOf(it, person)).toMatchObject([{ status: 'processing' }]);
  expect((await attentionOf(it)).map(({ reason }) => reason)).toEqual([
    expect.stringMatching(
      /was read up to block \d+, which no two nodes have got to, and is read again from block/,
    ),
  ]);
  await it.operator('POST', '/chain/resume', { chain: 'eip155:31337' });
  await rounds(it, 1);
  expect(await balance(it, person)).toMatchObject({ available: '5' });
  expect(await attentionOf(it)).toEqual([]);
});
