import { afterEach, beforeEach, expect, test } from 'vitest';
import { testChain } from '../../support/chain.ts';
import { type CountingDatabase, countingDatabase } from '../../support/countingDatabase.ts';
import { crowd } from '../../support/crowd.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { openFollowing } from '../../support/following.ts';
import { openRpcProxy, type RpcProxy } from '../../support/rpcProxy.ts';
import type { TestServer } from '../../support/server.ts';

const chain = testChain();
/** The costs are those of a thousand: none of them may grow with the number, but for the balances' calls of 150 addresses each. */
const size = 200;
let proxy: RpcProxy;
let it: TestServer;
let restore: () => Promise<void>;
let counted: CountingDatabase;

beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  restore = await chain.it.snapshot();
  proxy = await openRpcProxy(chain.it.url);
  counted = countingDatabase(await openTestDatabase());
  it = await openFollowing(chain.it, { database: counted.db, rpcUrls: [proxy.url] });
});
afterEach(async () => {
  await it?.close();
  await proxy?.close();
  await restore?.();
});

/** What a round asks of the database and of the node. */
async function costOfRound() {
  counted.statements = 0;
  proxy.calls.length = 0;
  proxy.requests.length = 0;
  await it.settle();
  return { statements: counted.statements, calls: proxy.calls.length, requests: proxy.requests.length };
}

const count = async (sql: string) => {
  const [row] = await it.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`);
  return row?.count;
};

/** A block with a transfer to each of many people. */
async function payAll(amount: bigint) {
  for (const { address } of await crowd(it.database, size)) await chain.it.transfer('USDT', address, amount);
  await chain.it.mine();
}

test('many deposits of a block are booked by few statements and few questions', async () => {
  await payAll(5_000_000n);
  const shown = await costOfRound();
  expect(shown.statements).toBeLessThanOrEqual(40);
  expect(shown.requests).toBeLessThanOrEqual(10);
  await chain.it.mine(2);
  const booked = await costOfRound();
  expect(booked.statements).toBeLessThanOrEqual(60);
  expect(booked.calls).toBeLessThanOrEqual(30);
  expect(await count("transactions WHERE status = 'completed' AND kind = 'deposit'")).toBe(size);
  expect(await count('ledger_accounts WHERE posted = 5000000')).toBe(size);
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
});

test('many deposits of dust are shown by few statements', async () => {
  await payAll(1n);
  await it.settle();
  await chain.it.mine(2);
  const ended = await costOfRound();
  expect(ended.statements).toBeLessThanOrEqual(40);
  expect(await count("transactions WHERE status = 'failed' AND reason = 'below_minimum'")).toBe(size);
  expect(await count("failed_attempts WHERE work = 'deposit'")).toBe(0);
  // The clock stands: each was found and ended in the same moment, as in a round that catches up.
  await it.settle();
  expect(await count('chain_transfers WHERE is_open')).toBe(0);
});

test('many deposits that a reorganisation takes away fail, by few statements', async () => {
  await chain.it.mine(5);
  await it.settle();
  await payAll(5_000_000n);
  await it.settle();
  await chain.it.reorg(1);
  await it.settle();
  await chain.it.mine(2);
  await it.settle();
  await chain.it.mine(2);
  const ended = await costOfRound();
  expect(ended.statements).toBeLessThanOrEqual(40);
  expect(await count("transactions WHERE status = 'failed' AND reason = 'network_dropped'")).toBe(size);
});

test('a thousand deposits of a block are booked among two hundred of dust and of nothing', async () => {
  const people = await crowd(it.database, 1_000);
  for (const [place, { address }] of people.entries()) {
    await chain.it.transfer('USDT', address, 5_000_000n);
    if (place % 10 === 3) await chain.it.transfer('USDT', address, 1_000n);
    if (place % 10 === 7) await chain.it.transfer('USDT', address, 0n);
  }
  await chain.it.mine();
  const head = await chain.it.client.getBlock();
  expect(head.transactions).toHaveLength(1_200);
  const shown = await costOfRound();
  expect(shown.statements).toBeLessThanOrEqual(60);
  expect(shown.requests).toBeLessThanOrEqual(10);
  expect(await count("transactions WHERE kind = 'deposit' AND status = 'processing'")).toBe(1_100);
  await chain.it.mine(2);
  const booked = await costOfRound();
  expect(booked.statements).toBeLessThanOrEqual(90);
  expect(booked.calls).toBeLessThanOrEqual(25);
  expect(
    await count("transactions WHERE kind = 'deposit' AND status = 'completed' AND amount = 5000000"),
  ).toBe(1_000);
  expect(
    await count(
      "transactions WHERE kind = 'deposit' AND status = 'failed' AND reason = 'below_minimum' AND amount = 1000",
    ),
  ).toBe(100);
  expect(await count("transactions WHERE kind = 'deposit'")).toBe(1_100);
  expect(await count("ledger_transfers WHERE kind = 'deposit'")).toBe(1_000);
  expect(await count('ledger_accounts WHERE posted = 5000000')).toBe(1_000);
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
  const idle = await costOfRound();
  expect(idle.statements).toBeLessThanOrEqual(10);
});
