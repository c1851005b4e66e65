import type { Query } from '../database/db.ts';
import { mostQuoteMove } from './margin.ts';

/** The limits of a token's price: `quoteMove` in percent, `jump` as a factor above 1, both plain decimals. */
export interface PriceRules {
  /** How far a price may move against us between a quote and its use, at most `mostQuoteMove`. */
  readonly quoteMove: string;
  /** How far the next price may differ from the last, up or down, without an operator's confirmation. */
  readonly jump: string;
}

export const usualPriceRules: PriceRules = { quoteMove: mostQuoteMove, jump: '1.25' };

/** The rules that were set last for a token, or the defaults. */
export async function priceRulesOf(query: Query, token: string): Promise<PriceRules> {
  const [row] = await query<{ quote_move: string; jump: string }>(
    `SELECT trim_scale(least(quote_move, $2::numeric)) AS quote_move, trim_scale(jump) AS jump FROM price_rules
    WHERE token = $1 ORDER BY number DESC LIMIT 1`,
    [token, mostQuoteMove],
  );
  return row ? { quoteMove: row.quote_move, jump: row.jump } : usualPriceRules;
}

/** Sets a token's rules from `at` on. Earlier rules are kept. */
export async function setPriceRules(query: Query, token: string, rules: PriceRules, at: Date): Promise<void> {
  await query('INSERT INTO price_rules (token, quote_move, jump, at) VALUES ($1, $2, $3, $4)', [
    token,
    rules.quoteMove,
    rules.jump,
    at,
  ]);
}
