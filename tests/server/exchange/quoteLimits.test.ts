import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Query } from '../../../server/database/db.ts';
import { usualQuoteLimits, withinQuoteLimits } from '../../../server/transactions/quoteLimits.ts';
import { exchangeBy, quoteFor, richPerson, setRate } from '../../support/exchange.ts';
import { addressOf, idempotent } from '../../support/payments.ts';
import { openTestServer, register, type TestServer, testServer } from '../../support/server.ts';

const server = testServer({ quoteLimits: usualQuoteLimits });
const request = { from: 'USDT', to: 'ZST', pay: '10' };

async function priced(): Promise<TestServer> {
  const { it } = server;
  await it.database.query("DELETE FROM rates WHERE pair = 'ZST/USDT'");
  await setRate(it, 'ZST/USDT', '0.25', 0);
  return it;
}

async function openQuotes({ database, clock }: TestServer, table: string, userId: string): Promise<number> {
  const rows = await database.query(
    `SELECT 1 FROM ${table} WHERE user_id = $1 AND used_at IS NULL AND expires_at > $2`,
    [userId, clock.now()],
  );
  return rows.length;
}

test('thirty quotes at once, then one in two seconds; another person has their own', async () => {
  const it = await priced();
  const [person, other] = [await richPerson(it, { USDT: '100' }), await richPerson(it, { USDT: '100' })];
  const ask = (token: string, body: unknown = request) => it.post('/exchange/quotes', body, { token });
  for (let count = 0; count < 30; count += 1) expect((await ask(person.token)).status).toBe(201);
  const refused = await ask(person.token);
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(refused.headers.get('retry-after')).toBe('2');
  const payment = { kind: 'send', token: 'USDT', amount: '1', to: await addressOf(it, other) };
  expect((await it.post('/transactions/quotes', payment, { token: person.token })).status).toBe(429);
  expect((await ask(other.token)).status).toBe(201);
  it.clock.advance(2_000);
  expect((await ask(person.token, { ...request, pay: '0' })).body.code).toBe('AMOUNT_TOO_SMALL');
  expect((await ask(person.token)).status).toBe(429);
});

test('of the quotes of an account the ten newest stand, of each kind; the eleventh ends the oldest', async () => {
  const it = await priced();
  const [person, friend] = [await richPerson(it, { USDT: '500' }), await register(it)];
  const { token } = person;
  const made: { id: string }[] = [];
  for (let count = 0; count < 12; count += 1) {
    it.clock.advance(1);
    made.push(await quoteFor(it, token, request));
  }
  expect(await openQuotes(it, 'exchange_quotes', person.id)).toBe(10);
  const outcome = async (id = '') => {
    const { status, body } = await exchangeBy(it, token, id);
    return status === 201 ? 'done' : body.code;
  };
  expect(await outcome(made[1]?.id)).toBe('QUOTE_EXPIRED');
  expect(await outcome(made[2]?.id)).toBe('done');
  expect(await outcome(made[11]?.id)).toBe('done');
  // One that was used makes room.
  await quoteFor(it, token, request);
  expect(await outcome(made[3]?.id)).toBe('done');

  const payment = { kind: 'send', token: 'USDT', amount: '1', to: await addressOf(it, friend) };
  const payments: { id: string }[] = [];
  for (let count = 0; count < 11; count += 1) {
    it.clock.advance(1);
    const { body } = await it.post('/transactions/quotes', payment, { token });
    payments.push(body.data);
  }
  expect(await openQuotes(it, 'transaction_quotes', person.id)).toBe(10);
  const paid = async (id = '') => (await idempotent(it, person, '/transactions/send', { quote_id: id })).body;
  expect((await paid(payments[0]?.id)).code).toBe('QUOTE_EXPIRED');
  expect((await paid(payments[1]?.id)).data.status).toBe('completed');
});

test('who asks for a quote is looked at and not locked, which outside a transaction would only be a write', async () => {
  const { database, clock } = server.it;
  const { id: userId } = await register(server.it);
  const asked: string[] = [];
  const listening =
    (query: Query): Query =>
    (sql, values) => {
      asked.push(sql);
      return query(sql, values);
    };
  const heard = {
    ...database,
    together: <T>(work: (query: Query) => Promise<T>) => database.together((query) => work(listening(query))),
  };
  const limits = { userId, limits: usualQuoteLimits, at: clock.now() };
  await withinQuoteLimits(heard, 'exchange_quotes', limits, async () => ({ id: randomUUID() }));
  expect(asked.filter((sql) => sql.includes('FROM users'))).toHaveLength(1);
  expect(asked.filter((sql) => /\bFOR (?:(?:NO )?KEY )?(?:SHARE|UPDATE)\b/.test(sql))).toEqual([]);
});

test('a flood from one account over two servers leaves ten open quotes at most', async () => {
  const it = await priced();
  const other = await openTestServer({
    database: it.database,
    clock: it.clock,
    quoteLimits: usualQuoteLimits,
  });
  const person = await richPerson(it, { USDT: '100' });
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, index) =>
      (index % 2 === 0 ? it : other).post('/exchange/quotes', request, { token: person.token }),
    ),
  );
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  expect(Object.fromEntries(counts)).toEqual({ 201: 30, 429: 370 });
  // Two that end each other's at the same moment leave one fewer.
  const open = await openQuotes(it, 'exchange_quotes', person.id);
  expect([9, 10]).toContain(open);
  other.retire();
});
