import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Query } from '../database/db.ts';
import { Refusal } from '../http/refusal.ts';

/** `burst` uses at once; each comes back `every` milliseconds (generic cell rate algorithm: one timestamp a key). */
export interface Limit {
  readonly name: string;
  readonly burst: number;
  readonly every: number;
}

const minute = 60_000;

/** An account's guesses: ten, then one in a minute. A right password gives them all back. */
export const signInsByAccount: Limit = { name: 'sign-in-account', burst: 10, every: minute };
/** An address's guesses, over all accounts. A right password gives its own back. */
export const signInsByAddress: Limit = { name: 'sign-in-address', burst: 60, every: 10_000 };
export const registrationsByAddress: Limit = { name: 'register-address', burst: 30, every: 2 * minute };

/** Takes one use, before the work that it pays for. RATE_LIMITED with the seconds to wait when there is none left. */
export async function takeUse(query: Query, limit: Limit, subject: string, at: Date): Promise<void> {
  const key = keyOf(limit, subject);
  const now = at.getTime();
  const latest = new Date(now + (limit.burst - 1) * limit.every);
  const taken = await query(
    `INSERT INTO throttles AS kept (key, free_at) VALUES ($1, $2)
     ON CONFLICT (key) DO UPDATE
       SET free_at = greatest(kept.free_at, $3::timestamptz) + ($2::timestamptz - $3::timestamptz)
       WHERE kept.free_at <= $4
     RETURNING key`,
    [key, new Date(now + limit.every), at, latest],
  );
  if (taken.length > 0) return;
  const [kept] = await query<{ free_at: Date }>('SELECT free_at FROM throttles WHERE key = $1', [key]);
  const wait = (kept?.free_at.getTime() ?? now) - latest.getTime();
  throw new Refusal('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(wait / 1000)) });
}

/** Gives one use back. */
export async function giveBackUse(query: Query, limit: Limit, subject: string): Promise<void> {
  const step = new Date(limit.every);
  await query('UPDATE throttles SET free_at = free_at - ($2::timestamptz - $3::timestamptz) WHERE key = $1', [
    keyOf(limit, subject),
    step,
    new Date(0),
  ]);
}

/** Gives every use back. */
export async function giveBackAll(query: Query, limit: Limit, subject: string): Promise<void> {
  await query('DELETE FROM throttles WHERE key = $1', [keyOf(limit, subject)]);
}

// Hashed, because people type passwords into e-mail fields.
function keyOf(limit: Limit, subject: string): string {
  return `${limit.name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

/** What counts as one caller: an IPv4 address, or the /64 network that an IPv6 subscriber is given. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
