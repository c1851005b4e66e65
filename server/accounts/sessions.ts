import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { OpenSession } from '../../contract/security.ts';
import type { StepUpMethod } from '../../contract/stepUp.ts';
import { Refusal } from '../core/refusal.ts';
import { announce, announceAll } from '../database/announce.ts';
import { anyLength } from '../database/anyLength.ts';
import type { Db, Query, SqlValue } from '../database/db.ts';
import { sessionsTopic } from '../topics/topics.ts';
import { recordArrivals, sweepPlaces } from './arrivals.ts';
import { deviceOf } from './device.ts';
import { sweepDevices } from './knownDevices.ts';
import { stopByFactor } from './recoveries.ts';
import { recordSignIns, type SignInBy, sweepSignIns } from './signIns.ts';
import { lockUser, type UserRow } from './users.ts';

/** The session of a request: one sign-in of one user. */
export interface Session {
  readonly id: string;
  readonly user: UserRow;
  /** The public key of the device that the session is bound to (SubjectPublicKeyInfo); null for an unbound session. */
  readonly deviceKey: Uint8Array | null;
  /** When the session ends if it is not used again. */
  readonly endsAt: Date;
}

/** The last proof of the person in this session, and its time. */
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
/** A session's last use is written at most this often, so that reading a wallet needs no write. */
const seenEvery = 60_000;

export interface Device {
  readonly address: string;
  readonly userAgent: string;
  /** The token of a known device; null when the device sends none. */
  readonly shown: string | null;
  /** Gives the device its new token. */
  readonly keep: (token: string) => void;
}

/** The sign-in that opens a session, and whether the session outlasts the browser. */
export interface Opening extends SignInBy {
  readonly remember: boolean;
}

/** A sign-in of a person on a device. */
interface Entry {
  readonly userId: string;
  readonly opening: Opening;
  readonly device: Device;
  readonly at: Date;
}

/** Like `openSessions`, for one sign-in. */
export async function openSession(
  query: Query,
  userId: string,
  opening: Opening,
  device: Device,
  at: Date,
): Promise<string> {
  const [token] = await openSessions(query, [{ userId, opening, device, at }]);
  if (token === undefined) throw new Error('one token is always answered');
  return token;
}

/**
 * Opens sessions, stores their devices as known, and answers the sessions' tokens: 256 random bits each, of which only the SHA-256 is stored.
 * INVALID_CREDENTIALS when one of the accounts is closed. Call it in a transaction, with one entry of each person.
 */
export async function openSessions(query: Query, entries: readonly Entry[]): Promise<readonly string[]> {
  const tokens = entries.map(() => randomBytes(32).toString('base64url'));
  const lifeOf = ({ opening }: Entry) => (opening.remember ? lifetimes.remembered : lifetimes.plain);
  // Waits for a transaction that is closing the account. The sessions are locked before the account, in the order of payments.
  const opened = await query<{ user_id: string; ended: number; recovering: boolean }>(
    `WITH given AS (SELECT * FROM unnest(
         $1::uuid[], $3::uuid[], $4::bytea[], $5::text[], $6::text[], $7::timestamptz[], $8::bigint[], $9::timestamptz[], $10::text[])
         AS given (user_id, id, token_hash, ip, user_agent, at, idle_ms, expires_at, proven_by)),
       ended AS (${deletionInOrder(beyondRoom)} RETURNING user_id),
       room AS (SELECT count(*) FROM ended)
     INSERT INTO sessions (id, user_id, token_hash, ip, user_agent, created_at, last_seen_at, idle_ms, expires_at, proven_by, proven_at)
     SELECT given.id, users.id, token_hash, ip, user_agent, at, at, idle_ms, expires_at, proven_by, at
     FROM room CROSS JOIN given JOIN users ON users.id = given.user_id WHERE closed_at IS NULL ORDER BY users.id FOR KEY SHARE OF users
     RETURNING user_id, (SELECT count(*)::int FROM ended WHERE ended.user_id = sessions.user_id) AS ended,
       EXISTS (SELECT 1 FROM recoveries WHERE recoveries.user_id = sessions.user_id AND ended_at IS NULL) AS recovering`,
    [
      entries.map(({ userId }) => userId),
      mostOfOne - 1,
      entries.map(() => randomUUID()),
      tokens.map(hashOf),
      entries.map(({ device }) => device.address),
      entries.map(({ device }) => device.userAgent),
      entries.map(({ at }) => at),
      entries.map((entry) => lifeOf(entry).idle),
      entries.map((entry) => new Date(entry.at.getTime() + lifeOf(entry).absolute)),
      entries.map(
        ({ opening: { secondFactor, method } }) => secondFactor ?? (method === 'google' ? 'openid' : method),
      ),
    ],
  );
  if (opened.length < entries.length) throw new Refusal('INVALID_CREDENTIALS');
  const ended = opened.filter((session) => session.ended > 0);
  await announceAll(
    query,
    ended.map(({ user_id }) => sessionsTopic(user_id)),
  );
  await recordSignIns(
    query,
    entries.map(({ opening: { method, secondFactor }, ...entry }) => ({ ...entry, method, secondFactor })),
  );
  const recovering = new Set(opened.filter((session) => session.recovering).map(({ user_id }) => user_id));
  for (const { userId, opening, at } of entries) {
    const isByFactor = opening.secondFactor !== null || opening.method === 'passkey';
    if (recovering.has(userId) && isByFactor) await stopByFactor(query, userId, at);
  }
  const arrivals = entries.map(({ userId, device: { address, userAgent, shown }, at }) => ({
    ...{ userId, address, userAgent, shown, at },
  }));
  for (const [index, token] of (await recordArrivals(query, arrivals)).entries())
    entries[index]?.device.keep(token);
  return tokens;
}

interface SessionRow extends UserRow {
  readonly session_id: string;
  readonly token_hash: string;
  readonly device_key: Uint8Array | null;
  readonly last_seen_at: Date;
  readonly idle_ms: string;
  readonly expires_at: Date;
}

/** A token as received. */
interface Shown {
  readonly token: string;
  readonly at: Date;
  /** Whether the request is a use of the session, which keeps it open. */
  readonly isUse: boolean;
}

/** A live session as it was found. */
interface Found extends Omit<Shown, 'token'> {
  readonly row: SessionRow;
}

interface LookUp {
  readonly database: Pick<Db, 'query' | 'queryWithoutSync'>;
  readonly log: Logger;
}

/** The live session of each token; null for an unknown, revoked, idle or expired one. */
export async function findSessions(
  { database, log }: LookUp,
  shown: readonly Shown[],
): Promise<(Session | null)[]> {
  const hashes = shown.map(({ token }) => hashOf(token));
  const rows = await database.query<SessionRow>(
    `SELECT users.*, sessions.id AS session_id, encode(token_hash, 'hex') AS token_hash, device_key, last_seen_at, idle_ms, expires_at
     FROM sessions JOIN users ON users.id = sessions.user_id WHERE token_hash = ANY (${anyLength('$1', 'bytea')})`,
    [hashes],
  );
  const byHash = new Map(rows.map((row) => [row.token_hash, row]));
  const found = shown.map(({ at, isUse }, index) => {
    const row = byHash.get(Buffer.from(hashes[index] ?? '').toString('hex'));
    return row && isLive(row, at) ? { row, at, isUse } : null;
  });
  await touch({ database, log }, found);
  return found.map((each) => each && sessionOf(each));
}

function isLive({ last_seen_at, idle_ms, expires_at }: SessionRow, at: Date): boolean {
  const now = at.getTime();
  return now < expires_at.getTime() && now < last_seen_at.getTime() + Number(idle_ms);
}

function sessionOf(found: Found): Session {
  const { session_id, token_hash: _, device_key, ...more } = found.row;
  const { last_seen_at, idle_ms, expires_at, ...user } = more;
  const usedAt = isToBeWritten(found) ? found.at : last_seen_at;
  const endsAt = new Date(Math.min(expires_at.getTime(), usedAt.getTime() + Number(idle_ms)));
  return { id: session_id, user, deviceKey: device_key, endsAt };
}

/** Whether this use has to be written as the last one. */
function isToBeWritten({ row, at, isUse }: Found): boolean {
  return isUse && at.getTime() - row.last_seen_at.getTime() >= seenEvery;
}

/**
 * Writes the last uses in one statement, for which all wait who are looked up together. So it waits for nobody: when another transaction has
 * locked a session, its next use is written. A use may be forgotten (decision 222), and nobody is turned away because it was not written.
 */
async function touch({ database, log }: LookUp, found: readonly (Found | null)[]): Promise<void> {
  const stale = new Map<string, Date>();
  for (const each of found) {
    if (each && isToBeWritten(each)) stale.set(each.row.session_id, each.at);
  }
  if (stale.size === 0) return;
  try {
    await database.queryWithoutSync(
      `UPDATE sessions SET last_seen_at = used.at
      FROM unnest(${anyLength('$1', 'uuid')}, $2::timestamptz[]) AS used (id, at)
      WHERE sessions.id = used.id AND last_seen_at < used.at AND sessions.id IN (
        SELECT id FROM sessions WHERE id = ANY (${anyLength('$1', 'uuid')}) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
      )`,
      [[...stale.keys()], [...stale.values()]],
    );
  } catch (error) {
    log.warn({ reason: String(error) }, 'the last uses of sessions were not written');
  }
}

/** Records a proof of the session's person and resets the total that it has paid without separate proofs. */
export async function keepProven(query: Query, id: string, { by, at }: Proven): Promise<void> {
  await query('UPDATE sessions SET proven_by = $2, proven_at = $3, paid_since = 0 WHERE id = $1', [
    id,
    by,
    at,
  ]);
}

/** Which of these sessions are live. Does not count as use. */
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
 * Locks the account of a session until the end of the transaction and answers its current row. UNAUTHENTICATED when the session has ended
 * since the request was admitted.
 */
export async function lockOwner(query: Query, { id, user }: Session, at: Date): Promise<UserRow> {
  const owner = await lockUser(query, user.id);
  const live = await liveSessions(query, [id], at);
  if (!live.has(id)) throw new Refusal('UNAUTHENTICATED');
  return owner;
}

/** Ends a session: its token is invalid at once, and its streams end when each server is told. */
export async function closeSession(query: Query, id: string): Promise<void> {
  const [ended] = await query<{ user_id: string }>('DELETE FROM sessions WHERE id = $1 RETURNING user_id', [
    id,
  ]);
  if (ended) await announce(query, sessionsTopic(ended.user_id));
}

/** Ends every session of a person except one, or all of them (null). */
export async function closeSessions(query: Query, userId: string, but: string | null): Promise<void> {
  await deleteInOrder(query, 'user_id = $1 AND id IS DISTINCT FROM $2::uuid', [userId, but]);
  await announce(query, sessionsTopic(userId));
}

/** Deletes in the order in which payments lock sessions, to avoid deadlocks. Answers how many were deleted. */
async function deleteInOrder(query: Query, condition: string, values: readonly SqlValue[]): Promise<number> {
  const ended = await query(`${deletionInOrder(condition)} RETURNING id`, values);
  return ended.length;
}

const deletionInOrder = (condition: string) =>
  `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE ${condition} ORDER BY id FOR UPDATE)`;

/** The most sessions of one person: the least recently used one ends when another is opened. */
const mostOfOne = 50;
/** SQL: the sessions of each person of $1 after the $2 that were used last. */
const beyondRoom = `id IN (SELECT beyond.id FROM unnest($1::uuid[]) AS person (id) CROSS JOIN LATERAL
  (SELECT id FROM sessions WHERE user_id = person.id ORDER BY last_seen_at DESC, created_at DESC, id OFFSET $2::int) AS beyond)`;

interface LiveRow {
  readonly id: string;
  readonly ip: string;
  readonly user_agent: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
}

/** The open sessions of this session's person, the latest use first. */
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

/** Deletes expired sessions, and throttles that are full again. */
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
