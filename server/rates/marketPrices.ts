import { isPriceJump } from '../../contract/money.ts';
import { pairOf, priceText } from '../core/pairs.ts';
import type { Query } from '../database/db.ts';
import { priceRulesOf } from './priceRules.ts';

/** The price of a token, or of the chain's own coin, in USDT, from a market or a feed. */
export interface MarketPrice {
  readonly token: string;
  readonly rate: string;
  /** Until when a feed's price is valid. */
  readonly goodUntil?: Date;
}

/** A price that waits for an operator, and the last price from which it differs too much. */
export interface HeldPrice {
  readonly pair: string;
  readonly rate: string;
  readonly last: string;
  readonly since: Date;
}

/**
 * Takes prices of a market. A price that differs from the last by more than the token's factor is held: the pair cannot be exchanged until
 * the market is near the last price again, or an operator sets one. Answers the newly held prices. Call it in a transaction.
 */
export async function takeMarketPrices(
  query: Query,
  prices: readonly MarketPrice[],
  at: Date,
): Promise<HeldPrice[]> {
  const held: HeldPrice[] = [];
  for (const price of prices.toSorted((one, other) => (one.token < other.token ? -1 : 1))) {
    const last = await lockPrice(query, price.token, at);
    const found = await takePrice(query, price, last?.rate ?? null, at);
    if (found?.since.getTime() === at.getTime()) held.push(found);
  }
  return held;
}

/** Takes one price, whose last one is locked. Answers it when it is held, with the time since when. */
export async function takePrice(
  query: Query,
  { token, rate, goodUntil }: MarketPrice,
  last: string | null,
  at: Date,
): Promise<HeldPrice | null> {
  const pair = pairOf(token);
  const { jump } = await priceRulesOf(query, token);
  if (last !== null && isPriceJump(last, rate, jump)) {
    return { pair, rate, last, since: await hold(query, { pair, rate, last, since: at }) };
  }
  await query(
    `INSERT INTO rates AS known (pair, at, rate, set_by, good_until) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (pair, at) DO UPDATE SET rate = excluded.rate, good_until = excluded.good_until
    WHERE known.set_by = excluded.set_by`,
    [pair, at, rate, goodUntil ? 'feed' : 'market', goodUntil ?? null],
  );
  await releasePrice(query, token);
  return null;
}

/** Answers since when the price is held. */
async function hold(query: Query, { pair, rate, last, since }: HeldPrice): Promise<Date> {
  const [kept] = await query<{ since: Date }>(
    `INSERT INTO held_prices (pair, rate, last, since, at) VALUES ($1, $2, $3, $4, $4)
    ON CONFLICT (pair) DO UPDATE SET rate = excluded.rate, last = excluded.last, at = excluded.at
    RETURNING since`,
    [pair, rate, last, since],
  );
  if (!kept) throw new Error('a price is not held');
  return kept.since;
}

export async function releasePrice(query: Query, token: string): Promise<void> {
  await query('DELETE FROM held_prices WHERE pair = $1', [pairOf(token)]);
}

export async function heldPrices(query: Query): Promise<ReadonlyMap<string, HeldPrice>> {
  const rows = await query<HeldPrice>('SELECT pair, rate, last, since FROM held_prices');
  return new Map(
    rows.map((row) => [row.pair, { ...row, rate: priceText(row.rate), last: priceText(row.last) }] as const),
  );
}

interface LastPrice {
  readonly rate: string;
  readonly at: Date;
  readonly setBy: 'market' | 'operator' | 'feed';
}

/**
 * The last price of a token, or null. Locks the token until the end of the transaction, so that prices are compared one after the other.
 */
export async function lockPrice(query: Query, token: string, at: Date): Promise<LastPrice | null> {
  await query('SELECT 1 FROM tokens WHERE symbol = $1 FOR NO KEY UPDATE', [token]);
  const [row] = await query<LastPrice>(
    'SELECT rate, at, set_by AS "setBy" FROM rates WHERE pair = $1 AND at <= $2 ORDER BY at DESC LIMIT 1',
    [pairOf(token), at],
  );
  return row ? { ...row, rate: priceText(row.rate) } : null;
}
