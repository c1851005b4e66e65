import { createHash, randomBytes } from 'node:crypto';
import type { Query } from '../database/db.ts';

const day = 86_400_000;
/** A device that nobody has signed in on for this long is a stranger's again. In milliseconds. */
export const deviceLife = 180 * day;
/** Of each person the newest are kept. */
const mostDevices = 20;

/** Whether this person has signed in on the device before. The same time for an email address that nobody has. */
export async function knowsDevice(query: Query, token: string, email: string, at: Date): Promise<boolean> {
  const rows = await query(
    `SELECT 1 FROM known_devices JOIN users ON users.id = known_devices.user_id
     WHERE token_hash = $1 AND email = $2 AND last_used_at > $3`,
    [hashOf(token), email, new Date(at.getTime() - deviceLife)],
  );
  return rows.length > 0;
}

/** Whether this account has been signed in to on the device before. */
export async function knowsDeviceOf(query: Query, token: string, userId: string, at: Date): Promise<boolean> {
  const rows = await query(
    'SELECT 1 FROM known_devices WHERE token_hash = $1 AND user_id = $2 AND last_used_at > $3',
    [hashOf(token), userId, new Date(at.getTime() - deviceLife)],
  );
  return rows.length > 0;
}

/**
 * Binds the device to a person who has just signed in on it, and answers the token that it is to carry: the one that it showed,
 * if this server has given it out, or 256 new random bits, of which only the SHA-256 is kept.
 */
export async function rememberDevice(
  query: Query,
  userId: string,
  shown: string | null,
  at: Date,
): Promise<string> {
  const known =
    shown === null
      ? []
      : await query('SELECT 1 FROM known_devices WHERE token_hash = $1 LIMIT 1', [hashOf(shown)]);
  const token = shown !== null && known.length > 0 ? shown : randomBytes(32).toString('base64url');
  await query(
    `INSERT INTO known_devices (token_hash, user_id, created_at, last_used_at) VALUES ($1, $2, $3, $3)
     ON CONFLICT (token_hash, user_id) DO UPDATE SET last_used_at = excluded.last_used_at`,
    [hashOf(token), userId, at],
  );
  await query(
    `DELETE FROM known_devices WHERE user_id = $1 AND token_hash IN
       (SELECT token_hash FROM known_devices WHERE user_id = $1 ORDER BY last_used_at DESC, token_hash OFFSET $2)`,
    [userId, mostDevices],
  );
  return token;
}

/** Forgets every device of a person but the one that shows this token; all of them for null. */
export async function forgetDevices(query: Query, userId: string, but: string | null): Promise<void> {
  await query('DELETE FROM known_devices WHERE user_id = $1 AND token_hash IS DISTINCT FROM $2', [
    userId,
    but === null ? null : hashOf(but),
  ]);
}

export async function sweepDevices(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM known_devices WHERE last_used_at <= $1', [new Date(at.getTime() - deviceLife)]);
}

function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
