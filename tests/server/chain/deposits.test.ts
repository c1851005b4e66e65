import type { Address } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createContractBook } from '../../../server/settlement/evm/contracts.ts';
import { createDeposits } from '../../../server/settlement/evm/deposits.ts';
import { openRpc } from '../../../server/settlement/evm/rpc.ts';
import type { DepositNetwork } from '../../../server/tokens/network.ts';
import { demoNetwork } from '../../../server/tokens/network.ts';
import { testChain } from '../../support/chain.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { addressOf, balance, type Person } from '../../support/payments.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';

const chain = testChain();
const confirmations = 3;
let it: TestServer;

/** A server that follows the chain of this file from its newest block on. */
async function openFollowing(database = openTestDatabase(), rpcUrls = [chain.it.url]): Promise<TestServer> {
  const db = await database;
  const network: DepositNetwork = {
    ...demoNetwork,
    chainId: chain.it.chainId,
    contracts: chain.it.contracts,
  };
  const rpc = openRpc({ rpcUrls, chainId: chain.it.chainId });
  const contracts = createContractBook(rpc, network);
  const warn = () => undefined;
  const deposits = createDeposits({ database: db, rpc, confirmations, warn, contracts });
  const settlement = {
    incoming: deposits.incoming,
    settle: () => Promise.reject(new Error('nothing leaves')),
  };
  const server = await openTestServer({ database: db, network, settlement, embedded: null });
  await server.settle();
  return server;
}

beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  it = await openFollowing();
});
afterEach(() => it?.close());

/** An address of the person's, for the chain. */
async function placeOf(person: Person, token = 'USDT'): Promise<Address> {
  const address = await addressOf(it, person, token);
  return `0x${address.slice(2)}`;
}

async function lines({ token }: Person) {
  return (await it.get('/transactions', { token })).body.data;
}

async function attention(): Promise<{ subject: string; reason: string }[]> {
  return (await it.operator('GET', '/attention')).body.data;
}

async function mineAndSettle(blocks: number) {
  await chain.it.mine(blocks);
  await it.settle();
}

async function expectClean() {
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
}

test('a transfer is seen with its first block, counted block by block, and credited with the last', async () => {
  const person = await register(it);
  const hash = await chain.it.transfer('USDT', await placeOf(person), 25_500_000n);
  await it.settle();
  expect(await lines(person)).toEqual([]);
  await mineAndSettle(1);
  expect(await lines(person)).toMatchObject([
    { status: 'processing', amount: '25.5', tx_hash: hash, confirmations: { seen: 1, needed: 3 } },
  ]);
  expect(await balance(it, person)).toEqual({ total: '25.5', available: '0', pending: '25.5' });
  await mineAndSettle(1);
  expect(await lines(person)).toMatchObject([
    { status: 'processing', confirmations: { seen: 2, needed: 3 } },
  ]);
  await mineAndSettle(1);
  await mineAndSettle(5);
  expect(await lines(person)).toMatchObject([{ status: 'completed', confirmations: { seen: 3, needed: 3 } }]);
  expect(await balance(it, person)).toEqual({ total: '25.5', available: '25.5', pending: '0' });
  expect(await attention()).toEqual([]);
  await expectClean();
});

test('what came while the server was down is caught up', async () => {
  const person = await register(it);
  const to = await placeOf(person);
  await chain.it.transfer('USDT', to, 7_000_000n);
  await chain.it.mine(200);
  await chain.it.transfer('USDT', to, 3_000_000n);
  await mineAndSettle(1);
  expect(await balance(it, person)).toEqual({ total: '10', available: '7', pending: '3' });
  await expectClean();
});

test('nothing, other contracts’ events and less than the least deposit are not credited', async () => {
  const person = await register(it);
  const to = await placeOf(person);
  await chain.it.transfer('USDT', to, 0n);
  await chain.it.transfer('USDT', to, 1_249_999n);
  await mineAndSettle(3);
  await it.settle();
  expect(await lines(person)).toMatchObject([
    { status: 'failed', reason: 'below_minimum', amount: '1.249999' },
  ]);
  expect(await balance(it, person)).toEqual({ total: '0', available: '0', pending: '0' });
  await expectClean();
});

test('a reorganisation drops a deposit, and one that is mined again is credited once', async () => {
  const person = await register(it);
  const to = await placeOf(person);
  await chain.it.mine(5);
  await it.settle();
  await chain.it.transfer('USDT', to, 5_000_000n);
  await mineAndSettle(2);
  expect(await lines(person)).toMatchObject([{ confirmations: { seen: 2, needed: 3 } }]);
  await chain.it.reorg(2);
  await it.settle();
  expect(await lines(person)).toMatchObject([
    { status: 'processing', confirmations: { seen: 0, needed: 3 } },
  ]);
  await mineAndSettle(3);
  await it.settle();
  expect(await lines(person)).toMatchObject([{ status: 'failed', reason: 'network_dropped' }]);
  expect(await balance(it, person)).toEqual({ total: '0', available: '0', pending: '0' });
  expect(await attention()).toEqual([]);
  await expectClean();
});

test('a reorganisation deeper than the confirmations stops the credits and tells the operator', async () => {
  const person = await register(it);
  const to = await placeOf(person);
  await mineAndSettle(5);
  await chain.it.transfer('USDT', to, 5_000_000n);
  await mineAndSettle(4);
  expect(await balance(it, person)).toMatchObject({ available: '5' });
  await chain.it.reorg(4);
  await chain.it.transfer('USDT', to, 8_000_000n);
  for (let round = 0; round < 4; round += 1) await mineAndSettle(1);
  expect(await balance(it, person)).toEqual({ total: '13', available: '5', pending: '8' });
  expect(await attention()).toMatchObject([
    { subject: 'eip155:31337', reason: expect.stringContaining('replaced 4 blocks') },
  ]);
  await expectClean();
});

test('a thousand deposits in a block are booked at once', async () => {
  const person = await register(it);
  const to = await placeOf(person);
  for (let sent = 0; sent < 1_000; sent += 1) await chain.it.transfer('USDT', to, 2_000_000n);
  await chain.it.mine(3);
  await it.settle();
  expect(await balance(it, person)).toEqual({ total: '2000', available: '2000', pending: '0' });
  await expectClean();
});
