import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { readCsv } from '../../../contract/csv.ts';
import { parseMoney, printMoney } from '../../../contract/money.ts';
import type { Query } from '../../../server/database/db.ts';
import { statementCalls } from '../../../server/history/statementCalls.ts';
import { openStatement, statementParts } from '../../../server/history/statements.ts';
import { statementTable } from '../../../server/history/statementTable.ts';
import type { Route } from '../../../server/http/routes.ts';
import { hasEngine } from '../../support/database.ts';
import { exchangeBy, quoteFor, setRate } from '../../support/exchange.ts';
import { latch } from '../../support/latch.ts';
import { longLedger } from '../../support/longLedger.ts';
import { addressOf, fund, type Person, pay } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();
const hour = 3_600_000;
/** From the start of the clock to 2026-11-30T22:00:00Z. */
const hoursToMonthEnd = 253;

beforeAll(async () => {
  if (!hasEngine()) return;
  server.it.clock.advance(hoursToMonthEnd * hour);
  await setRate(server.it, 'ZST/USDT', '0.25', 1 - hoursToMonthEnd);
});

function ask({ token }: Pick<Person, 'token'>, search: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return server.it.fetch(new Request(`http://localhost:3000/api/web-app/statements${search}`, { headers }));
}

type Line = Readonly<Record<string, string>>;

/** The lines of a table by the names of its columns. */
function linesOf(text: string): Line[] {
  const [head, ...lines] = readCsv(text);
  const names = head?.cells ?? [];
  return lines.map(({ cells }) =>
    Object.fromEntries(names.map((name, index) => [name, cells?.[index] ?? ''])),
  );
}

async function statement(person: Pick<Person, 'token'>, search: string): Promise<Line[]> {
  const response = await ask(person, search);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return linesOf(await response.text());
}

async function refusal(person: Pick<Person, 'token'>, search: string) {
  const response = await ask(person, search);
  const { code, fields } = await response.json();
  return { status: response.status, code, fields };
}

const decimals: Readonly<Record<string, number>> = { ZST: 18, STO: 18, USDT: 6 };
const tokenOf = (symbol: string) => ({ symbol, name: symbol, decimals: decimals[symbol] ?? 0 });

/** What the ledger says that somebody had before a moment, leg by leg. */
async function foldAt(id: string, at: string): Promise<Record<string, string>> {
  const rows = await server.it.database.query<{ token: string; amount: string; credit_owner_id: string }>(
    `SELECT token, amount, credit_owner_id FROM ledger_transfers
    WHERE $1::uuid IN (debit_owner_id, credit_owner_id) AND created_at < $2::timestamptz`,
    [id, at],
  );
  const had: Record<string, bigint> = {};
  for (const { token, amount, credit_owner_id } of rows) {
    had[token] = (had[token] ?? 0n) + (credit_owner_id === id ? BigInt(amount) : -BigInt(amount));
  }
  return Object.fromEntries(
    Object.entries(had).map(([symbol, minor]) => [symbol, printMoney({ token: tokenOf(symbol), minor })]),
  );
}

const balances = (lines: readonly Line[], record: string) =>
  Object.fromEntries(
    lines.filter((line) => line.record === record).map(({ token, balance }) => [token, balance]),
  );

const minorOf = (text: string, symbol: string) => {
  if (text === '') return 0n;
  const parsed = parseMoney(text, tokenOf(symbol));
  if (!parsed.ok) throw new Error(`${text} is ${parsed.problem}`);
  return parsed.value.minor;
};

/** Every balance follows from the one before it, and each closing line's sums are those of its movements. */
function expectToAddUp(lines: readonly Line[]) {
  const ledger = lines.filter(({ record = '' }) => ['opening', 'movement', 'closing'].includes(record));
  let [balance, into, out, fees] = [0n, 0n, 0n, 0n];
  for (const line of ledger) {
    const [token = '', read] = [line.token, (name: string) => minorOf(line[name] ?? '', line.token ?? '')];
    if (line.record === 'opening') [balance, into, out, fees] = [read('balance'), 0n, 0n, 0n];
    if (line.record === 'movement') {
      [into, out, fees] = [into + read('amount_in'), out + read('amount_out'), fees + read('fee')];
      balance += read('amount_in') - read('amount_out') - read('fee');
    }
    if (line.record === 'closing')
      expect([token, read('amount_in'), read('amount_out'), read('fee')]).toEqual([token, into, out, fees]);
    expect([token, read('balance')]).toEqual([token, balance]);
  }
}

test('the balances of each period are what the ledger adds up to, wherever its midnights are', async () => {
  const { it } = server;
  const [person, friend] = [
    await register(it, { first_name: 'Anna', last_name: 'Petrova' }),
    await register(it),
  ];
  await fund(it, person, 'USDT', '250');
  it.clock.advance(1.5 * hour);
  await setRate(it, 'ZST/USDT', '0.25', -1 - hoursToMonthEnd);
  const quote = await quoteFor(it, person.token, { from: 'USDT', to: 'ZST', pay: '100' });
  expect((await exchangeBy(it, person.token, quote.id)).status).toBe(201);
  it.clock.advance(1.5 * hour);
  await pay(it, person, { to: await addressOf(it, friend), amount: '7' });
  it.clock.advance(1_000);

  const november = await statement(person, '?period=2026-11');
  expect(november.slice(0, 5).map(({ text, time }) => text || time)).toEqual([
    'Anna Petrova',
    '2026-11',
    'UTC',
    '2026-11-01T00:00:00.000Z',
    '2026-12-01T00:00:00.000Z',
  ]);
  expect(balances(november, 'opening')).toEqual({ USDT: '0', ZST: '0' });
  expect(balances(november, 'closing')).toEqual(await foldAt(person.id, '2026-12-01T00:00:00Z'));
  expectToAddUp(november);
  expect(november.filter(({ record }) => record === 'movement')).toMatchObject([
    {
      token: 'USDT',
      kind: 'deposit',
      amount_in: '250',
      amount_out: '',
      fee: '0',
      balance: '250',
      value: '250',
    },
    {
      ...{ token: 'USDT', kind: 'exchange', amount_in: '', amount_out: '99.8', fee: '0.2', balance: '150' },
      ...{ other_token: 'ZST', other_amount: quote.receive, price: '1', value: '99.8' },
    },
    {
      ...{ token: 'ZST', kind: 'exchange', amount_in: quote.receive, amount_out: '', fee: '0' },
      ...{ other_token: 'USDT', other_amount: '100', price: '0.25', time: '2026-11-30T23:30:00.000Z' },
      local_time: '2026-11-30 23:30:00',
    },
  ]);
  const total = november.find(({ record }) => record === 'total');
  expect(total).toMatchObject({ token: 'USDT', amount_out: '99.8', fee: '0.2' });

  const december = await statement(person, '?period=2026-12');
  expect(balances(december, 'opening')).toEqual(balances(november, 'closing'));
  expect(balances(december, 'closing')).toEqual(await foldAt(person.id, '2026-12-02T00:00:00Z'));
  expect(december.filter(({ record }) => record === 'movement').map(({ kind }) => kind)).toEqual(['send']);
  // It has not ended: it is told up to now.
  expect(december[4]?.time).toBe(it.clock.now().toISOString());
  expectToAddUp(december);

  const berlin = await statement(person, '?period=2026-12&time_zone=Europe%2FBerlin');
  expect(berlin[3]?.time).toBe('2026-11-30T23:00:00.000Z');
  expect(balances(berlin, 'opening')).toEqual({
    ZST: '0',
    ...(await foldAt(person.id, '2026-11-30T23:00:00Z')),
  });
  expect(berlin.filter(({ record }) => record === 'movement').map(({ kind }) => kind)).toEqual([
    ...['exchange', 'send', 'exchange'],
  ]);
  expect(berlin.find(({ kind }) => kind === 'exchange')?.local_time).toBe('2026-12-01 00:30:00');

  const year = await statement(person, '?period=2026');
  expect(balances(year, 'closing')).toEqual(balances(december, 'closing'));
  expect(year.find(({ record }) => record === 'movements')?.text).toBe('4');
  expectToAddUp(year);

  const theirs = await statement(friend, '?period=2026');
  expect(balances(theirs, 'closing')).toEqual(await foldAt(friend.id, '2027-01-01T00:00:00Z'));
});

test('what has no price is counted, and is in no sum', async () => {
  const person = await register(server.it);
  await fund(server.it, person, 'STO', '9.5');
  server.it.clock.advance(1_000);
  const lines = await statement(person, '?period=2026');
  expect(lines.find(({ record }) => record === 'movement')).toMatchObject({ price: '', value: '' });
  expect(lines.find(({ record }) => record === 'total')).toMatchObject({ amount_in: '0' });
  expect(lines.find(({ record }) => record === 'without_price')?.text).toBe('1');
});

test('a period without movements is told as such', async () => {
  const person = await register(server.it);
  const lines = await statement(person, '?period=2026');
  expect(lines.map(({ record }) => record)).toEqual([
    ...['holder', 'period', 'time_zone', 'from', 'until', 'movements', 'total', 'without_price'],
  ]);
  expect(lines.find(({ record }) => record === 'movements')?.text).toBe('0');
});

test.each([
  ['?period=2027-01', { period: 'in_future' }],
  ['?period=2998', { period: 'in_future' }],
  ['?period=2026-10', { period: 'too_small' }],
  ['?period=1970', { period: 'too_small' }],
  ['', { period: 'format' }],
  ['?period=2026-13', { period: 'format' }],
  ['?period=2026-1', { period: 'format' }],
  ['?period=0001', { period: 'format' }],
  ['?period=2026&time_zone=Mars%2FOlympus', { time_zone: 'format' }],
])('%s is refused, and no table is begun', async (search, fields) => {
  const person = await register(server.it);
  expect(await refusal(person, search)).toEqual({ status: 422, code: 'VALIDATION_FAILED', fields });
});

test('a name cannot be a formula', async () => {
  const person = await register(server.it);
  await server.it.database.query(
    `UPDATE users SET first_name = '=HYPERLINK("http://x")', last_name = 'a,b' WHERE id = $1`,
    [person.id],
  );
  const text = await (await ask(person, '?period=2026')).text();
  expect(text).toContain(`"'=HYPERLINK(""http://x"") a,b"\r\n`);
});

test('a person gets one at a time, and another is not held up', async () => {
  const [person, other] = [await register(server.it), await register(server.it)];
  const first = await ask(person, '?period=2026');
  expect(await refusal(person, '?period=2026')).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  await statement(other, '?period=2026');
  await first.text();
  const second = await ask(person, '?period=2026');
  await second.body?.cancel();
  await statement(person, '?period=2026');
});

test('one that nobody reads on makes room for the next, and is not ended as if it were whole', async () => {
  const person = await register(server.it);
  const left = await ask(person, '?period=2026');
  server.it.clock.advance(10_001);
  await statement(person, '?period=2026');
  await expect(left.text()).rejects.toThrow();
});

type TableHandler = (incoming: {
  readonly search: { readonly period: string; readonly time_zone: string };
  readonly session: { readonly user: { readonly id: string } };
  readonly at: Date;
}) => Promise<AsyncIterable<string>>;

/** Begins the table of a person, beside the server's own calls. */
function tablesBeside(query: Query, most: number) {
  const { clock } = server.it;
  const handlers: unknown[] = [];
  const route: Route = (_, handler) => {
    handlers.push(handler);
  };
  statementCalls(route, { database: { query }, clock, most });
  const [begin] = handlers as TableHandler[];
  if (!begin) throw new Error('no call was registered');
  return (user: { readonly id: string }) =>
    begin({ search: { period: '2026', time_zone: 'UTC' }, session: { user }, at: clock.now() });
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

test('while the queue is full none is begun, and one that is begun comes whole', async () => {
  const { it } = server;
  const [one, two, three] = [await register(it), await register(it), await register(it)];
  await fund(it, one, 'USDT', '5');
  it.clock.advance(1_000);
  let turn = Promise.resolve();
  const query: Query = async (sql, values) => {
    await turn;
    return it.database.query<never>(sql, values);
  };
  const begin = tablesBeside(query, 1);
  const begun = await begin(one);
  const held = latch();
  turn = held.isOpen;
  const waiting = begin(two);
  await expect(begin(three)).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { retryAfter: 2 } });
  const text = textOf(begun);
  held.open();
  expect(linesOf(await text).at(-1)?.record).toBe('without_price');
  for (const pieces of [await waiting, await begin(three)])
    expect(linesOf(await textOf(pieces)).at(-1)?.record).toBe('without_price');
});

test('one whose reader waits for the server is not taken for one that nobody reads on', async () => {
  const { it } = server;
  const [person, other] = [await register(it), await register(it)];
  await fund(it, person, 'USDT', '5');
  it.clock.advance(1_000);
  const [asked, held] = [latch(), latch()];
  const begin = tablesBeside(async (sql, values) => {
    if (sql.includes('LIMIT 1000')) {
      asked.open();
      await held.isOpen;
    }
    return it.database.query<never>(sql, values);
  }, 200);
  const text = textOf(await begin(person));
  await asked.isOpen;
  it.clock.advance(10_001);
  await textOf(await begin(other));
  held.open();
  expect(linesOf(await text).at(-1)?.record).toBe('without_price');
});

test('5,000 movements take a few statements for each thousand, and no more memory than a part', async () => {
  const person = await register(server.it);
  const { query } = server.it.database;
  await longLedger(query, person.id, 5_000, server.it.clock.now());
  let asked = 0;
  const counting: Query = (sql, values) => {
    asked += 1;
    return query(sql, values);
  };
  const search = { period: '2026', time_zone: 'UTC' };
  const opened = await openStatement(counting, person.id, search, server.it.clock.now());
  expect(asked).toBe(2);
  let [text, longest] = ['', 0];
  for await (const piece of statementTable(
    opened,
    statementParts(counting, opened, (work) => work()),
  )) {
    text += piece;
    longest = Math.max(longest, piece.length);
  }
  const lines = linesOf(text);
  expect(lines.filter(({ record }) => record === 'movement')).toHaveLength(5_000);
  expectToAddUp(lines);
  expect(balances(lines, 'closing')).toEqual(await foldAt(person.id, '2027-01-01T00:00:00Z'));
  // Parts of a thousand legs, each read and then described, and the last movement by itself.
  expect(asked).toBeLessThanOrEqual(2 + 2 * 8);
  expect(longest).toBeLessThan(400_000);
});

test('the same place in the ledger cannot be asked for by somebody else', async () => {
  const response = await ask({ token: randomUUID() }, '?period=2026');
  expect(response.status).toBe(401);
});
