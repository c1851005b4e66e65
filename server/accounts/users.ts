import { randomUUID } from 'node:crypto';
import { webAppBase } from '../../contract/call.ts';
import { avatarCall } from '../../contract/profile.ts';
import type { KycStatus } from '../../contract/statuses.ts';
import type { User } from '../../contract/user.ts';
import type { Query } from '../database/db.ts';
import { Refusal } from '../http/refusal.ts';

/** A row of `users`. */
export interface UserRow {
  readonly id: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly username: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly date_of_birth: string | null;
  readonly country: string | null;
  readonly password_hash: string | null;
  readonly gender: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly zip_code: string | null;
  readonly avatar_file_id: string | null;
  readonly kyc_status: KycStatus;
  readonly kyc_submitted_at: Date | null;
  readonly kyc_expires_at: Date | null;
  readonly frozen_at: Date | null;
  readonly created_at: Date;
}

/** What is known of a person when the account is opened. `email` in lower case, as the contract reads it. */
export interface NewUser {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password_hash: string | null;
  readonly username?: string;
  readonly phone?: string;
  readonly date_of_birth?: string;
  readonly country?: string;
}

/** The user as every answer tells it. */
export function tellUser(row: UserRow): User {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    username: row.username,
    email: row.email,
    phone: row.phone,
    date_of_birth: row.date_of_birth,
    country: row.country,
    gender: row.gender,
    address: row.address,
    city: row.city,
    zip_code: row.zip_code,
    avatar_file: row.avatar_file_id ? { url: addressOfAvatar(row.avatar_file_id) } : null,
    status: row.frozen_at ? 'frozen' : 'active',
    kyc_status: row.kyc_status,
    created_at: row.created_at.toISOString(),
  };
}

/** Without a host: the provider's own. */
function addressOfAvatar(fileId: string): string {
  return `${webAppBase}${avatarCall.path.replace('{id}', fileId)}`;
}

/**
 * Stores a user, or refuses with EMAIL_TAKEN or USERNAME_TAKEN on the field.
 * Of two that come at once with the same e-mail, the second waits for the first and is refused.
 */
export async function insertUser(query: Query, user: NewUser, at: Date): Promise<UserRow> {
  const usernameKey = user.username?.toLowerCase() ?? null;
  const [row] = await query<UserRow>(
    `INSERT INTO users (id, first_name, last_name, username, username_key, email, phone, date_of_birth, country,
       password_hash, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT DO NOTHING
     RETURNING *`,
    [
      randomUUID(),
      user.first_name,
      user.last_name,
      user.username ?? null,
      usernameKey,
      user.email,
      user.phone ?? null,
      user.date_of_birth ?? null,
      user.country ?? null,
      user.password_hash,
      at,
    ],
  );
  if (row) return row;
  const takenEmail = await query('SELECT 1 FROM users WHERE email = $1', [user.email]);
  throw takenEmail.length > 0
    ? new Refusal('EMAIL_TAKEN', { fields: { email: 'taken' } })
    : new Refusal('USERNAME_TAKEN', { fields: { username: 'taken' } });
}

export async function userByEmail(query: Query, email: string): Promise<UserRow | null> {
  const [row] = await query<UserRow>('SELECT * FROM users WHERE email = $1', [email]);
  return row ?? null;
}

/** Freezes an account since `at`, or lifts the freeze (null). Freezing twice keeps the first moment. NOT_FOUND for nobody. */
export async function setFrozen(query: Query, email: string, at: Date | null): Promise<UserRow> {
  const [row] = await query<UserRow>(
    `UPDATE users SET frozen_at = CASE WHEN $2::timestamptz IS NULL THEN NULL ELSE coalesce(frozen_at, $2) END
     WHERE email = $1 RETURNING *`,
    [email, at],
  );
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/**
 * Refuses with ACCOUNT_BLOCKED while the person is frozen: every money call starts with it (contract: "What a signed-in frozen
 * user may do"). In a transaction the answer stays true until its end, because a freeze waits for it.
 */
export async function requireActive(query: Query, userId: string): Promise<void> {
  const active = await query('SELECT id FROM users WHERE id = $1 AND frozen_at IS NULL FOR SHARE', [userId]);
  if (active.length === 0) throw new Refusal('ACCOUNT_BLOCKED');
}
