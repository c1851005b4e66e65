import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { hasEngine } from '../../support/database.ts';
import { availableTo, exchangeBy, quoteFor, richPerson } from '../../support/exchange.ts';
import { openTestServer, testServer } from '../../support/server.ts';

const server = testServer();

async function price(pair: string, rate: string) {
  await server.it.operator('POST', '/rates', { pair, rate, confirm: true });
}

beforeEach(async () => {
  if (!hasEngine()) return;
  server.it.clock.advance(1);
  await server.it.database.query('DELETE FROM price_rules');
  await server.it.database.query('DELETE FROM held_prices');
  await price('ZST/USDT', '0.25');
  await price('STO/USDT', '3.2');
});

const selling = { from: 'ZST', to: 'USDT', pay: '100' };
const buying = { from: 'USDT', to: 'ZST', pay: '100' };

/** What an exchange answers whose price became another after it was quoted. */
async function afterMove(request: Record<string, string>, pair: string, rate: string) {
  const { it } = server;
  const { token } = await richPerson(it, { ZST: '1000', USDT: '1000', STO: '1000' });
  const quote = await quoteFor(it, token, request);
  await price(pair, rate);
  const { status, body } = await exchangeBy(it, token, quote.id);
  return { outcome: status === 201 ? 'done' : body.code, quote, token, body };
}

test.each([
  // Against us: what we give has become dearer, or what we get cheaper.
  [selling, '0.2482525', 'done'],
  [selling, '0.248252499', 'QUOTE_EXPIRED'],
  [buying, '0.2517597', 'done'],
  [buying, '0.25176', 'QUOTE_EXPIRED'],
  // In its favour.
  [selling, '0.5', 'done'],
  [buying, '0.1', 'done'],
  [selling, '0.25', 'done'],
])('what was quoted as %j at 0.25 is, at %s, %s', async (request, rate, expected) => {
  const { outcome, quote, token, body } = await afterMove(request, 'ZST/USDT', rate);
  expect(outcome).toBe(expected);
  if (expected === 'done') expect(body.data).toMatchObject({ rate: quote.rate, receive: quote.receive });
  else expect(await availableTo(server.it, token)).toEqual({ ZST: '1000', STO: '1000', USDT: '1000' });
});

test('of two tokens with rules of their own the stricter holds, and a rule is by token', async () => {
  const { it } = server;
  const rule = (pair: string, quote_move: string) =>
    it.operator('POST', '/rates/rules', { pair, quote_move });
  await rule('STO/USDT', '0.2');
  expect((await afterMove(selling, 'ZST/USDT', '0.249')).outcome).toBe('done');
  await price('ZST/USDT', '0.25');
  const crossed = { from: 'ZST', to: 'STO', pay: '100' };
  expect((await afterMove(crossed, 'ZST/USDT', '0.249')).outcome).toBe('QUOTE_EXPIRED');
  await rule('STO/USDT', '0.6');
  await price('ZST/USDT', '0.25');
  expect((await afterMove(crossed, 'ZST/USDT', '0.249')).outcome).toBe('done');
  await rule('ZST/USDT', '0.3');
  await price('ZST/USDT', '0.25');
  expect((await afterMove(selling, 'ZST/USDT', '0.249')).outcome).toBe('QUOTE_EXPIRED');
  const kept = await it.database.query<{ count: number }>('SELECT count(*)::int AS count FROM price_rules');
  expect(kept).toEqual([{ count: 3 }]);
});

test('a quote may survive no larger move than an exchange earns, and who asks for more is told both figures', async () => {
  const { it } = server;
  const rule = { pair: 'ZST/USDT', quote_move: '0.7' };
  const { status, body } = await it.operator('POST', '/rates/rules', rule);
  expect([status, body.fields, body.detail]).toEqual([
    422,
    { quote_move: 'too_large' },
    '0.7 % is more than an exchange earns: the spread of 0.5 % and the fee of 0.2 % earn 0.699 %.',
  ]);
  // Set before there was a most.
  await it.database.query(
    "INSERT INTO price_rules (token, quote_move, jump, at) VALUES ('ZST', 5, 1.25, $1)",
    [it.clock.now()],
  );
  expect((await afterMove(selling, 'ZST/USDT', '0.248252')).outcome).toBe('QUOTE_EXPIRED');
  const states = (await it.operator('GET', '/rates')).body.data;
  expect(states.find(({ pair }: { pair: string }) => pair === 'ZST/USDT').quote_move).toBe('0.699');
});

test('whoever holds five quotes of a million gains by no move of the price', async () => {
  const { it } = server;
  for (const [move, status] of [
    [0.001, 201],
    [0.005, 201],
    [0.0069, 201],
    [0.007, 409],
    [0.01, 409],
  ] as const) {
    const { token } = await richPerson(it, { ZST: '20000000', USDT: '0.000001' });
    const quotes: { id: string }[] = [];
    for (let count = 0; count < 5; count += 1) {
      quotes.push(await quoteFor(it, token, { ...selling, pay: '4000000' }));
    }
    const now = 0.25 * (1 - move);
    await price('ZST/USDT', now.toFixed(6));
    const answers = await Promise.all(quotes.map(({ id }) => exchangeBy(it, token, id)));
    expect(answers.map((each) => each.status)).toEqual(Array(5).fill(status));
    const { ZST, USDT } = await availableTo(it, token);
    expect(Number(ZST) * now + Number(USDT)).toBeLessThanOrEqual(20_000_000 * now + 0.000001);
    await price('ZST/USDT', '0.25');
  }
});

test('a refused exchange is the answer of its key, moves nothing, and a new quote under a new key goes through', async () => {
  const { it } = server;
  const { token } = await richPerson(it, { ZST: '100' });
  const quote = await quoteFor(it, token, selling);
  await price('ZST/USDT', '0.2');
  const key = randomUUID();
  const refused = await exchangeBy(it, token, quote.id, key);
  expect(refused).toMatchObject({ status: 409, body: { code: 'QUOTE_EXPIRED' } });
  await price('ZST/USDT', '0.25');
  const again = await exchangeBy(it, token, quote.id, key);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toEqual(refused.body);
  await price('ZST/USDT', '0.2');
  expect((await it.get('/exchange', { token })).body.meta.total).toBe(0);
  expect((await it.get('/transactions?kind=exchange', { token })).body.meta.total).toBe(0);
  const next = await quoteFor(it, token, selling);
  expect(await exchangeBy(it, token, next.id)).toMatchObject({
    status: 201,
    body: { data: { rate: '0.199' } },
  });
  expect((await it.operator('GET', '/audit')).body.data.faults).toEqual([]);
});

test('whoever waits for a lock while the price moves is judged by the price of when they get it', async () => {
  const { it } = server;
  const { token, id } = await richPerson(it, { ZST: '100' });
  const quote = await quoteFor(it, token, selling);
  // On one connection the exchange waits for the whole transaction, on several for its person's account.
  let exchanging: Promise<{ status: number; body: { code: string } }> | undefined;
  await it.database.transaction(async (query) => {
    await query('SELECT 1 FROM ledger_accounts WHERE owner_id = $1 FOR UPDATE', [id]);
    exchanging = exchangeBy(it, token, quote.id);
    it.clock.advance(1_000);
    await query("INSERT INTO rates (pair, at, rate) VALUES ('ZST/USDT', $1, '0.2')", [it.clock.now()]);
  });
  expect(await exchanging).toMatchObject({ status: 409, body: { code: 'QUOTE_EXPIRED' } });
});

test('a quote is no good while its price is gone, too old, or held', async () => {
  const { it } = server;
  const { token } = await richPerson(it, { ZST: '100' });
  const { query } = it.database;
  const use = async (id: string) => (await exchangeBy(it, token, id)).body.code;
  const held = await quoteFor(it, token, selling);
  await query("INSERT INTO held_prices VALUES ('ZST/USDT', 9, 0.25, $1, $1)", [it.clock.now()]);
  expect(await use(held.id)).toBe('QUOTE_EXPIRED');
  const refused = await it.post('/exchange/quotes', selling, { token });
  expect(refused).toMatchObject({ status: 503, body: { code: 'RATE_UNAVAILABLE' } });
  const other = { from: 'USDT', to: 'STO', pay: '10' };
  expect((await it.post('/exchange/quotes', other, { token })).body.code).toBe('INSUFFICIENT_BALANCE');
  await price('ZST/USDT', '0.25');
  const standing = await quoteFor(it, token, selling);
  await query("DELETE FROM rates WHERE pair = 'ZST/USDT'");
  expect(await use(standing.id)).toBe('QUOTE_EXPIRED');
  await query("INSERT INTO rates (pair, at, rate) VALUES ('ZST/USDT', $1, '0.25')", [
    new Date(it.clock.now().getTime() - 2 * 3_600_000),
  ]);
  const late = await quoteFor(it, token, selling);
  it.clock.advance(1);
  expect(await use(late.id)).toBe('QUOTE_EXPIRED');
});

test('a price that flaps between quotes and uses costs the operator nothing', async () => {
  const { it } = server;
  const { token } = await richPerson(it, { ZST: '1000', USDT: '250' });
  const codes = new Set<string>();
  for (const rate of ['0.25', '0.2', '0.3', '0.25', '0.24', '0.26']) {
    await price('ZST/USDT', rate);
    const sell = await quoteFor(it, token, { ...selling, pay: '10' });
    const buy = await quoteFor(it, token, { ...buying, pay: '4' });
    for (const flap of ['0.2', '0.3']) {
      await price('ZST/USDT', flap);
      const isAgainst = (id: string) =>
        id === sell.id ? Number(flap) < Number(rate) : Number(flap) > Number(rate);
      for (const { id } of [sell, buy]) {
        const { status, body } = await exchangeBy(it, token, id);
        codes.add(status === 201 ? 'done' : body.code);
        expect(status === 201 && isAgainst(id)).toBe(false);
      }
    }
  }
  expect([...codes].sort()).toEqual(['QUOTE_EXPIRED', 'QUOTE_USED', 'done']);
});

test('a second server on the same database refuses by the price that the first was given', async () => {
  const { it } = server;
  const other = await openTestServer({ database: it.database, clock: it.clock });
  const { token } = await richPerson(it, { ZST: '100' });
  const quote = await quoteFor(it, token, selling);
  await other.operator('POST', '/rates', { pair: 'ZST/USDT', rate: '0.24' });
  expect((await exchangeBy(it, token, quote.id)).body.code).toBe('QUOTE_EXPIRED');
  other.retire();
});
