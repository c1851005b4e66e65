import { erc20Abi } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { approvedWithdrawals } from '../../support/approvedWithdrawals.ts';
import { testChain } from '../../support/chain.ts';
import { countingDatabase } from '../../support/countingDatabase.ts';
import { crowd } from '../../support/crowd.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { networkOf } from '../../support/following.ts';
import { openTestServer, type TestServer } from '../../support/server.ts';
import { chainSettlement, confirmations, hotWalletOf, replaceAfter } from '../../support/withdrawals.ts';

const chain = testChain();
const amount = 10_000_000n;
const gwei = 1_000_000_000n;

let restore: () => Promise<void>;
beforeEach(async (context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
  restore = await chain.it.snapshot();
});
afterEach(async () => {
  await chain.it.dropMempool();
  await restore();
});

type Changes = NonNullable<Parameters<typeof chainSettlement>[2]>;

/** A server with as many withdrawals of 10 USDT that may leave, and a hot wallet with as much; what it asks is counted. */
async function open(size: number, changes: Changes = {}) {
  const read: string[] = [];
  const counted = countingDatabase(await openTestDatabase(), (sql) => {
    if (/^\s*SELECT/.test(sql)) read.push(sql);
  });
  const database = counted.db;
  const calls = new Map<string, number>();
  /** A server of the database, as there may be several. */
  const serve = () =>
    openTestServer({
      database,
      network: networkOf(chain.it),
      settlement: chainSettlement(database, hotWalletOf(chain.it), {
        onCall: (method) => void calls.set(method, (calls.get(method) ?? 0) + 1),
        ...changes,
      }),
    });
  const it = await serve();
  await chain.it.transfer('USDT', chain.it.accounts.hotWallet.address, amount * BigInt(size));
  await chain.it.mine();
  const payments = await approvedWithdrawals(database, await crowd(database, size), amount);
  const first = await transactionsOfWallet();
  counted.statements = 0;
  const rows = () =>
    database.query<Row>(
      `SELECT payment_id AS id, nonce::int, outgoing.tx_hash, block_number::int, line.status,
        (SELECT count(*)::int FROM outgoing_transactions signed WHERE signed.payment_id = outgoing.payment_id) AS signed
      FROM outgoing_payments outgoing JOIN transactions line ON line.id = payment_id ORDER BY nonce`,
    );
  return { it, serve, database, counted, read, calls, payments, first, rows };
}

interface Row {
  readonly id: string;
  readonly nonce: number;
  readonly tx_hash: `0x${string}` | null;
  readonly block_number: number | null;
  readonly status: string;
  readonly signed: number;
}

type World = Awaited<ReturnType<typeof open>>;

const transactionsOfWallet = () =>
  chain.it.client.getTransactionCount({ address: chain.it.accounts.hotWallet.address });

async function rounds(it: TestServer, count = 1) {
  for (let number = 0; number < count; number += 1) {
    it.clock.advance(1_000);
    await it.settle();
  }
}

const numbers = (from: number, size: number) => Array.from({ length: size }, (_, index) => from + index);

/** Every payment is completed, has a number of its own without a gap, and its recipient was sent it by one event. */
async function expectPaidOnce({ it, payments, first, rows }: World) {
  const all = await rows();
  expect(all.map(({ nonce }) => nonce)).toEqual(numbers(first, payments.length));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['completed']));
  expect(await transactionsOfWallet()).toBe(first + payments.length);
  const events = await chain.it.client.getContractEvents({
    ...{ abi: erc20Abi, eventName: 'Transfer', address: chain.it.contracts.USDT, fromBlock: 0n },
    args: { from: chain.it.accounts.hotWallet.address },
  });
  const sent = events.map(({ args }) => `${args.to} ${args.value}`);
  expect(sent.sort()).toEqual(payments.map(({ to }) => `${to} ${amount}`).sort());
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
}

const causes = async (it: TestServer): Promise<readonly string[]> =>
  (await it.operator('GET', '/attention')).body.data.map(({ reason }: { reason: string }) => reason);

test('three hundred withdrawals leave in one block, each once, with a bounded number of questions and statements', async () => {
  const size = 300;
  const world = await open(size);
  const { it, counted, calls, rows } = world;
  await rounds(it);
  await chain.it.mine();
  expect(await transactionsOfWallet()).toBe(world.first + size);
  await rounds(it);
  await chain.it.mine(confirmations - 1);
  await rounds(it, 2);
  expect(counted.statements).toBeLessThanOrEqual(18 * size);
  expect(Object.fromEntries(calls)).toMatchObject({
    ...{ eth_estimateGas: size, eth_sendRawTransaction: size, eth_getTransactionReceipt: 2 * size },
  });
  const others = [...calls.values()].reduce((sum, each) => sum + each, 0) - 4 * size;
  expect(others).toBeLessThanOrEqual(30);
  const all = await rows();
  expect(new Set(all.map(({ block_number }) => block_number)).size).toBe(1);
  expect(new Set(all.map(({ signed }) => signed))).toEqual(new Set([1]));
  await expectPaidOnce(world);
  await it.close();
});

test('the bytes of a transaction are read to be sent, and in no other round', async () => {
  const { it, read } = await open(3);
  const withBytes = () => read.splice(0).filter((sql) => /\braw\b/.test(sql)).length;
  await rounds(it);
  expect(withBytes()).toBe(1);
  await rounds(it, 3);
  expect(withBytes()).toBe(0);
  await chain.it.mine(confirmations);
  await rounds(it, 2);
  expect(withBytes()).toBe(0);
  await it.close();
});

test('two servers of one database pay sixty withdrawals from one wallet, each once', async () => {
  const size = 60;
  const world = await open(size);
  const { it, serve, calls, rows } = world;
  const other = await serve();
  for (let look = 0; look < 6; look += 1) {
    await Promise.all([rounds(it), rounds(other)]);
    await chain.it.mine();
  }
  await Promise.all([rounds(it, 2), rounds(other, 2)]);
  expect(calls.get('eth_estimateGas')).toBeLessThanOrEqual(2 * size);
  expect(calls.get('eth_sendRawTransaction')).toBeLessThanOrEqual(2 * size);
  expect(new Set((await rows()).map(({ signed }) => signed))).toEqual(new Set([1]));
  await expectPaidOnce(world);
  await it.close();
});

test('a transaction that a node drops from the middle of the queue is told again, and the order stays', async () => {
  const size = 7;
  const world = await open(size);
  const { it, first, rows, database } = world;
  await rounds(it);
  const [dropped] = await database.query<{ hash: `0x${string}` }>(
    `SELECT hash FROM outgoing_transactions JOIN outgoing_payments USING (payment_id) WHERE nonce = $1`,
    [first + 3],
  );
  if (!dropped) throw new Error('nothing was signed with that number');
  await chain.it.client.dropTransaction({ hash: dropped.hash });
  await chain.it.mine();
  expect(await transactionsOfWallet()).toBe(first + 3);
  await rounds(it);
  await chain.it.mine();
  const { transactions } = await chain.it.client.getBlock();
  await rounds(it, 2);
  const rest = (await rows()).slice(3);
  expect(transactions).toEqual(rest.map(({ tx_hash }) => tx_hash));
  expect(rest[0]?.tx_hash).toBe(dropped.hash);
  await chain.it.mine(confirmations);
  await rounds(it, 2);
  expect(new Set((await rows()).map(({ signed }) => signed))).toEqual(new Set([1]));
  await expectPaidOnce(world);
  await it.close();
});

/** A block that costs twenty times as much as the first ones. */
async function mineDear() {
  await chain.it.setBaseFee(20n * gwei);
  await chain.it.mine();
}

test('twenty payments that a base fee twenty times as high overtakes are replaced, and each is paid once', async () => {
  const size = 20;
  const world = await open(size);
  const { it, first, rows } = world;
  await chain.it.setBaseFee(gwei);
  await chain.it.mine();
  await rounds(it);
  for (let block = 0; block < replaceAfter; block += 1) {
    expect((await rows()).map(({ status, signed }) => `${status} ${signed}`)).toEqual(
      numbers(0, size).map(() => 'processing 1'),
    );
    await mineDear();
    await rounds(it);
  }
  expect(await transactionsOfWallet()).toBe(first);
  expect(new Set((await rows()).map(({ signed }) => signed))).toEqual(new Set([2]));
  await mineDear();
  expect(await transactionsOfWallet()).toBe(first + size);
  await rounds(it);
  await chain.it.mine(confirmations);
  await rounds(it, 2);
  await expectPaidOnce(world);
  await it.close();
});

test('twenty payments wait for a base fee above the limit, the operator is told, and all are paid when it falls', async () => {
  const size = 20;
  const world = await open(size, { maxFee: 10n * gwei });
  const { it, first, rows } = world;
  await chain.it.setBaseFee(gwei);
  await chain.it.mine();
  await rounds(it);
  // Nodes leave out what pays too little.
  await chain.it.dropMempool();
  for (let block = 0; block < replaceAfter + 2; block += 1) {
    await mineDear();
    await rounds(it);
  }
  expect(await causes(it)).toEqual([
    expect.stringMatching(/^Withdrawals wait: a unit of gas costs 2[\d.]+ Gwei, and MAX_FEE_GWEI is 10\.$/),
    expect.stringMatching(/no node takes its transaction/),
  ]);
  expect(await transactionsOfWallet()).toBe(first);
  expect((await rows()).map(({ status, signed }) => `${status} ${signed}`)).toEqual(
    numbers(0, size).map(() => 'processing 1'),
  );
  for (let block = 0; block < 2; block += 1) {
    await chain.it.setBaseFee(gwei);
    await chain.it.mine();
    await rounds(it);
  }
  await chain.it.mine(confirmations);
  await rounds(it, 2);
  await expectPaidOnce(world);
  expect(await causes(it)).toEqual([]);
  await it.close();
});

test('payments that nobody mines, and that may offer no more, keep their transactions and the operator is told', async () => {
  const size = 3;
  const world = await open(size, { maxFee: 10n * gwei });
  const { it, first, rows } = world;
  await chain.it.setBaseFee(6n * gwei);
  await chain.it.mine();
  await rounds(it);
  for (let block = 0; block < replaceAfter + 2; block += 1) {
    await chain.it.dropMempool();
    await chain.it.setBaseFee(6n * gwei);
    await chain.it.mine();
    await rounds(it);
  }
  const [oldest] = await rows();
  expect(await causes(it)).toEqual([
    `Payment ${oldest?.id} is stuck, and MAX_FEE_GWEI (10) allows it no higher fee.`,
  ]);
  expect(await transactionsOfWallet()).toBe(first);
  expect((await rows()).map(({ status, signed }) => `${status} ${signed}`)).toEqual(
    numbers(0, size).map(() => 'processing 1'),
  );
  await chain.it.mine(confirmations);
  await rounds(it, 2);
  await expectPaidOnce(world);
  expect(await causes(it)).toEqual([]);
  await it.close();
});
