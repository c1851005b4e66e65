import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Query } from '../../../server/database/db.ts';
import { exportTransactions, listTransactions } from '../../../server/history/history.ts';
import { recordTransaction } from '../../../server/transactions/records.ts';
import { longHistory } from '../../support/longHistory.ts';
import { addressOf, fund, idempotent, outside, type Person, pay } from '../../support/payments.ts';
import { openTestServer, register, testServer } from '../../support/server.ts';

const server = testServer();
const hour = 3_600_000;

/** A person with a deposit, a payment to an account, a payment that was taken back, and a withdrawal, an hour apart. */
async function somebody(): Promise<Person> {
  const { it } = server;
  const [person, friend] = [await register(it), await register(it)];
  await fund(it, person, 'USDT', '100');
  await fund(it, person, 'STO', '9.5');
  it.clock.advance(hour);
  await pay(it, person, { to: await addressOf(it, friend), amount: '7' });
  it.clock.advance(hour);
  const { id } = (await pay(it, person)).body.data;
  await idempotent(it, person, `/transactions/${id}/cancel`);
  it.clock.advance(hour);
  await pay(it, person, { kind: 'withdraw', token: 'STO', amount: '2' });
  return person;
}

async function kinds({ token }: Person, search: string) {
  const { status, body } = await server.it.get(`/transactions${search}`, { token });
  expect(status).toBe(200);
  return body.data.map((each: { kind: string; token: string }) => `${each.kind} ${each.token}`);
}

test('everything is in one list, newest first, and every filter narrows it', async () => {
  const person = await somebody();
  const all = ['withdraw STO', 'send USDT', 'send USDT'];
  expect((await kinds(person, '')).slice(0, 3)).toEqual(all);
  expect((await kinds(person, '')).slice(3).sort()).toEqual(['deposit STO', 'deposit USDT']);
  expect(await kinds(person, '?kind=send')).toEqual(['send USDT', 'send USDT']);
  expect(await kinds(person, '?kind=send&status=cancelled')).toEqual(['send USDT']);
  expect((await kinds(person, '?token=STO')).sort()).toEqual(['deposit STO', 'withdraw STO']);
  expect(await kinds(person, `?q=${outside.slice(5, 20).toLowerCase()}`)).toEqual([
    'withdraw STO',
    'send USDT',
  ]);
  expect(await kinds(person, '?q=%25')).toEqual([]);
  expect(await kinds(person, '?date_from=2026-11-20&date_to=2026-11-20')).toHaveLength(5);
  expect(await kinds(person, '?date_to=2026-11-19')).toEqual([]);
  expect(await kinds(person, '?date_from=2026-11-21')).toEqual([]);
});

/** Somebody who received 1, 2, 3 … minor units at these instants. */
async function receivedAt(...instants: readonly string[]) {
  const person = await register(server.it);
  for (const [index, instant] of instants.entries()) {
    await recordTransaction(server.it.database.query, {
      id: randomUUID(),
      userId: person.id,
      operationId: randomUUID(),
      kind: 'deposit',
      token: 'USDT',
      amount: BigInt(index + 1),
      timeline: [{ status: 'completed', at: new Date(instant) }],
    });
  }
  return person;
}

test.each([
  // Clocks go forward: the day has 23 hours.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  // Clocks are put back: it has 25.
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  // Midnight comes twice, and not at all.
  ['America/Havana', '2025-11-02', '2025-11-02T04:00:00Z', '2025-11-03T05:00:00Z'],
  ['America/Havana', '2025-03-09', '2025-03-09T05:00:00Z', '2025-03-10T04:00:00Z'],
  ['Asia/Kolkata', '2026-07-01', '2026-06-30T18:30:00Z', '2026-07-01T18:30:00Z'],
  ['UTC', '2026-07-01', '2026-07-01T00:00:00Z', '2026-07-02T00:00:00Z'],
])(
  'in %s the day %s begins and ends as on a clock there, in the list and in the table',
  async (zone, day, from, to) => {
    const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
    const person = await receivedAt(before(from), from, before(to), to);
    const amounts = async (search: string) => {
      const path = `/transactions?time_zone=${zone}&${search}`;
      const { body } = await server.it.get(path, { token: person.token });
      const listed: string[] = body.data.map(({ amount }: { amount: string }) => amount);
      const lines = (await csv(person, `?time_zone=${zone}&${search}`)).slice(1, -1);
      expect(lines.map((line) => line.split(',')[6])).toEqual(listed);
      return listed.map((amount) => Number(amount) * 1e6);
    };
    expect(await amounts(`date_from=${day}&date_to=${day}`)).toEqual([3, 2]);
    expect(await amounts(`date_from=${day}`)).toEqual([4, 3, 2]);
    expect(await amounts(`date_to=${day}`)).toEqual([3, 2, 1]);
  },
);

test('a zone that the database does not know is refused, and no table is begun', async () => {
  const { id } = await anybody();
  const { database } = server.it;
  const history = { query: database.query, together: database.together, explorer: null };
  const search = { date_from: '2026-01-01', time_zone: 'Mars/Olympus' };
  const refused = { code: 'VALIDATION_FAILED', details: { fields: { time_zone: 'format' } } };
  for (const page of [1, 2])
    await expect(listTransactions(history, id, { ...search, page, per_page: 20 })).rejects.toMatchObject(
      refused,
    );
  await expect(exportTransactions(history, id, search).next()).rejects.toMatchObject(refused);
});

test('pages of two show each line once, and say how many there are', async () => {
  const { token } = await somebody();
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => server.it.get(`/transactions?page=${page}&per_page=2`, { token })),
  );
  expect(pages.map(({ body }) => body.data.length)).toEqual([2, 2, 1, 0]);
  expect(pages[1]?.body.meta).toEqual({ page: 2, per_page: 2, total: 5 });
  const shown = pages.flatMap(({ body }) => body.data.map((each: { id: string }) => each.id));
  const whole = await server.it.get('/transactions', { token });
  expect(shown).toEqual(whole.body.data.map((each: { id: string }) => each.id));
});

test.each([
  ['kind=swap', 'kind'],
  ['token=b-c', 'token'],
  ['status=gone', 'status'],
  ['date_from=yesterday', 'date_from'],
  ['date_to=2026-02-30', 'date_to'],
  ['time_zone=Mars/Olympus', 'time_zone'],
  ['time_zone=%2B03:00', 'time_zone'],
  ['q=%00', 'q'],
  ['page=0', 'page'],
  ['per_page=101', 'per_page'],
])('a filter %s is refused by its name', async (search, field) => {
  const { token } = await anybody();
  const { status, body } = await server.it.get(`/transactions?${search}`, { token });
  expect(status).toBe(422);
  expect(Object.keys(body.fields)).toEqual([field]);
});

let made: Promise<Person> | undefined;
function anybody(): Promise<Person> {
  made ??= register(server.it);
  return made;
}

test('another person’s history is not to be seen, and neither is what nobody has', async () => {
  const person = await somebody();
  const other = await register(server.it);
  const id = (await server.it.get('/transactions', { token: person.token })).body.data[0].id;
  expect((await server.it.get(`/transactions/${id}`, { token: person.token })).status).toBe(200);
  for (const wanted of [id, randomUUID(), 'export2']) {
    const { status, body } = await server.it.get(`/transactions/${wanted}`, { token: other.token });
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
  }
});

async function csv({ token }: Person, search = '') {
  const request = new Request(`http://localhost:3000/api/web-app/transactions/export${search}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const response = await server.it.fetch(request);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return (await response.text()).split('\r\n');
}

test('the table has exactly what the filters let through', async () => {
  const person = await somebody();
  const [head, ...lines] = await csv(person, '?token=STO');
  expect(head).toBe(
    'id,created_at,updated_at,kind,status,token,amount,fee,total,counterparty,tx_hash,note,received_token,received_amount,rate,reason,explorer_url',
  );
  expect(lines.map((line) => line.split(',').slice(3, 10).join(','))).toEqual([
    `withdraw,pending,STO,2,0.05,2.05,${outside}`,
    'deposit,completed,STO,9.5,0,9.5,',
    '',
  ]);
  expect(await csv(person)).toHaveLength(7);
  expect(await csv(person, '?kind=exchange')).toEqual([head, '']);
});

test('the table says why a payment failed: the code, and what support typed', async () => {
  const person = await somebody();
  const [, line = ''] = await csv(person, '?token=STO');
  const id = line.split(',')[0];
  const given = { reason: 'recipient_not_allowed', note: 'See ticket 1001.' };
  expect((await server.it.operator('POST', '/withdrawals/reject', { id, ...given })).status).toBe(200);
  const [, told = ''] = await csv(person, '?token=STO');
  expect(told.split(',').slice(11)).toEqual(['See ticket 1001.', '', '', '', 'recipient_not_allowed', '']);
});

test('no cell of the table is run as a formula, whatever somebody wrote', async () => {
  const person = await register(server.it);
  const notes = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'a, "b"', 'plain'];
  for (const note of notes) {
    await recordTransaction(server.it.database.query, {
      id: randomUUID(),
      userId: person.id,
      operationId: randomUUID(),
      kind: 'deposit',
      token: 'USDT',
      amount: 1n,
      note,
      timeline: [{ status: 'completed', at: server.it.clock.now() }],
    });
  }
  const [, ...lines] = await csv(person);
  const cells = lines.slice(0, -1).map((line) => line.slice(line.indexOf(',,,') + 3, -',,,,,'.length));
  expect(cells.sort()).toEqual(
    [`"'=1+1"`, `"'+1"`, `"'-1"`, `"'@SUM(A1)"`, `"'\t=1"`, '"a, ""b"""', 'plain'].sort(),
  );
});

test('an exported amount has all of its digits, the largest and the smallest', async () => {
  const person = await register(server.it);
  for (const amount of [12_345_678_901_234_567_890_123n, 1n]) {
    await recordTransaction(server.it.database.query, {
      id: randomUUID(),
      userId: person.id,
      operationId: randomUUID(),
      kind: 'deposit',
      token: 'ZST',
      amount,
      timeline: [{ status: 'completed', at: server.it.clock.now() }],
    });
  }
  const lines = (await csv(person)).slice(1, -1);
  expect(lines.map((line) => line.split(',')[6]).toSorted()).toEqual([
    '0.000000000000000001',
    '12345.678901234567890123',
  ]);
});

test('a history of 3,000 is exported whole and in order, piece by piece', async () => {
  const userId = randomUUID();
  await longHistory(server.it.database.query, userId, 3_000);
  const person = await register(server.it);
  await server.it.database.query('UPDATE transactions SET user_id = $2 WHERE user_id = $1', [
    userId,
    person.id,
  ]);
  const lines = (await csv(person)).slice(1, -1);
  const days = lines.map((line) => line.split(',')[1] ?? '');
  expect(new Set(lines).size).toBe(3_000);
  expect(days).toEqual([...days].sort().reverse());
});

test('a page costs four statements, and finds its rows in the index without sorting them', async () => {
  const { query } = server.it.database;
  const userId = randomUUID();
  await longHistory(query, userId, 5_000);
  for (const page of [1, 100, 250]) {
    const asked: { sql: string; values: Parameters<Query>[1] }[] = [];
    const listening: Query = (sql, values) => {
      asked.push({ sql, values });
      return query(sql, values);
    };
    const world = { together: <T>(work: (query: Query) => Promise<T>) => work(listening), explorer: null };
    const { data, meta } = await listTransactions(world, userId, { page, per_page: 20, time_zone: 'UTC' });
    expect({ rows: data.length, total: meta.total, asked: asked.length }).toEqual({
      rows: 20,
      total: 5_000,
      asked: 4,
    });
    const pages = asked.find(({ sql }) => sql.includes('OFFSET'));
    const plan = await query<{ 'QUERY PLAN': string }>(`EXPLAIN ${pages?.sql}`, pages?.values);
    const told = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(told).toContain('transactions_history');
    expect(told).not.toContain('Sort');
  }
});

test('HEAD of a table reads nothing of it', async () => {
  const { database } = server.it;
  const person = await register(server.it);
  let pieces = 0;
  const listening: Query = (sql, values) => {
    if (sql.includes('LIMIT 500')) pieces += 1;
    return database.query(sql, values);
  };
  const other = await openTestServer({ database: { ...database, query: listening } });
  const { status, headers } = await other.fetch(
    new Request('http://localhost:3000/api/web-app/transactions/export', {
      method: 'HEAD',
      headers: { authorization: `Bearer ${person.token}` },
    }),
  );
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(pieces).toBe(0);
});

test('a caller who goes away in the middle of a table costs no more than what was read', async () => {
  const userId = randomUUID();
  await longHistory(server.it.database.query, userId, 5_000);
  const person = await register(server.it);
  const { database } = server.it;
  await database.query('UPDATE transactions SET user_id = $2 WHERE user_id = $1', [userId, person.id]);
  let pieces = 0;
  const listening: Query = (sql, values) => {
    if (sql.includes('LIMIT 500')) pieces += 1;
    return database.query(sql, values);
  };
  const other = await openTestServer({ database: { ...database, query: listening } });
  const response = await other.fetch(
    new Request('http://localhost:3000/api/web-app/transactions/export', {
      headers: { authorization: `Bearer ${person.token}` },
    }),
  );
  const reader = response.body?.getReader();
  for (let read = 0; read < 3; read += 1) await reader?.read();
  await reader?.cancel();
  expect(pieces).toBeGreaterThanOrEqual(2);
  expect(pieces).toBeLessThanOrEqual(4);
});

/** A server, and the answer of its table, whose `place`th read fails as when the database restarts. */
async function tableThatFails({ token }: Pick<Person, 'token'>, place: number) {
  const { database } = server.it;
  let read = 0;
  const failing: Query = async (sql, values) => {
    const isRead = sql.includes('LIMIT 500');
    if (isRead) read += 1;
    if (isRead && read === place) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    return database.query<never>(sql, values);
  };
  const it = await openTestServer({ database: { ...database, query: failing } });
  const request = new Request('http://localhost:3000/api/web-app/transactions/export', {
    headers: { authorization: `Bearer ${token}` },
  });
  return { it, response: await it.fetch(request) };
}

test('a table whose first read fails is refused, and is not begun', async () => {
  const { response } = await tableThatFails(await register(server.it), 1);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await response.json()).toMatchObject({ code: 'UNAVAILABLE' });
});

test('a table breaks off where a later read fails, and the log says why', async () => {
  const person = await register(server.it);
  await longHistory(server.it.database.query, person.id, 1_203);
  const { it, response } = await tableThatFails(person, 2);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  const faults = it.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'fault');
  expect(faults).toMatchObject([
    { request_id: response.headers.get('x-request-id'), error: { code: '57P01' } },
  ]);
});
