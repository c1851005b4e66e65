import { createHash } from 'node:crypto';
import type { Query } from '../database/db.ts';

const day = 86_400_000;
/** A device without a sign-in for this long counts as unknown again. In milliseconds. */
export const deviceLife = 180 * day;
/** Only this many of the newest are kept for each person. */
export const mostDevices = 20;

/** Whether this person has signed in on the device before. Takes the same time for an unknown email address. */
export async function knowsDevice(query: Query, token: string, email: string, at: Date): Promise<boolean> {
  const rows = await query(
    `SELECT 1 FROM known_devices JOIN users ON users.id = known_devices.user_id
     WHERE token_hash = $1 AND email = $2 AND last_used_at > $3`,
    [hashOf(token), email, new Date(at.getTime() - deviceLife)],
  );
  return rows.length > 0;
}

/** Whether somebody has signed in to this account on the device before. */
export async function knowsDeviceOf(query: Query, token: string, userId: string, at: Date): Promise<boolean> {
  const rows = await query(
    'SELECT 1 FROM known_devices WHERE token_hash = $1 AND user_id = $2 AND last_used_at > $3',
    [hashOf(token), userId, new Date(at.getTime() - deviceLife)],
  );
  return rows.length > 0;
}

/** Deletes all devices of a person except the one with this token; all of them for null. */
export async function forgetDevices(query: Query, userId: string, but: string | null): Promise<void> {
  await query('DELETE FROM known_devices WHERE user_id = $1 AND token_hash IS DISTINCT FROM $2', [
    userId,
    but === null ? null : hashOf(but),
  ]);
}

export async function sweepDevices(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM known_devices WHERE last_used_at <= $1', [new Date(at.getTime() - deviceLife)]);
}

export function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
