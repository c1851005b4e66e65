import { erc20Abi, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testChain } from '../../support/chain.ts';
import { runOperator } from '../../support/command.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { attentionOf } from '../../support/following.ts';
import type { Person } from '../../support/payments.ts';
import {
  honest,
  lying,
  openRpcProxy,
  type RpcProxy,
  type Tamper,
  timingOut,
} from '../../support/rpcProxy.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';
import { chainSettlement, confirmations, fill, hotWalletOf, withdraw } from '../../support/withdrawals.ts';

const chain = testChain();
let proxy: RpcProxy;
let it: TestServer;
let person: Person;
let restore: () => Promise<void>;

/** Over a node that a test tampers with, and over Anvil itself behind it when there are `two`, or over `others`. */
async function open({ two = false, others = [] }: { two?: boolean; others?: readonly string[] } = {}) {
  const database = await openTestDatabase();
  const rpcUrls = [proxy.url, ...(two ? [chain.it.url] : others)];
  const settlement = chainSettlement(database, { ...hotWalletOf(chain.it), rpcUrls });
  it = await openTestServer({ database, settlement });
  person = await register(it);
  await fill(it, chain.it, person, '1000');
}

beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  restore = await chain.it.snapshot();
  proxy = await openRpcProxy(chain.it.url);
});
afterEach(async () => {
  await it?.close();
  await proxy?.close();
  await chain.it.dropMempool();
  await restore?.();
});

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address;
const hotWallet = () => chain.it.accounts.hotWallet;
const count = () => chain.it.client.getTransactionCount({ address: hotWallet().address });
const read = async (id: string) => (await it.get(`/transactions/${id}`, { token: person.token })).body.data;
const told = async () => (await attentionOf(it)).map(({ reason }) => reason);
const wallets = () => it.database.query<{ next_nonce: string }>('SELECT next_nonce FROM hot_wallets');
const given = async () =>
  (await it.database.query<{ nonce: string | null }>('SELECT nonce FROM outgoing_payments')).map(
    ({ nonce }) => nonce,
  );

async function rounds(number: number) {
  for (let round = 0; round < number; round += 1) {
    it.clock.advance(1_000);
    await it.settle();
  }
}

async function expectPaid(id: string, nonce: number) {
  await rounds(2);
  await chain.it.mine(confirmations);
  await rounds(2);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await count()).toBe(nonce + 1);
  expect(await wallets()).toEqual([{ next_nonce: String(nonce + 1) }]);
  expect(await told()).toEqual([]);
}

/** Tells so many transactions of every address more than there are. */
const more = (by: number) =>
  lying('eth_getTransactionCount', (answer) => `0x${(Number(answer) + by).toString(16)}`);

/** The same of the newest block and the mempool, but not of earlier blocks. */
const suddenly = (by: number): Tamper => {
  return async ({ method, params }, ask) => {
    const answer = await ask();
    if (method !== 'eth_getTransactionCount') return { result: answer };
    const newest = await chain.it.client.getBlockNumber();
    const isNew = params[1] === 'pending' || BigInt(String(params[1])) === newest;
    return { result: isNew ? `0x${(Number(answer) + by).toString(16)}` : answer };
  };
};

/** A block with one transaction of the wallet's key that is no payment. */
async function useElsewhere() {
  await chain.it.transfer('USDT', newAddress(), 1n, hotWallet().address);
  await chain.it.mine();
}

test.each([1, 40])('a wallet begins with no number that one of two nodes tells %i too high', async (by) => {
  await open({ two: true });
  proxy.tamper = more(by);
  const nonce = await count();
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(3);
  expect(await given()).toEqual([null]);
  expect(await wallets()).toEqual([]);
  expect(await told()).toEqual([
    expect.stringMatching(
      new RegExp(`do not agree how many transactions .*: ${nonce + by} by node 1, ${nonce} by node 2`),
    ),
  ]);
  proxy.tamper = honest;
  await expectPaid(id, nonce);
});

test('a wallet passes no number over that one of two nodes alone tells to be used', async () => {
  await open({ two: true });
  const nonce = await count();
  await expectPaid(await withdraw(it, person, '10', newAddress()), nonce);
  proxy.tamper = more(3);
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(3);
  expect(await wallets()).toEqual([{ next_nonce: String(nonce + 1) }]);
  expect(await told()).toEqual([expect.stringMatching(/do not agree .*by node 1, \d+ by node 2/)]);
  proxy.tamper = honest;
  await expectPaid(id, nonce + 1);
});

test('numbers that were used elsewhere are passed over when a second node tells it too, and not while it is silent', async () => {
  const second = await openRpcProxy(chain.it.url);
  const database = await openTestDatabase();
  const rpcUrls = [proxy.url, second.url];
  const settlement = chainSettlement(database, { ...hotWalletOf(chain.it), rpcUrls, timeout: 200 });
  it = await openTestServer({ database, settlement });
  person = await register(it);
  await fill(it, chain.it, person, '1000');
  const nonce = await count();
  await expectPaid(await withdraw(it, person, '10', newAddress()), nonce);
  await useElsewhere();
  await chain.it.mine(confirmations);
  second.tamper = timingOut;
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(3);
  expect(await wallets()).toEqual([{ next_nonce: String(nonce + 1) }]);
  expect(await told()).toEqual([
    expect.stringMatching(/made elsewhere, and node 2 of RPC_URL cannot be asked/),
  ]);
  second.tamper = honest;
  // A node that was waited for in vain is left out for some timeouts.
  await expect
    .poll(async () => {
      await rounds(1);
      return told();
    })
    .toEqual([]);
  await expectPaid(id, nonce + 2);
  await second.close();
});

const say = (nonce: unknown) => it.operator('POST', '/withdrawals/nonce', { nonce });

test('one node alone is believed of no number that was used elsewhere: an operator says which is next', async () => {
  await open();
  const nonce = await count();
  expect(nonce).toBe(0);
  proxy.tamper = suddenly(1_000);
  const first = await withdraw(it, person, '10', newAddress());
  await rounds(3);
  expect(await wallets()).toEqual([]);
  expect(await told()).toEqual([
    expect.stringMatching(
      /^Withdrawals wait: one node alone tells that .* has 1000 transactions, and 0 are known here: withdrawals nonce 1000 says that the others are yours/,
    ),
  ]);
  expect(await say(1_000)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/1000 transactions that are 3 blocks deep, but 0 by node 1\.$/) },
  });
  expect(await say(0)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/^Not yet: node 1 .* in no block/) },
  });
  proxy.tamper = async () => ({ error: { code: -32_000, message: 'busy' } });
  expect((await say(0)).status).toBe(503);
  expect(await wallets()).toEqual([]);
  proxy.tamper = honest;
  await expectPaid(first, nonce);

  await useElsewhere();
  await chain.it.mine(confirmations);
  const second = await withdraw(it, person, '10', newAddress());
  await rounds(3);
  expect(await wallets()).toEqual([{ next_nonce: '1' }]);
  expect(await told()).toEqual([expect.stringMatching(/has 2 transactions, and 1 are known here/)]);
  expect(await runOperator(it, ['withdrawals', 'nonce', '3'])).toMatchObject({
    code: 1,
    complained: [expect.stringMatching(/but 2 by node 1\. Nothing was changed\.$/)],
  });
  expect(await runOperator(it, ['withdrawals', 'nonce', '1.5'])).toMatchObject({
    complained: ['N must be a whole number, 0 or more.'],
  });
  for (const wrong of [-1, 1.5, '2', null]) expect((await say(wrong)).status).toBe(422);
  expect(await wallets()).toEqual([{ next_nonce: '1' }]);
  expect(await runOperator(it, ['withdrawals', 'nonce', '2'])).toMatchObject({
    code: 0,
    printed: [`The next payment of the hot wallet ${hotWallet().address} has number 2.`],
  });
  expect((await it.operator('GET', '/log')).body.data).toContainEqual(
    expect.objectContaining({ verb: 'POST /withdrawals/nonce', status: 200, subject: '{"nonce":2}' }),
  );
  await expectPaid(second, 2);
});

test('an operator’s word gives no number again that a payment has, and lowers one that no payment has', async () => {
  await open();
  const first = await withdraw(it, person, '10', newAddress());
  await rounds(2);
  await chain.it.dropMempool();
  expect(await say(0)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/^A payment has number 0 of the hot wallet/) },
  });
  await chain.it.mine();
  await expectPaid(first, 0);
  // As an older version has left it that believed one node.
  await it.database.query('UPDATE hot_wallets SET next_nonce = 5');
  expect((await say(1)).body.data).toEqual({ wallet: hotWallet().address, nonce: 1 });
  await expectPaid(await withdraw(it, person, '10', newAddress()), 1);
});

test('a wallet does not begin while a node knows transactions of its key that are in no block', async () => {
  await open({ two: true });
  const nonce = await count();
  await chain.it.transfer('USDT', newAddress(), 1n, hotWallet().address);
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(3);
  expect(await wallets()).toEqual([]);
  expect(await told()).toEqual([expect.stringMatching(/node 1 of RPC_URL knows transactions .*in no block/)]);
  await chain.it.mine();
  await expectPaid(id, nonce + 1);
});

test('nothing is written of a number while no payment gets it', async () => {
  await open({ others: [proxy.url] });
  await chain.it.transfer('USDT', newAddress(), 1_000_000_000n, hotWallet().address);
  await chain.it.mine(confirmations + 1);
  const nonce = await count();
  proxy.tamper = more(2);
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(3);
  expect(await wallets()).toEqual([]);
  proxy.tamper = honest;
  await chain.it.transfer('USDT', hotWallet().address, 1_000_000_000n);
  await chain.it.mine();
  await expectPaid(id, nonce);
});

test('a number that no payment has is told while later ones wait for it, and closed by anything', async () => {
  await open();
  const nonce = await count();
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  // As an older version has left it that believed one node.
  await it.database.query("INSERT INTO hot_wallets SELECT 'eip155:31337', $1, $2", [
    hotWallet().address,
    nonce + 1,
  ]);
  await rounds(2);
  await chain.it.mine(2);
  await rounds(3);
  const gap = `Payment ${id} and all after it wait: no payment has number ${nonce} of the hot wallet`;
  expect(await told()).toEqual([expect.stringContaining(gap)]);
  const serializedTransaction: Hex = await hotWallet().signTransaction({
    ...{ chainId: chain.it.chainId, type: 'eip1559', nonce, gas: 21_000n, to },
    ...{ maxFeePerGas: 90_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n },
  });
  await chain.it.client.sendRawTransaction({ serializedTransaction });
  await expectPaid(id, nonce + 1);
  expect(
    await chain.it.client.readContract({
      ...{ abi: erc20Abi, functionName: 'balanceOf', address: chain.it.contracts.USDT, args: [to] },
    }),
  ).toBe(10_000_000n);
});
