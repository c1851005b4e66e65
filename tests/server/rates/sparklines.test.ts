import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../server/database/db.ts';
import { thinRates } from '../../../server/rates/rateHistory.ts';
import { createSparklines } from '../../../server/rates/sparklines.ts';
import { openTestDatabase } from '../../support/database.ts';
import { setRate } from '../../support/exchange.ts';
import { mostRows, serverWithPlans } from '../../support/plans.ts';
import { register, serverStart } from '../../support/server.ts';

let opened: Awaited<ReturnType<typeof serverWithPlans>>;
let database: Db;
const minute = 60_000;

beforeAll(async () => {
  database = await openTestDatabase();
  opened = await serverWithPlans(database);
});
afterAll(() => opened.it.close());

interface Line {
  readonly symbol: string;
  readonly prices: readonly string[];
}

async function lines(): Promise<Record<string, readonly string[]>> {
  const { token } = await register(opened.it);
  const { status, body } = await opened.it.get('/rates/sparklines', { token });
  expect(status).toBe(200);
  return Object.fromEntries((body.data.lines as Line[]).map(({ symbol, prices }) => [symbol, prices]));
}

const priced = async (pair: string, ...prices: [string, number][]) => {
  await database.query('DELETE FROM rates WHERE pair = $1', [pair]);
  for (const [rate, hoursAgo] of prices) await setRate(opened.it, pair, rate, hoursAgo);
  opened.it.clock.advance(minute);
};

test('a token has its price of each hour of the last day; one priced later has fewer; others have none', async () => {
  // The server's clock is some minutes past `serverStart` by now: each price below held at the next full hour back.
  await priced('STO/USDT', ['1.5', 5.5]);
  await priced('ZST/USDT', ['0.2', 100], ['0.25', 10.5], ['0.3', 10.4], ['0.4', 0]);
  const told = await lines();
  expect(Object.keys(told)).toEqual(['STO', 'ZST']);
  expect(told.STO).toEqual(['1.5', '1.5', '1.5', '1.5', '1.5', '1.5']);
  expect(told.ZST).toEqual([...new Array(14).fill('0.2'), ...new Array(10).fill('0.3'), '0.4']);
});

test('one price alone is no line', async () => {
  await priced('STO/USDT', ['1.5', 0.5]);
  expect(Object.keys(await lines())).toEqual(['ZST']);
});

test('they are read once a minute, however many ask', async () => {
  opened.it.clock.advance(minute);
  const asked = async () =>
    (await opened.reads('LATERAL', async () => void (await Promise.all([lines(), lines()])))).statements;
  expect(await asked()).toBe(1);
  opened.it.clock.advance(minute - 1);
  expect(await asked()).toBe(0);
  opened.it.clock.advance(1);
  expect(await asked()).toBe(1);
});

test('a read that failed is not kept', async () => {
  let calls = 0;
  const sparklines = createSparklines(async () => {
    calls += 1;
    if (calls === 1) throw new Error('no database');
    return [];
  });
  await expect(sparklines(serverStart)).rejects.toThrow('no database');
  expect(await sparklines(serverStart)).toEqual({ as_of: serverStart.toISOString(), lines: [] });
});

test('a market that moves every few seconds costs no more than the hours', async () => {
  await database.query(
    `INSERT INTO rates (pair, at, rate, set_by)
    SELECT 'ZST/USDT', $1::timestamptz - n * interval '5 seconds', 0.3 + n / 1000000.0, 'market'
    FROM generate_series(1, 17000) AS n ON CONFLICT DO NOTHING`,
    [serverStart],
  );
  await thinRates(database.query, serverStart);
  await database.query('ANALYZE');
  opened.it.clock.advance(minute);
  const { plans } = await opened.reads('LATERAL', lines);
  const [{ count }] = (await database.query<{ count: string }>('SELECT count(*) FROM tokens')) as [
    { count: string },
  ];
  expect(plans).toHaveLength(1);
  expect(mostRows(plans[0] ?? '')).toBeLessThanOrEqual(25 * Number(count));
});

test('nobody reads them without a session', async () => {
  expect((await opened.it.get('/rates/sparklines')).status).toBe(401);
});
