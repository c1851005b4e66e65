import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testChain } from '../../support/chain.ts';
import { countingDatabase } from '../../support/countingDatabase.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { deployFeed, eight, openFed } from '../../support/feeds.ts';
import { attentionOf } from '../../support/following.ts';
import { addressOf, fund, idempotent, outside, quote } from '../../support/payments.ts';
import { openRpcProxy } from '../../support/rpcProxy.ts';
import { openTestServer, register, serverStart, type TestServer } from '../../support/server.ts';
import { chainSettlement, confirmations, fill, hotWalletOf } from '../../support/withdrawals.ts';

const chain = testChain();
const gwei = 1_000_000_000n;
const opened: TestServer[] = [];

beforeEach((context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
});
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

/** Mines a block whose base fee makes a unit of gas cost so much with the node's tip. */
async function gasCosts(price: bigint) {
  const tip = await chain.it.client.estimateMaxPriorityFeePerGas();
  await chain.it.setBaseFee(price - tip);
  await chain.it.mine();
}

/** A server that was told that ETH is 3,000 USDT, and somebody with 1,000 USDT. */
async function open(changes: Parameters<typeof openFed>[2] = {}) {
  const it = await openFed(chain.it, {}, changes);
  opened.push(it);
  const person = await register(it);
  await fund(it, person, 'USDT', '1000');
  await it.operator('POST', '/rates', { pair: 'ETH/USDT', rate: '3000' });
  return {
    it,
    person,
    ask: async (request: Parameters<typeof quote>[2] = {}) => (await quote(it, person, request)).body.data,
    read: async () => {
      it.clock.advance(10_000);
      await it.readPrices();
    },
  };
}

const network = {
  ...{ gas_price_gwei: '31', gas: 65_000, margin: 25, coin: 'ETH' },
  ...{ coin_price: '3000', token_price: '1' },
};

test('the fee of what leaves is what its gas costs, with the margin, and the quote tells how it was made', async () => {
  const { it, person, ask, read } = await open();
  await gasCosts(31n * gwei);
  await read();
  // 31 gwei × 65,000 × 3,000 × 1.25
  expect(await ask()).toMatchObject({
    fee: { amount: '7.55625', token: 'USDT' },
    fee_basis: { kind: 'network', reason: null, network },
    total: '17.55625',
    maximum: '992.44375',
  });
  expect(await ask({ kind: 'withdraw', amount: 'max' })).toMatchObject({
    amount: '992.44375',
    fee: { amount: '7.55625' },
    total: '1000',
  });
  await it.operator('POST', '/rates', { pair: 'ZST/USDT', rate: '0.25' });
  await fund(it, person, 'ZST', '1000');
  expect(await ask({ token: 'ZST', amount: '100' })).toMatchObject({
    fee: { amount: '30.225', token: 'ZST' },
    fee_basis: { kind: 'network', network: { ...network, token_price: '0.25' } },
  });
});

test('never less than the fixed fee of the token, and nothing between accounts', async () => {
  const { it, ask, read } = await open();
  await gasCosts(2n * gwei);
  await read();
  expect(await ask()).toMatchObject({
    fee: { amount: '1.25' },
    fee_basis: {
      ...{ kind: 'fixed', reason: 'network_is_less' },
      network: { ...network, gas_price_gwei: '2' },
    },
  });
  const other = await register(it);
  expect(await ask({ to: await addressOf(it, other) })).toMatchObject({
    fee: { amount: '0' },
    fee_basis: null,
  });
});

test('without a price of gas, of the coin or of the token it is the fixed fee, and the quote says so', async () => {
  const { it, person, ask, read } = await open();
  await gasCosts(31n * gwei);
  const fixed = (reason: string | null) => ({
    fee: { amount: '1.25' },
    fee_basis: { kind: 'fixed', reason, network: null },
  });
  expect(await ask()).toMatchObject(fixed('no_gas_price'));
  await read();
  expect(await ask()).toMatchObject({ fee_basis: { kind: 'network' } });
  await fund(it, person, 'ZST', '1000');
  const zst = await ask({ token: 'ZST', amount: '100' });
  expect(zst).toMatchObject({ fee_basis: fixed('no_price').fee_basis });
  // The node is gone: after two minutes its price of gas is none.
  it.clock.advance(120_000);
  expect(await ask()).toMatchObject({ fee_basis: { kind: 'network' } });
  it.clock.advance(1);
  expect(await ask()).toMatchObject(fixed('no_gas_price'));
  // The price of the coin is too old.
  it.clock.advance(2 * 3_600_000);
  await it.readPrices();
  expect(await ask()).toMatchObject(fixed('no_price'));
  const without = await openTestServer();
  opened.push(without);
  const somebody = await register(without);
  await fund(without, somebody, 'USDT', '100');
  expect((await quote(without, somebody)).body.data).toMatchObject(fixed(null));
});

test('a feed of the coin that is stopped is no price of it', async () => {
  const feed = await deployFeed(chain.it);
  await feed.set(eight(3_000), serverStart);
  const it = await openFed(chain.it, { 'ETH/USDT': feed.address });
  opened.push(it);
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  await gasCosts(31n * gwei);
  await it.readPrices();
  const basis = async () => (await quote(it, person)).body.data.fee_basis;
  expect(await basis()).toEqual({ kind: 'network', reason: null, network });
  await feed.set(eight(30_000), it.clock.now());
  await it.readPrices();
  expect(await basis()).toMatchObject({ kind: 'fixed', reason: 'no_price' });
});

test('nobody is charged for more than MAX_FEE_GWEI', async () => {
  const { ask, read } = await open({ maxFee: 50n * gwei });
  await gasCosts(2_000n * gwei);
  await read();
  // 50 gwei × 65,000 × 3,000 × 1.25
  expect(await ask()).toMatchObject({
    fee: { amount: '12.1875' },
    fee_basis: { kind: 'network', network: { ...network, gas_price_gwei: '50' } },
  });
});

test('the node is asked once a round, however many quotes are asked for', async () => {
  const proxy = await openRpcProxy(chain.it.url);
  const { ask, read } = await open({ rpcUrls: [proxy.url] });
  await gasCosts(31n * gwei);
  await read();
  const before = proxy.calls.length;
  const quoted = await Promise.all(Array.from({ length: 100 }, () => ask()));
  expect(quoted.map(({ fee }) => fee.amount)).toEqual(quoted.map(() => '7.55625'));
  expect(proxy.calls.length - before).toBe(0);
  for (let round = 0; round < 5; round += 1) await read();
  expect(proxy.calls.slice(before).map(({ method }) => method)).toEqual(
    Array.from({ length: 5 }, () => ['eth_getBlockByNumber', 'eth_maxPriorityFeePerGas']).flat(),
  );
  await proxy.close();
});

test('the units of gas are read once a round for all tokens, and for no quote and no wallet', async () => {
  let reads = 0;
  const { db } = countingDatabase(await openTestDatabase(), (sql) => {
    if (sql.includes('percentile_disc')) reads += 1;
  });
  const { it, person, ask, read } = await open({ database: db });
  await gasCosts(31n * gwei);
  await read();
  expect(await ask()).toMatchObject({ fee_basis: { kind: 'network', network } });
  const { body } = await it.get('/wallet', { token: person.token });
  expect(body.data.tokens).toContainEqual(
    expect.objectContaining({ symbol: 'USDT', withdrawal_fee: '7.55625' }),
  );
  expect(reads).toBe(1);
});

test('base fee × 20 in a minute: quotes follow, old ones keep their fee, and what is above the limit waits and fails nobody', async () => {
  const { it, person, ask, read } = await open({
    maxFee: 100n * gwei,
    settlement: (database) => chainSettlement(database, hotWalletOf(chain.it), { maxFee: 100n * gwei }),
  });
  await fill(it, chain.it, person, '1000');
  const to = privateKeyToAccount(generatePrivateKey()).address;
  const round = async () => {
    it.clock.advance(1_000);
    await it.settle();
  };
  await gasCosts(31n * gwei);
  await read();
  const first = await ask({ kind: 'withdraw', to });
  expect(first.fee.amount).toBe('7.55625');
  const fees: string[] = [];
  for (const times of [2n, 3n, 20n]) {
    await gasCosts(31n * times * gwei);
    await read();
    fees.push((await ask({ kind: 'withdraw', to })).fee.amount);
  }
  // The last at the limit of 100 gwei.
  expect(fees).toEqual(['15.1125', '22.66875', '24.375']);

  const paid = await idempotent(it, person, '/transactions/withdraw', { quote_id: first.id });
  expect(paid.body.data).toMatchObject({ status: 'pending', fee: '7.55625', total: '17.55625' });
  const { id } = paid.body.data;
  await it.operator('POST', '/withdrawals/approve', { id });
  for (let number = 0; number < 4; number += 1) await round();
  const line = async () => (await it.get(`/transactions/${id}`, { token: person.token })).body.data;
  expect(await line()).toMatchObject({ status: 'processing', tx_hash: null, fee: '7.55625' });
  expect((await attentionOf(it)).map(({ reason }) => reason)).toEqual([
    'Withdrawals wait: a unit of gas costs 620 Gwei, and MAX_FEE_GWEI is 100.',
  ]);

  await gasCosts(31n * gwei);
  await round();
  await chain.it.mine(confirmations);
  for (let number = 0; number < 2; number += 1) await round();
  expect(await line()).toMatchObject({ status: 'completed', fee: '7.55625' });
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true });
  // From now on by what the transfer took.
  await read();
  const { gasUsed } = await chain.it.client.getTransactionReceipt({ hash: (await line()).tx_hash });
  expect(gasUsed).toBeLessThan(65_000n);
  expect((await ask()).fee_basis.network.gas).toBe(Number(gasUsed));
});

test('gas is measured by what three of four transfers did not exceed, and one that is made expensive counts for nothing', async () => {
  const { it, ask, read } = await open();
  await gasCosts(31n * gwei);
  await read();
  const measured = async (used: readonly number[], outcome = 'confirmed') => {
    const { query } = it.database;
    for (const [index, gas] of used.entries()) {
      const [line] = await query<{ id: string }>(
        `INSERT INTO transactions (id, user_id, operation_id, kind, status, token, amount, fee, created_at, updated_at)
        SELECT gen_random_uuid(), id, gen_random_uuid(), 'withdraw', 'completed', 'USDT', 1, 0, now(), now() FROM users LIMIT 1 RETURNING id`,
      );
      await query(
        `INSERT INTO outgoing_payments (chain, payment_id, token, recipient, amount, contract, wallet, nonce, gas, outcome, ended_at, gas_used)
        VALUES ('eip155:31337', $1, 'USDT', $2, 1, $2, $2, (SELECT count(*) FROM outgoing_payments), 100000, $3, $4, $5)`,
        [line?.id ?? '', outside, outcome, new Date(it.clock.now().getTime() + index), gas],
      );
    }
    await read();
    return (await ask()).fee_basis.network.gas;
  };
  expect(await measured([400_000], 'reverted')).toBe(65_000);
  expect(await measured([50_000, 51_000, 52_000, 10 ** 18])).toBe(52_000);
  // A transfer cannot take more than it was given.
  expect(await measured([10 ** 18, 10 ** 18, 10 ** 18])).toBe(100_000);
  expect(await measured(Array.from({ length: 20 }, () => 63_000))).toBe(63_000);
});
