import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { IncomingDeposit, Settlement } from '../../../server/settlement/settlement.ts';
import { runOperator } from '../../support/command.ts';
import { hasEngine } from '../../support/database.ts';
import { addressOf, balance, fund, outside, type Person, quote } from '../../support/payments.ts';
import { openTestServer, register, testServer } from '../../support/server.ts';
import { link, list } from '../../support/tokens.ts';

const server = testServer();

beforeAll(async () => {
  if (hasEngine()) await list(server.it, link);
});

async function operate(...words: string[]) {
  const { code, said } = await runOperator(server.it, words);
  return { code, said: said[0]?.split('\n')[0] };
}

const payOverNetwork = (to: string, token: string, amount: string, id = randomUUID()) =>
  operate('network', 'deposit', '--to', to, '--token', token, '--amount', amount, '--id', id);

async function lines({ token }: Person, it = server.it) {
  const { body } = await it.get('/transactions', { token });
  return body.data;
}

async function expectClean(it = server.it) {
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
}

test('a deposit is seen, confirmed one by one, and can be spent when it has all of its confirmations', async () => {
  const { it } = server;
  const person = await register(it);
  const to = await addressOf(it, person);
  const sent = await payOverNetwork(to, 'usdt', '25.5');
  expect(sent.said).toMatch(
    new RegExp(`^Sent 25.5 USDT to ${to}; it needs 6 confirmations: 0x[0-9a-f]{64}$`),
  );
  await it.settle();
  const [pending] = await lines(person);
  expect(pending).toMatchObject({
    kind: 'deposit',
    status: 'pending',
    token: 'USDT',
    amount: '25.5',
    confirmations: { seen: 0, needed: 6 },
    can_cancel: false,
  });
  expect(pending.tx_hash).toMatch(/^0x[0-9a-f]{64}$/);
  expect(await balance(it, person)).toEqual({ total: '25.5', available: '0', pending: '25.5' });
  const holds = await it.get('/wallet/holds', { token: person.token });
  expect(holds.body.data).toEqual([
    {
      token: 'USDT',
      amount: '25.5',
      kind: 'deposit',
      operation_id: pending.id,
      since: it.clock.now().toISOString(),
      until: null,
      confirmations: { seen: 0, needed: 6 },
    },
  ]);
  expect((await quote(it, person)).body.code).toBe('INSUFFICIENT_BALANCE');

  it.clock.advance(5_999);
  await it.settle();
  const one = await it.get(`/transactions/${pending.id}`, { token: person.token });
  expect(one.body.data).toMatchObject({ status: 'processing', confirmations: { seen: 5, needed: 6 } });
  expect(await balance(it, person)).toEqual({ total: '25.5', available: '0', pending: '25.5' });
  await expectClean();

  it.clock.advance(1);
  await it.settle();
  await it.settle();
  const [completed] = await lines(person);
  expect(completed).toMatchObject({ status: 'completed', confirmations: { seen: 6, needed: 6 } });
  expect(completed.timeline.map(({ status }: { status: string }) => status)).toEqual([
    'pending',
    'processing',
    'completed',
  ]);
  expect(await balance(it, person)).toEqual({ total: '25.5', available: '25.5', pending: '0' });
  expect((await it.get('/wallet/holds', { token: person.token })).body.data).toEqual([]);
  expect((await quote(it, person)).status).toBe(201);
  await expectClean();
});

test('a token that was never added shows itself by arriving, even to a frozen person', async () => {
  const { it } = server;
  const person = await register(it);
  const to = await addressOf(it, person, 'ZST');
  await it.operator('POST', '/accounts/freeze', { email: person.email });
  await payOverNetwork(to, 'LINK', '3');
  await it.settle();
  const wallet = await it.get('/wallet', { token: person.token });
  expect(wallet.body.data.tokens[3]).toMatchObject({ symbol: 'LINK', frozen: '3', pending: '0' });
  it.clock.advance(10_000);
  await it.settle();
  await it.operator('POST', '/accounts/unfreeze', { email: person.email });
  expect(await balance(it, person, 'LINK')).toEqual({ total: '3', available: '3', pending: '0' });
  await expectClean();
});

test('the same command with the same id pays once, and with other content is refused', async () => {
  const { it } = server;
  const person = await register(it);
  const to = await addressOf(it, person);
  const id = randomUUID();
  expect((await payOverNetwork(to, 'USDT', '7', id)).code).toBe(0);
  expect((await payOverNetwork(to, 'USDT', '7', id)).code).toBe(0);
  expect((await payOverNetwork(to, 'USDT', '8', id)).said).toBe('This --id was used for another deposit.');
  it.clock.advance(10_000);
  await it.settle();
  expect(await balance(it, person)).toEqual({ total: '7', available: '7', pending: '0' });
});

test('the operator is told what cannot be paid over the network', async () => {
  const { it } = server;
  const to = await addressOf(it, await register(it));
  expect((await payOverNetwork(outside, 'USDT', '1')).said).toBe('This is nobody’s address here.');
  expect((await payOverNetwork(to, 'USDT', '0')).said).toBe(
    'The amount must be more than 0. (--amount: too small)',
  );
  expect((await payOverNetwork(to, 'DOGE', '1')).said).toBe(
    'The server does not accept what was given (--token: not in the right form)',
  );
});

/** A chain of which a test tells what it has heard. */
function toldNetwork() {
  let told: IncomingDeposit[] = [];
  const settlement: Settlement = {
    settle: async () => ({ status: 'waiting', txHash: null }),
    incoming: async () => told,
  };
  return {
    settlement,
    tell: (...deposits: IncomingDeposit[]) => {
      told = deposits;
    },
  };
}

function arriving(to: string, seen: number, rest: Partial<IncomingDeposit> = {}): IncomingDeposit {
  const confirmations = { seen, needed: 3 };
  const amount = 5_000_000n;
  return {
    network: 'A',
    txHash: '0xaa',
    index: 0,
    token: 'USDT',
    amount,
    to,
    confirmations,
    dropped: null,
    ...rest,
  };
}

test('one output is one deposit however often it is told; another output, chain or hash is another', async () => {
  const { settlement, tell } = toldNetwork();
  const it = await openTestServer({ settlement });
  const person = await register(it);
  const to = await addressOf(it, person);
  const seen = arriving(to, 3);
  tell(seen, seen);
  await it.settle();
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });
  tell(seen, { ...seen, index: 1 }, { ...seen, network: 'B' }, { ...seen, txHash: '0xbb' });
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '20' });
  expect(await lines(person, it)).toHaveLength(4);
  await expectClean(it);
  await it.close();
});

test('confirmations that go back are told, and a deposit that was dropped has failed and says why', async () => {
  const { settlement, tell } = toldNetwork();
  const it = await openTestServer({ settlement });
  const person = await register(it);
  const to = await addressOf(it, person);
  tell(arriving(to, 2));
  await it.settle();
  tell(arriving(to, 1));
  await it.settle();
  expect(await lines(person, it)).toMatchObject([
    { status: 'processing', confirmations: { seen: 1, needed: 3 } },
  ]);
  tell(arriving(to, 0, { dropped: 'network_dropped' }));
  await it.settle();
  await it.settle();
  const [failed] = await lines(person, it);
  expect(failed).toMatchObject({ status: 'failed', reason: 'network_dropped', note: null });
  expect(await balance(it, person)).toEqual({ total: '0', available: '0', pending: '0' });
  expect((await it.get('/wallet/holds', { token: person.token })).body.data).toEqual([]);
  // What came back after that has a line of its own: the tokens did arrive.
  it.clock.advance(1_000);
  tell(arriving(to, 1));
  await it.settle();
  tell(arriving(to, 3));
  await it.settle();
  await it.settle();
  expect(await lines(person, it)).toMatchObject([{ status: 'completed' }, { status: 'failed' }]);
  expect(await balance(it, person)).toEqual({ total: '5', available: '5', pending: '0' });
  await expectClean(it);
  await it.close();
});

test('what is mined again with another amount before it is credited has a new line, and the old one failed', async () => {
  const { settlement, tell } = toldNetwork();
  const it = await openTestServer({ settlement });
  const person = await register(it);
  const other = await register(it);
  const to = await addressOf(it, person);
  tell(arriving(to, 2));
  await it.settle();
  it.clock.advance(1_000);
  tell(arriving(to, 1, { amount: 9_000_000n }));
  await it.settle();
  expect(await lines(person, it)).toMatchObject([
    { status: 'processing', amount: '9', confirmations: { seen: 1, needed: 3 } },
    { status: 'failed', amount: '5', reason: 'network_dropped' },
  ]);
  expect(await balance(it, person)).toEqual({ total: '9', available: '0', pending: '9' });
  tell(arriving(await addressOf(it, other), 3, { amount: 7_000_000n }));
  await it.settle();
  await it.settle();
  expect(await balance(it, person)).toEqual({ total: '0', available: '0', pending: '0' });
  expect(await balance(it, other)).toEqual({ total: '7', available: '7', pending: '0' });
  await expectClean(it);
  await it.close();
});

test('what is mined again with less than the least deposit has a new line that says so', async () => {
  const { settlement, tell } = toldNetwork();
  const it = await openTestServer({ settlement });
  const person = await register(it);
  const to = await addressOf(it, person);
  tell(arriving(to, 2));
  await it.settle();
  it.clock.advance(1_000);
  tell(arriving(to, 3, { amount: 1n, dropped: 'below_minimum' }));
  await it.settle();
  await it.settle();
  expect(await lines(person, it)).toMatchObject([
    { status: 'failed', amount: '0.000001', reason: 'below_minimum' },
    { status: 'failed', amount: '5', reason: 'network_dropped' },
  ]);
  expect(await balance(it, person)).toEqual({ total: '0', available: '0', pending: '0' });
  await expectClean(it);
  await it.close();
});

test('what the network dropped keeps its line, whatever amount it is dropped with', async () => {
  const { settlement, tell } = toldNetwork();
  const it = await openTestServer({ settlement });
  const person = await register(it);
  const to = await addressOf(it, person);
  tell(arriving(to, 2));
  await it.settle();
  tell(arriving(to, 0, { amount: 9_000_000n, dropped: 'network_dropped' }));
  await it.settle();
  expect(await lines(person, it)).toMatchObject([
    { status: 'failed', amount: '5', reason: 'network_dropped' },
  ]);
  await expectClean(it);
  it.clock.advance(1_000);
  tell(arriving(to, 3, { amount: 9_000_000n }));
  await it.settle();
  expect(await lines(person, it)).toMatchObject([
    { status: 'completed', amount: '9' },
    { status: 'failed', amount: '5' },
  ]);
  expect(await balance(it, person)).toEqual({ total: '9', available: '9', pending: '0' });
  await expectClean(it);
  await it.close();
});

test('what does not fit is heard of and stops no other: another amount, a drop, each after the credit', async () => {
  const { settlement, tell } = toldNetwork();
  const it = await openTestServer({ settlement });
  const person = await register(it);
  const to = await addressOf(it, person);
  tell(arriving(to, 3));
  await it.settle();
  // Of what is credited and not dropped nothing is heard any more, whatever it is told with.
  tell(arriving(to, 3, { amount: 9_000_000n }), arriving(to, 3, { txHash: '0xbb' }));
  await it.settle();
  expect(await balance(it, person)).toEqual({ total: '10', available: '10', pending: '0' });
  tell(arriving(to, 0, { amount: 9_000_000n, dropped: 'network_dropped' }));
  await it.settle();
  expect(it.logged.join('')).toContain('the network tells another deposit under the same output');
  tell(arriving(to, 0, { txHash: '0xbb', dropped: 'network_dropped' }));
  await it.settle();
  expect(it.logged.join('')).toContain('a deposit was dropped after it had been credited');
  expect(await balance(it, person)).toMatchObject({ available: '10' });
  await expectClean(it);
  await it.close();
});

test('what is sent to nobody here, or is not listed, is nobody’s', async () => {
  const { settlement, tell } = toldNetwork();
  const it = await openTestServer({ settlement });
  const person = await register(it);
  await fund(it, person, 'USDT', '1');
  const to = await addressOf(it, person);
  tell(arriving(outside, 3), arriving(to, 3, { token: 'SPAM', txHash: '0xcc' }));
  await it.settle();
  expect(await balance(it, person)).toEqual({ total: '1', available: '1', pending: '0' });
  expect(await lines(person, it)).toHaveLength(1);
  await it.close();
});

test('a server without the demo’s network cannot be paid by its command', async () => {
  const { settlement } = toldNetwork();
  const it = await openTestServer({ settlement, payer: null });
  const body = { id: randomUUID(), to: outside, token: 'USDT', amount: '1' };
  expect((await it.operator('POST', '/network/deposits', body)).body.code).toBe('NOT_FOUND');
  await it.close();
});
