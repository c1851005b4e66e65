import { readRecipient } from '../../contract/recipients.ts';
import type { TransactionQuote } from '../../contract/transactions.ts';
import { ensureAddress } from '../addresses/addresses.ts';
import { Refusal } from '../core/refusal.ts';
import {
  lookupsByAccount,
  lookupsByNetwork,
  lookupsOfName,
  recordUse,
  takeUse,
  usesOf,
} from '../core/throttle.ts';
import type { Db, Query } from '../database/db.ts';
import { requireListing } from '../tokens/listings.ts';

/** The found person, in the format of a quote. */
export type FoundPerson = NonNullable<TransactionQuote['recipient']['person']>;

interface Named {
  readonly payerId: string;
  readonly token: string;
  /** The recipient as typed. */
  readonly to: string;
  /** The payer's network, from `networkOf`. */
  readonly network: string;
  readonly at: Date;
}

/** Makes and finds the addresses of accounts here. */
interface AddressSource {
  readonly xpub: string;
  readonly derive: (index: number) => string;
}

/**
 * The address of a recipient, and the person when they were named by username or email. An address is answered unchanged. Refuses with
 * ADDRESS_INVALID, `to: not_found`, anyone unknown, hidden, frozen or closed, all in one query so that they cannot be told apart. RATE_LIMITED
 * beyond the lookups of the payer or their network; UNAVAILABLE for names when the server makes no addresses.
 */
export async function findNamed(
  database: Db,
  asked: Named,
  addresses: AddressSource | null,
): Promise<{ readonly to: string; readonly person: FoundPerson | null }> {
  const { payerId, token, to, at } = asked;
  const named = readRecipient(to);
  if (named.ok && named.value.kind === 'address') return { to, person: null };
  if (!named.ok) throw new Refusal('ADDRESS_INVALID', { fields: { to: named.problem } });
  if (!addresses) throw new Refusal('UNAVAILABLE');
  const { query } = database;
  await requireListing(query, token);
  const { kind, value } = named.value;
  const key = value.toLowerCase();
  await takeLookup(query, asked, key);
  const [found] = await query<FoundRow>(lookups[kind === 'email' ? 'email' : 'username'], [key, payerId]);
  if (!found) throw new Refusal('ADDRESS_INVALID', { fields: { to: 'not_found' } });
  if (found.id === payerId) throw new Refusal('ADDRESS_INVALID', { fields: { to: 'own' } });
  const address = await database.transaction((each) =>
    ensureAddress(each, { userId: found.id, token, xpub: addresses.xpub, at }, addresses.derive),
  );
  return { to: address, person: { asked: value, name: shownName(found) } };
}

interface FoundRow {
  readonly id: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** `$1` is the name searched for, `$2` the payer, who may find themselves so that the answer can say so. */
const lookup = (isNamed: string, isTheirs: string) =>
  `SELECT id, first_name, last_name FROM users
  WHERE ${isNamed} AND closed_at IS NULL
    AND (id = $2 OR (${isTheirs} AND discoverable_since IS NOT NULL AND frozen_at IS NULL))`;

const lookups = {
  email: lookup('email = $1', 'email_confirmed_at IS NOT NULL'),
  username: lookup('username_key = $1', 'true'),
};

/** Counts one lookup for the payer and one for their network; none for a name that they looked up within a day. */
async function takeLookup(query: Query, { payerId, network, at }: Named, key: string): Promise<void> {
  const name = `${payerId} ${key}`;
  if ((await usesOf(query, lookupsOfName, name, at)) > 0) return;
  const fields = { to: 'throttled' } as const;
  await takeUse(query, lookupsByAccount, payerId, at, fields);
  await takeUse(query, lookupsByNetwork, network, at, fields);
  await recordUse(query, lookupsOfName, name, at);
}

/** What others see of a discoverable person: the first name and the initial of the last, `Anna K.`; null without a first name. */
export function shownName({ first_name, last_name }: Omit<FoundRow, 'id'>): string | null {
  if (first_name === null) return null;
  const initial = last_name === null ? null : /^.\p{M}*/u.exec(last_name)?.[0];
  return initial ? `${first_name} ${initial}.` : first_name;
}
