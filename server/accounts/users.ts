import { randomUUID } from 'node:crypto';
import { webAppBase } from '../../contract/call.ts';
import { termsVersion } from '../../contract/legal.ts';
import { avatarCall } from '../../contract/profile.ts';
import type { FreezeReason } from '../../contract/reasons.ts';
import { checkFields } from '../../contract/rules.ts';
import type { KycStatus } from '../../contract/statuses.ts';
import { pathId } from '../../contract/textRules.ts';
import type { ToldUser } from '../../contract/user.ts';
import { Refusal } from '../core/refusal.ts';
import { anyLength } from '../database/anyLength.ts';
import type { Query } from '../database/db.ts';
import { sqlState } from '../database/retry.ts';
import { recordEvent } from './accountEvents.ts';

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
  /** The operator who last decided on the verification. */
  readonly kyc_decided_by: string | null;
  readonly frozen_at: Date | null;
  readonly frozen_reason: FreezeReason | null;
  readonly frozen_note: string | null;
  /** When the person reported "This was not me", while that freeze lasts; the next columns say which parts of lifting it are done. */
  readonly not_me_at: Date | null;
  readonly not_me_proven_at: Date | null;
  readonly not_me_approved_at: Date | null;
  readonly email_confirmed_at: Date | null;
  /** An address that could not be verified because no email can be sent. */
  readonly unproved_email: string | null;
  /** The version of the terms that the person last agreed to, and when. */
  readonly terms_version: string | null;
  readonly terms_accepted_at: Date | null;
  /** Since when others may pay the person by email address or username; null while they may not. */
  readonly discoverable_since: Date | null;
  readonly created_at: Date;
  /** When the person closed the account; null while it is open. */
  readonly closed_at: Date | null;
  /** The email address when the account was closed. */
  readonly closed_email: string | null;
}

/** How the person registered. */
export type RegistrationMethod = 'email' | 'metamask' | 'google';

/** The data of a person when the account is opened. `email` in lower case, as the contract reads it. */
export interface NewUser {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly password_hash: string | null;
  /** Left out for an account that was not registered by its person. */
  readonly registered_by?: RegistrationMethod;
  readonly email_confirmed_at?: Date;
  /** The version that the person agreed to when registering. */
  readonly terms_version?: string;
  readonly username?: string;
  readonly phone?: string;
  readonly date_of_birth?: string;
  readonly country?: string;
}

/** The user in the format of every answer. */
export function tellUser(row: UserRow): ToldUser {
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
    freeze: row.frozen_at
      ? {
          reason: row.frozen_reason,
          note: row.frozen_note,
          since: row.frozen_at.toISOString(),
          ...(row.not_me_at && {
            lifting: {
              proven_at: row.not_me_proven_at?.toISOString() ?? null,
              approved_at: row.not_me_approved_at?.toISOString() ?? null,
            },
          }),
        }
      : null,
    terms: {
      accepted: row.terms_version,
      accepted_at: row.terms_accepted_at?.toISOString() ?? null,
      version: termsVersion,
    },
    discoverable: row.discoverable_since !== null,
    kyc_status: row.kyc_status,
    created_at: row.created_at.toISOString(),
  };
}

/** Without a host, because it is on this server. */
function addressOfAvatar(fileId: string): string {
  return `${webAppBase}${avatarCall.path.replace('{id}', fileId)}`;
}

/**
 * Stores a user, or refuses with EMAIL_TAKEN or USERNAME_TAKEN on the field.
 * Of two registrations at once with the same email, the second waits for the first and is refused.
 */
export async function insertUser(query: Query, user: NewUser, at: Date): Promise<UserRow> {
  const usernameKey = user.username?.toLowerCase() ?? null;
  const [row] = await query<UserRow>(
    `INSERT INTO users (id, first_name, last_name, username, username_key, email, phone, date_of_birth, country,
       password_hash, registered_by, email_confirmed_at, created_at, terms_version, terms_accepted_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
       CASE WHEN $14::text IS NULL THEN NULL ELSE $13::timestamptz END)
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
      user.registered_by ?? null,
      user.email_confirmed_at ?? null,
      at,
      user.terms_version ?? null,
    ],
  );
  if (row) return row;
  const takenEmail = await query('SELECT 1 FROM users WHERE email = $1', [user.email]);
  throw takenEmail.length > 0
    ? new Refusal('EMAIL_TAKEN', { fields: { email: 'taken' } })
    : new Refusal('USERNAME_TAKEN', { fields: { username: 'taken' } });
}

/** Refuses with USERNAME_TAKEN on the field. */
export async function requireFreeUsername(query: Query, username: string): Promise<void> {
  const taken = await query('SELECT 1 FROM users WHERE username_key = $1', [username.toLowerCase()]);
  if (taken.length > 0) throw new Refusal('USERNAME_TAKEN', { fields: { username: 'taken' } });
}

export async function userByEmail(query: Query, email: string): Promise<UserRow | null> {
  const [row] = await query<UserRow>('SELECT * FROM users WHERE email = $1', [email]);
  return row ?? null;
}

const uniqueViolation = '23505';

/**
 * Changes an account's address; `confirmedAt` is null when nobody has confirmed it. EMAIL_TAKEN when another account
 * has it. Answers the address of before; null for none.
 */
async function changeEmail(
  query: Query,
  userId: string,
  email: string,
  confirmedAt: Date | null,
): Promise<string | null> {
  const [before] = await query<{ email: string | null }>('SELECT email FROM users WHERE id = $1 FOR UPDATE', [
    userId,
  ]);
  const changed = await query(
    `UPDATE users SET email = $2, unproved_email = NULL,
       email_confirmed_at = CASE WHEN email = $2 THEN coalesce(email_confirmed_at, $3) ELSE $3::timestamptz END
     WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM users AS other WHERE other.email = $2 AND other.id <> $1)
     RETURNING id`,
    [userId, email, confirmedAt],
  ).catch((error: unknown) => {
    // Another account took it at the same moment.
    if (sqlState(error) === uniqueViolation) return [];
    throw error;
  });
  if (changed.length === 0) throw new Refusal('EMAIL_TAKEN', { fields: { email: 'taken' } });
  return before?.email ?? null;
}

/**
 * Confirms an address whose owner opened the link in an email; answers the address of before. LINK_EXPIRED when another account has it by
 * now.
 */
export async function confirmEmail(
  query: Query,
  userId: string,
  email: string,
  at: Date,
): Promise<string | null> {
  return changeEmail(query, userId, email, at).catch((error: unknown) => {
    if (error instanceof Refusal) throw new Refusal('LINK_EXPIRED');
    throw error;
  });
}

/**
 * Freezes a locked account at `at` and records it. A second freeze keeps the first moment, and the reason unless another is given.
 * Call it in a transaction.
 */
export async function freezeAccount(
  query: Query,
  found: UserRow,
  { reason, note, at }: Freeze,
): Promise<UserRow> {
  const isSilent = reason === undefined && note === undefined;
  if (found.frozen_at !== null && isSilent) return found;
  const frozen = {
    frozen_at: found.frozen_at ?? at,
    frozen_reason: reason ?? null,
    frozen_note: note ?? null,
  };
  await query('UPDATE users SET frozen_at = $2, frozen_reason = $3, frozen_note = $4 WHERE id = $1', [
    found.id,
    frozen.frozen_at,
    frozen.frozen_reason,
    frozen.frozen_note,
  ]);
  if (found.frozen_at === null) await recordEvent(query, { userId: found.id, type: 'user_frozen', at });
  return { ...found, ...frozen };
}

interface Freeze {
  readonly reason?: FreezeReason | undefined;
  readonly note?: string | undefined;
  readonly at: Date;
}

/** Lifts the freeze of a locked account and records it. */
export async function liftFreeze(query: Query, found: UserRow, at: Date): Promise<UserRow> {
  if (found.frozen_at === null) return found;
  const free = {
    ...{ frozen_at: null, frozen_reason: null, frozen_note: null },
    ...{ not_me_at: null, not_me_proven_at: null, not_me_approved_at: null },
  };
  await query(
    `UPDATE users SET frozen_at = NULL, frozen_reason = NULL, frozen_note = NULL,
       not_me_at = NULL, not_me_proven_at = NULL, not_me_approved_at = NULL WHERE id = $1`,
    [found.id],
  );
  await recordEvent(query, { userId: found.id, type: 'user_unfrozen', at });
  return { ...found, ...free };
}

/** An account as an operator names it: by `email`, or by `account`, which is an id, an email or a username in lower case. */
export interface AccountName {
  readonly email?: string | undefined;
  readonly account?: string | undefined;
}

/** The id of an open account. NOT_FOUND when there is none. */
export async function idOfNamed(
  query: Query,
  { email, account = email ?? '' }: AccountName,
): Promise<string> {
  const column = account.includes('@') ? 'email' : checkFields(pathId, account).ok ? 'id' : 'username_key';
  const [found] = await query<{ id: string }>(
    `SELECT id FROM users WHERE ${column} = $1 AND closed_at IS NULL`,
    [account],
  );
  if (!found) throw new Refusal('NOT_FOUND');
  return found.id;
}

/** Locks the account until the end of the transaction. Otherwise like `idOfNamed`. */
export async function lockNamed(query: Query, name: AccountName): Promise<UserRow> {
  const found = await lockUser(query, await idOfNamed(query, name));
  if (found.closed_at !== null) throw new Refusal('NOT_FOUND');
  return found;
}

/** Locks an account until the end of the transaction. NOT_FOUND when there is none. */
export async function lockUser(query: Query, id: string): Promise<UserRow> {
  const [found] = await query<UserRow>('SELECT * FROM users WHERE id = $1 FOR UPDATE', [id]);
  if (!found) throw new Refusal('NOT_FOUND');
  return found;
}

/**
 * INVALID_CREDENTIALS when the verified password is no longer the account's. In a transaction it cannot change before the end, so a login that was
 * running while the password was reset opens no session.
 */
export async function requireSamePassword(query: Query, { id, password_hash }: UserRow): Promise<void> {
  const same = await query('SELECT id FROM users WHERE id = $1 AND password_hash = $2 FOR SHARE', [
    id,
    password_hash,
  ]);
  if (same.length === 0) throw new Refusal('INVALID_CREDENTIALS');
}

/** Which of these people are frozen. */
export async function frozenOf(query: Query, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const frozen = await query<{ id: string }>(
    'SELECT id FROM users WHERE id = ANY ($1::uuid[]) AND frozen_at IS NOT NULL',
    [userIds],
  );
  return new Set(frozen.map(({ id }) => id));
}

/**
 * How an account is locked until the end of the transaction. `none`: not at all, for what moves no money and is in no transaction, where a
 * lock would end at once, and writing it would still wait for the disk.
 */
const locks = { shared: 'FOR SHARE', alone: 'FOR NO KEY UPDATE', none: '' } as const;

/**
 * Refuses with ACCOUNT_BLOCKED while the person is frozen: every money call starts with this (contract: "What a signed-in frozen
 * user may do"). In a transaction the answer stays true until its end, because a freeze waits for it; not with `none`.
 */
export async function requireActive(
  query: Query,
  userId: string,
  lock: 'shared' | 'none' = 'shared',
): Promise<void> {
  const active = await activeOf(query, [userId], lock);
  if (!active.has(userId)) throw new Refusal('ACCOUNT_BLOCKED');
}

/**
 * Which of these people have open accounts that are not frozen. Otherwise like `requireActive`. `alone`: locks them until the end of the transaction, so
 * that a judgement over all of their payments stays true.
 */
export async function activeOf(
  query: Query,
  userIds: readonly string[],
  lock: keyof typeof locks = 'shared',
): Promise<ReadonlySet<string>> {
  const active = await query<{ id: string }>(
    `SELECT id FROM users WHERE id = ANY (${anyLength('$1', 'uuid')}) AND frozen_at IS NULL AND closed_at IS NULL
    ORDER BY id ${locks[lock]}`,
    [userIds],
  );
  return new Set(active.map(({ id }) => id));
}

/** Which of these people have closed their accounts. In a transaction no other one of them can be closed before its end. */
export async function closedOf(query: Query, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const found = await query<{ id: string; closed_at: Date | null }>(
    `SELECT id, closed_at FROM users WHERE id = ANY (${anyLength('$1', 'uuid')}) ORDER BY id FOR KEY SHARE`,
    [userIds],
  );
  return new Set(found.filter(({ closed_at }) => closed_at !== null).map(({ id }) => id));
}
