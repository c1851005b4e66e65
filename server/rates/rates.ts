import { parseRate, type Rate } from '../../contract/money.ts';
import { type Rates, rateHistoryCall, ratesCall } from '../../contract/rates.ts';
import { tokenSymbols, valueToken } from '../../contract/tokens.ts';
import { pairOf, priceText } from '../core/pairs.ts';
import { Refusal } from '../core/refusal.ts';
import { channel } from '../database/announce.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { ratesTopic } from '../topics/topics.ts';
import { pricePoints } from './rateHistory.ts';

/** A token's price in USDT: as text, as a fraction to convert with, since when, and its change in percent (null without a day of history). */
export interface Price {
  readonly text: string;
  readonly rate: Rate;
  readonly since: Date;
  readonly change24h: string | null;
}

/** Units of one token for a unit of another, exactly. Both members are more than 0. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const day = 86_400_000;

/** Nobody exchanges by a price that was set longer ago than this, unless the settings say otherwise. */
export const usualPriceAge = 2 * 3_600_000;

/** The decimals of a price, as the column keeps them. */
export const rateDecimals = 18;

/** Registers the calls that tell what tokens are worth, and were. */
export function rateCalls(route: Route, { database }: { database: Db }) {
  route(ratesCall, ({ at }) => showRates(database.query, at));
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
  if (token === valueToken.symbol) return { ...one, since: at, change24h: '0' };
  const { now, before } = await ratesAround(query, token, at);
  if (!now) return null;
  return {
    ...now,
    change24h: before && percentChange(cross(before.rate, one.rate), cross(now.rate, one.rate)),
  };
}

/** Whether a price is older than the limit, in milliseconds. */
export function isOld({ since }: Price, maximumAge: number, at: Date): boolean {
  return at.getTime() - since.getTime() > maximumAge;
}

/** Units of one token for a unit of another, by the prices of both in the same third. */
export function cross(base: Rate, quote: Rate): Fraction {
  return {
    numerator: base.digits * 10n ** BigInt(quote.scale),
    denominator: quote.digits * 10n ** BigInt(base.scale),
  };
}

/** A fraction as a rate of the wire with at most 18 decimals, cut: never more than the fraction. Null when nothing of it is left. */
export function printRate({ numerator, denominator }: Fraction): string | null {
  const digits = (numerator * 10n ** BigInt(rateDecimals)) / denominator;
  if (digits === 0n) return null;
  const text = digits.toString().padStart(rateDecimals + 1, '0');
  return priceText(`${text.slice(0, -rateDecimals)}.${text.slice(-rateDecimals)}`);
}

/**
 * Sets a token's price from `at` on, and tells every server. A second one for the same moment takes the first one's place. Prices are
 * never changed later, so they are their own history.
 */
export async function setPrice(query: Query, token: string, rate: string, at: Date): Promise<void> {
  await query(
    `WITH price AS (
      INSERT INTO rates (pair, at, rate, set_by) VALUES ($1, $2, $3, 'operator')
      ON CONFLICT (pair, at) DO UPDATE SET rate = excluded.rate, set_by = excluded.set_by
      RETURNING pair
    )
    SELECT pg_notify($4, $5) FROM price`,
    [pairOf(token), at, rate, channel, ratesTopic],
  );
}

interface Known {
  readonly text: string;
  readonly rate: Rate;
}

type Set = Known & { readonly since: Date };

const one: Known = { text: '1', rate: { digits: 1n, scale: 0 } };

async function ratesAround(
  query: Query,
  token: string,
  at: Date,
): Promise<{ now: Set | null; before: Known | null }> {
  if (token === valueToken.symbol) return { now: { ...one, since: at }, before: one };
  const now = await rateAt(query, token, at);
  return { now, before: now && (await rateAt(query, token, new Date(at.getTime() - day))) };
}

async function rateAt(query: Query, token: string, at: Date): Promise<Set | null> {
  const [row] = await query<{ rate: string; at: Date }>(
    'SELECT rate, at FROM rates WHERE pair = $1 AND at <= $2 ORDER BY at DESC LIMIT 1',
    [pairOf(token), at],
  );
  if (!row) return null;
  const text = priceText(row.rate);
  const rate = parseRate(text);
  return rate.ok ? { text, rate: rate.value, since: row.at } : null;
}

/** What every ordered pair of tokens is worth at `at`, as far as it is known. */
export async function showRates(query: Query, at: Date): Promise<Rates> {
  const known = await Promise.all(
    tokenSymbols.map(async (symbol) => ({ symbol, ...(await ratesAround(query, symbol, at)) })),
  );
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
      };
    }),
  );
  return { pairs, as_of: at.toISOString() };
}

/** The change in percent with two decimals, cut, not rounded up: `-1.25`, `0.00`. */
function percentChange(before: Fraction, now: Fraction): string {
  const old = before.numerator * now.denominator;
  const fresh = now.numerator * before.denominator;
  const hundredths = ((fresh - old) * 10_000n) / old;
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
