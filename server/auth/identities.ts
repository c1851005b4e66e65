import type { ToldSession } from '../../contract/auth.ts';
import type { SecondFactor } from '../../contract/factors.ts';
import { type Device, openSession } from '../accounts/sessions.ts';
import { tellUser, type UserRow } from '../accounts/users.ts';
import type { Db, Query } from '../database/db.ts';

/** A person's identity at an identity provider or on a chain. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** The issuer of chain addresses: the same key has the same address on every EVM chain. */
export const chainIssuer = 'eip155';

class IdentityTaken extends Error {}

/** The steps of a sign-in with an identity, in its transaction. */
interface Admission {
  readonly database: Db;
  readonly identity: Identity;
  readonly device: Device;
  readonly at: Date;
  /** The second step of a sign-in to an existing account, before the transaction: refuses the person, or answers the factor that was used. */
  readonly admit: (user: UserRow) => Promise<SecondFactor | null>;
  /** The first step in the transaction of every sign-in: marks single-use values as used. */
  readonly begin?: (query: Query) => Promise<void>;
  /** Opens an account for an unknown identity. */
  readonly open: (query: Query) => Promise<UserRow>;
}

/** Signs in the owner of the identity. Of two first sign-ins at once, the second starts again with the account that the first has opened. */
export async function signInAs(admission: Admission): Promise<ToldSession> {
  try {
    return await attempt(admission);
  } catch (error) {
    if (error instanceof IdentityTaken) return attempt(admission);
    throw error;
  }
}

async function attempt(admission: Admission): Promise<ToldSession> {
  const { database, identity, device, at, admit, begin, open } = admission;
  const admitted = await userOf(database.query, identity);
  const secondFactor = admitted ? await admit(admitted) : null;
  const method = identity.issuer === chainIssuer ? 'wallet' : 'google';
  const opening = { remember: false, method, secondFactor } as const;
  return database.transaction(async (query) => {
    await begin?.(query);
    const found = await userOf(query, identity);
    if (found && found.id !== admitted?.id) throw new IdentityTaken();
    const user = found ?? (await first(query));
    const token = await openSession(query, user.id, opening, device, at);
    return { token, user: tellUser(user) };
  });

  async function first(query: Query): Promise<UserRow> {
    const user = await open(query);
    await addIdentity(query, identity, user.id, at);
    return user;
  }
}

/** Locks the identity, so that its removal waits for the session that is being opened, and then ends that session too. */
export async function userOf(query: Query, { issuer, subject }: Identity): Promise<UserRow | null> {
  const [row] = await query<UserRow>(
    `SELECT users.* FROM identities JOIN users ON users.id = identities.user_id
     WHERE issuer = $1 AND subject = $2 FOR SHARE OF identities`,
    [issuer, subject],
  );
  return row ?? null;
}

async function addIdentity(query: Query, { issuer, subject }: Identity, userId: string, at: Date) {
  const added = await query(
    `INSERT INTO identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING user_id`,
    [issuer, subject, userId, at],
  );
  if (added.length === 0) throw new IdentityTaken();
}

/**
 * Adds a proven identity to the account of a signed-in person. False when it is already theirs, null when it belongs to another
 * account. Call it in a transaction.
 */
export async function linkIdentity(
  query: Query,
  { issuer, subject }: Identity,
  userId: string,
  at: Date,
): Promise<boolean | null> {
  const added = await query(
    `INSERT INTO identities (issuer, subject, user_id, created_at, is_added) VALUES ($1, $2, $3, $4, true)
     ON CONFLICT DO NOTHING RETURNING user_id`,
    [issuer, subject, userId, at],
  );
  if (added.length > 0) return true;
  const own = await identitiesOf(query, userId);
  return own.some((each) => each.issuer === issuer && each.subject === subject) ? false : null;
}

/** The identities of a person, oldest first. */
export function identitiesOf(query: Query, userId: string): Promise<Identity[]> {
  return query<Identity>(
    'SELECT issuer, subject FROM identities WHERE user_id = $1 ORDER BY created_at, subject',
    [userId],
  );
}

/**
 * Removes from a person the identities linked before their email address was confirmed (all of them if it never was), and all wallets
 * added later: the person who recovers an account by its address may not be the one who opened it, or who had its password (decisions 067, 075).
 * Call it before the address is confirmed again.
 */
export async function removeOlderIdentities(query: Query, userId: string): Promise<void> {
  await query(
    `DELETE FROM identities WHERE user_id = $1 AND (is_added OR created_at <
       coalesce((SELECT email_confirmed_at FROM users WHERE id = $1), 'infinity'::timestamptz))`,
    [userId],
  );
}

export async function removeIdentity(
  query: Query,
  userId: string,
  { issuer, subject }: Identity,
): Promise<void> {
  await query('DELETE FROM identities WHERE user_id = $1 AND issuer = $2 AND subject = $3', [
    userId,
    issuer,
    subject,
  ]);
}
