import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { keepNotifications } from '../notices/notifications.ts';
import { tellEverybody } from '../notifications/store.ts';

/** Stands for all tokens, also those that are listed later. */
export const allTokens = '*';

/** A token (or `allTokens`) whose withdrawals are stopped. */
interface Stop {
  readonly token: string;
  readonly since: Date;
  readonly why: string | null;
}

/** The stopped tokens and the reasons. */
export function activeStops(query: Query): Promise<Stop[]> {
  return query<Stop>('SELECT token, since, why FROM withdrawal_stops ORDER BY since, token');
}

/** SQL that is true while withdrawals of the token of the relation `name` are stopped. */
export const isStopped = (name: string) =>
  `EXISTS (SELECT 1 FROM withdrawal_stops WHERE withdrawal_stops.token IN (${name}.token, '${allTokens}'))`;

/** SQL that is true while the person of the relation `name` is frozen. */
export const isFrozen = (name: string) =>
  `EXISTS (SELECT 1 FROM users WHERE users.id = ${name}.user_id AND users.frozen_at IS NOT NULL)`;

/** SQL that is true while a transaction is signed for the payment of the relation `name`: it may reach the chain whatever is decided now. */
const isSigned = (name: string) =>
  `EXISTS (SELECT 1 FROM outgoing_payments given JOIN outgoing_transactions signed
    ON signed.chain = given.chain AND signed.payment_id = given.payment_id AND signed.displaced_by IS NULL
    WHERE given.payment_id = ${name}.id)`;

/** SQL that is true for a payment that waits to leave and that the network may not know yet. */
export const waitsToLeave = (name: string) =>
  `${name}.kind IN ('send', 'withdraw') AND ${name}.status IN ('pending', 'processing') AND ${name}.tx_hash IS NULL
    AND NOT ${isSigned(name)}`;

/** SQL that is true while payments of the relation `name` must not be handed to a network or signed for the first time. */
export const isHeldBack = (name: string) => `(${isStopped(name)} OR ${isFrozen(name)})`;

/** The tokens that can be paid to the network now: none without a network, else all that are not stopped. */
export async function withdrawableTokens(query: Query, hasNetwork: boolean): Promise<readonly string[]> {
  if (!hasNetwork) return [];
  const leaving = await query<{ symbol: string }>(
    `SELECT symbol FROM tokens
    WHERE NOT EXISTS (SELECT 1 FROM withdrawal_stops WHERE token IN (symbol, $1)) ORDER BY number`,
    [allTokens],
  );
  return leaving.map(({ symbol }) => symbol);
}

/** Refuses with WITHDRAWALS_DISABLED while the token cannot be withdrawn. */
export async function requireLeaving(query: Query, token: string, hasNetwork: boolean): Promise<void> {
  const stopped =
    hasNetwork && (await query('SELECT 1 FROM withdrawal_stops WHERE token IN ($1, $2)', [token, allTokens]));
  if (!stopped || stopped.length > 0) throw new Refusal('WITHDRAWALS_DISABLED');
}

interface NewStop {
  /** `allTokens`, or token symbols. */
  readonly tokens: typeof allTokens | readonly string[];
  /** For the operator; people are told that withdrawals are paused, not why. */
  readonly why: string | null;
  readonly at: Date;
}

/** The most characters of a stop's reason that are kept. */
const longestWhy = 2_000;

/**
 * Stops withdrawals of tokens: nothing more is quoted, paid, approved or handed to the network. Waiting payments stay held, and their
 * payers are notified once. A token that is already stopped keeps its time of stop and gets the new reason added. An operator lifts it.
 * Call it in a transaction.
 */
export async function stopLeaving(query: Query, { tokens, why, at }: NewStop): Promise<void> {
  const stopped = tokens === allTokens ? [allTokens] : [...tokens].sort();
  const waiting = await waitingUnstopped(query, stopped);
  await query(
    `INSERT INTO withdrawal_stops (token, since, why) SELECT token, $2, $3::text FROM unnest($1::text[]) AS given (token)
    ON CONFLICT (token) DO UPDATE SET why = CASE
      WHEN excluded.why IS NULL OR strpos(withdrawal_stops.why, excluded.why) > 0 THEN withdrawal_stops.why
      ELSE left(concat_ws('; ', withdrawal_stops.why, excluded.why), ${longestWhy})
    END`,
    [stopped, at, why?.slice(0, longestWhy) ?? null],
  );
  await tellWaiting(query, waiting, { outcome: 'paused', at });
}

/** Waiting payments of these tokens (`allTokens` for all) that no other stop holds and whose payers are not frozen. */
function waitingUnstopped(query: Query, of: readonly string[]): Promise<Waiting[]> {
  return query<Waiting>(
    `SELECT line.id, line.user_id AS "userId", line.kind, line.token, line.amount FROM transactions line
    WHERE ${waitsToLeave('line')} AND NOT ${isHeldBack('line')} AND ($1 = ANY ($2::text[]) OR line.token = ANY ($2::text[]))
    ORDER BY line.created_at, line.id`,
    [allTokens, of],
  );
}

async function tellWaiting(
  query: Query,
  waiting: readonly Waiting[],
  { outcome, at }: { outcome: 'paused' | 'resumed'; at: Date },
): Promise<void> {
  if (waiting.length === 0) return;
  await keepNotifications(
    query,
    waiting.map(({ id, userId, kind, token, amount }) => {
      return { userId, kind, subjectId: id, outcome, money: { token, amount: BigInt(amount) }, at };
    }),
  );
  await tellEverybody(query);
}

interface Waiting {
  readonly id: string;
  readonly userId: string;
  readonly kind: 'send' | 'withdraw';
  readonly token: string;
  readonly amount: string;
}

/**
 * Lifts the stop of a token, or that of all tokens; other stops stay. Held payments continue by themselves, and their payers are
 * notified. Call it in a transaction.
 */
export async function resumeLeaving(query: Query, token: string, at: Date): Promise<void> {
  const lifted = await query('DELETE FROM withdrawal_stops WHERE token = $1 RETURNING token', [token]);
  if (lifted.length === 0) return;
  await tellWaiting(query, await waitingUnstopped(query, [token]), { outcome: 'resumed', at });
}
