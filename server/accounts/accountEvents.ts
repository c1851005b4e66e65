import { randomUUID } from 'node:crypto';
import type { EventType } from '../../contract/analytics.ts';
import { valueToken } from '../../contract/tokens.ts';
import { pairOf } from '../core/pairs.ts';
import { anyLength } from '../database/anyLength.ts';
import type { Write } from '../database/db.ts';

interface NewEvent {
  readonly userId: string;
  readonly type: EventType;
  readonly at: Date;
  /** The moved amount, in minor units; left out when no money moved. */
  readonly money?: { readonly token: string; readonly amount: bigint };
}

/**
 * Records events of a person for their analytics, valued at the current price. Call it in the transaction of the
 * event.
 */
export function recordEvent(write: Write, event: NewEvent): Promise<void> {
  return recordEvents(write, [event]);
}

/** Like `recordEvent`, for many in one statement. */
export async function recordEvents(write: Write, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const tokens = events.map(({ money }) => money?.token ?? valueToken.symbol);
  await write(
    `INSERT INTO events (id, user_id, type, at, value)
    SELECT event.id, event.user_id, event.type, event.at, CASE WHEN event.pair IS NULL THEN event.amount ELSE div(
      event.amount * (SELECT rate FROM rates WHERE rates.pair = event.pair AND rates.at <= event.at ORDER BY rates.at DESC LIMIT 1) * 1000000,
      10::numeric ^ (SELECT decimals FROM tokens WHERE symbol = event.token)
    ) END
    FROM unnest(${anyLength('$1', 'uuid')}, $2::uuid[], $3::text[], $4::timestamptz[], $5::numeric[], $6::text[], $7::text[])
      AS event (id, user_id, type, at, amount, pair, token)`,
    [
      events.map(() => randomUUID()),
      events.map(({ userId }) => userId),
      events.map(({ type }) => type),
      events.map(({ at }) => at),
      events.map(({ money }) => money?.amount ?? 0n),
      tokens.map((token) => (token === valueToken.symbol ? null : pairOf(token))),
      tokens,
    ],
  );
}
