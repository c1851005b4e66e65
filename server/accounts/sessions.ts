import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { OpenSession } from '../../contract/security.ts';
import type { StepUpMethod } from '../../contract/stepUp.ts';
import { Refusal } from '../core/refusal.ts';
import { announce } from '../database/announce.ts';
import type { Query, SqlValue } from '../database/db.ts';
import { sessionsTopic } from '../topics/topics.ts';
import { deviceOf } from './device.ts';
import { rememberDevice, sweepDevices } from './knownDevices.ts';
import { sweepPlaces, tellArrival } from './knownPlaces.ts';
import { stopByFactor } from './recoveries.ts';
import { recordSignIn, type SignInBy, sweepSignIns } from './signIns.ts';
import { lockUser, type UserRow } from './users.ts';

/** Who is asking: one sign-in of one user. */
export interface Session {
  readonly id: string;
  readonly user: UserRow;
  /** The key of the device that it is bound to (SubjectPublicKeyInfo); null for one that is not. */
  readonly deviceKey: Uint8Array | null;
  /** When it ends unless it is used again. */
  readonly endsAt: Date;
}

/** By which method a person was last known to be there, and when. */
interface Proven {
  readonly by: StepUpMethod;
  readonly at: Date;
}

const hour = 3_600_000;
const day = 24 * hour;
const lifetimes = {
  remembered: { absolute: 30 * day, idle: 30 * day },
  plain: { absolute: day, idle: 12 * hour },
};
/** A session is written to at most this often, so that reading a wallet is not a write. */
const seenEvery = 60_000;

/** Where somebody signs in from. */
export interface Device {
  /** Its network address. */
  readonly address: string;
  /** What the program calls itself. */
  readonly userAgent: string;
  /** The token of a known device that it shows; null when it shows none. */
  readonly shown: string | null;
  /** Gives it the token to show from now on. */
  readonly keep: (token: string) => void;
}

/** How a session is opened: by what, and whether it outlasts the browser. */
export interface Opening extends SignInBy {
  readonly remember: boolean;
}

/** Opens a session on a device that is known from now on, and answers its token: 256 random bits, of which only the SHA-256 is kept. */
export async function openSession(
  query: Query,
  userId: string,
  { remember, ...by }: Opening,
  device: Device,
  at: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { absolute, idle } = remember ? lifetimes.remembered : lifetimes.plain;
  await makeRoom(query, userId);
  // Whoever closes the account at this moment is waited for.
  const opened = await query(
    `INSERT INTO sessions (id, user_id, token_hash, ip, user_agent, created_at, last_seen_at, idle_ms, expires_at, proven_by, proven_at)
     SELECT $1::uuid, id, $3::bytea, $4, $5, $6::timestamptz, $6::timestamptz, $7::bigint, $8::timestamptz, $9, $6::timestamptz
     FROM users WHERE id = $2 AND closed_at IS NULL FOR KEY SHARE
     RETURNING id`,
    [
      randomUUID(),
      userId,
      hashOf(token),
      device.address,
      device.userAgent,
      at,
      idle,
      new Date(at.getTime() + absolute),
      by.secondFactor ?? (by.method === 'google' ? 'openid' : by.method),
    ],
  );
  if (opened.length === 0) throw new Refusal('INVALID_CREDENTIALS');
  await recordSignIn(query, { userId, device, at, ...by });
  if (by.secondFactor !== null || by.method === 'passkey') await stopByFactor(query, userId, at);
  const { address, userAgent, shown } = device;
  await tellArrival(query, { userId, address, userAgent, shown, at });
  device.keep(await rememberDevice(query, userId, device.shown, at));
  return token;
}

interface SessionRow extends UserRow {
  readonly session_id: string;
  readonly token_hash: string;
  readonly device_key: Uint8Array | null;
  readonly last_seen_at: Date;
  readonly idle_ms: string;
  readonly expires_at: Date;
}

/** A token as it came. */
interface Shown {
  readonly token: string;
  readonly at: Date;
}

/** The live session of each token, or null: unknown, revoked, idle for too long, or at its end. */
export async function findSessions(query: Query, shown: readonly Shown[]): Promise<(Session | null)[]> {
  const hashes = shown.map(({ token }) => hashOf(token));
  const rows = await query<SessionRow>(
    `SELECT users.*, sessions.id AS session_id, encode(token_hash, 'hex') AS token_hash, device_key, last_seen_at, idle_ms, expires_at
     FROM sessions JOIN users ON users.id = sessions.user_id WHERE token_hash = ANY ($1::bytea[])`,
    [hashes],
  );
  const byHash = new Map(rows.map((row) => [row.token_hash, row]));
  const found = shown.map(({ at }, index) => {
    const row = byHash.get(Buffer.from(hashes[index] ?? '').toString('hex'));
    return row && isLive(row, at) ? { row, at } : null;
  });
  await touch(query, found);
  return found.map((each) => each && sessionOf(each.row, each.at));
}

function isLive({ last_seen_at, idle_ms, expires_at }: SessionRow, at: Date): boolean {
  const now = at.getTime();
  return now < expires_at.getTime() && now < last_seen_at.getTime() + Number(idle_ms);
}

function sessionOf(row: SessionRow, at: Date): Session {
  const { session_id, token_hash: _, device_key, ...more } = row;
  const { last_seen_at, idle_ms, expires_at, ...user } = more;
  const usedAt = isStale(row, at) ? at : last_seen_at;
  const endsAt = new Date(Math.min(expires_at.getTime(), usedAt.getTime() + Number(idle_ms)));
  return { id: session_id, user, deviceKey: device_key, endsAt };
}

/** Whether its last use is written anew. */
function isStale({ last_seen_at }: SessionRow, at: Date): boolean {
  return at.getTime() - last_seen_at.getTime() >= seenEvery;
}

async function touch(
  query: Query,
  found: readonly ({ readonly row: SessionRow; readonly at: Date } | null)[],
): Promise<void> {
  const stale = new Map<string, Date>();
  for (const each of found) {
    if (each && isStale(each.row, each.at)) stale.set(each.row.session_id, each.at);
  }
  for (const [id, at] of stale) {
    await query('UPDATE sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2', [id, at]);
  }
}

/** Records that the person of a session was there: what it pays without a proof of its own is counted from nothing again. */
export async function keepProven(query: Query, id: string, { by, at }: Proven): Promise<void> {
  await query('UPDATE sessions SET proven_by = $2, proven_at = $3, paid_since = 0 WHERE id = $1', [
    id,
    by,
    at,
  ]);
}

/** Which of these sessions are live. Asking does not count as use. */
export async function liveSessions(
  query: Query,
  ids: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const rows = await query<{ id: string }>(
    `SELECT id FROM sessions WHERE id = ANY ($1::uuid[]) AND expires_at > $2
      AND last_seen_at + idle_ms * interval '1 millisecond' > $2`,
    [ids, at],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Locks the account of a session until the end of the transaction and answers it as it is by then. UNAUTHENTICATED when the session has ended
 * since the request was let in.
 */
export async function lockOwner(query: Query, { id, user }: Session, at: Date): Promise<UserRow> {
  const owner = await lockUser(query, user.id);
  const live = await liveSessions(query, [id], at);
  if (!live.has(id)) throw new Refusal('UNAUTHENTICATED');
  return owner;
}

/** Ends a session: its token is dead from now on, and its streams end when every server has heard of it. */
export async function closeSession(query: Query, id: string): Promise<void> {
  const [ended] = await query<{ user_id: string }>('DELETE FROM sessions WHERE id = $1 RETURNING user_id', [
    id,
  ]);
  if (ended) await announce(query, sessionsTopic(ended.user_id));
}

/** Ends every session of a person but one, or all of them (null). */
export async function closeSessions(query: Query, userId: string, but: string | null): Promise<void> {
  await deleteInOrder(query, 'user_id = $1 AND id IS DISTINCT FROM $2::uuid', [userId, but]);
  await announce(query, sessionsTopic(userId));
}

/** In the order in which payments lock them, so that neither waits for the other. Answers how many. */
async function deleteInOrder(query: Query, condition: string, values: readonly SqlValue[]): Promise<number> {
  const ended = await query(
    `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE ${condition} ORDER BY id FOR UPDATE) RETURNING id`,
    values,
  );
  return ended.length;
}

/** Sessions that one person has at once: what was used longest ago ends when one more is opened. */
const mostOfOne = 50;

async function makeRoom(query: Query, userId: string): Promise<void> {
  const ended = await deleteInOrder(
    query,
    `id IN (SELECT id FROM sessions WHERE user_id = $1 ORDER BY last_seen_at DESC, created_at DESC, id OFFSET $2::int)`,
    [userId, mostOfOne - 1],
  );
  if (ended > 0) await announce(query, sessionsTopic(userId));
}

interface LiveRow {
  readonly id: string;
  readonly ip: string;
  readonly user_agent: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
}

/** Where the person of this session is signed in, the latest use first. */
export async function sessionsOf(query: Query, { id, user }: Session, at: Date): Promise<OpenSession[]> {
  const rows = await query<LiveRow>(
    `SELECT id, ip, user_agent, created_at, last_seen_at FROM sessions
     WHERE user_id = $1 AND expires_at > $2 AND last_seen_at + idle_ms * interval '1 millisecond' > $2
     ORDER BY last_seen_at DESC, id`,
    [user.id, at],
  );
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    ip: row.ip,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    current: row.id === id,
  }));
}

/** Forgets what has ended: sessions past their last day, and throttles that are full again. */
export async function sweepAccounts(query: Query, at: Date): Promise<void> {
  await deleteInOrder(query, 'expires_at <= $1', [at]);
  await query('DELETE FROM throttles WHERE free_at <= $1', [at]);
  await sweepDevices(query, at);
  await sweepSignIns(query, at);
  await sweepPlaces(query, at);
}

function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
