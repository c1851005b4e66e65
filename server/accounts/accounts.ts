import { loginCall, logoutCall, registerCall } from '../../contract/auth.ts';
import { profileCall } from '../../contract/profile.ts';
import { tokenSymbols } from '../../contract/tokens.ts';
import { recordEvent } from '../analytics/events.ts';
import type { Db, Query } from '../database/db.ts';
import { Refusal } from '../http/refusal.ts';
import type { Route } from '../http/routes.ts';
import { ensureAccounts } from '../ledger/accounts.ts';
import type { Passwords } from './passwords.ts';
import { closeSession, openSession } from './sessions.ts';
import {
  giveBackAll,
  giveBackUse,
  networkOf,
  registrationsByAddress,
  signInsByAccount,
  signInsByAddress,
  takeUse,
} from './throttle.ts';
import { insertUser, type NewUser, tellUser, type UserRow, userByEmail } from './users.ts';

/** Registers the calls with which a person comes and goes. */
export function accountCalls(route: Route, { database, passwords }: { database: Db; passwords: Passwords }) {
  route(registerCall, async ({ body, address, userAgent, at }) => {
    await takeUse(database.query, registrationsByAddress, networkOf(address), at);
    const { password, password_confirmation: _, terms: __, ...person } = body;
    const password_hash = await passwords.hash(password);
    return database.transaction(async (query) => {
      const user = await openAccount(query, { ...person, password_hash }, at);
      await recordEvent(query, { userId: user.id, type: 'registration_email', at });
      const token = await openSession(query, user.id, false, { address, userAgent }, at);
      return { token, user: tellUser(user) };
    });
  });

  route(loginCall, async ({ body, address, userAgent, at }) => {
    const network = networkOf(address);
    await takeUse(database.query, signInsByAddress, network, at);
    await takeUse(database.query, signInsByAccount, body.email, at);
    const user = await userByEmail(database.query, body.email);
    const matches = await passwords.verify(user?.password_hash ?? null, body.password);
    if (!user || !matches) throw new Refusal('INVALID_CREDENTIALS');
    return database.transaction(async (query) => {
      await giveBackAll(query, signInsByAccount, body.email);
      await giveBackUse(query, signInsByAddress, network);
      const token = await openSession(query, user.id, body.remember, { address, userAgent }, at);
      return { token, user: tellUser(user) };
    });
  });

  route(logoutCall, async ({ session }) => {
    await closeSession(database.query, session.id);
    return undefined;
  });

  route(profileCall, async ({ session }) => tellUser(session.user));
}

/** A user with a ledger account for each token. Call it in a transaction: half an account must not exist. */
export async function openAccount(query: Query, user: NewUser, at: Date): Promise<UserRow> {
  const row = await insertUser(query, user, at);
  await ensureAccounts(query, { ownerId: row.id, tokens: tokenSymbols, at });
  return row;
}
