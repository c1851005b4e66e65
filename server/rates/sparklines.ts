import { type Sparklines, sparklinePrices } from '../../contract/rates.ts';
import { valueToken } from '../../contract/tokens.ts';
import { pairOf, priceText } from '../core/pairs.ts';
import type { Query } from '../database/db.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * Answers the prices of all tokens over the day that ends at `at`. They are the same for everybody, so they are read at most once a minute;
 * a failed read is not cached.
 */
export function createSparklines(query: Query): (at: Date) => Promise<Sparklines> {
  let kept: { readonly since: number; readonly lines: Promise<Sparklines> } | null = null;
  return (at) => {
    const age = kept === null ? minute : at.getTime() - kept.since;
    if (kept !== null && age >= 0 && age < minute) return kept.lines;
    const read = { since: at.getTime(), lines: readSparklines(query, at) };
    kept = read;
    read.lines.catch(() => {
      if (kept === read) kept = null;
    });
    return read.lines;
  };
}

/** Each price is looked up in the index of `rates`, so the number of prices between the points does not matter. */
async function readSparklines(query: Query, at: Date): Promise<Sparklines> {
  const moments = Array.from({ length: sparklinePrices }, (_, index) =>
    new Date(at.getTime() - (sparklinePrices - 1 - index) * hour).toISOString(),
  );
  const rows = await query<{ symbol: string; rate: string }>(
    `SELECT tokens.symbol, price.rate
    FROM tokens
    CROSS JOIN unnest($1::timestamptz[]) AS moments(at)
    CROSS JOIN LATERAL (
      SELECT rate FROM rates WHERE pair = tokens.symbol || $2 AND rates.at <= moments.at ORDER BY rates.at DESC LIMIT 1
    ) AS price
    WHERE tokens.symbol <> $3
    ORDER BY tokens.symbol, moments.at`,
    [moments, pairOf(''), valueToken.symbol],
  );
  const prices = new Map<string, string[]>();
  for (const { symbol, rate } of rows) prices.set(symbol, [...(prices.get(symbol) ?? []), priceText(rate)]);
  return {
    as_of: at.toISOString(),
    lines: [...prices]
      .filter(([, known]) => known.length > 1)
      .map(([symbol, known]) => ({ symbol, prices: known })),
  };
}
