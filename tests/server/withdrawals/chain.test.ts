import { erc20Abi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localSigner } from '../../../server/settlement/evm/signer.ts';
import { testChain } from '../../support/chain.ts';
import { countingDatabase } from '../../support/countingDatabase.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { networkOf } from '../../support/following.ts';
import { balance } from '../../support/payments.ts';
import { openTestServer, publicChain, register, type TestServer } from '../../support/server.ts';
import {
  chainSettlement,
  confirmations,
  fill,
  hotWalletOf,
  replaceAfter,
  withdraw,
} from '../../support/withdrawals.ts';

const chain = testChain();

let restore: () => Promise<void>;
beforeEach(async (context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
  restore = await chain.it.snapshot();
});
afterEach(async () => {
  await chain.it.dropMempool();
  await restore();
});

const gwei = 1_000_000_000n;
const newAddress = () => privateKeyToAccount(generatePrivateKey()).address;
const hotWallet = () => chain.it.accounts.hotWallet.address;

/** By two nodes: one alone is believed of no number that was used elsewhere. */
const wallet = () => ({ ...hotWalletOf(chain.it), rpcUrls: [chain.it.url, chain.it.url] });

/** A server over the chain, with somebody who has 1,000 USDT, and as many in the hot wallet. `hear` is told each statement. */
async function open(changes: Parameters<typeof chainSettlement>[2] = {}, hear?: (sql: string) => void) {
  const opened = await openTestDatabase();
  const database = hear ? countingDatabase(opened, hear).db : opened;
  const it = await openTestServer({
    database,
    settlement: chainSettlement(database, wallet(), changes),
    network: networkOf(chain.it),
    chain: publicChain({ confirmations, explorerUrl: 'https://explorer.example' }),
  });
  const person = await register(it);
  await fill(it, chain.it, person, '1000');
  const read = async (id: string) => (await it.get(`/transactions/${id}`, { token: person.token })).body.data;
  /** Another server of the same database, as after a crash. */
  const restart = (next: typeof changes = {}) =>
    openTestServer({ database, settlement: chainSettlement(database, wallet(), next) });
  const signed = () =>
    database.query<{ attempt: number; hash: `0x${string}`; max_fee: string; priority_fee: string }>(
      'SELECT attempt, hash, max_fee, priority_fee FROM outgoing_transactions ORDER BY payment_id, attempt',
    );
  return { it, person, read, restart, signed, database };
}

/** So many rounds, a second each. */
async function rounds(it: TestServer, count = 1) {
  for (let number = 0; number < count; number += 1) {
    it.clock.advance(1_000);
    await it.settle();
  }
}

/** Mines and looks until whatever is mined has its confirmations, and a payment was told so. */
async function confirm(it: TestServer) {
  await chain.it.mine(confirmations);
  await rounds(it, 2);
}

const paid = (address: `0x${string}`) =>
  chain.it.client.readContract({
    ...{ abi: erc20Abi, functionName: 'balanceOf', address: chain.it.contracts.USDT, args: [address] },
  });

const causes = async (it: TestServer) =>
  (await it.operator('GET', '/attention')).body.data.map(({ reason }: { reason: string }) => reason);

const expectClean = async (it: TestServer) =>
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });

test('a withdrawal leaves, and is completed when its block has its confirmations', async () => {
  const { it, person, read } = await open();
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(it, 2);
  const { tx_hash, explorer_url } = await read(id);
  expect(tx_hash).toMatch(/^0x[\da-f]{64}$/);
  expect(explorer_url).toBe(`https://explorer.example/tx/${tx_hash}`);
  await chain.it.mine();
  expect(await paid(to)).toBe(10_000_000n);
  for (let seen = 1; seen < confirmations; seen += 1) {
    await rounds(it, 2);
    const confirmed = { seen, needed: confirmations };
    expect(await read(id)).toMatchObject({ status: 'processing', tx_hash, confirmations: confirmed });
    const { body } = await it.get('/wallet/holds', { token: person.token });
    expect(body.data).toMatchObject([{ operation_id: id, confirmations: confirmed }]);
    await chain.it.mine();
  }
  await rounds(it, 2);
  expect(await read(id)).toMatchObject({ status: 'completed', tx_hash });
  await expectClean(it);
  await it.close();
});

test('many leave in one block, with numbers one after the other', async () => {
  const { it, person, read, database } = await open();
  const first = await chain.it.client.getTransactionCount({ address: hotWallet() });
  const to = Array.from({ length: 40 }, newAddress);
  const ids: string[] = [];
  for (const address of to) ids.push(await withdraw(it, person, '10', address));
  await rounds(it);
  await confirm(it);
  const rows = await database.query<{ nonce: string }>('SELECT nonce FROM outgoing_payments ORDER BY nonce');
  expect(rows.map(({ nonce }) => Number(nonce))).toEqual(to.map((_, index) => first + index));
  const blocks = await database.query('SELECT DISTINCT block_hash FROM outgoing_payments');
  expect(blocks).toHaveLength(1);
  expect(await Promise.all(to.map(paid))).toEqual(to.map(() => 10_000_000n));
  for (const id of ids) expect(await read(id)).toMatchObject({ status: 'completed' });
  await expectClean(it);
  await it.close();
});

test('two servers share a wallet: every payment is paid once, and no number is left out', async () => {
  const { it, person, restart, database } = await open();
  const other = await restart();
  const first = await chain.it.client.getTransactionCount({ address: hotWallet() });
  const to = Array.from({ length: 12 }, newAddress);
  for (const address of to) await withdraw(it, person, '10', address);
  for (let look = 0; look < 4; look += 1) {
    other.clock.advance(1_000);
    await Promise.all([rounds(it), rounds(other)]);
    await chain.it.mine();
  }
  await Promise.all([confirm(it), rounds(other, 2)]);
  expect(await Promise.all(to.map(paid))).toEqual(to.map(() => 10_000_000n));
  expect(await chain.it.client.getTransactionCount({ address: hotWallet() })).toBe(first + to.length);
  const unfinished = await database.query(
    "SELECT 1 FROM transactions WHERE kind = 'withdraw' AND status <> 'completed'",
  );
  expect(unfinished).toEqual([]);
  await expectClean(it);
  await it.close();
});

test.each([
  ['before it has signed', 'sign', []],
  ['after it has signed', 'call', ['eth_sendRawTransaction']],
  ['after the node has taken it', 'answer', ['eth_sendRawTransaction']],
  ['before it has the receipt', 'call', ['eth_getTransactionReceipt']],
] as const)('a server that ends %s is followed by one that pays once', async (_, when, [method]) => {
  const end = (called: string) => {
    if (called === method) throw new Error('the server has ended');
  };
  const unable = { address: hotWallet(), sign: () => Promise.reject(new Error('the server has ended')) };
  const { it, person, restart, database } = await open(
    when === 'sign' ? { signer: unable } : when === 'call' ? { onCall: end } : { onAnswer: end },
  );
  const first = await chain.it.client.getTransactionCount({ address: hotWallet() });
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(it).catch(() => undefined);
  if (method === 'eth_getTransactionReceipt') await chain.it.mine();
  await rounds(it).catch(() => undefined);
  expect(await database.query('SELECT nonce FROM outgoing_payments')).toEqual([{ nonce: String(first) }]);
  const next = await restart();
  next.clock.advance(60_000);
  await chain.it.mine();
  await rounds(next);
  await chain.it.mine();
  await rounds(next);
  await confirm(next);
  const { body } = await next.get(`/transactions/${id}`, { token: person.token });
  expect(body.data).toMatchObject({ status: 'completed' });
  expect(await paid(to)).toBe(10_000_000n);
  expect(await chain.it.client.getTransactionCount({ address: hotWallet() })).toBe(first + 1);
  await expectClean(next);
  await it.close();
});

test('what is stuck is replaced at the same number with higher fees, as often as it takes', async () => {
  const { it, person, read, signed } = await open();
  const first = await chain.it.client.getTransactionCount({ address: hotWallet() });
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(it);
  const before = (await signed())[0];
  for (let block = 0; block < replaceAfter; block += 1) {
    await chain.it.setBaseFee(20n * gwei);
    await chain.it.mine();
    await rounds(it);
  }
  const after = await signed();
  expect(after).toHaveLength(2);
  expect(Number(after[1]?.max_fee) / Number(before?.max_fee)).toBeGreaterThanOrEqual(1.125);
  expect(Number(after[1]?.priority_fee) / Number(before?.priority_fee)).toBeGreaterThanOrEqual(1.125);
  await rounds(it);
  expect(await read(id)).toMatchObject({ status: 'processing', tx_hash: after[1]?.hash });
  await confirm(it);
  expect(await read(id)).toMatchObject({ status: 'completed', tx_hash: after[1]?.hash });
  expect(await paid(to)).toBe(10_000_000n);
  expect(await chain.it.client.getTransactionCount({ address: hotWallet() })).toBe(first + 1);
  await it.close();
});

test('the replaced transaction is found when a miner has taken that one', async () => {
  const { it, person, read, signed, database } = await open();
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(it);
  await chain.it.dropMempool();
  const [{ raw } = { raw: '0x' as const }] = await database.query<{ raw: `0x${string}` }>(
    'SELECT raw FROM outgoing_transactions',
  );
  for (let block = 0; block < replaceAfter; block += 1) await chain.it.mine();
  await rounds(it);
  expect(await signed()).toHaveLength(2);
  await chain.it.dropMempool();
  await chain.it.client.sendRawTransaction({ serializedTransaction: raw });
  await confirm(it);
  expect(await read(id)).toMatchObject({ status: 'completed', tx_hash: (await signed())[0]?.hash });
  await it.close();
});

test('a dropped mempool is told again with the next block', async () => {
  const { it, person, read, signed } = await open();
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(it);
  await chain.it.dropMempool();
  await chain.it.mine();
  await rounds(it);
  await confirm(it);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await signed()).toHaveLength(1);
  await it.close();
});

test('a block that a reorganisation took away confirms nothing, and its payment is mined again', async () => {
  const { it, person, read, signed } = await open();
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(it);
  await chain.it.mine(confirmations - 1);
  await rounds(it);
  await chain.it.reorg(confirmations - 1);
  expect(await paid(to)).toBe(0n);
  await chain.it.mine();
  await rounds(it, 2);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  await confirm(it);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await paid(to)).toBe(10_000_000n);
  expect(await signed()).toHaveLength(1);
  await it.close();
});

test('a chain that has lost a completed withdrawal is told it again at the next start', async () => {
  const { it, person, restart, read } = await open();
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(it);
  await confirm(it);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  await chain.it.rollback(confirmations);
  expect(await paid(to)).toBe(0n);
  await chain.it.dropMempool();
  await rounds(await restart());
  await chain.it.mine();
  expect(await paid(to)).toBe(10_000_000n);
  await it.close();
});

test('a transfer that is reverted has failed once it is confirmed, and the money is free again', async () => {
  const { it, person, read } = await open();
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(it);
  await chain.it.client.setCode({ address: chain.it.contracts.USDT, bytecode: '0x60006000fd' });
  await chain.it.mine();
  await rounds(it, 2);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  await confirm(it);
  expect(await read(id)).toMatchObject({ status: 'failed', reason: 'contract_refused', note: null });
  expect(await balance(it, person)).toEqual({ total: '1000', available: '1000', pending: '0' });
  await expectClean(it);
  await it.close();
});

/** Answers a large `balanceOf`, and reverts everything else. */
const refusing = '0x60003560e01c6370a082311460145760006000fd5b67ffffffffffffffff60005260206000f3';

/** Answers a large `balanceOf`, and `false` to everything else. */
const ignoring = '0x60003560e01c6370a082311460145760206000f35b67ffffffffffffffff60005260206000f3';

test.each([
  ['none', 'not_paid', { status: 'failed', reason: 'contract_refused' }, '1000'],
  ['hash', 'paid', { status: 'completed' }, '988.75'],
] as const)(
  'a transfer that succeeds without an event waits for an operator: %s',
  async (_, outcome, line, total) => {
    const { it, person, read } = await open();
    await chain.it.client.setCode({ address: chain.it.contracts.USDT, bytecode: ignoring });
    const id = await withdraw(it, person, '10', newAddress());
    await rounds(it);
    await chain.it.mine();
    await rounds(it, 2);
    const { tx_hash: hash } = await read(id);
    const settle = (tx_hash: string | null) => it.operator('POST', '/withdrawals/settle', { id, tx_hash });
    expect((await settle(outcome === 'paid' ? hash : null)).status).toBe(409);
    await confirm(it);
    await rounds(it, 3);
    expect(await read(id)).toMatchObject({ status: 'processing', confirmations: { seen: confirmations } });
    expect(await causes(it)).toEqual([
      expect.stringMatching(/^Payment \S+ waits: 0x\w+ has succeeded without telling of tokens that left/),
    ]);
    expect((await settle(outcome === 'paid' ? hash : null)).body.data).toEqual({ id, outcome });
    await rounds(it, 2);
    expect(await read(id)).toMatchObject(line);
    expect(await balance(it, person)).toMatchObject({ total, available: total });
    expect(await causes(it)).toEqual([]);
    expect((await settle(null)).status).toBe(404);
    const log = await it.operator('GET', '/log');
    expect(log.body.data).toContainEqual(
      expect.objectContaining({
        verb: 'POST /withdrawals/settle',
        status: 200,
        subject: JSON.stringify({ id, tx_hash: outcome === 'paid' ? hash : null }),
      }),
    );
    await expectClean(it);
    await it.close();
  },
);

test('a transfer that would be reverted fails without a signature', async () => {
  const { it, person, read, signed, database } = await open();
  await chain.it.client.setCode({ address: chain.it.contracts.USDT, bytecode: refusing });
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(it, 2);
  expect(await read(id)).toMatchObject({ status: 'failed', reason: 'contract_refused' });
  expect(await signed()).toEqual([]);
  expect(await database.query('SELECT nonce FROM outgoing_payments')).toEqual([{ nonce: null }]);
  await it.close();
});

test('without tokens a withdrawal waits and the operator is told; smaller ones pass', async () => {
  const { it, person, read } = await open();
  await chain.it.transfer('USDT', newAddress(), 950_000_000n, hotWallet());
  await chain.it.mine();
  const large = await withdraw(it, person, '100', newAddress());
  const small = await withdraw(it, person, '20', newAddress());
  await rounds(it, 3);
  expect(await causes(it)).toEqual([`Withdrawals wait: the hot wallet ${hotWallet()} is short of 70 USDT.`]);
  await confirm(it);
  expect(await read(large)).toMatchObject({ status: 'processing', reason: 'queued', tx_hash: null });
  expect(await read(small)).toMatchObject({ status: 'completed', reason: null });
  await chain.it.transfer('USDT', hotWallet(), 1_000_000_000n);
  await chain.it.mine();
  await rounds(it, 2);
  expect(await causes(it)).toEqual([]);
  await confirm(it);
  expect(await read(large)).toMatchObject({ status: 'completed' });
  await it.close();
});

test('without coins for gas a withdrawal waits and the operator is told', async () => {
  const { it, person, read } = await open();
  await chain.it.client.setBalance({ address: hotWallet(), value: 1_000n });
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(it, 3);
  expect(await causes(it)).toEqual([
    `Withdrawals wait: the hot wallet ${hotWallet()} has too few coins for their gas.`,
  ]);
  await chain.it.client.setBalance({ address: hotWallet(), value: 10n ** 18n });
  await chain.it.mine();
  await rounds(it);
  await confirm(it);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  await it.close();
});

test('while the key cannot sign, payments keep their numbers and the operator is told', async () => {
  let isThere = false;
  const key = localSigner(wallet().key);
  const signer = {
    address: hotWallet(),
    sign: (request: Parameters<typeof key.sign>[0]) =>
      isThere ? key.sign(request) : Promise.reject(new Error('it cannot be reached')),
  };
  const { it, person, read } = await open({ signer });
  const ids = [
    await withdraw(it, person, '10', newAddress()),
    await withdraw(it, person, '10', newAddress()),
  ];
  await rounds(it, 3);
  expect(await causes(it)).toEqual([
    `Withdrawals wait: the hot wallet ${hotWallet()} cannot sign, it cannot be reached.`,
  ]);
  isThere = true;
  await rounds(it);
  await confirm(it);
  for (const id of ids) expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await causes(it)).toEqual([]);
  await it.close();
});

test('while gas costs more than MAX_FEE_GWEI nothing is signed, and the operator is told', async () => {
  const { it, person, read, signed } = await open({ maxFee: 10n * gwei });
  await chain.it.setBaseFee(20n * gwei);
  await chain.it.mine();
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(it, 3);
  expect(await signed()).toEqual([]);
  expect(await causes(it)).toEqual([
    expect.stringMatching(/^Withdrawals wait: a unit of gas costs 2[\d.]+ Gwei, and MAX_FEE_GWEI is 10\.$/),
  ]);
  await chain.it.setBaseFee(gwei);
  await chain.it.mine();
  await rounds(it);
  await confirm(it);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await causes(it)).toEqual([]);
  await it.close();
});

test('an emergency stop that comes first holds what waits for the hot wallet', async () => {
  const { it, person, read, signed } = await open();
  await chain.it.transfer('USDT', newAddress(), 1_000_000_000n, hotWallet());
  await chain.it.mine();
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(it, 2);
  await it.operator('POST', '/withdrawals/disable', { token: 'USDT' });
  await chain.it.transfer('USDT', hotWallet(), 1_000_000_000n);
  await chain.it.mine();
  await rounds(it, 2);
  expect(await signed()).toEqual([]);
  await it.operator('POST', '/withdrawals/enable', { token: 'USDT' });
  await rounds(it);
  await confirm(it);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  await it.close();
});

test('a freeze holds an approved payment without a number, and an operator can reject it', async () => {
  const { it, person, read, signed, database } = await open();
  await chain.it.transfer('USDT', newAddress(), 1_000_000_000n, hotWallet());
  await chain.it.mine();
  const first = await withdraw(it, person, '10', newAddress());
  const second = await withdraw(it, person, '20', newAddress());
  await rounds(it, 2);
  await it.operator('POST', '/accounts/freeze', { email: person.email });
  await chain.it.transfer('USDT', hotWallet(), 1_000_000_000n);
  await chain.it.mine();
  await rounds(it, 2);
  expect(await database.query('SELECT nonce FROM outgoing_payments')).toEqual([
    { nonce: null },
    { nonce: null },
  ]);
  const reject = (id: string) =>
    it.operator('POST', '/withdrawals/reject', { id, reason: 'unusual_activity' });
  expect((await reject(first)).body.data).toMatchObject({ status: 'failed' });
  expect((await reject(first)).status).toBe(409);
  await it.operator('POST', '/accounts/unfreeze', { email: person.email });
  await rounds(it);
  expect(await signed()).toHaveLength(1);
  expect((await reject(second)).status).toBe(409);
  await confirm(it);
  expect(await read(first)).toMatchObject({ status: 'failed' });
  expect(await read(second)).toMatchObject({ status: 'completed' });
  await expectClean(it);
  await it.close();
});

test('a payment whose hand-over broke off can be rejected while it is held, and goes out afterwards if it was not', async () => {
  let isBroken = true;
  const { it, person, read, signed, database } = await open({}, (sql) => {
    if (isBroken && sql.includes('INSERT INTO outgoing_payments')) throw new Error('the database is gone');
  });
  const first = await withdraw(it, person, '10', newAddress());
  const to = newAddress();
  const second = await withdraw(it, person, '20', to);
  await rounds(it);
  isBroken = false;
  await it.operator('POST', '/accounts/freeze', { email: person.email });
  await rounds(it, 3);
  expect(await database.query('SELECT payment_id FROM outgoing_payments')).toEqual([]);
  const rejected = { id: first, reason: 'unusual_activity' };
  expect((await it.operator('POST', '/withdrawals/reject', rejected)).body.data).toMatchObject({
    status: 'failed',
  });
  await it.operator('POST', '/accounts/unfreeze', { email: person.email });
  await rounds(it, 2);
  expect(await signed()).toHaveLength(1);
  await confirm(it);
  expect(await read(first)).toMatchObject({ status: 'failed' });
  expect(await read(second)).toMatchObject({ status: 'completed' });
  expect(await paid(to)).toBe(20_000_000n);
  await expectClean(it);
  await it.close();
});

test('nothing is signed for the first time under a stop, and what was signed before is still read', async () => {
  const { it, person, read, restart, signed, database } = await open({
    signer: { address: hotWallet(), sign: () => Promise.reject(new Error('locked')) },
  });
  const late = await withdraw(it, person, '10', newAddress());
  await rounds(it);
  expect(await database.query('SELECT nonce IS NULL AS is_waiting FROM outgoing_payments')).toEqual([
    { is_waiting: false },
  ]);
  const stop = () => it.operator('POST', '/withdrawals/disable', { token: 'USDT' });
  const resume = () => it.operator('POST', '/withdrawals/enable', { token: 'USDT' });
  await stop();
  const other = await restart();
  await rounds(other, 2);
  expect(await signed()).toEqual([]);
  const paused = (id: string) => it.operator('GET', `/withdrawals/${id}`);
  expect((await paused(late)).body.data).toMatchObject({ is_stopped: true });
  await resume();
  await rounds(other);
  await stop();
  expect(await signed()).toHaveLength(1);
  expect((await paused(late)).body.data).toMatchObject({ is_stopped: false });
  await confirm(other);
  expect(await read(late)).toMatchObject({ status: 'completed' });
  await it.close();
});

test('a payment that a freeze holds with a number and without a signature holds up all after it, and is told', async () => {
  const { it, person, read, restart, signed, database } = await open({
    signer: { address: hotWallet(), sign: () => Promise.reject(new Error('locked')) },
  });
  const held = await withdraw(it, person, '10', newAddress());
  await rounds(it);
  await it.operator('POST', '/accounts/freeze', { email: person.email });
  const other = await restart();
  await rounds(other, 3);
  expect(await signed()).toEqual([]);
  // The only one in line holds up nobody.
  expect(await causes(it)).toEqual([]);

  const another = await register(it);
  await fill(it, chain.it, another, '1000');
  const behind = await withdraw(it, another, '20', newAddress());
  await rounds(other, 3);
  expect(await signed()).toHaveLength(1);
  const [{ nonce } = { nonce: null }] = await database.query<{ nonce: string }>(
    'SELECT nonce FROM outgoing_payments WHERE payment_id = $1',
    [held],
  );
  expect(await causes(it)).toEqual([
    `Payment ${held} and all after it wait: it has number ${nonce} of the hot wallet ${hotWallet()}, and is not signed while its token is stopped or its account frozen.`,
  ]);
  await it.operator('POST', '/accounts/unfreeze', { email: person.email });
  await rounds(other);
  await confirm(other);
  expect(await read(held)).toMatchObject({ status: 'completed' });
  const { body } = await it.get(`/transactions/${behind}`, { token: another.token });
  expect(body.data).toMatchObject({ status: 'completed' });
  expect(await causes(it)).toEqual([]);
  await it.close();
});

test('a number that the wallet’s key has used elsewhere is passed over; one that was taken from a payment is told', async () => {
  const { it, person, read } = await open();
  await chain.it.transfer('USDT', newAddress(), 1n, hotWallet());
  await chain.it.mine();
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(it);
  await confirm(it);
  expect(await read(id)).toMatchObject({ status: 'completed' });

  const taken = await withdraw(it, person, '10', newAddress());
  await rounds(it);
  await chain.it.dropMempool();
  await chain.it.transfer('USDT', newAddress(), 1n, hotWallet());
  await chain.it.mine();
  await rounds(it, 3);
  expect(await causes(it)).toEqual([expect.stringContaining(`no node knows it as payment ${taken}`)]);
  expect(await read(taken)).toMatchObject({ status: 'processing' });
  await it.close();
});
