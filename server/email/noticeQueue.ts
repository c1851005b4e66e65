import { printMoney } from '../../contract/money.ts';
import type { Language } from '../../contract/news.ts';
import type { Clock } from '../core/clock.ts';
import { type Limit, tryUse } from '../core/throttle.ts';
import type { Query } from '../database/db.ts';
import type { Facts, NoticeOccasion } from './templates.ts';

/** A waiting email that this server has reserved for a while. */
export interface DueNotice {
  readonly id: string;
  readonly userId: string;
  readonly to: string;
  readonly occasion: NoticeOccasion;
  readonly language: Language | null;
  readonly facts: Facts;
  /** Its tries, counting the one that it is reserved for. */
  readonly attempts: number;
}

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
  readonly occasion: NoticeOccasion;
  readonly language: Language | null;
  readonly token: string | null;
  readonly amount: string | null;
  readonly decimals: number | null;
  readonly detail: string | null;
  readonly created_at: Date;
  readonly attempts: number;
}

/** How many are reserved at a time. */
const batchSize = 20;
/** After this many tries, about three hours, an email is dropped. */
const mostAttempts = 8;

/** The longest pause between the tries of an email, and by how much servers may differ, in milliseconds. */
const longestPause = 3_600_000;
const mostApart = 60_000;

/** How often the reservation of an email that is handed over is renewed: its first one lasts a minute. In milliseconds. */
const renewsEvery = 20_000;

/** The most emails about one occasion to one account: more would add nothing, and the inbox has all of them. */
const noticesByOccasion: Limit = { name: 'notice-occasion', burst: 30, every: 60_000 };

/**
 * Reserves due emails. One that is not removed (`removeNotice`) is due again after a minute, then after pauses that double up to an hour, so that
 * nothing is lost when a server is killed; the mail server may then get an email twice. A time further away than the longest pause, and
 * the minute by which servers may differ (decision 113), was stored before a clock that ran ahead was set back: the email is due. One of a
 * later moment waits for it, as the link of a recovery does.
 */
export async function takeDueNotices(query: Query, at: Date): Promise<{ due: DueNotice[]; isLast: boolean }> {
  const taken = await query<Row>(
    `UPDATE notice_emails SET attempts = attempts + 1,
       next_try_at = $1::timestamptz + least(power(2, attempts), 60) * interval '1 minute'
     WHERE id IN (
       SELECT id FROM notice_emails WHERE next_try_at <= $1 OR (next_try_at > $2 AND created_at <= $1)
       ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
     )
     RETURNING *, (SELECT decimals FROM tokens WHERE symbol = notice_emails.token) AS decimals`,
    [at, new Date(at.getTime() + longestPause + mostApart)],
  );
  const due = taken.sort((one, other) => Number(one.id) - Number(other.id)).map(dueOf);
  return { due, isLast: taken.length < batchSize };
}

/**
 * Reserves an email anew just before it is sent, because those before it in its batch may have taken longer than its reservation lasts.
 * False when another server has taken it since.
 */
export async function renewReservation(
  query: Query,
  { id, attempts }: DueNotice,
  at: Date,
): Promise<boolean> {
  const renewed = await query(
    `UPDATE notice_emails SET next_try_at = $3::timestamptz + least(power(2, attempts - 1), 60) * interval '1 minute'
     WHERE id = $1 AND attempts = $2 RETURNING id`,
    [id, attempts, at],
  );
  return renewed.length > 0;
}

/** Keeps an email reserved while `send` hands it over, however long that takes. */
export async function keepReserved(
  query: Query,
  clock: Clock,
  notice: DueNotice,
  send: () => Promise<void>,
): Promise<void> {
  let renewal: Promise<unknown> = Promise.resolve();
  const beat = setInterval(() => {
    // A renewal that fails is followed by another one before the reservation is over.
    renewal = renewal.then(() => renewReservation(query, notice, clock.now())).catch(() => undefined);
  }, renewsEvery).unref();
  try {
    await send();
  } finally {
    clearInterval(beat);
    await renewal;
  }
}

/** Whether a reserved email may be sent. The first try takes a use of the limit, so call it only when the email is tried next. */
export async function isWanted(
  query: Query,
  { userId, occasion, attempts }: DueNotice,
  at: Date,
): Promise<boolean> {
  if (attempts > mostAttempts) return false;
  return attempts > 1 || tryUse(query, noticesByOccasion, `${userId}:${occasion}`, at);
}

function dueOf(row: Row): DueNotice {
  const { id, user_id: userId, email: to, occasion, language, detail, created_at: at, attempts } = row;
  return { id, userId, to, occasion, language, facts: { amount: amountOf(row), detail, at }, attempts };
}

function amountOf({ token, amount, decimals }: Row): Facts['amount'] {
  if (token === null || amount === null || decimals === null) return null;
  const decimal = printMoney({ token: { symbol: token, name: token, decimals }, minor: BigInt(amount) });
  return { decimal, token };
}

/** Removes an email that was sent, or must not be sent. */
export async function removeNotice(query: Query, id: string): Promise<void> {
  await query('DELETE FROM notice_emails WHERE id = $1', [id]);
}

/** Returns emails that were reserved but not tried, except for those that another server has taken since. */
export async function giveBackNotices(query: Query, notices: readonly DueNotice[], at: Date): Promise<void> {
  await query(
    `UPDATE notice_emails SET attempts = notice_emails.attempts - 1, next_try_at = $3
     FROM unnest($1::bigint[], $2::int[]) AS reserved (id, attempts)
     WHERE notice_emails.id = reserved.id AND notice_emails.attempts = reserved.attempts`,
    [notices.map(({ id }) => id), notices.map(({ attempts }) => attempts), at],
  );
}

/** Deletes all waiting emails, for a server that cannot send any. */
export async function removeAllNotices(query: Query): Promise<void> {
  await query('DELETE FROM notice_emails');
}

/** Marks an email that the mail server has refused for good. */
export async function markRefused(query: Query, id: string): Promise<void> {
  await query('UPDATE notice_emails SET is_refused = true WHERE id = $1', [id]);
}

/**
 * How many emails wait, and since when the oldest does; null when none waits. A refused one has no age, because its address or
 * its text is at fault; but where several addresses are refused and no email was sent since, the mail server takes none.
 */
export async function waitingNotices(query: Query): Promise<{ count: number; since: Date | null }> {
  const [row] = await query<{ count: string; since: Date | null }>(
    `SELECT count(*) AS count,
       CASE WHEN count(DISTINCT email) FILTER (WHERE is_refused) > 1
           AND EXISTS (SELECT 1 FROM failed_attempts WHERE work = 'email')
         THEN min(created_at) ELSE min(created_at) FILTER (WHERE NOT is_refused) END AS since
     FROM notice_emails`,
  );
  return { count: Number(row?.count ?? 0), since: row?.since ?? null };
}
