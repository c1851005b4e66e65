import type { EventType } from '../../contract/analytics.ts';
import { tokenSymbols } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';
import { ensureAccounts } from '../ledger/accounts.ts';
import { recordEvent } from './accountEvents.ts';
import { insertUser, type NewUser, type RegistrationMethod, type UserRow } from './users.ts';

/** Creates a user with a ledger account for each token. Call it in a transaction, so that both exist or neither. */
export async function openAccount(query: Query, user: NewUser, at: Date): Promise<UserRow> {
  const row = await insertUser(query, user, at);
  await ensureAccounts(query, { ownerIds: [row.id], tokens: tokenSymbols, at });
  return row;
}

const events: Readonly<Record<RegistrationMethod, EventType>> = {
  email: 'registration_email',
  metamask: 'registration_metamask',
  google: 'registration_google',
};

/** Registers a person; every method of registering calls this. */
export async function registerAccount(
  query: Query,
  method: RegistrationMethod,
  user: NewUser,
  at: Date,
): Promise<UserRow> {
  const row = await openAccount(query, { ...user, registered_by: method }, at);
  await recordEvent(query, { userId: row.id, type: events[method], at });
  return row;
}
