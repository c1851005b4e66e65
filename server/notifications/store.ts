import { printMoney } from '../../contract/money.ts';
import type { Language } from '../../contract/news.ts';
import type { Notification, NotificationKind } from '../../contract/notifications.ts';
import { reportableFor, reportableIn } from '../../contract/occasions.ts';
import type { StreamNotification } from '../../contract/rates.ts';
import type { TransactionReason } from '../../contract/reasons.ts';
import { announce, announceAll } from '../database/announce.ts';
import type { Query, Write } from '../database/db.ts';
import { keepNotifications, type NewNotification } from '../notices/notifications.ts';
import { everybody, notificationsTopic } from '../topics/topics.ts';

/**
 * Stores notifications as `keepNotifications` does, and announces them to open pages at once. Not for frequent events between people,
 * because PostgreSQL commits transactions that announce something only one after the other.
 */
export async function notify(write: Write, ...wanted: readonly NewNotification[]): Promise<void> {
  await keepNotifications(write, wanted);
  await announceAll(write, [...new Set(wanted.map(({ userId }) => notificationsTopic(userId)))]);
}

/** Makes the open pages of everybody read again. */
export function tellEverybody(query: Query): Promise<void> {
  return announce(query, notificationsTopic(everybody));
}

interface SomePeople {
  readonly newsId: string;
  /** The id of the last person who was notified; null at the start. */
  readonly after: string | null;
  readonly most: number;
  readonly at: Date;
}

/**
 * Notifies up to `most` people with an account of an article that they have not read, in the order of their ids. Answers the last id, or
 * null when everybody was notified.
 */
export async function notifySome(
  query: Query,
  { newsId, after, most, at }: SomePeople,
): Promise<string | null> {
  const told = await query<{ user_id: string }>(
    `INSERT INTO notifications (id, user_id, kind, subject_id, created_at)
    SELECT gen_random_uuid(), id, 'news', $1, $2 FROM (
      SELECT id FROM users WHERE closed_at IS NULL AND ($3::uuid IS NULL OR id > $3::uuid)
        AND NOT EXISTS (SELECT 1 FROM news_reads WHERE user_id = users.id AND news_id = $1)
      ORDER BY id LIMIT $4
    ) AS people RETURNING user_id`,
    [newsId, at, after, most],
  );
  if (told.length < most) return null;
  return (
    told
      .map(({ user_id }) => user_id)
      .sort()
      .at(-1) ?? null
  );
}

/** Deletes up to `most` notifications of an article. Answers whether there may be more. */
export async function takeBackSome(query: Query, newsId: string, most: number): Promise<boolean> {
  const gone = await query(
    `DELETE FROM notifications WHERE id IN (SELECT id FROM notifications WHERE kind = 'news' AND subject_id = $1 LIMIT $2)
    RETURNING id`,
    [newsId, most],
  );
  return gone.length === most;
}

const day = 86_400_000;
/** How long a notification stays in the inbox, in milliseconds. */
const notificationLife = 180 * day;
const sweptAtOnce = 5_000;

/** Deletes old notifications in batches, so that other work does not wait for all of them. */
export async function sweepNotifications(query: Query, at: Date): Promise<void> {
  for (;;) {
    const gone = await query(
      `DELETE FROM notifications WHERE id IN
        (SELECT id FROM notifications WHERE created_at <= $1 ORDER BY created_at LIMIT $2) RETURNING id`,
      [new Date(at.getTime() - notificationLife), sweptAtOnce],
    );
    if (gone.length < sweptAtOnce) return;
  }
}

interface NotificationRow {
  readonly id: string;
  readonly user_id: string;
  readonly kind: NotificationKind;
  readonly subject_id: string | null;
  readonly outcome: string | null;
  readonly token: string | null;
  readonly decimals: number | null;
  readonly amount: string | null;
  readonly title: string | null;
  readonly reason: TransactionReason | null;
  readonly detail: string | null;
  readonly created_at: Date;
  readonly read_at: Date | null;
}

/**
 * A notification with the title of its subject: a ticket's subject, or an article's title in the language $1 or in another when that is
 * missing.
 */
const told = `
  SELECT notifications.*, coalesce(
    (SELECT subject FROM tickets WHERE tickets.id = subject_id AND kind = 'ticket'),
    (SELECT title FROM news_texts WHERE news_id = subject_id AND kind = 'news' ORDER BY language <> $1 LIMIT 1)
  ) AS title, (
    SELECT reason FROM transactions WHERE transactions.id = subject_id AND outcome = 'failed'
  ) AS reason, (SELECT decimals FROM tokens WHERE symbol = notifications.token) AS decimals
  FROM notifications`;

/** One page, newest first, with the total and unread counts. */
export async function listNotifications(
  query: Query,
  userId: string,
  { language, page, per_page, at }: { language: Language; page: number; per_page: number; at: Date },
) {
  const rows = await query<NotificationRow>(
    `${told} WHERE user_id = $2 ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
    [language, userId, per_page, (page - 1) * per_page],
  );
  const [counted] = await query<{ total: number; unread: number }>(
    `SELECT count(*)::int AS total, (count(*) FILTER (WHERE read_at IS NULL))::int AS unread
    FROM notifications WHERE user_id = $1`,
    [userId],
  );
  const { total = 0, unread = 0 } = counted ?? {};
  return { data: rows.map((row) => tell(row, at)), meta: { page, per_page, total, unread } };
}

/** For each of these people with notifications: the unread count, and the newest one. */
export async function newestNotifications(
  query: Query,
  userIds: readonly string[],
  language: Language,
  at: Date,
): Promise<ReadonlyMap<string, StreamNotification>> {
  const rows = await query<NotificationRow & { unread: number }>(
    `SELECT newest.*, (
      SELECT count(*)::int FROM notifications WHERE user_id = person.id AND read_at IS NULL
    ) AS unread
    FROM unnest($2::uuid[]) AS person (id)
    CROSS JOIN LATERAL (
      ${told} WHERE user_id = person.id ORDER BY created_at DESC, notifications.id DESC LIMIT 1
    ) AS newest`,
    [language, userIds],
  );
  return new Map(rows.map(({ unread, ...row }) => [row.user_id, { unread, newest: tell(row, at) }]));
}

/** What a person has read: by ids, or everything up to a moment, or everything about one subject, also up to a moment. */
interface ReadNotifications {
  readonly userId: string;
  readonly ids?: readonly string[] | undefined;
  readonly until?: Date | undefined;
  readonly subjectId?: string;
  readonly at: Date;
}

/** Marks as read and answers the unread count. The person's other pages are announced the change. */
export async function markRead(query: Query, read: ReadNotifications): Promise<number> {
  const { userId, ids, until, subjectId, at } = read;
  const marked = await query(
    `UPDATE notifications SET read_at = $2
    WHERE user_id = $1 AND read_at IS NULL AND (
      id = ANY ($3::uuid[]) OR ($5::uuid IS NULL AND created_at <= $4::timestamptz)
      OR (subject_id = $5::uuid AND ($4::timestamptz IS NULL OR created_at <= $4::timestamptz))
    )
    RETURNING id`,
    [userId, at, ids ?? [], until ?? null, subjectId ?? null],
  );
  if (marked.length > 0) await announce(query, notificationsTopic(userId));
  const [left] = await query<{ unread: number }>(
    'SELECT count(*)::int AS unread FROM notifications WHERE user_id = $1 AND read_at IS NULL',
    [userId],
  );
  return left?.unread ?? 0;
}

function tell(row: NotificationRow, at: Date): Notification {
  const { id, kind, subject_id, outcome, reason, token, title, detail, read_at, created_at } = row;
  return {
    id,
    kind,
    subject_id,
    outcome,
    reason,
    token,
    amount: amountOf(row),
    title,
    detail,
    reportable: canReport(row, at),
    read: read_at !== null,
    created_at: created_at.toISOString(),
  };
}

function amountOf({ token, decimals, amount }: NotificationRow): string | null {
  if (token === null || decimals === null || amount === null) return null;
  return printMoney({ token: { symbol: token, name: token, decimals }, minor: BigInt(amount) });
}

/** Whether "This was not me" can be used on it at this time. */
export function canReport(
  { kind, outcome, created_at }: Pick<NotificationRow, 'kind' | 'outcome' | 'created_at'>,
  at: Date,
): boolean {
  const isOver = created_at.getTime() + reportableFor <= at.getTime();
  return reportableIn({ kind, outcome }) !== null && !isOver;
}
