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
import { anyLength } from '../database/anyLength.ts';
import { coalesce } from '../database/coalesce.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { ratesTopic } from '../topics/topics.ts';
import { currencyRates } from './currencyRates.ts';
import { endOf, goodPrices } from './currentPrices.ts';
import { cross, type Fraction, printRate } from './fractions.ts';
import { offerOf } from './offers.ts';
import { pricePoints } from './rateHistory.ts';
import { createSparklines } from './sparklines.ts';

/**
 * A token's price in USDT: as text, as a fraction for conversions, the time it was set, and its change in percent (null without a day of
 * history).
 */
export interface Price {
  readonly text: string;
  readonly rate: Rate;
  readonly since: Date;
  /** Until when a feed's price is valid. */
  readonly goodUntil: Date | null;
  readonly change24h: string | null;
}

const day = 86_400_000;

/** The default age at which a price is no longer used for exchanges. */
export const usualPriceAge = 2 * 3_600_000;

/** How long an operator's price stays before a market or a feed continues. */
export const operatorPriceStands = 3_600_000;

/** The most digits before the decimals of a price: more than any token is worth, and the limit of the column. */
export const mostRateDigits = 13;

export function rateCalls(route: Route, { database, priceAge }: { database: Db; priceAge: number }) {
  const sparklines = createSparklines(database.query);
  route(sparklinesCall, ({ at }) => sparklines(at));
  // Everybody gets the same answer, so those who ask at once wait for one read: after a restart all pages ask together.
  const readRates = coalesce(
    async (asked: readonly Date[]) => {
      const at = new Date(Math.max(...asked.map(Number)));
      const rates = await database.together((query) => showRates(query, { priceAge, at }));
      return asked.map(() => rates);
    },
    { most: 1_000 },
  );
  route(ratesCall, ({ at }) => readRates(at));
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

/** A token's price at `at`; null without one. */
export async function priceOf(query: Query, token: string, at: Date): Promise<Price | null> {
  return (await pricesOf(query, [token], at)).get(token) ?? null;
}

/** The prices of these tokens at `at`, in one statement; a token without one is left out. */
export async function pricesOf(
  query: Query,
  tokens: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, Price>> {
  const around = await ratesAround(query, tokens, at);
  const prices = new Map<string, Price>();
  for (const [token, { now, before }] of around) {
    const change24h = before && percentChange(cross(before.rate, one.rate), cross(now.rate, one.rate));
    prices.set(token, { change24h: token === valueToken.symbol ? '0' : change24h, ...now });
  }
  return prices;
}

/** Whether a price is too old for exchanges: past the limit in milliseconds, or past the end of a feed's price. */
export function isOld({ since, goodUntil }: Price, priceAge: number, at: Date): boolean {
  return at.getTime() > endOf(since, goodUntil, priceAge);
}

interface SetPrice {
  readonly rate: string;
  readonly at: Date;
  /** The operator who set or proposed it. */
  readonly operator: string;
  /** The operator who approved it, when an approval was needed. */
  readonly approvedBy: string | null;
}

/**
 * Sets a token's price from `at` on, and announces it. A second price of the same moment replaces the first. Past prices are never changed
 * later, so they are their own history.
 */
export async function setPrice(
  query: Query,
  token: string,
  { rate, at, operator, approvedBy }: SetPrice,
): Promise<void> {
  // A price of a later moment was written by a clock that ran ahead, and would replace this one when that moment comes.
  await query('DELETE FROM rates WHERE pair = $1 AND at > $2', [pairOf(token), at]);
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

/** The rates in USDT at `at`, and a day before if they were known then. */
interface Around {
  readonly now: Set;
  readonly before: Known | null;
}

/** A token without a rate is left out. */
async function ratesAround(
  query: Query,
  tokens: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, Around>> {
  const asked = tokens.filter((token) => token !== valueToken.symbol);
  const rows = asked.length === 0 ? [] : await readAround(query, asked, at);
  const found = new Map<string, Around>();
  if (asked.length < tokens.length)
    found.set(valueToken.symbol, { now: { ...one, since: at, goodUntil: null }, before: one });
  for (const { token, rate, earlier, since, goodUntil } of rows) {
    const now = knownRate(rate);
    if (now) found.set(token, { now: { since, goodUntil, ...now }, before: knownRate(earlier) });
  }
  return found;
}

interface AroundRow {
  readonly token: string;
  readonly rate: string;
  readonly since: Date;
  readonly goodUntil: Date | null;
  /** A day before. */
  readonly earlier: string | null;
}

function readAround(query: Query, tokens: readonly string[], at: Date): Promise<AroundRow[]> {
  return query<AroundRow>(
    `SELECT asked.token, latest.rate, latest.at AS since, latest.good_until AS "goodUntil", earlier.rate AS earlier
    FROM unnest(${anyLength('$1', 'text')}, $2::text[]) AS asked (token, pair)
    JOIN LATERAL (
      SELECT rate, at, good_until FROM rates WHERE pair = asked.pair AND at <= $3 ORDER BY at DESC LIMIT 1
    ) AS latest ON true
    LEFT JOIN LATERAL (
      SELECT rate FROM rates WHERE pair = asked.pair AND at <= $4 ORDER BY at DESC LIMIT 1
    ) AS earlier ON true`,
    [tokens, tokens.map(pairOf), at, new Date(at.getTime() - day)],
  );
}

function knownRate(stored: string | null): Known | null {
  if (stored === null) return null;
  const text = priceText(stored);
  const rate = parseRate(text);
  return rate.ok ? { text, rate: rate.value } : null;
}

/** The known rates of every ordered pair of tokens at `at`, with the terms of its exchange. */
export async function showRates(
  query: Query,
  { priceAge, at }: { readonly priceAge: number; readonly at: Date },
): Promise<Rates> {
  const [good, currencies, around] = await Promise.all([
    goodPrices(query, tokenSymbols, { priceAge, at }),
    currencyRates(query, at),
    ratesAround(query, tokenSymbols, at),
  ]);
  const known = tokenSymbols.flatMap((symbol) => ({
    symbol,
    ...(around.get(symbol) ?? { now: null, before: null }),
  }));
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

/** The change in percent, rounded down in size to two decimals: `-1.25`, `0.00`. */
export function percentChange(before: Fraction, now: Fraction): string {
  const old = before.numerator * now.denominator;
  const fresh = now.numerator * before.denominator;
  const hundredths = ((fresh - old) * 10_000n) / old;
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
