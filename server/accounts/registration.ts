import type { EventType } from '../../contract/analytics.ts';
import { tokenSymbols } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';
import { ensureAccounts } from '../ledger/accounts.ts';
import { recordEvent } from './accountEvents.ts';
import { insertUser, type NewUser, type UserRow, type Way } from './users.ts';

/** A user with a ledger account for each token. Call it in a transaction: half an account must not exist. */
export async function openAccount(query: Query, user: NewUser, at: Date): Promise<UserRow> {
  const row = await insertUser(query, user, at);
  await ensureAccounts(query, { ownerIds: [row.id], tokens: tokenSymbols, at });
  return row;
}

const events: Readonly<Record<Way, EventType>> = {
  email: 'registration_email',
  metamask: 'registration_metamask',
  google: 'registration_google',
};

/** Somebody opens an account for themselves: the one place through which all do, by whatever way they come. */
export async function registerAccount(query: Query, way: Way, user: NewUser, at: Date): Promise<UserRow> {
  const row = await openAccount(query, { ...user, registered_by: way }, at);
  await recordEvent(query, { userId: row.id, type: events[way], at });
  return row;
}
