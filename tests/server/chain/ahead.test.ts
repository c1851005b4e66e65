import { afterEach, beforeEach, expect, test } from 'vitest';
import { testChain } from '../../support/chain.ts';
import { hasEngine } from '../../support/database.ts';
import { attentionOf, linesOf, openFollowing, placeOf } from '../../support/following.ts';
import { balance, type Person } from '../../support/payments.ts';
import { ahead, honest, lagging, openRpcProxy, type RpcProxy, type Tamper } from '../../support/rpcProxy.ts';
import { register, type TestServer } from '../../support/server.ts';

const chain = testChain();
let proxy: RpcProxy;
let it: TestServer | undefined;

beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  it = undefined;
  proxy = await openRpcProxy(chain.it.url);
});
afterEach(async () => {
  await it?.close();
  await proxy?.close();
});

const newest = () => chain.it.client.getBlockNumber({ cacheTime: 0 });

/** A node that is a thousand blocks ahead of the chain, wherever that is. */
const farAhead =
  (options: { readonly lacks?: boolean } = {}): Tamper =>
  async (call, ask) =>
    ahead(await newest(), 1_000, options)(call, ask);

/** A deposit of 5 USDT in the newest block. */
async function pay(server: TestServer, person: Person) {
  await chain.it.transfer('USDT', await placeOf(server, person), 5_000_000n);
  await chain.it.mine();
}

/** Rounds; each has to come to its end. */
async function rounds(server: TestServer, count: number) {
  for (let round = 0; round < count; round += 1) await server.settle();
}

const cursorOf = ({ database }: TestServer) =>
  database.query('SELECT number::int, checked::int, halted_why FROM chain_cursors');

const reasons = async (server: TestServer) => (await attentionOf(server)).map(({ reason }) => reason);

const alone =
  /^newer deposits wait: one node of RPC_URL tells of block \d+, and no other has got further than \d+$/;

test.each([
  ['and makes them up', 'first', {}],
  ['and has none of them', 'first', { lacks: true }],
  ['and makes them up', 'second', {}],
  ['and has none of them', 'second', { lacks: true }],
])(
  'a node that tells of a thousand blocks ahead %s, as the %s of two, credits nothing early and has nothing skipped',
  async (_, place, options) => {
    const both = [proxy.url, chain.it.url];
    it = await openFollowing(chain.it, { rpcUrls: place === 'first' ? both : both.toReversed() });
    await chain.it.mine(4);
    await it.settle();
    const person = await register(it);
    proxy.tamper = farAhead(options);
    await pay(it, person);
    await rounds(it, 4);
    const head = Number(await newest());
    expect(await linesOf(it, person)).toMatchObject([
      { status: 'processing', confirmations: { seen: 1, needed: 3 } },
    ]);
    expect(await cursorOf(it)).toEqual([{ number: head, checked: head - 2, halted_why: null }]);
    expect(await reasons(it)).toEqual([expect.stringMatching(alone)]);

    await pay(it, person);
    await rounds(it, 2);
    await chain.it.mine(2);
    await rounds(it, 2);
    expect(await balance(it, person)).toEqual({ total: '10', available: '10', pending: '0' });

    proxy.tamper = honest;
    await pay(it, person);
    await chain.it.mine(2);
    await rounds(it, 2);
    expect(await balance(it, person)).toEqual({ total: '15', available: '15', pending: '0' });
    expect(await cursorOf(it)).toEqual([{ number: head + 6, checked: head + 4, halted_why: null }]);
    expect(await reasons(it)).toEqual([]);
  },
);

test('a chain that is followed for the first time begins where two nodes have got to', async () => {
  proxy.tamper = farAhead();
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url, chain.it.url] });
  expect(await cursorOf(it)).toMatchObject([{ number: Number(await newest()) }]);
  const person = await register(it);
  await pay(it, person);
  await chain.it.mine(2);
  proxy.tamper = honest;
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });
});

test('deposits that arrive while a node is ahead are read', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url, chain.it.url] });
  const person = await register(it);
  proxy.tamper = farAhead();
  await rounds(it, 2);
  await pay(it, person);
  await chain.it.mine(2);
  await rounds(it, 2);
  expect(await balance(it, person)).toMatchObject({ available: '5' });
});

test('nothing halts when the chain is as long as a node has told that it was', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url, chain.it.url] });
  await chain.it.mine(4);
  await it.settle();
  proxy.tamper = farAhead();
  await rounds(it, 2);
  proxy.tamper = honest;
  await chain.it.mine(1_010);
  await rounds(it, 2);
  const head = Number(await newest());
  expect(await cursorOf(it)).toEqual([{ number: head, checked: head - 2, halted_why: null }]);
});

test('a deposit that was dropped is not given up before its time by a node that is ahead', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url, chain.it.url] });
  await chain.it.mine(4);
  await it.settle();
  const person = await register(it);
  await pay(it, person);
  await it.settle();
  await chain.it.reorg(1);
  await it.settle();
  proxy.tamper = farAhead();
  await rounds(it, 3);
  expect(await linesOf(it, person)).toMatchObject([{ status: 'processing', confirmations: { seen: 0 } }]);
  await chain.it.mine(3);
  await rounds(it, 2);
  expect(await linesOf(it, person)).toMatchObject([{ status: 'failed', reason: 'network_dropped' }]);
});

test('two nodes of which one is far behind wait for it, and the operator is told; a third one is enough', async () => {
  const stuck = await newest();
  await chain.it.mine(100);
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url, chain.it.url] });
  const person = await register(it);
  await pay(it, person);
  await rounds(it, 1);
  await chain.it.mine(2);
  proxy.tamper = lagging(stuck);
  await rounds(it, 4);
  const seen = { status: 'processing', confirmations: { seen: 0, needed: 3 } };
  expect(await linesOf(it, person)).toMatchObject([seen]);
  expect(await reasons(it)).toEqual([expect.stringMatching(alone)]);
  const three = [proxy.url, chain.it.url, chain.it.url];
  const more = await openFollowing(chain.it, { database: it.database, rpcUrls: three });
  await rounds(more, 1);
  expect(await balance(it, person)).toMatchObject({ available: '5' });
});

test('nodes that are all far behind are told, and take nothing back', async () => {
  const stuck = await newest();
  await chain.it.mine(100);
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url] });
  const person = await register(it);
  await pay(it, person);
  await it.settle();
  proxy.tamper = lagging(stuck);
  await rounds(it, 4);
  expect(await linesOf(it, person)).toMatchObject([{ status: 'processing' }]);
  expect(await reasons(it)).toEqual([
    expect.stringMatching(
      /^newer deposits wait: no node of RPC_URL has got further than block \d+, and the chain was read up to \d+$/,
    ),
  ]);
  proxy.tamper = honest;
  await chain.it.mine(2);
  await rounds(it, 1);
  expect(await balance(it, person)).toMatchObject({ available: '5' });
  expect(await reasons(it)).toEqual([]);
});
