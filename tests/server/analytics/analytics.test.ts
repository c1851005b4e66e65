import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eventTypes } from '../../../contract/analytics.ts';
import { recordEvent } from '../../../server/accounts/accountEvents.ts';
import { figuresOf } from '../../../server/analytics/figures.ts';
import { systemOwners } from '../../../server/ledger/accounts.ts';
import { transfer } from '../../../server/ledger/transfers.ts';
import { addressOf, fund, idempotent, pay } from '../../support/payments.ts';
import { register, serverStart, testServer } from '../../support/server.ts';

const server = testServer();

/** Somebody with events at these moments and no others. */
async function somebody(...moments: string[]) {
  const person = await register(server.it);
  const { query } = server.it.database;
  await query('DELETE FROM events WHERE user_id = $1', [person.id]);
  for (const moment of moments) {
    const money = { token: 'USDT', amount: 1_500_000n } as const;
    await recordEvent(query, {
      userId: person.id,
      type: 'transaction_deposit',
      at: new Date(moment),
      money,
    });
  }
  return person;
}

async function figures({ token }: { token: string }, search = '') {
  const { status, body } = await server.it.get(`/analytics${search}`, { token });
  expect(status).toBe(200);
  return body.data;
}

async function periods(person: { token: string }, search: string) {
  const { buckets } = await figures(person, search);
  return buckets.map(({ period, count }: { period: string; count: number }) => `${period} ${count}`);
}

test('what a person does is counted and valued at the price of the moment, once it is done', async () => {
  const { it } = server;
  await it.operator('POST', '/rates', { pair: 'STO/USDT', rate: '3.4' });
  const [person, friend] = [await register(it), await register(it)];
  await fund(it, person, 'USDT', '100');
  await fund(it, person, 'STO', '2.5');
  await pay(it, person, { to: await addressOf(it, friend), amount: '7' });
  const { id } = (await pay(it, person)).body.data;
  await idempotent(it, person, `/transactions/${id}/cancel`);
  it.clock.advance(1_000);
  await it.operator('POST', '/rates', { pair: 'STO/USDT', rate: '100', confirm: true });
  const day = { period: '2026-11-20', unpriced: 0 };
  expect(await figures(person)).toEqual({
    buckets: [
      { ...day, type: 'registration_email', count: 1, value: '0' },
      { ...day, type: 'transaction_deposit', count: 2, value: '108.5' },
      { ...day, type: 'transaction_send', count: 1, value: '7' },
    ],
    totals: [
      { type: 'registration_email', count: 1, value: '0', unpriced: 0 },
      { type: 'transaction_deposit', count: 2, value: '108.5', unpriced: 0 },
      { type: 'transaction_send', count: 1, value: '7', unpriced: 0 },
    ],
    fees: { value: '0', unpriced: 0 },
  });
  const { totals } = await figures(friend, '?type=transaction_receive');
  expect(totals).toEqual([{ type: 'transaction_receive', count: 1, value: '7', unpriced: 0 }]);
});

test('what had no price is counted, and said to be missing from the value', async () => {
  const person = await somebody();
  await recordEvent(server.it.database.query, {
    userId: person.id,
    type: 'transaction_deposit',
    at: new Date('2020-01-01T00:00:00Z'),
    money: { token: 'ZST', amount: 10n ** 18n },
  });
  expect((await figures(person)).totals).toEqual([
    { type: 'transaction_deposit', count: 1, value: '0', unpriced: 1 },
  ]);
});

test('a freeze and its end are events, and freezing twice is one', async () => {
  const person = await register(server.it);
  const { email } = person;
  for (const verb of ['freeze', 'freeze', 'unfreeze', 'unfreeze']) {
    await server.it.operator('POST', `/accounts/${verb}`, { email });
  }
  const counts = (await figures(person)).totals.map(
    ({ type, count }: { type: string; count: number }) => `${type} ${count}`,
  );
  expect(counts).toEqual(['registration_email 1', 'user_frozen 1', 'user_unfrozen 1']);
});

test('every type of the spec can be written', async () => {
  const person = await somebody();
  for (const type of eventTypes) {
    await recordEvent(server.it.database.query, { userId: person.id, type, at: serverStart });
  }
  expect((await figures(person)).totals).toHaveLength(13);
});

test('a movement that is undone leaves no event', async () => {
  const person = await somebody();
  const { database } = server.it;
  const undone = database.transaction(async (query) => {
    await recordEvent(query, { userId: person.id, type: 'kyc_submitted', at: serverStart });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect((await figures(person)).totals).toEqual([]);
});

test('a period begins at its first instant and ends before the next', async () => {
  const person = await somebody(
    '2025-12-31T23:59:59.999Z',
    '2026-01-01T00:00:00.000Z',
    '2026-01-31T23:59:59.999Z',
    '2026-02-01T00:00:00.000Z',
  );
  expect(await periods(person, '')).toEqual(['2025-12-31 1', '2026-01-01 1', '2026-01-31 1', '2026-02-01 1']);
  expect(await periods(person, '?group_by=monthly')).toEqual(['2025-12 1', '2026-01 2', '2026-02 1']);
  expect(await periods(person, '?group_by=yearly')).toEqual(['2025 1', '2026 3']);
  expect(await periods(person, '?date_from=2026-01-01&date_to=2026-01-31')).toEqual([
    '2026-01-01 1',
    '2026-01-31 1',
  ]);
});

test('days are those of the person’s zone, also where it has half hours', async () => {
  const person = await somebody('2026-06-30T18:29:59.999Z', '2026-06-30T18:30:00.000Z');
  expect(await periods(person, '?time_zone=Asia/Kolkata')).toEqual(['2026-06-30 1', '2026-07-01 1']);
  expect(await periods(person, '?time_zone=Asia/Kolkata&group_by=monthly')).toEqual([
    '2026-06 1',
    '2026-07 1',
  ]);
  expect(await periods(person, '?time_zone=Asia/Kolkata&date_from=2026-07-01')).toEqual(['2026-07-01 1']);
  expect(await periods(person, '')).toEqual(['2026-06-30 2']);
});

test('a day of 23 hours and one of 25 begin and end where the clocks say', async () => {
  const spring = await somebody(
    '2026-03-28T22:59:59Z',
    '2026-03-28T23:00:00Z',
    '2026-03-29T21:59:59Z',
    '2026-03-29T22:00:00Z',
  );
  const zone = '?time_zone=Europe/Berlin';
  expect(await periods(spring, zone)).toEqual(['2026-03-28 1', '2026-03-29 2', '2026-03-30 1']);
  const autumn = await somebody(
    '2026-10-24T21:59:59Z',
    '2026-10-24T22:00:00Z',
    '2026-10-25T22:59:59Z',
    '2026-10-25T23:00:00Z',
  );
  expect(await periods(autumn, zone)).toEqual(['2026-10-24 1', '2026-10-25 2', '2026-10-26 1']);
  expect(await periods(autumn, `${zone}&date_from=2026-10-25&date_to=2026-10-25`)).toEqual(['2026-10-25 2']);
});

test('where midnight comes twice the day begins with the first, where there is none with the first minute', async () => {
  const twice = await somebody('2025-11-02T03:59:59Z', '2025-11-02T04:00:00Z', '2025-11-02T05:00:00Z');
  const havana = '?time_zone=America/Havana';
  expect(await periods(twice, havana)).toEqual(['2025-11-01 1', '2025-11-02 2']);
  expect(await periods(twice, `${havana}&date_from=2025-11-02`)).toEqual(['2025-11-02 2']);
  const never = await somebody('2025-03-09T04:59:59Z', '2025-03-09T05:00:00Z');
  expect(await periods(never, havana)).toEqual(['2025-03-08 1', '2025-03-09 1']);
});

test.each([
  ['type=swap', { type: 'format' }],
  ['date_from=0001-01-01', { date_from: 'format' }],
  ['date_from=2026-02-30', { date_from: 'format' }],
  ['date_from=2026-02-02&date_to=2026-02-01', { date_to: 'order' }],
  ['group_by=hourly', { group_by: 'format' }],
  ['time_zone=Mars/Olympus', { time_zone: 'format' }],
  ['time_zone=%2B03:00', { time_zone: 'format' }],
  ["time_zone=UTC'--", { time_zone: 'format' }],
])('%s is refused at its field', async (search, fields) => {
  const { token } = await register(server.it);
  for (const path of ['/analytics', '/analytics/export']) {
    const { status, body } = await server.it.get(`${path}?${search}`, { token });
    expect({ status, fields: body.fields }).toEqual({ status: 422, fields });
  }
});

test('a zone that only this runtime knows is refused at its field', async () => {
  const { query } = server.it.database;
  const search = { group_by: 'daily', time_zone: 'Mars/Olympus' } as const;
  const { id } = await somebody('2026-01-01T00:00:00Z');
  await expect(figuresOf(query, id, search)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: { fields: { time_zone: 'format' } },
  });
});

test('another person’s events are not counted, and nobody’s without a session', async () => {
  await somebody('2026-01-01T00:00:00Z');
  const other = await somebody();
  expect(await figures(other)).toEqual({
    buckets: [],
    totals: [],
    fees: { value: '0', unpriced: 0 },
  });
  expect((await server.it.get('/analytics')).status).toBe(401);
});

test('the table has exactly the figures that the filters let through', async () => {
  const { token } = await somebody('2025-12-31T23:30:00Z', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z');
  const request = new Request(
    'http://localhost:3000/api/web-app/analytics/export?group_by=monthly&date_from=2026-01-01&time_zone=Europe/Paris',
    { headers: { authorization: `Bearer ${token}` } },
  );
  const response = await server.it.fetch(request);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await response.text()).toBe(
    'period,type,count,value,unpriced\r\n2026-01,transaction_deposit,2,3,0\r\n2026-02,transaction_deposit,1,1.5,0\r\n',
  );
});

test('a year is read out of the index alone', async () => {
  const { query } = server.it.database;
  const { id } = await somebody();
  await query(
    `INSERT INTO events (id, user_id, type, at, value)
    SELECT gen_random_uuid(), $1, 'transaction_send', timestamptz '2026-11-20T00:00:00Z' - n * interval '1 hour', n
    FROM generate_series(1, 5000) AS n`,
    [id],
  );
  await query('VACUUM ANALYZE events');
  const plan = await query<{ 'QUERY PLAN': string }>(
    'EXPLAIN SELECT type, count(*), sum(value) FROM events WHERE user_id = $1 AND at >= $2 GROUP BY type',
    [id, new Date('2026-11-01T00:00:00Z')],
  );
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('Index Only Scan using events_of_user');
});

test('a person has no more events than they did things: the same key again adds none', async () => {
  const { it } = server;
  const [person, friend] = [await register(it), await register(it)];
  await fund(it, person, 'USDT', '50');
  const quoted = await it.post(
    '/transactions/quotes',
    { kind: 'send', token: 'USDT', amount: '5', to: await addressOf(it, friend) },
    { token: person.token },
  );
  const key = randomUUID();
  for (let time = 0; time < 3; time += 1) {
    await idempotent(it, person, '/transactions/send', { quote_id: quoted.body.data.id }, key);
  }
  expect((await figures(person, '?type=transaction_send')).totals).toMatchObject([{ count: 1, value: '5' }]);
});

test('fees are those of the ledger, at the price of then, in the days that were asked for', async () => {
  const { it } = server;
  const { query } = it.database;
  const [person, other] = [await register(it), await register(it)];
  await fund(it, person, 'USDT', '100');
  await fund(it, person, 'STO', '10');
  await query("DELETE FROM rates WHERE pair = 'STO/USDT'");
  await query("INSERT INTO rates (pair, at, rate) VALUES ('STO/USDT', '2026-11-10T00:00:00Z', 2)");
  const take = async (token: string, amount: bigint, at: string) => {
    const id = randomUUID();
    const [debitOwnerId, creditOwnerId] = [person.id, systemOwners.fees];
    const leg = { id, token, debitOwnerId, creditOwnerId, amount, kind: 'fee', operationId: id } as const;
    const taken = await it.database.transaction((run) => transfer(run, { ...leg, at: new Date(at) }));
    expect(taken.ok).toBe(true);
  };
  await take('USDT', 1_500_000n, '2026-11-18T22:30:00Z');
  await take('STO', 10n ** 18n, '2026-11-19T12:00:00Z');
  // Before there was a price.
  await take('STO', 10n ** 18n, '2026-11-09T12:00:00Z');
  const of = async (search: string) => (await figures(person, search)).fees;
  expect(await of('')).toEqual({ value: '3.5', unpriced: 1 });
  expect(await of('?date_from=2026-11-19')).toEqual({ value: '2', unpriced: 0 });
  // In Moscow it is the 19th already.
  expect(await of('?date_from=2026-11-19&time_zone=Europe/Moscow')).toEqual({ value: '3.5', unpriced: 0 });
  expect(await of('?date_to=2026-11-18')).toEqual({ value: '1.5', unpriced: 1 });
  expect(await of('?type=transaction_send')).toBeNull();
  expect((await figures(other)).fees).toEqual({ value: '0', unpriced: 0 });
});
