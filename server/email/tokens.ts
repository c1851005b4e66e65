import { createHash, randomBytes } from 'node:crypto';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';

type Purpose = 'confirm' | 'reset';

const hour = 3_600_000;
const lives: Readonly<Record<Purpose, number>> = { confirm: 24 * hour, reset: hour };

/** The recipient of a link: a user, and the address to which the email was sent. */
interface Addressee {
  readonly user_id: string;
  readonly email: string;
}

/**
 * Makes the token of an email's link: 256 random bits, of which only the SHA-256 is stored. A new token voids the older ones of its
 * purpose.
 */
export async function makeToken(
  query: Query,
  purpose: Purpose,
  { user_id, email }: Addressee,
  at: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await query('DELETE FROM email_tokens WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL', [
    user_id,
    purpose,
  ]);
  await query(
    'INSERT INTO email_tokens (token_hash, purpose, user_id, email, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [hashOf(token), purpose, user_id, email, new Date(at.getTime() + lives[purpose])],
  );
  return token;
}

/** Uses a token up. LINK_EXPIRED when it is unknown, expired or used; its field as `whyOver` says. */
export async function takeToken(query: Query, purpose: Purpose, token: string, at: Date): Promise<Addressee> {
  const [taken] = await query<Addressee>(
    `UPDATE email_tokens SET used_at = $3
     WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3 AND used_at IS NULL
     RETURNING user_id, email`,
    [hashOf(token), purpose, at],
  );
  if (taken) return taken;
  throw new Refusal('LINK_EXPIRED', await whyOver(query, purpose, token, at));
}

/** LINK_EXPIRED as for `takeToken`, without using the token up. */
export async function requireToken(
  query: Query,
  purpose: Purpose,
  token: string,
  at: Date,
): Promise<Addressee> {
  const [found] = await query<Addressee>(
    `SELECT user_id, email FROM email_tokens
     WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3 AND used_at IS NULL`,
    [hashOf(token), purpose, at],
  );
  if (!found) throw new Refusal('LINK_EXPIRED', await whyOver(query, purpose, token, at));
  return found;
}

/**
 * The field is `used` only until the token would have expired, and only while the account has the address that the token, which only the
 * email's reader has, verified (decision 238).
 */
async function whyOver(query: Query, purpose: Purpose, token: string, at: Date) {
  const used = await query(
    `SELECT 1 FROM email_tokens AS token JOIN users ON users.id = token.user_id AND users.email = token.email
     WHERE token.token_hash = $1 AND token.purpose = $2 AND token.expires_at > $3 AND token.used_at IS NOT NULL
       AND users.email_confirmed_at IS NOT NULL`,
    [hashOf(token), purpose, at],
  );
  return used.length > 0 ? { fields: { token: 'used' as const } } : {};
}

/** Voids all unused links of a person. */
export async function voidTokens(query: Query, userId: string): Promise<void> {
  await query('DELETE FROM email_tokens WHERE user_id = $1 AND used_at IS NULL', [userId]);
}

/** Voids the unused links that would give an account another address than this one. */
export async function voidOtherAddresses(query: Query, userId: string, email: string): Promise<void> {
  await query(
    `DELETE FROM email_tokens WHERE user_id = $1 AND purpose = 'confirm' AND used_at IS NULL AND email <> $2`,
    [userId, email],
  );
}

function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
