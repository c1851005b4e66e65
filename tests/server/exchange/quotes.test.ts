import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { placeHold } from '../../../server/ledger/holds.ts';
import { hasEngine } from '../../support/database.ts';
import { availableTo, exchangeBy, quoteFor, richPerson, setRate } from '../../support/exchange.ts';
import { serverStart, testServer } from '../../support/server.ts';

const server = testServer();
const request = { from: 'USDT', to: 'ZST' };
let poor: { readonly token: string; readonly id: string };

beforeAll(async () => {
  if (!hasEngine()) return;
  await setRate(server.it, 'ZST/USDT', '0.24', 30);
  await setRate(server.it, 'ZST/USDT', '0.25');
  await setRate(server.it, 'STO/USDT', '3.2');
  poor = await richPerson(server.it, { USDT: '100' });
});

const quote = (token: string, request: unknown) => server.it.post('/exchange/quotes', request, { token });

test('rates are told for every pair, both ways, with their change in a day', async () => {
  const { token } = await richPerson(server.it, {});
  const { status, body } = await server.it.get('/rates', { token });
  expect(status).toBe(200);
  const [zst, sto, usdt] = [
    { fee_percent: '0.2', minimum: '4', maximum: '4000000' },
    { fee_percent: '0.2', minimum: '0.3', maximum: '300000' },
    { fee_percent: '0.2', minimum: '1', maximum: '1000000' },
  ];
  const at = (rate: string, bounds: typeof zst) => ({ rate, spread_percent: '0.5', ...bounds });
  expect(body.data).toEqual({
    pairs: [
      { base: 'ZST', quote: 'STO', rate: '0.078125', change_24h: null, exchange: at('0.077734375', zst) },
      { base: 'ZST', quote: 'USDT', rate: '0.25', change_24h: '4.16', exchange: at('0.24875', zst) },
      { base: 'STO', quote: 'ZST', rate: '12.8', change_24h: null, exchange: at('12.736', sto) },
      { base: 'STO', quote: 'USDT', rate: '3.2', change_24h: null, exchange: at('3.184', sto) },
      { base: 'USDT', quote: 'ZST', rate: '4', change_24h: '-4.00', exchange: at('3.98', usdt) },
      { base: 'USDT', quote: 'STO', rate: '0.3125', change_24h: null, exchange: at('0.3109375', usdt) },
    ],
    currencies: [],
    as_of: serverStart.toISOString(),
  });
  expect((await server.it.get('/rates')).status).toBe(401);
});

test('a quote by what is paid', async () => {
  const { token } = await richPerson(server.it, { USDT: '250' });
  const { status, body } = await quote(token, { from: 'USDT', to: 'ZST', pay: '100' });
  expect(status).toBe(201);
  expect(body.data).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    from: 'USDT',
    to: 'ZST',
    pay: '100',
    receive: '397.204',
    rate: '3.98',
    fee: { amount: '0.2', token: 'USDT' },
    spread_percent: '0.5',
    minimum: '1',
    maximum: '250',
    expires_at: '2026-11-20T09:01:00.000Z',
  });
});

test('a quote by what is to arrive', async () => {
  const { token } = await richPerson(server.it, { STO: '1000' });
  const { body } = await quote(token, { from: 'STO', to: 'USDT', receive: '317.7632' });
  expect(body.data).toMatchObject({
    pay: '100',
    receive: '317.7632',
    rate: '3.184',
    fee: { amount: '0.2', token: 'STO' },
    minimum: '0.3',
    maximum: '1000',
  });
});

test('all of a balance can be paid, to its last unit, and nothing is left', async () => {
  const { token } = await richPerson(server.it, { ZST: '1234.000000000000000001' });
  const { maximum } = await quoteFor(server.it, token, { from: 'ZST', to: 'USDT', pay: '10' });
  expect(maximum).toBe('1234.000000000000000001');
  const all = await quoteFor(server.it, token, { from: 'ZST', to: 'USDT', pay: maximum });
  expect(await exchangeBy(server.it, token, all.id)).toMatchObject({ status: 201 });
  expect(await availableTo(server.it, token)).toEqual({ ZST: '0', STO: '0', USDT: all.receive });
});

test('the maximum is what one exchange may pay, for who has more', async () => {
  const { token } = await richPerson(server.it, { USDT: '2000000' });
  const { body } = await quote(token, { from: 'USDT', to: 'STO', pay: '1000000' });
  expect(body.data.maximum).toBe('1000000');
});

test.each([
  [{ ...request, pay: '0' }, 'AMOUNT_TOO_SMALL', { pay: 'too_small' }],
  [{ ...request, pay: '-5' }, 'AMOUNT_TOO_SMALL', { pay: 'too_small' }],
  [{ ...request, pay: '0.999999' }, 'AMOUNT_TOO_SMALL', { pay: 'too_small' }],
  [{ ...request, receive: '0.000000000000000001' }, 'AMOUNT_TOO_SMALL', { receive: 'too_small' }],
  [{ ...request, receive: '0' }, 'AMOUNT_TOO_SMALL', { receive: 'too_small' }],
  [{ ...request, pay: '1.0000001' }, 'VALIDATION_FAILED', { pay: 'too_many_decimals' }],
  [{ ...request, pay: '100.000001' }, 'INSUFFICIENT_BALANCE', { pay: 'insufficient' }],
  [{ ...request, receive: '400' }, 'INSUFFICIENT_BALANCE', { receive: 'insufficient' }],
  [{ ...request, pay: '1000000.000001' }, 'AMOUNT_TOO_LARGE', { pay: 'too_large' }],
  [{ ...request, pay: `1${'0'.repeat(30)}` }, 'AMOUNT_TOO_LARGE', { pay: 'too_large' }],
  [{ ...request, receive: `1${'0'.repeat(30)}` }, 'AMOUNT_TOO_LARGE', { receive: 'too_large' }],
  [{ ...request, pay: `1${'0'.repeat(59)}` }, 'AMOUNT_TOO_LARGE', { pay: 'too_large' }],
  [{ ...request, pay: `1${'0'.repeat(60)}` }, 'VALIDATION_FAILED', { pay: 'too_long' }],
  [{ ...request, pay: '9'.repeat(500) }, 'VALIDATION_FAILED', { pay: 'too_long' }],
  [{ ...request, pay: '1e5' }, 'VALIDATION_FAILED', { pay: 'format' }],
  [{ ...request, pay: '١٢' }, 'VALIDATION_FAILED', { pay: 'format' }],
  [{ ...request, pay: '1,234.5' }, 'VALIDATION_FAILED', { pay: 'format' }],
  [{ ...request, pay: ' 12' }, 'VALIDATION_FAILED', { pay: 'format' }],
  [{ ...request, pay: '0x10' }, 'VALIDATION_FAILED', { pay: 'format' }],
  [{ ...request, pay: '' }, 'VALIDATION_FAILED', { pay: 'required' }],
  [{ ...request, pay: 12 }, 'VALIDATION_FAILED', { pay: 'required' }],
  [request, 'VALIDATION_FAILED', { pay: 'required' }],
  [{ ...request, pay: '1', receive: '4' }, 'VALIDATION_FAILED', { receive: 'unknown' }],
  [{ ...request, pay: '2', rate: '99' }, 'VALIDATION_FAILED', { rate: 'unknown' }],
  [{ ...request, to: 'USDT', pay: '2' }, 'VALIDATION_FAILED', { to: 'format' }],
  [{ ...request, to: 'BTC', pay: '2' }, 'VALIDATION_FAILED', { to: 'format' }],
  [{ to: 'ZST', pay: '2' }, 'VALIDATION_FAILED', { from: 'format' }],
])('a quote for %j is refused on its field, and nothing is kept', async (given, code, fields) => {
  const { body } = await quote(poor.token, given);
  expect(body).toMatchObject({ code, fields });
  const kept = await server.it.database.query('SELECT 1 FROM exchange_quotes WHERE user_id = $1', [poor.id]);
  expect(kept).toEqual([]);
});

test('without a price there is no quote, and the caller is told when to ask again', async () => {
  const { token } = await richPerson(server.it, { USDT: '100' });
  const rates = await server.it.database.query<{ pair: string; at: Date; rate: string }>(
    'SELECT * FROM rates',
  );
  await server.it.database.query("DELETE FROM rates WHERE pair = 'STO/USDT'");
  const answer = await quote(token, { from: 'USDT', to: 'STO', pay: '10' });
  const told = await server.it.get('/rates', { token });
  for (const { pair, at, rate } of rates) {
    await server.it.database.query('INSERT INTO rates VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      pair,
      at,
      rate,
    ]);
  }
  expect(answer).toMatchObject({ status: 503, body: { code: 'RATE_UNAVAILABLE' } });
  expect(answer.headers.get('retry-after')).toBe('60');
  expect(told.body.data.pairs).toHaveLength(2);
});

test('what is held cannot be quoted away', async () => {
  const { token, id } = await richPerson(server.it, { USDT: '100' });
  const hold = { id: randomUUID(), ownerId: id, token: 'USDT', amount: 95_000_000n, kind: 'review' } as const;
  await placeHold(server.it.database.query, { ...hold, operationId: null, since: serverStart, until: null });
  expect((await quote(token, { ...request, pay: '5.000001' })).body.code).toBe('INSUFFICIENT_BALANCE');
  expect((await quote(token, { ...request, pay: '5' })).body.data.maximum).toBe('5');
});

test('a frozen person gets no quote', async () => {
  const { token, email } = await richPerson(server.it, { USDT: '100' });
  await server.it.operator('POST', '/accounts/freeze', { email });
  const refusal = await quote(token, { ...request, pay: '10' });
  expect(refusal).toMatchObject({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } });
});
