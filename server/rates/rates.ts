import { parseRate, type Rate } from '../../contract/money.ts';
import {
  type PriceChange,
  type Rates,
  rateHistoryCall,
  ratesCall,
  sparklinesCall,
} from '../../contract/rates.ts';
import { tokenSymbols, valueToken } from '../../contract/tokens.ts';
import { pairOf, priceText } from '../core/pairs.ts';
import { Refusal } from '../core/refusal.ts';
import { channel } from '../database/announce.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { ratesTopic } from '../topics/topics.ts';
import { currencyRates } from './currencyRates.ts';
import { cross, type Fraction, printRate } from './fractions.ts';
import { offerOf } from './offers.ts';
import { pricePoints } from './rateHistory.ts';
import { createSparklines } from './sparklines.ts';
import { endOf, goodPrices } from './standingPrices.ts';

/** A token's price in USDT: as text, as a fraction to convert with, since when, and its change in percent (null without a day of history). */
export interface Price {
  readonly text: string;
  readonly rate: Rate;
  readonly since: Date;
  /** Of a feed's price: until when it is believed. */
  readonly goodUntil: Date | null;
  readonly change24h: string | null;
}

const day = 86_400_000;

/** Nobody exchanges by a price that was set longer ago than this, unless the settings say otherwise. */
export const usualPriceAge = 2 * 3_600_000;

/** How long a price that an operator set stands before a market or a feed goes on from it. */
export const operatorPriceStands = 3_600_000;

/** The digits that a price has at most before its decimals: more than any token is worth, and what the column can hold. */
export const mostRateDigits = 13;

/** Registers the calls that tell what tokens are worth, and were. */
export function rateCalls(route: Route, { database, priceAge }: { database: Db; priceAge: number }) {
  const sparklines = createSparklines(database.query);
  route(sparklinesCall, ({ at }) => sparklines(at));
  route(ratesCall, ({ at }) => showRates(database.query, { priceAge, at }));
  route(rateHistoryCall, async ({ params, search, at }) => {
    const symbol = params.symbol;
    const listed = await database.query('SELECT symbol FROM tokens WHERE symbol = $1', [symbol]);
    if (listed.length === 0) throw new Refusal('NOT_FOUND');
    return {
      symbol,
      range: search.range,
      points: await pricePoints(database.query, symbol, search.range, at),
    };
  });
}

/** What is known of a token's price at `at`; null when nothing is. */
export async function priceOf(query: Query, token: string, at: Date): Promise<Price | null> {
  if (token === valueToken.symbol) return { ...one, since: at, goodUntil: null, change24h: '0' };
  const { now, before } = await ratesAround(query, token, at);
  if (!now) return null;
  return {
    ...now,
    change24h: before && percentChange(cross(before.rate, one.rate), cross(now.rate, one.rate)),
  };
}

/** Whether a price is too old to exchange by: older than the limit in milliseconds, or than its feed may be. */
export function isOld({ since, goodUntil }: Price, priceAge: number, at: Date): boolean {
  return at.getTime() > endOf(since, goodUntil, priceAge);
}

interface SetPrice {
  readonly rate: string;
  readonly at: Date;
  /** The name of who has set or proposed it. */
  readonly operator: string;
  /** Of a price that had to be approved: who has. */
  readonly approvedBy: string | null;
}

/**
 * Sets a token's price from `at` on, and tells every server. A second one for the same moment takes the first one's place. Prices are
 * never changed later, so they are their own history.
 */
export async function setPrice(
  query: Query,
  token: string,
  { rate, at, operator, approvedBy }: SetPrice,
): Promise<void> {
  await query(
    `WITH price AS (
      INSERT INTO rates (pair, at, rate, set_by, operator, approved_by) VALUES ($1, $2, $3, 'operator', $6, $7)
      ON CONFLICT (pair, at) DO UPDATE SET rate = excluded.rate, set_by = excluded.set_by, good_until = NULL,
        operator = excluded.operator, approved_by = excluded.approved_by
      RETURNING pair
    )
    SELECT pg_notify($4, $5) FROM price`,
    [pairOf(token), at, rate, channel, ratesTopic, operator, approvedBy],
  );
}

/** The last prices that operators set, newest first; at most `most`. */
export async function operatorPrices(query: Query, token: string, most: number): Promise<PriceChange[]> {
  const rows = await query<Omit<PriceChange, 'at'> & { at: Date }>(
    `SELECT rate, at, operator, approved_by FROM rates WHERE pair = $1 AND set_by = 'operator'
    ORDER BY at DESC LIMIT $2`,
    [pairOf(token), most],
  );
  return rows.map((row) => ({ ...row, rate: priceText(row.rate), at: row.at.toISOString() }));
}

interface Known {
  readonly text: string;
  readonly rate: Rate;
}

type Set = Known & { readonly since: Date; readonly goodUntil: Date | null };

const one: Known = { text: '1', rate: { digits: 1n, scale: 0 } };

async function ratesAround(
  query: Query,
  token: string,
  at: Date,
): Promise<{ now: Set | null; before: Known | null }> {
  if (token === valueToken.symbol) return { now: { ...one, since: at, goodUntil: null }, before: one };
  const now = await rateAt(query, token, at);
  return { now, before: now && (await rateAt(query, token, new Date(at.getTime() - day))) };
}

async function rateAt(query: Query, token: string, at: Date): Promise<Set | null> {
  const [row] = await query<{ rate: string; at: Date; goodUntil: Date | null }>(
    'SELECT rate, at, good_until AS "goodUntil" FROM rates WHERE pair = $1 AND at <= $2 ORDER BY at DESC LIMIT 1',
    [pairOf(token), at],
  );
  if (!row) return null;
  const text = priceText(row.rate);
  const rate = parseRate(text);
  return rate.ok ? { text, rate: rate.value, since: row.at, goodUntil: row.goodUntil } : null;
}

/** What every ordered pair of tokens is worth at `at`, as far as it is known, and by what one is exchanged for the other. */
export async function showRates(
  query: Query,
  { priceAge, at }: { readonly priceAge: number; readonly at: Date },
): Promise<Rates> {
  const [good, currencies, ...known] = await Promise.all([
    goodPrices(query, tokenSymbols, { priceAge, at }),
    currencyRates(query, at),
    ...tokenSymbols.map(async (symbol) => ({ symbol, ...(await ratesAround(query, symbol, at)) })),
  ]);
  const pairs = known.flatMap((base) =>
    known.flatMap((quote) => {
      if (base === quote || !base.now || !quote.now) return [];
      const now = cross(base.now.rate, quote.now.rate);
      const before = base.before && quote.before && cross(base.before.rate, quote.before.rate);
      const rate = printRate(now);
      if (rate === null) return [];
      return {
        base: base.symbol,
        quote: quote.symbol,
        rate,
        change_24h: before && percentChange(before, now),
        exchange: offerOf(good, base.symbol, quote.symbol),
      };
    }),
  );
  return { pairs, currencies, as_of: at.toISOString() };
}

/** The change in percent with two decimals, cut, not rounded up: `-1.25`, `0.00`. */
export function percentChange(before: Fraction, now: Fraction): string {
  const old = before.numerator * now.denominator;
  const fresh = now.numerator * before.denominator;
  const hundredths = ((fresh - old) * 10_000n) / old;
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
