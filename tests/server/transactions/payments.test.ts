import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Settlement } from '../../../server/settlement/settlement.ts';
import {
  addressOf,
  balance,
  fund,
  idempotent,
  outside,
  pay,
  payProven,
  quote,
} from '../../support/payments.ts';
import { openTestServer, register, serverStart, type TestServer, testServer } from '../../support/server.ts';

const server = testServer();
const start = serverStart.toISOString();

async function list(it: TestServer, { token }: { token: string }) {
  return (await it.get('/transactions', { token })).body.data;
}

async function expectClean(it: TestServer) {
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
}

test('money sent to another account is there at once, and both see it', async () => {
  const { it } = server;
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '100');
  const [from, to] = [await addressOf(it, payer), await addressOf(it, payee)];
  const { status, body } = await pay(it, payer, { to, amount: '40.000001' });
  expect(status).toBe(201);
  expect(body.data).toEqual({
    id: expect.any(String),
    kind: 'send',
    status: 'completed',
    token: 'USDT',
    amount: '40.000001',
    fee: '0',
    total: '40.000001',
    counterparty: to,
    tx_hash: null,
    note: null,
    reason: null,
    confirmations: null,
    explorer_url: null,
    exchange: null,
    sender: null,
    can_cancel: false,
    timeline: [{ status: 'completed', at: it.clock.now().toISOString() }],
    created_at: it.clock.now().toISOString(),
    updated_at: it.clock.now().toISOString(),
  });
  expect(await balance(it, payer)).toEqual({ total: '59.999999', available: '59.999999', pending: '0' });
  expect(await balance(it, payee)).toEqual({ total: '40.000001', available: '40.000001', pending: '0' });
  expect(await list(it, payee)).toMatchObject([
    { kind: 'receive', status: 'completed', amount: '40.000001', counterparty: from, sender: { name: null } },
  ]);
  expect((await list(it, payer)).map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    'deposit',
    'send',
  ]);
  const foreign = await it.get(`/transactions/${body.data.id}`, { token: payee.token });
  expect(foreign.status).toBe(404);
});

/** The operator lets what waits leave. */
function approve(it: TestServer, id: string) {
  return it.operator('POST', '/withdrawals/approve', { id });
}

test('money sent outside is held until it is approved, goes to the network, and is gone when that confirms', async () => {
  const it = await openTestServer();
  const payer = await register(it);
  await fund(it, payer, 'USDT', '100');
  const { body } = await pay(it, payer);
  const { id } = body.data;
  expect(body.data).toMatchObject({ status: 'pending', can_cancel: true, fee: '1.25', total: '11.25' });
  expect(await balance(it, payer)).toEqual({ total: '100', available: '88.75', pending: '11.25' });
  const holds = await it.get('/wallet/holds', { token: payer.token });
  expect(holds.body.data).toMatchObject([{ kind: 'withdrawal', operation_id: id, amount: '11.25' }]);

  await it.settle();
  const waiting = (await it.get(`/transactions/${id}`, { token: payer.token })).body.data;
  expect(waiting).toMatchObject({ status: 'pending', can_cancel: true, tx_hash: null });
  expect((await it.operator('GET', '/withdrawals')).body.data).toMatchObject([{ id, kind: 'send' }]);
  it.clock.advance(1_000);
  expect((await approve(it, id)).body.data).toMatchObject({ id, kind: 'send', status: 'processing' });
  await it.settle();
  const going = (await it.get(`/transactions/${id}`, { token: payer.token })).body.data;
  expect(going).toMatchObject({ status: 'processing', can_cancel: false });
  expect(going.tx_hash).toMatch(/^0x[0-9a-f]{64}$/);
  it.clock.advance(3_999);
  await it.settle();
  expect((await it.get(`/transactions/${id}`, { token: payer.token })).body.data.status).toBe('processing');
  it.clock.advance(1);
  await Promise.all([it.settle(), it.settle(), it.settle()]);
  const done = (await it.get(`/transactions/${id}`, { token: payer.token })).body.data;
  expect(done).toMatchObject({
    status: 'completed',
    tx_hash: going.tx_hash,
    timeline: [
      { status: 'pending', at: start },
      { status: 'processing', at: '2026-11-20T09:00:01.000Z' },
      { status: 'completed', at: '2026-11-20T09:00:05.000Z' },
    ],
    updated_at: '2026-11-20T09:00:05.000Z',
  });
  expect(await balance(it, payer)).toEqual({ total: '88.75', available: '88.75', pending: '0' });
  await expectClean(it);
  await it.close();
});

test('a withdrawal waits for the operator, then for the network', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'STO', '20');
  const asked = await pay(it, person, { kind: 'withdraw', token: 'STO', amount: '5' });
  const { id } = asked.body.data;
  await it.settle();
  it.clock.advance(60_000);
  await it.settle();
  const status = async () => (await it.get(`/transactions/${id}`, { token: person.token })).body.data.status;
  expect(await status()).toBe('pending');
  const waiting = await it.operator('GET', '/withdrawals');
  expect(waiting.body.data).toContainEqual({
    id,
    kind: 'withdraw',
    email: person.email,
    status: 'pending',
    token: 'STO',
    amount: '5',
    fee: '0.05',
    to: outside,
    value: '16.666667',
    is_stopped: false,
    proposal: null,
    created_at: asked.body.data.created_at,
  });
  const decisions = await Promise.all([
    it.operator('POST', '/withdrawals/approve', { id }),
    it.operator('POST', '/withdrawals/approve', { id }),
  ]);
  expect(decisions.map((each) => each.status).sort()).toEqual([200, 409]);
  expect(await status()).toBe('processing');
  await it.settle();
  it.clock.advance(4_000);
  await it.settle();
  expect(await status()).toBe('completed');
  expect(await balance(it, person, 'STO')).toEqual({ total: '14.95', available: '14.95', pending: '0' });
  await expectClean(it);
});

test('a withdrawal that is rejected has failed, says why, and gives the money back', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '50');
  const { id } = (await pay(it, person, { kind: 'withdraw' })).body.data;
  const given = { reason: 'recipient_not_allowed', note: 'See ticket 1001.' };
  const rejected = await it.operator('POST', '/withdrawals/reject', { id, ...given });
  expect(rejected.body.data).toMatchObject({ id, status: 'failed' });
  const told = (await it.get(`/transactions/${id}`, { token: person.token })).body.data;
  expect(told).toMatchObject({ status: 'failed', ...given, can_cancel: false });
  expect(await balance(it, person)).toEqual({ total: '50', available: '50', pending: '0' });
  const late = await it.operator('POST', '/withdrawals/approve', { id });
  expect(late).toMatchObject({ status: 409, body: { code: 'STATUS_CONFLICT' } });
});

test('what has not begun to move can be taken back, once', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '50');
  const { id } = (await pay(it, person, { kind: 'withdraw' })).body.data;
  const path = `/transactions/${id}/cancel`;
  const other = await register(it);
  expect((await idempotent(it, other, path)).status).toBe(404);
  const key = randomUUID();
  const cancelled = await idempotent(it, person, path, undefined, key);
  expect(cancelled).toMatchObject({
    status: 200,
    body: { data: { status: 'cancelled', can_cancel: false } },
  });
  const repeated = await idempotent(it, person, path, undefined, key);
  expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  expect(repeated.body).toEqual(cancelled.body);
  expect((await idempotent(it, person, path)).body.code).toBe('STATUS_CONFLICT');
  expect(await balance(it, person)).toEqual({ total: '50', available: '50', pending: '0' });
});

test('of a cancellation and an approval at the same moment, exactly one is done', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '500');
  for (let round = 0; round < 12; round += 1) {
    const { id } = (await pay(it, person, { kind: 'withdraw' })).body.data;
    const [cancelled, approved] = await Promise.all([
      idempotent(it, person, `/transactions/${id}/cancel`),
      it.operator('POST', '/withdrawals/approve', { id }),
    ]);
    expect([cancelled.status, approved.status].sort()).toEqual([200, 409]);
    const { status } = (await it.get(`/transactions/${id}`, { token: person.token })).body.data;
    expect(status).toBe(cancelled.status === 200 ? 'cancelled' : 'processing');
  }
  await expectClean(it);
});

test('a payment that the network refuses has failed, and one it cannot be asked about is asked about again', async () => {
  let isReachable = false;
  const settlement: Settlement = {
    incoming: async () => [],
    settle: async () => {
      if (!isReachable) throw new Error('no route to the network');
      return { status: 'failed', reason: 'network_refused' };
    },
  };
  const it = await openTestServer({ settlement });
  const person = await register(it);
  await fund(it, person, 'USDT', '50');
  const { id } = (await pay(it, person)).body.data;
  const look = async () => (await it.get(`/transactions/${id}`, { token: person.token })).body.data;
  await approve(it, id);
  await it.settle();
  expect(await look()).toMatchObject({ status: 'processing' });
  expect(it.logged.join()).toContain('no route to the network');
  isReachable = true;
  it.clock.advance(1_000);
  await it.settle();
  expect(await look()).toMatchObject({ status: 'failed', reason: 'network_refused', note: null });
  expect(await balance(it, person)).toEqual({ total: '50', available: '50', pending: '0' });
  await it.close();
});

test('a withdrawal to an account here is as free and as quick as a send', async () => {
  const { it } = server;
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '50');
  const to = await addressOf(it, payee);
  const quoted = await quote(it, payer, { kind: 'withdraw', to, amount: '0.000001' });
  expect(quoted.body.data).toMatchObject({ fee: { amount: '0' }, minimum: '0.000001', maximum: '50' });
  const { body } = await pay(it, payer, { kind: 'withdraw', to });
  expect(body.data).toMatchObject({
    kind: 'withdraw',
    status: 'completed',
    fee: '0',
    total: '10',
    can_cancel: false,
  });
  expect(await balance(it, payer)).toEqual({ total: '40', available: '40', pending: '0' });
  expect(await balance(it, payee)).toMatchObject({ available: '10' });
  expect(await list(it, payee)).toMatchObject([{ kind: 'receive', amount: '10' }]);
  await expectClean(it);
});

test.each(['account', 'outside'])(
  'what was spent since the quote to an %s address is refused with what is there',
  async (where) => {
    const { it } = server;
    const [payer, payee] = [await register(it), await register(it)];
    await fund(it, payer, 'USDT', '50');
    const to = where === 'account' ? await addressOf(it, payee) : outside;
    const quoted = await quote(it, payer, { to, amount: '30' });
    await pay(it, payer, { to: await addressOf(it, payee), amount: '27.5' });
    const { status, body } = await payProven(it, payer, '/transactions/send', {
      quote_id: quoted.body.data.id,
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      fields: { amount: 'insufficient' },
      bound: { amount: '22.5', token: 'USDT' },
    });
  },
);

test('while a token may not leave, it moves between accounts only, and the wallet says so', async () => {
  const { it } = server;
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '50');
  const quoted = (await quote(it, payer, { kind: 'withdraw' })).body.data;
  const stopped = await it.operator('POST', '/withdrawals/disable', { token: 'USDT' });
  expect(stopped.body.data).toEqual({
    enabled: ['ZST', 'STO'],
    stops: [{ token: 'USDT', since: it.clock.now().toISOString(), why: null }],
  });
  const enabled = async () =>
    (await it.get('/wallet', { token: payer.token })).body.data.tokens.map(
      (each: { withdrawals_enabled: boolean }) => each.withdrawals_enabled,
    );
  expect(await enabled()).toEqual([true, true, false]);
  for (const kind of ['withdraw', 'send'] as const) {
    const refused = await quote(it, payer, { kind });
    expect(refused).toMatchObject({ status: 403, body: { code: 'WITHDRAWALS_DISABLED' } });
  }
  const late = await idempotent(it, payer, '/transactions/withdraw', { quote_id: quoted.id });
  expect(late.body.code).toBe('WITHDRAWALS_DISABLED');
  expect((await pay(it, payer, { to: await addressOf(it, payee) })).status).toBe(201);
  const lifted = await it.operator('POST', '/withdrawals/enable', { token: 'USDT' });
  expect(lifted.body.data).toEqual({ enabled: ['ZST', 'STO', 'USDT'], stops: [] });
  expect(await enabled()).toEqual([true, true, true]);
});

test('a frozen person’s payments stay where they are', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '50');
  const sent = (await pay(it, person)).body.data;
  const asked = (await pay(it, person, { kind: 'withdraw' })).body.data;
  await it.operator('POST', '/accounts/freeze', { email: person.email });
  for (const { id } of [sent, asked]) {
    expect(await approve(it, id)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } });
    await it.settle();
    const { status } = (await it.get(`/transactions/${id}`, { token: person.token })).body.data;
    expect(status).toBe('pending');
  }
});

test('the operator is told of what is no withdrawal', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '50');
  const sent = (await pay(it, person)).body.data;
  const id = randomUUID();
  const answers = [
    await approve(it, id),
    await it.operator('POST', '/withdrawals/reject', { id, reason: 'other' }),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  const silent = await it.operator('POST', '/withdrawals/reject', { id: sent.id, note: ' ' });
  expect(silent.body).toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: { reason: 'format', note: 'required' },
  });
});
