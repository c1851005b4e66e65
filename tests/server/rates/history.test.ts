import { expect, test } from 'vitest';
import { fillRates, moveMarket } from '../../../server/demo/market.ts';
import { dropPricesAhead, thinRates } from '../../../server/rates/rateHistory.ts';
import { register, serverStart, testServer } from '../../support/server.ts';

const server = testServer();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const ago = (milliseconds: number) => new Date(serverStart.getTime() - milliseconds);

async function priced(...rates: [number, string, ('market' | 'operator')?][]) {
  const { query } = server.it.database;
  await query('DELETE FROM rates');
  for (const [before, rate, by] of rates) {
    await query("INSERT INTO rates (pair, rate, at, set_by) VALUES ('ZST/USDT', $1, $2, $3)", [
      rate,
      ago(before),
      by ?? 'market',
    ]);
  }
}

async function history(path: string) {
  const { token } = await register(server.it);
  return server.it.get(`/rates/${path}`, { token });
}

test('a day has the price that held when it began, and the last of each five minutes', async () => {
  await priced([2 * day, '0.2'], [6 * minute, '0.31'], [7 * minute, '0.3'], [2 * minute, '0.32'], [0, '0.4']);
  expect((await history('ZST/history')).body.data).toEqual({
    symbol: 'ZST',
    range: 'day',
    points: [
      { at: '2026-11-19T09:00:00.000Z', price: '0.2' },
      { at: '2026-11-20T08:54:00.000Z', price: '0.31' },
      { at: '2026-11-20T08:58:00.000Z', price: '0.32' },
      { at: '2026-11-20T09:00:00.000Z', price: '0.4' },
    ],
  });
});

test.each([
  ['day', 290],
  ['week', 170],
  ['month', 182],
  ['year', 367],
])('the demo market fills a %s with %i points at most', async (range, most) => {
  await priced();
  await fillRates(server.it.database.query, serverStart);
  const { points } = (await history(`zst/history?range=${range}`)).body.data;
  expect(points.length).toBeLessThanOrEqual(most);
  expect(points.length).toBeGreaterThanOrEqual(range === 'day' ? 24 : most - 2);
  expect(points.at(-1)?.at).toBe('2026-11-20T09:00:00.000Z');
  const moments = points.map(({ at }: { at: string }) => at);
  expect(moments).toEqual([...new Set<string>(moments)].sort());
});

test('what is not known is empty, what values are told in is worth one, and what nobody has is not found', async () => {
  await priced();
  expect((await history('STO/history')).body.data.points).toEqual([]);
  expect((await history('USDT/history')).body.data.points).toEqual([
    { at: '2026-11-19T09:00:00.000Z', price: '1' },
    { at: '2026-11-20T09:00:00.000Z', price: '1' },
  ]);
  expect((await history('BTC/history')).status).toBe(404);
  const bad = await history('ZST/history?range=decade');
  expect({ status: bad.status, fields: bad.body.fields }).toEqual({
    status: 422,
    fields: { range: 'format' },
  });
});

async function zst(): Promise<number[]> {
  const rows = await server.it.database.query<{ rate: string }>(
    "SELECT rate FROM rates WHERE pair = 'ZST/USDT' ORDER BY at",
  );
  return rows.map(({ rate }) => Number(rate));
}

test('an operator’s price stands for an hour, then the demo market goes on from it', async () => {
  const { query } = server.it.database;
  await priced([0, '5', 'operator']);
  await moveMarket(query, ago(-59 * minute));
  expect(await zst()).toEqual([5]);
  await moveMarket(query, ago(-hour - 5_000));
  await moveMarket(query, ago(-hour - 10_000));
  const [, ...moved] = await zst();
  expect(moved).toHaveLength(3);
  for (const price of moved) expect(Math.abs(price - 5)).toBeLessThan(0.2);
});

test('the demo market moves from one look to the next', async () => {
  await priced();
  const { query } = server.it.database;
  for (const seconds of [5, 10, 15]) await moveMarket(query, ago(-seconds * 1_000));
  expect(new Set((await zst()).slice(-3)).size).toBe(3);
});

test('of old prices the first of a pair and the last of each hour are kept, and all that an operator set', async () => {
  await priced(
    [3 * day + 20 * minute, '1'],
    [3 * day + 15 * minute, '2', 'operator'],
    [3 * day + 10 * minute, '3'],
    [3 * day + 5 * minute, '4'],
    [3 * day, '5'],
    [10 * minute, '6'],
    [5 * minute, '7'],
  );
  await thinRates(server.it.database.query, serverStart);
  expect(await zst()).toEqual([1, 2, 4, 5, 6, 7]);
});

test('a price that an operator set by a clock that ran ahead is dropped, and none because of a server that is behind', async () => {
  const year = 365 * day;
  // Far enough from now for any clock of the database.
  await priced([60 * year, '1', 'operator'], [59 * year, '2'], [-900 * year, '3', 'operator']);
  await dropPricesAhead(server.it.database.query, ago(100 * year));
  expect(await zst()).toEqual([1, 2]);
  await priced([hour, '1', 'operator'], [-900 * year, '3', 'operator'], [-901 * year, '4', 'operator']);
  await dropPricesAhead(server.it.database.query, serverStart);
  expect(await zst()).toEqual([1]);
});
