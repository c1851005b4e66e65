import { type Address, decodeFunctionData, erc20Abi, type Hex, keccak256, parseTransaction } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localSigner } from '../../../server/settlement/evm/signer.ts';
import { testChain } from '../../support/chain.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { attentionOf } from '../../support/following.ts';
import type { Person } from '../../support/payments.ts';
import { but, honest, openRpcProxy, type RpcProxy, type Tamper } from '../../support/rpcProxy.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';
import {
  chainSettlement,
  confirmations,
  fill,
  hotWalletOf,
  replaceAfter,
  withdraw,
} from '../../support/withdrawals.ts';

const chain = testChain();
const gwei = 1_000_000_000n;
let proxy: RpcProxy;
let it: TestServer;
let person: Person;
let restore: () => Promise<void>;

async function open(changes: Parameters<typeof chainSettlement>[2] = {}) {
  const database = await openTestDatabase();
  const wallet = { ...hotWalletOf(chain.it), rpcUrls: [proxy.url] };
  it = await openTestServer({ database, settlement: chainSettlement(database, wallet, changes) });
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
const hotWallet = () => chain.it.accounts.hotWallet.address;
const read = async (id: string) => (await it.get(`/transactions/${id}`, { token: person.token })).body.data;
const told = async () => (await attentionOf(it)).map(({ reason }) => reason);
const setCoins = (value: bigint) => chain.it.client.setBalance({ address: hotWallet(), value });
const tooFew = () => `Withdrawals wait: the hot wallet ${hotWallet()} has too few coins for their gas.`;

/** How often each payment was signed, in the order of their numbers. */
const signed = async () =>
  (
    await it.database.query<{ count: number }>(
      `SELECT count(*)::int FROM outgoing_transactions JOIN outgoing_payments paid USING (payment_id)
      GROUP BY paid.nonce ORDER BY paid.nonce`,
    )
  ).map(({ count }) => count);

async function rounds(count: number) {
  for (let number = 0; number < count; number += 1) {
    it.clock.advance(1_000);
    await it.settle();
  }
}

/** Blocks that nothing of the wallet is mined in, with a round after each. */
async function passBy(blocks: number, baseFee = gwei) {
  for (let block = 0; block < blocks; block += 1) {
    await chain.it.dropMempool();
    await chain.it.setBaseFee(baseFee);
    await chain.it.mine();
    await rounds(1);
  }
}

async function expectPaid(...ids: readonly string[]) {
  await chain.it.mine(confirmations);
  await rounds(3);
  for (const id of ids) expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await told()).toEqual([]);
}

const refusing = (message: string, which: (raw: `0x02${string}`) => boolean = () => true): Tamper =>
  but('eth_sendRawTransaction', async ({ params: [raw] }, ask) =>
    which(raw as `0x02${string}`) ? { error: { code: -32_000, message } } : { result: await ask() },
  );

test('only the next that can be mined is raised while what is behind it offers enough', async () => {
  await open();
  const ids = [];
  for (let number = 0; number < 3; number += 1) ids.push(await withdraw(it, person, '10', newAddress()));
  await rounds(1);
  await passBy(replaceAfter);
  expect(await signed()).toEqual([2, 1, 1]);
  await expectPaid(...ids);
});

test('nothing behind a number that no payment has is raised', async () => {
  await open();
  const nonce = await chain.it.client.getTransactionCount({ address: hotWallet() });
  await it.database.query("INSERT INTO hot_wallets SELECT 'eip155:31337', $1, $2", [hotWallet(), nonce + 1]);
  await withdraw(it, person, '10', newAddress());
  await withdraw(it, person, '10', newAddress());
  await rounds(1);
  await passBy(3 * replaceAfter, 20n * gwei);
  expect(await signed()).toEqual([1, 1]);
});

test('what no node takes is not raised, since that is not for its fees', async () => {
  await open();
  await chain.it.setBaseFee(gwei);
  await chain.it.mine();
  proxy.tamper = refusing('sender is blocked');
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(1);
  await passBy(4 * replaceAfter);
  expect(await signed()).toEqual([1]);
  expect(await told()).toEqual([`Payment ${id} waits: no node takes its transaction, sender is blocked.`]);
  proxy.tamper = honest;
  it.clock.advance(longestPause);
  await rounds(1);
  await expectPaid(id);
});

/** The longest pause of what no node takes, in milliseconds. */
const longestPause = 60_000;

test('what no node takes is sent again after a pause that doubles up to a minute, and at once when it was signed again', async () => {
  await open();
  proxy.tamper = refusing('sender is blocked');
  const id = await withdraw(it, person, '10', newAddress());
  const sends = () => proxy.calls.filter(({ method }) => method === 'eth_sendRawTransaction').length;
  const waits = [`Payment ${id} waits: no node takes its transaction, sender is blocked.`];
  const counts: number[] = [];
  for (let second = 0; second < 64; second += 1) {
    await rounds(1);
    counts.push(sends());
    // The operator is told of what fails again, also while nothing is sent.
    if (second > 3) expect(await told()).toEqual(waits);
  }
  // In the seconds 0, 1, 3, 7, 15, 31 and 63.
  const at = counts.flatMap((count, second) => (count > (counts[second - 1] ?? 0) ? [second] : []));
  expect(at).toEqual([0, 1, 3, 7, 15, 31, 63]);
  expect(sends()).toBe(7);
  await rounds(59);
  expect(sends()).toBe(7);
  await rounds(1);
  expect(sends()).toBe(8);
  // The price rises: the transaction that is signed for it is new to every node.
  await chain.it.mine(replaceAfter);
  await chain.it.setBaseFee(40n * gwei);
  await chain.it.mine();
  await rounds(1);
  expect(await signed()).toEqual([2]);
  expect(sends()).toBe(10);
  proxy.tamper = honest;
  it.clock.advance(longestPause);
  await rounds(1);
  await expectPaid(id);
});

test('a completed payment that the chain has lost is sent again after the same pauses, though a node takes it each time', async () => {
  await open();
  const lost = await withdraw(it, person, '10', newAddress());
  await rounds(1);
  await expectPaid(lost);
  const { tx_hash: hash } = await read(lost);
  await chain.it.rollback(confirmations);
  // Something else is on its way: otherwise the chain is looked at once a minute.
  await withdraw(it, person, '10', newAddress());
  const sends = () =>
    proxy.calls.filter(
      ({ method, params: [raw] }) =>
        method === 'eth_sendRawTransaction' && keccak256(raw as `0x${string}`) === hash,
    ).length;
  const before = sends();
  const counts: number[] = [];
  for (let second = 0; second < 64; second += 1) {
    await chain.it.dropMempool();
    await rounds(1);
    counts.push(sends());
  }
  const at = counts.flatMap((count, second) => (count > (counts[second - 1] ?? before) ? [second] : []));
  expect(at).toEqual([0, 1, 3, 7, 15, 31, 63]);
  expect(await told()).toEqual([]);
  await chain.it.mine(confirmations);
  await rounds(2);
  expect(sends()).toBe(before + at.length);
});

test('a completed payment that the chain has lost and no node takes is told while nothing else is open', async () => {
  await open();
  const lost = await withdraw(it, person, '10', newAddress());
  await rounds(1);
  await expectPaid(lost);
  await chain.it.rollback(confirmations);
  await chain.it.dropMempool();
  proxy.tamper = refusing('sender is blocked');
  // The chain is looked at once a minute now, and the operator is told of what was so three times.
  for (let minute = 0; minute < 3; minute += 1) {
    it.clock.advance(60_000);
    await rounds(3);
  }
  expect(await told()).toEqual([`Payment ${lost} waits: no node takes its transaction, sender is blocked.`]);
  proxy.tamper = honest;
  it.clock.advance(60_000);
  await rounds(1);
  expect(await told()).toEqual([]);
});

test('a wallet whose coins are gone signs nothing, and the operator is told', async () => {
  let isLocked = true;
  const key = localSigner(hotWalletOf(chain.it).key);
  const sign: typeof key.sign = (request) =>
    isLocked ? Promise.reject(new Error('locked')) : key.sign(request);
  await open({ signer: { address: hotWallet(), sign } });
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(1);
  isLocked = false;
  await setCoins(1_000n);
  await chain.it.mine();
  await rounds(3);
  expect(await signed()).toEqual([]);
  expect(await told()).toEqual([tooFew()]);
  await setCoins(10n ** 18n);
  await rounds(1);
  await expectPaid(id);
});

test('nothing is raised above what the wallet has coins for, and what was signed stays', async () => {
  await open();
  await chain.it.setBaseFee(gwei);
  await chain.it.mine();
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(1);
  const [{ cost } = { cost: '0' }] = await it.database.query<{ cost: string }>(
    'SELECT (gas * max_fee)::text AS cost FROM outgoing_payments JOIN outgoing_transactions USING (payment_id)',
  );
  await setCoins(BigInt(cost) + 1n);
  await passBy(replaceAfter + 3);
  expect(await signed()).toEqual([1]);
  expect(await told()).toEqual([tooFew()]);
  await setCoins(10n ** 18n);
  await chain.it.mine();
  await rounds(1);
  await expectPaid(id);
});

test('a node that takes no higher fee is given what was signed before, once a block, and that is found when it is mined', async () => {
  await open();
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(1);
  const [first] = await it.database.query<{ hash: string; max_fee: string }>(
    'SELECT hash, max_fee FROM outgoing_transactions',
  );
  proxy.tamper = refusing(
    'tx fee exceeds the configured cap',
    (raw) => (parseTransaction(raw).maxFeePerGas ?? 0n) > BigInt(first?.max_fee ?? 0),
  );
  await passBy(replaceAfter);
  expect(await signed()).toEqual([2]);
  const sends = () => proxy.calls.filter(({ method }) => method === 'eth_sendRawTransaction').length;
  const before = sends();
  await passBy(1);
  expect(sends()).toBe(before + 2);
  await rounds(3);
  expect(sends()).toBe(before + 2);
  await expectPaid(id);
  expect(await read(id)).toMatchObject({ tx_hash: first?.hash });
});

/** How often a node was asked what a transfer takes. */
const estimates = () => proxy.calls.filter(({ method }) => method === 'eth_estimateGas').length;

/** To whom the transfers go that a node was asked about. */
const estimated = () =>
  proxy.calls.flatMap(({ method, params }) => {
    if (method !== 'eth_estimateGas') return [];
    const [{ data }] = params as [{ data: Hex }];
    const call = decodeFunctionData({ abi: erc20Abi, data });
    return call.functionName === 'transfer' ? [call.args[0]] : [];
  });

test('without coins no node is asked what a transfer takes', async () => {
  await open();
  await setCoins(1_000n);
  await chain.it.mine();
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(4);
  expect(estimates()).toBe(0);
  expect(await told()).toEqual([tooFew()]);
  await setCoins(10n ** 18n);
  await chain.it.mine();
  await rounds(1);
  expect(estimates()).toBe(1);
  await expectPaid(id);
});

test('what a transfer takes is asked once a block for each payment that waits', async () => {
  await open();
  proxy.tamper = but('eth_estimateGas', async () => ({ error: { code: -32_603, message: 'busy' } }));
  const ids = [];
  for (let number = 0; number < 3; number += 1) ids.push(await withdraw(it, person, '10', newAddress()));
  await rounds(5);
  expect(estimates()).toBe(3);
  expect(await told()).toEqual([expect.stringMatching(/^No node tells what payment \S+ costs: busy\.$/)]);
  await chain.it.mine();
  await rounds(5);
  expect(estimates()).toBe(6);
  proxy.tamper = honest;
  await chain.it.mine();
  await rounds(1);
  await expectPaid(...ids);
  expect(
    await chain.it.client.readContract({
      ...{ abi: erc20Abi, functionName: 'balanceOf', address: chain.it.contracts.USDT, args: [hotWallet()] },
    }),
  ).toBe(970_000_000n);
});

test('more transfers than are estimated in one round take turns, block by block', async () => {
  await open({ estimatesAtOnce: 2 });
  proxy.tamper = but('eth_estimateGas', async () => ({ error: { code: -32_603, message: 'busy' } }));
  const recipients: Address[] = [];
  for (let number = 0; number < 5; number += 1) {
    const recipient = newAddress();
    await withdraw(it, person, '10', recipient);
    it.clock.advance(1_000);
    recipients.push(recipient);
  }
  const asked: number[][] = [];
  for (let block = 0; block < 4; block += 1) {
    const before = estimated().length;
    await rounds(1);
    asked.push(
      estimated()
        .slice(before)
        .map((recipient) => recipients.indexOf(recipient)),
    );
    await chain.it.mine();
  }
  expect(asked.map((places) => places.toSorted())).toEqual([
    [0, 1],
    [2, 3],
    [0, 4],
    [1, 2],
  ]);
});
