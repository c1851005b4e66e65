import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testChain } from '../../support/chain.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { attentionOf } from '../../support/following.ts';
import { balance, type Person } from '../../support/payments.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';
import { chainSettlement, confirmations, fill, hotWalletOf, withdraw } from '../../support/withdrawals.ts';

const chain = testChain();
let it: TestServer;
let person: Person;
let restore: () => Promise<void>;

/** By two nodes: one alone is believed of no number that was used elsewhere. */
const wallet = () => ({ ...hotWalletOf(chain.it), rpcUrls: [chain.it.url, chain.it.url] });

beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  restore = await chain.it.snapshot();
  const database = await openTestDatabase();
  it = await openTestServer({ database, settlement: chainSettlement(database, wallet()) });
  person = await register(it);
  await fill(it, chain.it, person, '1000');
});
afterEach(async () => {
  await it?.close();
  await chain.it.dropMempool();
  await restore?.();
});

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address;
const hotWallet = () => chain.it.accounts.hotWallet;
const read = async (id: string) => (await it.get(`/transactions/${id}`, { token: person.token })).body.data;

async function rounds(count: number) {
  for (let number = 0; number < count; number += 1) {
    it.clock.advance(1_000);
    await it.settle();
  }
}

const paid = (address: `0x${string}`) =>
  chain.it.client.readContract({
    ...{ abi: erc20Abi, functionName: 'balanceOf', address: chain.it.contracts.USDT, args: [address] },
  });

const renumber = (id: string, tx_hash: Hex) => it.operator('POST', '/payments/renumber', { id, tx_hash });

const expectClean = async () =>
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });

/** A transfer of USDT with a number of the hot wallet, as a wallet program with its key would sign and send it. */
async function elsewhere(nonce: number, to: `0x${string}`, amount: bigint): Promise<Hex> {
  const serializedTransaction = await hotWallet().signTransaction({
    ...{ chainId: chain.it.chainId, type: 'eip1559', nonce, gas: 100_000n, to: chain.it.contracts.USDT },
    ...{ maxFeePerGas: 90_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n },
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  });
  return chain.it.client.sendRawTransaction({ serializedTransaction });
}

/** A payment of 10 USDT whose number a transfer of `amount` has taken, which is mined in the newest block. */
async function displaced(to: `0x${string}`, other: `0x${string}`, amount: bigint) {
  const id = await withdraw(it, person, '10', to);
  await rounds(2);
  await chain.it.dropMempool();
  const nonce = await chain.it.client.getTransactionCount({ address: hotWallet().address });
  const hash = await elsewhere(nonce, other, amount);
  await chain.it.mine();
  return { id, hash };
}

test('a payment whose number was used elsewhere gets another one when that is for good, and is paid once', async () => {
  const [to, other] = [newAddress(), newAddress()];
  const { id, hash } = await displaced(to, other, 1n);
  await rounds(3);
  expect(await attentionOf(it)).toMatchObject([
    { reason: expect.stringContaining(`payments renumber ${id} HASH`) },
  ]);
  expect((await renumber(id, hash)).status).toBe(409);
  await chain.it.mine(confirmations - 1);
  expect((await renumber(id, `0x${'12'.repeat(32)}`)).status).toBe(409);
  expect((await renumber(id, 'hash' as Hex)).status).toBe(422);
  expect((await renumber('0198f4b0-7c5e-7a30-8d8a-2f6c7d1e9b44', hash)).status).toBe(404);
  expect((await renumber(id, hash)).body.data).toEqual({ id, outcome: 'placed_again' });
  expect((await renumber(id, hash)).status).toBe(404);
  await rounds(2);
  await chain.it.mine(confirmations);
  await rounds(2);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await paid(to)).toBe(10_000_000n);
  expect(await attentionOf(it)).toEqual([]);
  expect(
    await it.database.query('SELECT attempt, displaced_by FROM outgoing_transactions ORDER BY attempt'),
  ).toEqual([
    { attempt: 0, displaced_by: hash },
    { attempt: 1, displaced_by: null },
  ]);
  await expectClean();
});

test('a transaction that makes the payment itself completes it, and it is not paid again', async () => {
  const to = newAddress();
  const { id, hash } = await displaced(to, to, 10_000_000n);
  await chain.it.mine(confirmations - 1);
  expect((await renumber(id, hash)).body.data).toEqual({ id, outcome: 'paid' });
  await rounds(3);
  expect(await read(id)).toMatchObject({ status: 'completed', tx_hash: hash });
  expect(await paid(to)).toBe(10_000_000n);
  expect(await balance(it, person)).toMatchObject({ total: '988.75', available: '988.75' });
  await expectClean();
});

test('what pays the same recipient another amount is left to the operator', async () => {
  const to = newAddress();
  const { id, hash } = await displaced(to, to, 4_000_000n);
  await chain.it.mine(confirmations - 1);
  const refused = await renumber(id, hash);
  expect(refused.status).toBe(409);
  expect(refused.body.detail).toContain('another amount');
  await rounds(3);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  expect(await paid(to)).toBe(4_000_000n);
});

test('a payment’s own transaction displaces nothing, nor does one of another number or wallet', async () => {
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(2);
  const { tx_hash: own } = await read(id);
  const others = await chain.it.transfer('USDT', newAddress(), 1n);
  await chain.it.mine(confirmations);
  const nonce = await chain.it.client.getTransactionCount({ address: hotWallet().address });
  const later = await elsewhere(nonce, newAddress(), 1n);
  await chain.it.mine(confirmations);
  for (const hash of [own, others, later]) expect((await renumber(id, hash)).status).toBe(409);
  await rounds(3);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect((await renumber(id, later)).status).toBe(404);
  expect(await paid(to)).toBe(10_000_000n);
});

const settle = (id: string, tx_hash: Hex | null) =>
  it.operator('POST', '/withdrawals/settle', { id, tx_hash });

test('a payment whose number was used elsewhere is ended by hand when that is for good', async () => {
  const [to, other] = [newAddress(), newAddress()];
  const { id, hash } = await displaced(to, other, 1n);
  await rounds(2);
  expect((await settle(id, null)).status).toBe(409);
  await chain.it.mine(confirmations - 1);
  expect((await settle(id, hash)).status).toBe(409);
  expect((await settle(id, null)).body.data).toEqual({ id, outcome: 'not_paid' });
  expect((await settle(id, null)).status).toBe(404);
  await rounds(3);
  expect(await read(id)).toMatchObject({ status: 'failed', reason: 'contract_refused' });
  expect(await balance(it, person)).toMatchObject({ total: '1000', available: '1000' });
  expect(await paid(to)).toBe(0n);
  expect(await attentionOf(it)).toEqual([]);
  await expectClean();
});

test('a payment that was made elsewhere is settled with what made it, and one of our own never as unpaid', async () => {
  const to = newAddress();
  const { id, hash } = await displaced(to, to, 10_000_000n);
  await chain.it.mine(confirmations - 1);
  expect((await settle(id, hash)).body.data).toEqual({ id, outcome: 'paid' });
  await rounds(3);
  expect(await read(id)).toMatchObject({ status: 'completed', tx_hash: hash });
  const own = await withdraw(it, person, '10', to);
  await rounds(2);
  await chain.it.mine(confirmations);
  expect((await settle(own, null)).status).toBe(409);
  await rounds(3);
  expect(await read(own)).toMatchObject({ status: 'completed' });
  expect(await paid(to)).toBe(20_000_000n);
  await expectClean();
});

test('numbers that were used elsewhere are passed over when they are used for good, and not before', async () => {
  await withdraw(it, person, '10', newAddress());
  await rounds(2);
  await chain.it.mine(confirmations);
  await rounds(2);
  const nonce = await chain.it.client.getTransactionCount({ address: hotWallet().address });
  await elsewhere(nonce, newAddress(), 1n);
  await chain.it.mine();
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(3);
  expect(await attentionOf(it)).toMatchObject([
    {
      reason: expect.stringMatching(/^Withdrawals wait: the key of the hot wallet 0x\w+ was used elsewhere/),
    },
  ]);
  // The block with it is replaced: its number is free again, and nothing was given the next one.
  await chain.it.reorg(1);
  await rounds(2);
  await chain.it.mine(confirmations);
  await rounds(2);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await chain.it.client.getTransactionCount({ address: hotWallet().address })).toBe(nonce + 1);
  await elsewhere(nonce + 1, newAddress(), 1n);
  await chain.it.mine(confirmations);
  const next = await withdraw(it, person, '10', to);
  await rounds(2);
  await chain.it.mine(confirmations);
  await rounds(2);
  expect(await read(next)).toMatchObject({ status: 'completed' });
  expect(await paid(to)).toBe(20_000_000n);
});
