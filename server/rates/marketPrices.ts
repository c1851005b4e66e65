import type { TokenSymbol } from '../../contract/tokens.ts';
import { pairOf, priceText } from '../core/pairs.ts';
import type { Query } from '../database/db.ts';
import { isJump, priceRulesOf } from './priceRules.ts';

/** What a market or a feed says that a token is worth, in USDT. */
export interface MarketPrice {
  readonly token: TokenSymbol;
  readonly rate: string;
}

/** A price that waits for an operator, and the one that it is too far from. */
export interface HeldPrice {
  readonly pair: string;
  readonly rate: string;
  readonly last: string;
  readonly since: Date;
}

/**
 * Takes prices of a market, each unless it is more than the token's factor away from the last: such a one is held, and nothing is
 * exchanged by the pair until the market is near the last price again or an operator sets one. Answers those that are held from
 * now on. Call it in a transaction.
 */
export async function takeMarketPrices(
  query: Query,
  prices: readonly MarketPrice[],
  at: Date,
): Promise<HeldPrice[]> {
  const held: HeldPrice[] = [];
  for (const { token, rate } of prices.toSorted((one, other) => (one.token < other.token ? -1 : 1))) {
    const pair = pairOf(token);
    const last = await lockPrice(query, token, at);
    const { jump } = await priceRulesOf(query, token);
    if (last === null || !isJump(last, rate, jump)) {
      await query('INSERT INTO rates (pair, at, rate) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        pair,
        at,
        rate,
      ]);
      await releasePrice(query, token);
    } else if (await hold(query, { pair, rate, last, since: at })) {
      held.push({ pair, rate, last, since: at });
    }
  }
  return held;
}

/** Whether it was not held before. */
async function hold(query: Query, { pair, rate, last, since }: HeldPrice): Promise<boolean> {
  const [kept] = await query<{ since: Date }>(
    `INSERT INTO held_prices (pair, rate, last, since, at) VALUES ($1, $2, $3, $4, $4)
    ON CONFLICT (pair) DO UPDATE SET rate = excluded.rate, last = excluded.last, at = excluded.at
    RETURNING since`,
    [pair, rate, last, since],
  );
  return kept?.since.getTime() === since.getTime();
}

/** Nothing of this token is held any more. */
export async function releasePrice(query: Query, token: string): Promise<void> {
  await query('DELETE FROM held_prices WHERE pair = $1', [pairOf(token)]);
}

/** What is held, by pair. */
export async function heldPrices(query: Query): Promise<ReadonlyMap<string, HeldPrice>> {
  const rows = await query<HeldPrice>('SELECT pair, rate, last, since FROM held_prices');
  return new Map(
    rows.map((row) => [row.pair, { ...row, rate: priceText(row.rate), last: priceText(row.last) }] as const),
  );
}

/** The last price of a token, or null. Until the end of the transaction nobody else sets one: two in a row are each compared. */
export async function lockPrice(query: Query, token: string, at: Date): Promise<string | null> {
  await query('SELECT 1 FROM tokens WHERE symbol = $1 FOR NO KEY UPDATE', [token]);
  const [row] = await query<{ rate: string }>(
    'SELECT rate FROM rates WHERE pair = $1 AND at <= $2 ORDER BY at DESC LIMIT 1',
    [pairOf(token), at],
  );
  return row ? priceText(row.rate) : null;
}
