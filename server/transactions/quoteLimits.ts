import { requireActive } from '../accounts/users.ts';
import { inOrder } from '../core/inOrder.ts';
import { type Limit, takeUse } from '../core/throttle.ts';
import type { Db } from '../database/db.ts';

/** The limits of an account's quotes, over all servers. */
export interface QuoteLimits {
  /** The most open quotes of each kind; one more expires the oldest. */
  readonly open: number;
  /** The most requests per minute, of both kinds together; then RATE_LIMITED. */
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

/** Makes a quote within its account's limits, unless the account is frozen. Refused requests count too. */
export async function withinQuoteLimits<Quote extends { readonly id: string }>(
  database: Db,
  table: 'exchange_quotes' | 'transaction_quotes',
  { userId, limits, at }: Asked,
  make: () => Promise<Quote>,
): Promise<Quote> {
  await database.together((query) =>
    inOrder([
      requireActive(query, userId, 'none'),
      takeUse(query, quotesByAccount(limits.perMinute), userId, at),
    ]),
  );
  const quote = await make();
  // Runs after the new quote is committed, so that of many parallel requests the last one sees them all. The newest stay, and the one just
  // made comes first even when another server's clock differs.
  await database.query(
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
