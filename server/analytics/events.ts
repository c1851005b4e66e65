import { randomUUID } from 'node:crypto';
import type { EventType } from '../../contract/analytics.ts';
import { valueToken } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';
import { pairOf } from '../wallet/pairs.ts';

interface NewEvent {
  readonly userId: string;
  readonly type: EventType;
  readonly at: Date;
  /** What moved, in minor units; left out when nothing did. */
  readonly money?: { readonly token: string; readonly amount: bigint };
}

/**
 * Writes what happened to a person for their analytics, valued by the price of the moment. Call it in the transaction of what it
 * tells.
 */
export async function recordEvent(query: Query, { userId, type, at, money }: NewEvent): Promise<void> {
  const token = money?.token ?? valueToken.symbol;
  const isPriced = token !== valueToken.symbol;
  await query(
    `INSERT INTO events (id, user_id, type, at, value)
    SELECT $1, $2, $3, $4::timestamptz, CASE WHEN $6::text IS NULL THEN $5::numeric ELSE div(
      $5::numeric * (SELECT rate FROM rates WHERE pair = $6 AND at <= $4::timestamptz ORDER BY at DESC LIMIT 1) * 1000000,
      10::numeric ^ (SELECT decimals FROM tokens WHERE symbol = $7)
    ) END`,
    [randomUUID(), userId, type, at, money?.amount ?? 0n, isPriced ? pairOf(token) : null, token],
  );
}
