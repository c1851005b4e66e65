import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { sweepExchangeQuotes } from '../../../server/exchange/quotes.ts';
import { hasEngine } from '../../support/database.ts';
import { availableTo, exchangeBy, quoteFor, richPerson, setRate } from '../../support/exchange.ts';
import { serverStart, testServer } from '../../support/server.ts';

const server = testServer();
const request = { from: 'USDT', to: 'ZST', pay: '10' };

beforeAll(async () => {
  if (!hasEngine()) return;
  await setRate(server.it, 'ZST/USDT', '0.25');
  await setRate(server.it, 'STO/USDT', '3.2');
});

test('an exchange as quoted, in the list, by its id, and by its key', async () => {
  const { it } = server;
  const { token, id: ownerId } = await richPerson(it, { USDT: '250' });
  const quote = await quoteFor(it, token, { ...request, pay: '100' });
  const key = randomUUID();
  const { status, body } = await exchangeBy(it, token, quote.id, key);
  expect(status).toBe(201);
  expect(body.data).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    status: 'completed',
    from: 'USDT',
    to: 'ZST',
    pay: '100',
    receive: '397.204',
    rate: '3.98',
    fee: { amount: '0.2', token: 'USDT' },
    created_at: serverStart.toISOString(),
    completed_at: serverStart.toISOString(),
  });
  expect(await availableTo(it, token)).toEqual({ ZST: '397.204', STO: '0', USDT: '150' });
  expect((await it.get('/exchange', { token })).body).toEqual({
    data: [body.data],
    meta: { page: 1, per_page: 20, total: 1 },
  });
  expect((await it.get(`/exchange/${body.data.id}`, { token })).body).toEqual(body);
  expect((await it.get(`/operations/${key}`, { token })).body.data).toEqual({
    status: 'done',
    result: body.data,
    problem: null,
  });
  const line = await it.get(`/transactions/${body.data.id}`, { token });
  expect(line.body.data).toMatchObject({
    kind: 'exchange',
    status: 'completed',
    token: 'USDT',
    amount: '99.8',
    fee: '0.2',
    total: '100',
    timeline: [{ status: 'completed', at: serverStart.toISOString() }],
  });
  const legs = await it.database.query(
    `SELECT kind, token, amount, debit_owner_id = $2 AS paid FROM ledger_transfers
    WHERE operation_id = $1 ORDER BY amount`,
    [body.data.id, ownerId],
  );
  expect(legs).toEqual([
    { kind: 'fee', token: 'USDT', amount: '200000', paid: true },
    { kind: 'exchange', token: 'USDT', amount: '99800000', paid: true },
    { kind: 'exchange', token: 'ZST', amount: '397204000000000000000', paid: false },
  ]);
});

test('a quote is good until the moment that was told, and not at it', async () => {
  const { it } = server;
  const { token } = await richPerson(it, { USDT: '250' });
  const early = await quoteFor(it, token, request);
  const late = await quoteFor(it, token, request);
  const left = Date.parse(early.expires_at) - it.clock.now().getTime();
  it.clock.advance(left - 1);
  expect(await exchangeBy(it, token, early.id)).toMatchObject({ status: 201 });
  it.clock.advance(1);
  const key = randomUUID();
  expect(await exchangeBy(it, token, late.id, key)).toMatchObject({
    status: 409,
    body: { code: 'QUOTE_EXPIRED' },
  });
  const told = await it.get(`/operations/${key}`, { token });
  expect(told.body.data).toMatchObject({ status: 'refused', problem: { code: 'QUOTE_EXPIRED' } });
  expect(await availableTo(it, token)).toMatchObject({ USDT: '240' });
});

test('a quote is forgotten a day after its end, and what came of it is not', async () => {
  const { it } = server;
  const { token } = await richPerson(it, { USDT: '250' });
  const used = await quoteFor(it, token, request);
  const made = await exchangeBy(it, token, used.id);
  const late = await quoteFor(it, token, request);
  const end = Date.parse(late.expires_at);
  const code = async () => (await exchangeBy(it, token, late.id)).body.code;
  it.clock.advance(60_000);
  await sweepExchangeQuotes(it.database.query, new Date(end + 86_399_999));
  expect(await code()).toBe('QUOTE_EXPIRED');
  await sweepExchangeQuotes(it.database.query, new Date(end + 86_400_000));
  expect(await code()).toBe('NOT_FOUND');
  expect((await it.get('/exchange', { token })).body.data).toEqual([made.body.data]);
});

test('the rate that was told is the rate of the exchange, though the market has moved a little', async () => {
  const { it } = server;
  const { token } = await richPerson(it, { STO: '10' });
  const quote = await quoteFor(it, token, { from: 'STO', to: 'USDT', pay: '10' });
  await setRate(it, 'STO/USDT', '3.18', 0);
  const { body } = await exchangeBy(it, token, quote.id);
  await it.database.query("DELETE FROM rates WHERE pair = 'STO/USDT' AND rate = 3.18");
  expect(body.data).toMatchObject({ rate: quote.rate, receive: quote.receive });
});

test('a quote is good for one exchange, and for its own person', async () => {
  const { it } = server;
  const owner = await richPerson(it, { USDT: '250' });
  const stranger = await richPerson(it, { USDT: '250' });
  const quote = await quoteFor(it, owner.token, request);
  const foreign = { status: 404, body: { code: 'NOT_FOUND' } };
  expect(await exchangeBy(it, stranger.token, quote.id)).toMatchObject(foreign);
  expect(await exchangeBy(it, owner.token, randomUUID())).toMatchObject(foreign);
  const { body } = await exchangeBy(it, owner.token, quote.id);
  it.clock.advance(120_000);
  const used = { status: 409, body: { code: 'QUOTE_USED' } };
  expect(await exchangeBy(it, owner.token, quote.id)).toMatchObject(used);
  expect(await exchangeBy(it, stranger.token, quote.id)).toMatchObject(foreign);
  expect(await it.get(`/exchange/${body.data.id}`, { token: stranger.token })).toMatchObject(foreign);
  expect(await it.get('/exchange/nonsense', { token: owner.token })).toMatchObject(foreign);
  expect((await it.get('/exchange', { token: stranger.token })).body.data).toEqual([]);
  expect(await availableTo(it, stranger.token)).toMatchObject({ USDT: '250' });
});

test('what was spent since the quote is refused, and the quote is still good', async () => {
  const { it } = server;
  const { token, email } = await richPerson(it, { USDT: '100' });
  const first = await quoteFor(it, token, { ...request, pay: '60' });
  const second = await quoteFor(it, token, { ...request, pay: '60' });
  await exchangeBy(it, token, first.id);
  const refusal = await exchangeBy(it, token, second.id);
  expect(refusal).toMatchObject({
    status: 422,
    body: {
      code: 'INSUFFICIENT_BALANCE',
      fields: { pay: 'insufficient' },
      bound: { amount: '40', token: 'USDT' },
    },
  });
  await it.operator('POST', '/deposits', { id: randomUUID(), email, token: 'USDT', amount: '20' });
  expect(await exchangeBy(it, token, second.id)).toMatchObject({ status: 201 });
  expect(await availableTo(it, token)).toMatchObject({ USDT: '0' });
});

test('a person frozen after the quote moves nothing and still reads', async () => {
  const { it } = server;
  const { token, email } = await richPerson(it, { USDT: '100' });
  const quote = await quoteFor(it, token, request);
  await it.operator('POST', '/accounts/freeze', { email });
  const refusal = await exchangeBy(it, token, quote.id);
  expect(refusal).toMatchObject({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } });
  expect((await it.get('/exchange', { token })).body).toMatchObject({ data: [], meta: { total: 0 } });
  await it.operator('POST', '/accounts/unfreeze', { email });
  expect(await availableTo(it, token)).toMatchObject({ USDT: '100', ZST: '0' });
});

test('the list is in pages, newest first', async () => {
  const { it } = server;
  const { token } = await richPerson(it, { USDT: '100' });
  const made: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const quote = await quoteFor(it, token, request);
    made.unshift((await exchangeBy(it, token, quote.id)).body.data.id);
    it.clock.advance(1_000);
  }
  const page = async (search: string) => (await it.get(`/exchange${search}`, { token })).body;
  const ids = (answer: { data: { id: string }[] }) => answer.data.map(({ id }) => id);
  expect(ids(await page('?per_page=2'))).toEqual(made.slice(0, 2));
  expect(ids(await page('?per_page=2&page=3'))).toEqual(made.slice(4));
  expect(await page('?per_page=2&page=4')).toEqual({ data: [], meta: { page: 4, per_page: 2, total: 5 } });
  for (const [search, field] of [
    ['?page=0', 'page'],
    ['?page=-1', 'page'],
    ['?page=1e3', 'page'],
    ['?page=', 'page'],
    ['?per_page=101', 'per_page'],
  ] as const) {
    expect(await page(search)).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { [field]: expect.any(String) },
    });
  }
});

test.each([
  [{}, 'format'],
  [{ quote_id: '1' }, 'format'],
  [{ quote_id: randomUUID(), pay: '1' }, undefined],
])('the body %j is no exchange', async (given, rule) => {
  const { token } = await richPerson(server.it, {});
  const headers = { 'idempotency-key': randomUUID() };
  const { status, body } = await server.it.post('/exchange', given, { token, headers });
  expect({ status, rule: body.fields.quote_id }).toEqual({ status: 422, rule });
});
