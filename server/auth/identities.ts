import type { ToldSession } from '../../contract/auth.ts';
import type { SecondFactor } from '../../contract/factors.ts';
import { type Device, openSession } from '../accounts/sessions.ts';
import { tellUser, type UserRow } from '../accounts/users.ts';
import type { Db, Query } from '../database/db.ts';

/** Who somebody is at an identity provider or on a chain. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** Addresses of the chain are subjects of this issuer: the same key is the same address on every chain of its kind. */
export const chainIssuer = 'eip155';

class IdentityTaken extends Error {}

/** What a sign-in with an identity does, in its transaction. */
interface Admission {
  readonly database: Db;
  readonly identity: Identity;
  readonly device: Device;
  readonly at: Date;
  /** The second step of a sign-in, of an account that is there already; refuses who does not get in, and answers what was shown. Done before the transaction. */
  readonly admit: (user: UserRow) => Promise<SecondFactor | null>;
  /** Done first in it, for every sign-in: uses up what is good once. */
  readonly begin?: (query: Query) => Promise<void>;
  /** The account of an identity that nobody has yet. */
  readonly open: (query: Query) => Promise<UserRow>;
}

/** Signs in whoever has the identity. Of two first sign-ins at once the second begins again, with the account that the first has opened. */
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

/** Whoever takes the identity from its person waits for the session that it opens, and then ends it too. */
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
 * Adds an identity to the account of a person who is there and has shown it. False when it is theirs already, null when it is somebody
 * else's. Call it in a transaction.
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

/** The identities of a person, the oldest first. */
export function identitiesOf(query: Query, userId: string): Promise<Identity[]> {
  return query<Identity>(
    'SELECT issuer, subject FROM identities WHERE user_id = $1 ORDER BY created_at, subject',
    [userId],
  );
}

/**
 * Takes from a person what was linked before their email address was confirmed, all of it when it never was, and every wallet that was
 * added later: whoever recovers an account by its address may not be the one who opened it, or who had its password (decisions 067, 075).
 * Call it before the address is confirmed anew.
 */
export async function removeOlderIdentities(query: Query, userId: string): Promise<void> {
  await query(
    `DELETE FROM identities WHERE user_id = $1 AND (is_added OR created_at <
       coalesce((SELECT email_confirmed_at FROM users WHERE id = $1), 'infinity'::timestamptz))`,
    [userId],
  );
}

/** Takes one identity from a person. */
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
