import type { Analytics } from '../../../contract/analytics.ts';
import {
  addMoney,
  type Money,
  parseMoney,
  printMoney,
  subtractMoney,
  zero,
} from '../../../contract/money.ts';
import { valueToken } from '../../../contract/tokens.ts';

type Figures = Pick<Analytics['totals'][number], 'count' | 'value' | 'unpriced'>;

/** All events of one period together. */
export interface PeriodFigures extends Figures {
  readonly period: string;
}

const nothing: Figures = { count: 0, value: '0', unpriced: 0 };

/** The most periods in a chart; above it, periods without events are left out. */
const most = 4_000;

export function sumOf(figures: readonly Figures[]): Figures {
  return figures.reduce(
    (sum, each) => ({
      count: sum.count + each.count,
      value: addValues(sum.value, each.value),
      unpriced: sum.unpriced + each.unpriced,
    }),
    nothing,
  );
}

/** Whether events have a value. One of a newer server has none, unless it tells one. */
export const isMoney = ({ type, value }: Pick<Analytics['totals'][number], 'type' | 'value'>) =>
  type.startsWith('transaction_') || /[1-9]/.test(value);

const moneyIn: readonly string[] = ['transaction_deposit', 'transaction_receive'];
const moneyOut: readonly string[] = ['transaction_send', 'transaction_withdraw'];

/**
 * What came into the wallet, what left it, and the difference, in USDT. Exchanges stay in the wallet and are not counted. Null when
 * there was neither.
 */
export function flowsOf(totals: Analytics['totals']): { in: string; out: string; net: string } | null {
  const of = (types: readonly string[]) => totals.filter(({ type }) => types.includes(type));
  const [arrived, left] = [of(moneyIn), of(moneyOut)];
  if (arrived.length + left.length === 0) return null;
  const [into, out] = [moneyOf(sumOf(arrived).value), moneyOf(sumOf(left).value)];
  return { in: printMoney(into), out: printMoney(out), net: printMoney(subtractMoney(into, out)) };
}

/** One line per period from the first to the last, including periods without events. */
export function byPeriod(buckets: Analytics['buckets']): PeriodFigures[] {
  const found = new Map<string, Analytics['buckets']>();
  for (const bucket of buckets) {
    found.set(bucket.period, [...(found.get(bucket.period) ?? []), bucket]);
  }
  const known = [...found.keys()].sort();
  return withGaps(known).map((period) => ({ period, ...sumOf(found.get(period) ?? []) }));
}

function withGaps(known: readonly string[]): readonly string[] {
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const all: string[] = [];
  for (let period = first; period <= last; period = after(period)) {
    all.push(period);
    if (all.length > most) return known;
  }
  return all;
}

/** `2026-11-20`, `2026-11` or `2026` as its parts; months and days count from 1. */
function partsOf(period: string): [year: number, month: number | undefined, day: number | undefined] {
  const [year = 0, month, day] = period.split('-').map(Number);
  return [year, month, day];
}

function after(period: string): string {
  const [year, month, day] = partsOf(period);
  const next =
    month === undefined
      ? Date.UTC(year + 1, 0)
      : day === undefined
        ? Date.UTC(year, month)
        : Date.UTC(year, month - 1, day + 1);
  return new Date(next).toISOString().slice(0, period.length);
}

/** The start of a period in the reader's time zone, in milliseconds, for a position on an axis. */
export function startOf(period: string): number {
  const [year, month = 1, day = 1] = partsOf(period);
  return new Date(year, month - 1, day).getTime();
}

function moneyOf(text: string): Money {
  const parsed = parseMoney(text, valueToken);
  return parsed.ok ? parsed.value : zero(valueToken);
}

const addValues = (left: string, right: string) => printMoney(addMoney(moneyOf(left), moneyOf(right)));
