import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Recovery, RecoveryOutcome } from '../../contract/recovery.ts';
import { Refusal } from '../core/refusal.ts';
import { announce } from '../database/announce.ts';
import type { Db, Query } from '../database/db.ts';
import { keepEmails, keepNotices } from '../notices/notices.ts';
import { notificationsTopic } from '../topics/topics.ts';
import { securityOf } from './securitySettings.ts';
import { lockUser, type UserRow } from './users.ts';

const hour = 3_600_000;

/** How long all addresses of an account are warned before the link of a recovery is sent, in hours; RECOVERY_WAIT_HOURS overrides it. */
export const usualRecoveryWait = 72;

/** How long the sent link works, in milliseconds. */
const linkLife = 48 * hour;

export interface RecoveryRow {
  readonly id: string;
  readonly user_id: string;
  /** The address that the link is sent to. */
  readonly email: string;
  /** The account's address when the recovery started; null for none. */
  readonly account_email: string | null;
  readonly reason: string;
  readonly proposed_by: string;
  readonly approved_by: string | null;
  readonly begun_at: Date;
  readonly wait_ms: string;
  readonly ready_at: Date | null;
  readonly link_expires_at: Date | null;
  readonly ended_at: Date | null;
  readonly outcome: RecoveryOutcome | null;
  readonly ended_by: string | null;
}

interface Beginning {
  readonly email: string;
  readonly reason: string;
  readonly proposedBy: string;
  readonly approvedBy: string | null;
  readonly waitHours: number;
  readonly at: Date;
}

/**
 * Starts the recovery of a locked account, and notifies all its addresses. A lock of the settings extends the wait to at least its own length.
 * STATUS_CONFLICT while another recovery is open. Call it in a transaction.
 */
export async function beginRecovery(
  query: Query,
  user: UserRow,
  { email, reason, proposedBy, approvedBy, waitHours, at }: Beginning,
): Promise<RecoveryRow> {
  await query(
    `UPDATE recoveries SET ended_at = $2, outcome = 'expired'
     WHERE user_id = $1 AND ended_at IS NULL AND link_expires_at <= $2`,
    [user.id, at],
  );
  const { lock_days } = (await securityOf(query, user.id, at)).values;
  const [begun] = await query<RecoveryRow>(
    `INSERT INTO recoveries (id, user_id, email, account_email, reason, proposed_by, approved_by, begun_at, wait_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (user_id) WHERE ended_at IS NULL DO NOTHING RETURNING *`,
    [
      ...[randomUUID(), user.id, email, user.email, reason, proposedBy, approvedBy, at],
      Math.max(waitHours, lock_days * 24) * hour,
    ],
  );
  if (!begun)
    throw new Refusal('STATUS_CONFLICT', {
      detail: 'Another recovery of this account goes on: stop it first.',
    });
  await tellAll(query, begun, 'recoveryAsked', at);
  return begun;
}

/** Notifies the inbox, and by email every address that the recovery concerns. */
async function tellAll(
  query: Query,
  { user_id: userId, email, account_email }: RecoveryRow,
  occasion: 'recoveryAsked' | 'recoveryDone' | 'recoveryStopped',
  at: Date,
): Promise<void> {
  // The account's current address.
  await keepNotices(query, [{ userId, occasion, language: null, at }]);
  const [user] = await query<{ email: string | null }>('SELECT email FROM users WHERE id = $1', [userId]);
  const others = [...new Set([email, account_email])].filter(
    (each): each is string => each !== null && each !== user?.email,
  );
  await keepEmails(
    query,
    others.map((address) => ({ userId, occasion, email: address, language: null, at })),
  );
  await announce(query, notificationsTopic(userId));
}

/** The open recovery of an account; null for none. Its link may have expired. */
export async function openRecoveryOf(query: Query, userId: string): Promise<RecoveryRow | null> {
  const [open] = await query<RecoveryRow>(
    'SELECT * FROM recoveries WHERE user_id = $1 AND ended_at IS NULL FOR UPDATE',
    [userId],
  );
  return open ?? null;
}

/** When a wait that starts at `at` ends, for a recovery of which no email was sent yet. */
export const endOfWait = ({ ready_at, wait_ms }: RecoveryRow, at: Date): Date =>
  ready_at ?? new Date(at.getTime() + Number(wait_ms));

/**
 * Starts the wait, since the mail server accepted the first email about the recovery at `at`. When it ends, all addresses get
 * an email, one of them with the link.
 */
export function startWaiting(database: Db, userId: string, at: Date): Promise<void> {
  return database.transaction(async (query) => {
    await lockUser(query, userId);
    const open = await openRecoveryOf(query, userId);
    if (!open || open.ready_at !== null) return;
    const ready = endOfWait(open, at);
    await query('UPDATE recoveries SET ready_at = $2 WHERE id = $1', [open.id, ready]);
    const linked = { userId, occasion: 'recoveryLink', email: open.email, language: null, at: ready };
    const isOther = open.account_email !== null && open.account_email !== open.email;
    const told = { ...linked, occasion: 'recoveryReady', email: open.account_email ?? open.email };
    await keepEmails(query, isOther ? [linked, told] : [linked]);
  });
}

interface MadeLink {
  /** Null for an address that is only notified. */
  readonly token: string | null;
  readonly until: Date;
}

/**
 * Makes the link of a recovery whose wait is over, for the email to `to`: 256 random bits, of which only the SHA-256 is stored, and only for the
 * newest link. Null when the recovery has ended, so that no email is needed any more.
 */
export function makeRecoveryLink(
  database: Db,
  { userId, to, at }: { readonly userId: string; readonly to: string; readonly at: Date },
): Promise<MadeLink | null> {
  return database.transaction(async (query) => {
    const user = await lockUser(query, userId);
    const open = await openRecoveryOf(query, userId);
    if (!open?.ready_at || open.ready_at > at) return null;
    if (open.account_email !== user.email) {
      await stopRecovery(query, userId, { outcome: 'email_changed', at });
      return null;
    }
    const until = new Date(at.getTime() + linkLife);
    if (to !== open.email) return { token: null, until };
    const token = randomBytes(32).toString('base64url');
    await query('UPDATE recoveries SET link_hash = $2, link_expires_at = $3 WHERE id = $1', [
      open.id,
      hashOf(token),
      until,
    ]);
    return { token, until };
  });
}

/**
 * The recovery with this newest link. LINK_EXPIRED for any other token; its field is `used` until the link would have expired, if it has
 * finished its recovery (decision 238).
 */
export async function findRecovery(query: Query, token: string, at: Date): Promise<RecoveryRow> {
  const [found] = await query<RecoveryRow>(
    `SELECT * FROM recoveries
     WHERE link_hash = $1 AND link_expires_at > $2 AND (ended_at IS NULL OR outcome = 'done')`,
    [hashOf(token), at],
  );
  if (!found) throw new Refusal('LINK_EXPIRED');
  if (found.ended_at !== null) throw new Refusal('LINK_EXPIRED', { fields: { token: 'used' } });
  return found;
}

/** Ends a recovery by its link, and notifies all addresses. Call it in the transaction of its changes, with the account locked. */
export async function finishRecovery(query: Query, recovery: RecoveryRow, at: Date): Promise<void> {
  await query("UPDATE recoveries SET ended_at = $2, outcome = 'done' WHERE id = $1", [recovery.id, at]);
  await query('UPDATE users SET recovered_at = $2 WHERE id = $1', [recovery.user_id, at]);
  await tellAll(query, recovery, 'recoveryDone', at);
}

interface Stop {
  readonly outcome: Exclude<RecoveryOutcome, 'done' | 'expired'>;
  /** The operator who stopped it. */
  readonly by?: string;
  readonly at: Date;
}

/** Stops the open recovery of an account, and notifies all addresses; null when none is open. Call it in a transaction. */
export async function stopRecovery(
  query: Query,
  userId: string,
  { outcome, by, at }: Stop,
): Promise<RecoveryRow | null> {
  const [stopped] = await query<RecoveryRow>(
    `UPDATE recoveries SET ended_at = $2, outcome = $3, ended_by = $4
     WHERE user_id = $1 AND ended_at IS NULL RETURNING *`,
    [userId, at, outcome, by ?? null],
  );
  if (!stopped) return null;
  await tellAll(query, stopped, 'recoveryStopped', at);
  return stopped;
}

/**
 * Stops a recovery because a second factor was used, which shows that none is needed. Does not apply to a frozen account, whose factors may be
 * an attacker's. Call it in a transaction.
 */
export async function stopByFactor(query: Query, userId: string, at: Date): Promise<void> {
  const found = await query(
    `SELECT 1 FROM recoveries JOIN users ON users.id = user_id
     WHERE user_id = $1 AND ended_at IS NULL AND frozen_at IS NULL`,
    [userId],
  );
  if (found.length > 0) await stopRecovery(query, userId, { outcome: 'factor', at });
}

type Moment = 'begun_at' | 'ready_at' | 'link_expires_at' | 'ended_at';

/** A row in the JSON format of the database. */
export type RecoveryJson = Omit<RecoveryRow, Moment> & {
  readonly [Name in Moment]: RecoveryRow[Name] extends Date ? string : string | null;
};

/** SQL: the latest recovery of an account as `RecoveryJson`; null without one. */
export const latestRecoveryOf = (userId: string) =>
  `(SELECT to_json(latest) FROM (SELECT * FROM recoveries WHERE user_id = ${userId} ORDER BY begun_at DESC LIMIT 1) AS latest)`;

export function readRecovery({
  begun_at,
  ready_at,
  link_expires_at,
  ended_at,
  ...row
}: RecoveryJson): RecoveryRow {
  const read = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...row,
    begun_at: new Date(begun_at),
    ready_at: read(ready_at),
    link_expires_at: read(link_expires_at),
    ended_at: read(ended_at),
  };
}

/** The recovery in the format for operators. */
export function tellRecovery(row: RecoveryRow, at: Date): Recovery {
  const { email, reason, proposed_by, approved_by, ended_by } = row;
  return {
    status: statusOf(row, at),
    ...{ email, reason, proposed_by, approved_by, ended_by },
    begun_at: row.begun_at.toISOString(),
    ready_at: row.ready_at?.toISOString() ?? null,
    link_expires_at: row.link_expires_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

function statusOf({ outcome, ready_at, link_expires_at }: RecoveryRow, at: Date): Recovery['status'] {
  if (outcome !== null) return outcome;
  if (link_expires_at !== null) return link_expires_at <= at ? 'expired' : 'ready';
  return ready_at === null ? 'telling' : 'waiting';
}

function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
