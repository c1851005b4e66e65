import type { Db, Query } from '../database/db.ts';

/**
 * Background work. `payment`: settling a payment. `deposit`: processing a deposit. `round`: a loop of the server.
 * `email`: sending emails. `hot_wallet`: why withdrawals over a chain wait. `price_feed`: a feed that cannot be used.
 * `sweep`: why a transaction of a sweep waits.
 */
export type Work = 'payment' | 'deposit' | 'round' | 'email' | 'hot_wallet' | 'price_feed' | 'sweep';

interface Failure {
  readonly work: Work;
  /** The id or name of the affected item. */
  readonly subject: string;
  readonly error: unknown;
  readonly at: Date;
  /** Milliseconds until the next try, if it is scheduled elsewhere. */
  readonly pause?: number;
}

const longestReason = 500;

/** The pause after the nth failure is 2 to the power of n−1 seconds, at most an hour. */
const longestPower = 12;
const longestPause = 3_600;

/** By how much servers may differ (decision 113), in milliseconds. */
const mostApart = 60_000;

/**
 * Whether work that has failed is not due yet. A later time than the longest pause allows was stored before a clock that ran ahead was set
 * back: the work is due.
 */
function isPostponed(nextTry: Date, at: Date): boolean {
  return nextTry > at && nextTry.getTime() <= at.getTime() + longestPause * 1_000 + mostApart;
}

/** Records a failure: the work is due again after a pause that doubles each time. */
export async function recordFailure(
  query: Query,
  { work, subject, error, at, pause }: Failure,
): Promise<void> {
  await query(
    `INSERT INTO failed_attempts AS known (work, subject, attempts, reason, first_at, next_try_at)
    VALUES ($1, $2, 1, $3, $4, $4::timestamptz + coalesce($5::float8, 1000) * interval '1 millisecond')
    ON CONFLICT (work, subject) DO UPDATE SET attempts = known.attempts + 1, reason = excluded.reason,
      next_try_at = $4::timestamptz
        + coalesce($5::float8 / 1000, least(power(2, least(known.attempts, ${longestPower})), ${longestPause})) * interval '1 second'`,
    [work, subject, String(error).slice(0, longestReason), at, pause ?? null],
  );
}

/** Deletes the failures of work that succeeded. */
export async function forgetFailures(query: Query, work: Work, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await query('DELETE FROM failed_attempts WHERE work = $1 AND subject = ANY ($2::text[])', [work, subjects]);
}

interface Round<Item> {
  readonly work: Work;
  readonly items: readonly Item[];
  readonly subjectOf: (item: Item) => string;
  /** Whether `items` are complete: then failures of other items are deleted. */
  readonly isWhole: boolean;
  readonly at: Date;
  /** Is told of each failure. */
  readonly complain: (subject: string, error: unknown) => void;
}

/** Does `work` for each due item; a failed one is postponed and does not stop the others. */
export async function attemptEach<Item>(
  { query }: Db,
  { work, items, subjectOf, isWhole, at, complain }: Round<Item>,
  attempt: (item: Item) => Promise<unknown>,
): Promise<void> {
  const rows = await query<{ subject: string; next_try_at: Date }>(
    'SELECT subject, next_try_at FROM failed_attempts WHERE work = $1',
    [work],
  );
  const known = new Map(rows.map(({ subject, next_try_at }) => [subject, next_try_at]));
  for (const item of items) {
    const subject = subjectOf(item);
    const nextTry = known.get(subject);
    if (nextTry && isPostponed(nextTry, at)) continue;
    try {
      await attempt(item);
      if (nextTry) await forgetFailures(query, work, [subject]);
    } catch (error) {
      complain(subject, error);
      await recordFailure(query, { work, subject, error, at });
    }
  }
  const present = new Set(items.map(subjectOf));
  if (isWhole)
    await forgetFailures(
      query,
      work,
      [...known.keys()].filter((subject) => !present.has(subject)),
    );
}
