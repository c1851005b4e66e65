import { type Limit, takeUse } from '../core/throttle.ts';
import type { Query } from '../database/db.ts';

/** How many quotes an account may have, over all servers. */
export interface QuoteLimits {
  /** Open ones, of each kind: the oldest that was not used expires when one more is made. */
  readonly open: number;
  /** Asked for in a minute, of both kinds together; then RATE_LIMITED. */
  readonly perMinute: number;
}

export const usualQuoteLimits: QuoteLimits = { open: 10, perMinute: 30 };

function quotesByAccount(perMinute: number): Limit {
  return { name: 'quote-account', burst: perMinute, every: Math.ceil(60_000 / perMinute) };
}

interface Asked {
  readonly userId: string;
  readonly limits: QuoteLimits;
  readonly at: Date;
}

/** Makes a quote within its account's limits. A refused one counts too. */
export async function withinQuoteLimits<Quote extends { readonly id: string }>(
  query: Query,
  table: 'exchange_quotes' | 'transaction_quotes',
  { userId, limits, at }: Asked,
  make: () => Promise<Quote>,
): Promise<Quote> {
  await takeUse(query, quotesByAccount(limits.perMinute), userId, at);
  const quote = await make();
  // After the new one is committed: of many at the same moment the last to come here sees them all. The nine newest stay for everyone,
  // and the one just made for its own caller, whatever the clocks of other servers say.
  await query(
    `UPDATE ${table} SET expires_at = $2 WHERE id IN (
      SELECT id FROM ${table} WHERE id IN (
        SELECT id FROM ${table} WHERE user_id = $1 AND used_at IS NULL AND expires_at > $2
        ORDER BY id = $3 DESC, expires_at DESC, id OFFSET $4
      )
      ORDER BY id FOR NO KEY UPDATE
    )`,
    [userId, at, quote.id, limits.open],
  );
  return quote;
}
