import { addressesCall, type DepositAddress, makeAddressCall } from '../../contract/addresses.ts';
import { requireActive } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { contractOf } from '../tokens/catalogue.ts';
import { type Listing, requireListing } from '../tokens/listings.ts';
import type { DepositNetwork } from '../tokens/network.ts';
import { addressesOf } from './derivation.ts';

interface World {
  readonly database: Db;
  readonly network: DepositNetwork | null;
}

/** Registers the calls that show where a person can be paid. Without a network no addresses are made. */
export function addressCalls(route: Route, { database, network }: World) {
  const derive = network && addressesOf(network.xpub);

  route(makeAddressCall, async ({ body, session, at }) => {
    if (!network || !derive) throw new Refusal('UNAVAILABLE');
    await requireActive(database.query, session.user.id);
    const token = await requireListing(database.query, body.token);
    const wanted = { userId: session.user.id, token: body.token, xpub: network.xpub, at };
    const address = await database.transaction((query) => ensureAddress(query, wanted, derive));
    return tell(token, address, network);
  });

  route(addressesCall, async ({ session }) => {
    if (!network) return [];
    const made = await database.query<Held & { address: string }>(
      `SELECT address, symbol, contract_address AS "contractAddress"
      FROM deposit_addresses JOIN tokens ON symbol = token
      WHERE user_id = $1 ORDER BY created_at, symbol`,
      [session.user.id],
    );
    return made.map(({ address, ...token }) => tell(token, address, network));
  });
}

type Held = Pick<Listing, 'symbol' | 'contractAddress'>;

interface Wanted {
  readonly userId: string;
  readonly token: string;
  readonly xpub: string;
  readonly at: Date;
}

/** The person's address for the token: found, or made with the key's next number. */
export async function ensureAddress(
  query: Query,
  { userId, token, xpub, at }: Wanted,
  derive: (index: number) => string,
): Promise<string> {
  const find = async () => {
    const [made] = await query<{ address: string }>(
      'SELECT address FROM deposit_addresses WHERE user_id = $1 AND token = $2',
      [userId, token],
    );
    return made?.address;
  };
  const found = await find();
  if (found !== undefined) return found;
  const [counter] = await query<{ index: number }>(
    `INSERT INTO deposit_keys AS known (xpub, used) VALUES ($1, 1)
    ON CONFLICT (xpub) DO UPDATE SET used = known.used + 1
    RETURNING used - 1 AS index`,
    [xpub],
  );
  // Whoever waited for the number may have waited for a call of the same person.
  const meanwhile = await find();
  if (!counter || meanwhile !== undefined) return giveBack(query, xpub, meanwhile);
  const address = derive(counter.index);
  await query('INSERT INTO deposit_addresses (address, user_id, token, created_at) VALUES ($1, $2, $3, $4)', [
    address,
    userId,
    token,
    at,
  ]);
  return address;
}

async function giveBack(query: Query, xpub: string, address: string | undefined): Promise<string> {
  if (address === undefined) throw new Error('the key has no number');
  await query('UPDATE deposit_keys SET used = used - 1 WHERE xpub = $1', [xpub]);
  return address;
}

/** EIP-681: a payment request for a token is a call of `transfer` on its contract. */
function tell(token: Held, address: string, network: DepositNetwork): DepositAddress {
  const { name, chainId } = network;
  const contract = contractOf(token, network);
  return {
    token: token.symbol,
    network: name,
    address,
    uri: `ethereum:${contract}@${chainId}/transfer?address=${address}`,
  };
}
