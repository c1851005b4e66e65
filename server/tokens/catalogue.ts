import { addTokenCall, hideTokenCall, type ListedToken, tokensCall } from '../../contract/catalogue.ts';
import { isTokenSymbol } from '../../contract/tokens.ts';
import { requireActive } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { type Explorer, tokenPage } from './explorer.ts';
import { ensureTokenAccount, findListing, type Listing, type ListingRow, listingOf } from './listings.ts';
import type { DepositNetwork } from './network.ts';

interface World {
  readonly database: Db;
  readonly network: DepositNetwork | null;
  readonly explorer: Explorer | null;
}

/** Registers the calls with which a person searches tokens, and chooses which ones the wallet shows. */
export function catalogueCalls(route: Route, { database, network, explorer }: World) {
  const tell = (entry: Entry) => tellOf(entry, network, explorer);

  route(tokensCall, async ({ search, session }) => {
    const entries = await entriesOf(database.query, session.user.id);
    const sought = (search.q ?? '').toLowerCase();
    return entries.map(tell).filter((token) => isAbout(token, sought));
  });

  route(addTokenCall, async ({ body, session, at }) => {
    const userId = session.user.id;
    return database.transaction(async (query) => {
      await requireActive(query, userId);
      const token = await requireListed(query, body.symbol);
      await ensureTokenAccount(query, { ownerId: userId, symbol: token.symbol, at });
      await choose(query, { userId, symbol: token.symbol, isShown: true, at });
      return tell(await entryOf(query, userId, token.symbol));
    });
  });

  route(hideTokenCall, async ({ params, session, at }) => {
    const userId = session.user.id;
    await database.transaction(async (query) => {
      await requireActive(query, userId);
      const token = await requireListed(query, params.symbol);
      if (await hasMoney(query, userId, token.symbol)) throw new Refusal('BALANCE_NOT_ZERO');
      await choose(query, { userId, symbol: token.symbol, isShown: false, at });
    });
    return undefined;
  });
}

async function requireListed(query: Query, symbol: string): Promise<Listing> {
  const listing = await findListing(query, symbol);
  if (!listing) throw new Refusal('NOT_FOUND');
  return listing;
}

/** Needs no lock against a deposit at the same moment, because a wallet shows every token with money in it. */
async function hasMoney(query: Query, userId: string, symbol: string): Promise<boolean> {
  const found = await query(
    `SELECT 1 FROM ledger_accounts WHERE owner_id = $1 AND token = $2 AND posted > 0
    UNION ALL
    SELECT 1 FROM deposits WHERE user_id = $1 AND token = $2 AND ended_at IS NULL`,
    [userId, symbol],
  );
  return found.length > 0;
}

interface Choice {
  readonly userId: string;
  readonly symbol: string;
  readonly isShown: boolean;
  readonly at: Date;
}

/** Stores whether a person wants to see a token. */
export async function choose(query: Query, { userId, symbol, isShown, at }: Choice): Promise<void> {
  await query(
    `INSERT INTO wallet_tokens (user_id, token, is_shown, chosen_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (user_id, token) DO UPDATE SET is_shown = excluded.is_shown, chosen_at = excluded.chosen_at`,
    [userId, symbol, isShown, at],
  );
}

interface Entry extends Listing {
  readonly hasSameTicker: boolean;
  readonly isAdded: boolean;
  readonly isHidden: boolean;
  readonly hasMoney: boolean;
}

interface EntryRow extends ListingRow {
  readonly has_same_ticker: boolean;
  readonly has_money: boolean;
  readonly is_shown: boolean | null;
}

/** The whole catalogue for one person, in order of listing. */
async function entriesOf(query: Query, userId: string): Promise<Entry[]> {
  const rows = await query<EntryRow>(
    `SELECT tokens.*, choice.is_shown,
      EXISTS (
        SELECT 1 FROM tokens other WHERE upper(other.ticker) = upper(tokens.ticker) AND other.symbol <> tokens.symbol
      ) AS has_same_ticker,
      EXISTS (SELECT 1 FROM ledger_accounts WHERE owner_id = $1 AND token = tokens.symbol AND posted > 0)
        OR EXISTS (SELECT 1 FROM deposits WHERE user_id = $1 AND token = tokens.symbol AND ended_at IS NULL) AS has_money
    FROM tokens LEFT JOIN wallet_tokens choice ON choice.token = tokens.symbol AND choice.user_id = $1
    ORDER BY tokens.number`,
    [userId],
  );
  return rows.map((row) => {
    const isAdded = (row.is_shown ?? row.is_from_start) || row.has_money;
    return {
      hasSameTicker: row.has_same_ticker,
      isAdded,
      isHidden: row.is_shown === false && !isAdded,
      hasMoney: row.has_money,
      ...listingOf(row),
    };
  });
}

async function entryOf(query: Query, userId: string, symbol: string): Promise<Entry> {
  const entry = (await entriesOf(query, userId)).find((each) => each.symbol === symbol);
  if (!entry) throw new Error(`${symbol} is not listed any more`);
  return entry;
}

/** The contract of a token on the network; null without one. */
export function contractOf(
  { symbol, contractAddress }: Pick<Listing, 'symbol' | 'contractAddress'>,
  network: DepositNetwork | null,
): string | null {
  if (contractAddress !== null) return contractAddress;
  return network && isTokenSymbol(symbol) ? network.contracts[symbol] : null;
}

/** Whether a checksummed address is the contract of a listed token, where payments would be lost. */
export async function isTokenContract(
  query: Query,
  address: string,
  network: DepositNetwork | null,
): Promise<boolean> {
  const own = Object.values(network?.contracts ?? {});
  if (own.some((each) => each.toLowerCase() === address.toLowerCase())) return true;
  return (await query('SELECT 1 FROM tokens WHERE contract_address = $1', [address])).length > 0;
}

/** Those of these checksummed addresses that are the contract of a listed token, as `isTokenContract` tells of one. */
export async function tokenContractsAmong(
  query: Query,
  addresses: readonly string[],
  network: DepositNetwork | null,
): Promise<ReadonlySet<string>> {
  const own = new Set(Object.values(network?.contracts ?? {}).map((each) => each.toLowerCase()));
  const listed = await query<{ contract_address: string }>(
    'SELECT contract_address FROM tokens WHERE contract_address = ANY ($1::text[])',
    [addresses],
  );
  return new Set([
    ...addresses.filter((address) => own.has(address.toLowerCase())),
    ...listed.map((row) => row.contract_address),
  ]);
}

function tellOf(entry: Entry, network: DepositNetwork | null, explorer: Explorer | null): ListedToken {
  const contract = contractOf(entry, network);
  return {
    symbol: entry.symbol,
    ticker: entry.ticker,
    name: entry.name,
    decimals: entry.decimals,
    network: network?.name ?? null,
    contract_address: contract,
    explorer_url: tokenPage(explorer, contract),
    issuer: entry.issuer,
    same_ticker: entry.hasSameTicker,
    added: entry.isAdded,
    hidden: entry.isHidden,
    in_use: entry.hasMoney,
  };
}

/** Searches after reading the whole catalogue, because the contracts of our own tokens are in the settings. */
function isAbout({ symbol, ticker, name, contract_address }: ListedToken, sought: string): boolean {
  return [symbol, ticker, name, contract_address ?? ''].some((text) => text.toLowerCase().includes(sought));
}
