import type * as z from 'zod/mini';
import type { Analytics, analyticsCall, EventType } from '../../contract/analytics.ts';
import { csvLine } from '../../contract/csv.ts';
import { printMoney } from '../../contract/money.ts';
import { valueToken } from '../../contract/tokens.ts';
import { isFrom, isUntil, midnightIn, refuseUnknownZone } from '../core/localDays.ts';
import type { Query, SqlValue } from '../database/db.ts';
import { priceThen } from '../rates/priceThen.ts';

type Search = z.infer<(typeof analyticsCall)['search']>;

const units = { daily: 'day', monthly: 'month', yearly: 'year' } as const;
const lengths = { daily: 10, monthly: 7, yearly: 4 } as const;

function conditionOf({ type, date_from, date_to }: Search, values: SqlValue[]): string {
  const parts = ['user_id = $1'];
  const add = (sql: (place: string) => string, value: SqlValue | undefined) => {
    if (value === undefined) return;
    values.push(value);
    parts.push(sql(`$${values.length}`));
  };
  add((place) => `type = ${place}`, type);
  add((place) => isFrom('at', '$2', place), date_from);
  add((place) => isUntil('at', '$2', place), date_to);
  return parts.join(' AND ');
}

interface Counted {
  readonly period: string;
  readonly type: EventType;
  readonly count: number;
  readonly value: string;
  readonly unpriced: number;
}

/** One person's figures, oldest period first. The periods' boundaries are computed once, not for each event. */
export async function figuresOf(query: Query, userId: string, search: Search): Promise<Analytics> {
  const unit = units[search.group_by];
  const values: SqlValue[] = [userId, search.time_zone];
  const condition = conditionOf(search, values);
  const rows = await query<Counted>(
    `WITH bounds AS (
      SELECT date_trunc('${unit}', min(at) AT TIME ZONE $2) AS first, date_trunc('${unit}', max(at) AT TIME ZONE $2) AS last
      FROM events WHERE ${condition}
    ),
    edges AS (
      SELECT array_agg(${midnightIn('$2', 'start')} ORDER BY start) AS instants, array_agg(start ORDER BY start) AS starts
      FROM bounds, generate_series(first, last, interval '1 ${unit}') AS start
    )
    SELECT to_char((SELECT starts FROM edges)[place], 'YYYY-MM-DD') AS period, type, count, value, unpriced
    FROM (
      SELECT width_bucket(at, (SELECT instants FROM edges)) AS place, type, count(*)::int AS count,
        coalesce(sum(value), 0) AS value, (count(*) - count(value))::int AS unpriced
      FROM events WHERE ${condition} GROUP BY place, type
    ) AS counted`,
    values,
  ).catch(refuseUnknownZone);
  // Sorted here, because PostgreSQL would sort all events instead of the few figures.
  rows.sort((left, right) => compare(left.period, right.period) || compare(left.type, right.type));
  const length = lengths[search.group_by];
  return {
    buckets: rows.map(({ period, ...row }) => ({ period: period.slice(0, length), ...tell(row) })),
    totals: totalsOf(rows),
    fees: search.type === undefined ? await feesOf(query, userId, search) : null,
  };
}

/** The ledger fees that a person paid in these days, at the prices of that time, as in their statements. */
async function feesOf(query: Query, userId: string, { date_from, date_to, time_zone }: Search) {
  const values: SqlValue[] = [userId];
  const place = (value: SqlValue) => `$${values.push(value)}`;
  const days = [date_from, date_to].some((each) => each !== undefined) ? place(time_zone) : '';
  const conditions = [
    "debit_owner_id = $1 AND ledger_transfers.kind = 'fee'",
    ...(date_from === undefined ? [] : [isFrom('created_at', days, place(date_from))]),
    ...(date_to === undefined ? [] : [isUntil('created_at', days, place(date_to))]),
  ];
  const [sum] = await query<{ value: string; unpriced: number }>(
    `SELECT coalesce(sum(value), 0) AS value, (count(*) - count(value))::int AS unpriced FROM (
      SELECT div(amount * price * 1000000, 10::numeric ^ decimals) AS value FROM (
        SELECT amount, decimals, ${priceThen('token', 'created_at')} AS price
        FROM ledger_transfers JOIN tokens ON tokens.symbol = token WHERE ${conditions.join(' AND ')}
      ) AS priced
    ) AS valued`,
    values,
  );
  if (!sum) throw new Error('a sum has one row');
  return { value: printMoney({ token: valueToken, minor: BigInt(sum.value) }), unpriced: sum.unpriced };
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

type Figures = Omit<Counted, 'period'>;

function totalsOf(rows: readonly Counted[]) {
  const totals = new Map<EventType, Figures>();
  for (const { type, count, value, unpriced } of rows) {
    const sum = totals.get(type) ?? { type, count: 0, value: '0', unpriced: 0 };
    totals.set(type, {
      type,
      count: sum.count + count,
      value: String(BigInt(sum.value) + BigInt(value)),
      unpriced: sum.unpriced + unpriced,
    });
  }
  return [...totals.values()].sort((left, right) => compare(left.type, right.type)).map(tell);
}

function tell({ type, count, value, unpriced }: Figures) {
  return { type, count, value: printMoney({ token: valueToken, minor: BigInt(value) }), unpriced };
}

const columns = ['period', 'type', 'count', 'value', 'unpriced'] as const;

/** The figures as CSV (RFC 4180). */
export async function* exportFigures(query: Query, userId: string, search: Search): AsyncGenerator<string> {
  const { buckets } = await figuresOf(query, userId, search);
  yield csvLine(columns);
  yield buckets.map((bucket) => csvLine(columns.map((column) => String(bucket[column])))).join('');
}
