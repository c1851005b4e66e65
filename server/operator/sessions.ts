import { randomBytes, randomUUID } from 'node:crypto';
import type { Query } from '../database/db.ts';
import type { Operator } from '../http/routes.ts';
import { hashOf, type OperatorRow } from './operators.ts';

/** NIST SP 800-63B, section 4.2.3: half an hour without a call, and twelve hours in all. */
const idle = 30 * 60_000;
const longest = 12 * 3_600_000;
/** A session's last use is written at most this often. */
const seenEvery = 60_000;

/** Opens a session and answers its token: 256 random bits, of which only the SHA-256 is stored. Call it in a transaction. */
export async function openOperatorSession(
  query: Query,
  operator: Pick<OperatorRow, 'id'>,
  address: string,
  at: Date,
): Promise<{ token: string; endsAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const endsAt = new Date(at.getTime() + longest);
  await query('DELETE FROM operator_sessions WHERE expires_at <= $1', [at]);
  await query(
    `INSERT INTO operator_sessions (id, operator_id, token_hash, address, created_at, last_seen_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $5, $6)`,
    [randomUUID(), operator.id, hashOf(token), address, at, endsAt],
  );
  return { token, endsAt };
}

interface SessionRow extends OperatorRow {
  readonly session_id: string;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
}

/**
 * The operator of a token's session: `ended` for a session that was idle too long, has expired, or belongs to a disabled operator; null for
 * an unknown token. A call that is no use of the session does not keep it open.
 */
export async function findOperatorSession(
  query: Query,
  token: string,
  at: Date,
  isUse: boolean,
): Promise<Operator | 'ended' | null> {
  const [row] = await query<SessionRow>(
    `SELECT operators.*, operator_sessions.id AS session_id, last_seen_at, expires_at
     FROM operator_sessions JOIN operators ON operators.id = operator_id WHERE token_hash = $1`,
    [hashOf(token)],
  );
  if (!row) return null;
  const now = at.getTime();
  const isLive = now < row.expires_at.getTime() && now < row.last_seen_at.getTime() + idle;
  if (!isLive || row.disabled_at !== null || row.password_hash === null) return 'ended';
  if (isUse && now - row.last_seen_at.getTime() >= seenEvery)
    await query('UPDATE operator_sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2', [
      row.session_id,
      at,
    ]);
  const { id, name, role } = row;
  return { id, name, role, session: { id: row.session_id, endsAt: row.expires_at } };
}

export async function endOperatorSession(query: Query, id: string): Promise<void> {
  await query('DELETE FROM operator_sessions WHERE id = $1', [id]);
}
