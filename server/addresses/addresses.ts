import {
  addressesCall,
  type DepositAddress,
  type DepositChain,
  makeAddressCall,
} from '../../contract/addresses.ts';
import { printMoney } from '../../contract/money.ts';
import { requireActive } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { contractOf } from '../tokens/catalogue.ts';
import {
  type Listing,
  type ListingRow,
  leastDepositOf,
  listingOf,
  requireListing,
} from '../tokens/listings.ts';
import type { DepositNetwork, PublicChain } from '../tokens/network.ts';
import { addressesOf } from './derivation.ts';

interface World {
  readonly database: Db;
  readonly network: DepositNetwork | null;
  /** The same network's chain, if it is followed. */
  readonly chain: PublicChain | null;
}

/** Registers the calls that show a person's deposit addresses. Without a network no addresses are made. */
export function addressCalls(route: Route, { database, network, chain }: World) {
  const derive = network && addressesOf(network.xpub);

  route(makeAddressCall, async ({ body, session, at }) => {
    if (!network || !derive) throw new Refusal('UNAVAILABLE');
    const token = await requireListing(database.query, body.token);
    const wanted = { userId: session.user.id, token: body.token, xpub: network.xpub, at };
    // A frozen person keeps the addresses they have: only a new one is refused.
    const known = await findAddress(database.query, wanted);
    if (known !== undefined) return tell(token, known, network, chain);
    await requireActive(database.query, session.user.id, 'none');
    const address = await database.transaction((query) => ensureAddress(query, wanted, derive));
    return tell(token, address, network, chain);
  });

  route(addressesCall, async ({ session }) => {
    if (!network) return [];
    const made = await database.query<ListingRow & { address: string }>(
      `SELECT address, tokens.* FROM deposit_addresses JOIN tokens ON symbol = token
      WHERE user_id = $1 AND ${isShown} ORDER BY created_at, symbol`,
      [session.user.id, network.xpub],
    );
    return made.map(({ address, ...token }) => tell(listingOf(token), address, network, chain));
  });
}

interface Wanted {
  readonly userId: string;
  readonly token: string;
  readonly xpub: string;
  readonly at: Date;
}

/** SQL: true for addresses of the current key `$2`, and for old ones without a recorded key. */
const isShown = 'is_current AND coalesce(xpub, $2) = $2';

async function findAddress(query: Query, { userId, token, xpub }: Wanted): Promise<string | undefined> {
  const [made] = await query<{ address: string }>(
    `SELECT address FROM deposit_addresses WHERE user_id = $1 AND token = $3 AND ${isShown}`,
    [userId, xpub, token],
  );
  return made?.address;
}

/**
 * The person's address for the token: an existing one, or a new one with the key's next number. When the settings name another key, it is of
 * that key.
 */
export async function ensureAddress(
  query: Query,
  wanted: Wanted,
  derive: (index: number) => string,
): Promise<string> {
  const { userId, token, xpub, at } = wanted;
  const found = await findAddress(query, wanted);
  if (found !== undefined) return found;
  const [counter] = await query<{ index: number }>(
    `INSERT INTO deposit_keys AS known (xpub, used) VALUES ($1, 1)
    ON CONFLICT (xpub) DO UPDATE SET used = known.used + 1
    RETURNING used - 1 AS index`,
    [xpub],
  );
  // A concurrent call of the same person may have made the address while this one waited.
  const meanwhile = await findAddress(query, wanted);
  if (!counter || meanwhile !== undefined) return giveBack(query, xpub, meanwhile);
  await query(
    'UPDATE deposit_addresses SET is_current = false WHERE user_id = $1 AND token = $2 AND is_current',
    [userId, token],
  );
  const [before] = await query<{ address: string }>(
    'UPDATE deposit_addresses SET is_current = true WHERE user_id = $1 AND token = $2 AND xpub = $3 RETURNING address',
    [userId, token, xpub],
  );
  if (before) return giveBack(query, xpub, before.address);
  const address = derive(counter.index);
  await query(
    'INSERT INTO deposit_addresses (address, user_id, token, created_at, xpub, key_number) VALUES ($1, $2, $3, $4, $5, $6)',
    [address, userId, token, at, xpub, counter.index],
  );
  return address;
}

async function giveBack(query: Query, xpub: string, address: string | undefined): Promise<string> {
  if (address === undefined) throw new Error('the key has no number');
  await query('UPDATE deposit_keys SET used = used - 1 WHERE xpub = $1', [xpub]);
  return address;
}

/** EIP-681: a payment request for a token is a call of `transfer` on its contract. */
function tell(
  token: Listing,
  address: string,
  network: DepositNetwork,
  chain: PublicChain | null,
): DepositAddress {
  const { name, chainId } = network;
  const least = leastDepositOf(token);
  const contract = contractOf(token, network);
  return {
    token: token.symbol,
    network: name,
    address,
    uri: `ethereum:${contract}@${chainId}/transfer?address=${address}`,
    chain: chain && contract !== null ? tellChain(token, contract, chainId, chain) : null,
    minimum_deposit: chain && least > 0n ? printMoney({ token, minor: least }) : null,
    confirmations_needed: chain?.confirmations ?? null,
  };
}

function tellChain(
  { ticker, decimals }: Listing,
  contract: string,
  id: number,
  { nativeCurrency, rpcUrl, explorerUrl }: PublicChain,
): DepositChain {
  return {
    ...{ id, contract, ticker, decimals },
    native_currency: nativeCurrency,
    rpc_url: rpcUrl,
    explorer_url: explorerUrl,
  };
}
