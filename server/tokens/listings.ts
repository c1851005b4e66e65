import { currencies } from '../../contract/currencies.ts';
import { isTokenSymbol, type Token } from '../../contract/tokens.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { openAccounts } from '../ledger/accounts.ts';

/** A listed token. Amounts are in minor units. A listing never changes. */
export interface Listing extends Token {
  readonly ticker: string;
  /** Null for our own tokens, whose contracts are in the settings. */
  readonly contractAddress: string | null;
  /** Null when unknown. */
  readonly issuer: string | null;
  readonly isFromStart: boolean;
  /** The smallest amount that may be paid to an outside address. */
  readonly minimum: bigint;
  /** The fee of a payment to an outside address; payments between accounts are free. */
  readonly fee: bigint;
  /** The largest amount of one payment. */
  readonly maximum: bigint;
  /** About 5,000 USDT of it at the time of listing; used for valuing while no price is known. */
  readonly referenceAmount: bigint;
}

/**
 * The smallest deposit that is credited, in minor units: the fee of a withdrawal. Less could not be withdrawn, and sweeping it would cost
 * more than it brings.
 */
export const leastDepositOf = ({ fee }: Pick<Listing, 'fee'>): bigint => fee;
/** The same as SQL, for a row of `tokens`. */
export const leastDeposit = 'tokens.fee';

export interface ListingRow {
  readonly symbol: string;
  readonly ticker: string;
  readonly name: string;
  readonly decimals: number;
  readonly contract_address: string | null;
  readonly issuer: string | null;
  readonly is_from_start: boolean;
  readonly minimum: string;
  readonly fee: string;
  readonly maximum: string;
  readonly reference_amount: string;
}

export function listingOf(row: ListingRow): Listing {
  return {
    symbol: row.symbol,
    ticker: row.ticker,
    name: row.name,
    decimals: row.decimals,
    contractAddress: row.contract_address,
    issuer: row.issuer,
    isFromStart: row.is_from_start,
    minimum: BigInt(row.minimum),
    fee: BigInt(row.fee),
    maximum: BigInt(row.maximum),
    referenceAmount: BigInt(row.reference_amount),
  };
}

export async function findListing(query: Query, symbol: string): Promise<Listing | null> {
  const [row] = await query<ListingRow>('SELECT * FROM tokens WHERE symbol = $1', [symbol]);
  return row ? listingOf(row) : null;
}

/** The token that a body names; refuses an unlisted one on the field `token`. */
export async function requireListing(query: Query, symbol: string): Promise<Listing> {
  const listing = await findListing(query, symbol);
  if (!listing) throw new Refusal('VALIDATION_FAILED', { fields: { token: 'format' } });
  return listing;
}

/** The tokens that a wallet shows: those the person chose, and all with a balance or an open deposit. In order of listing. */
export async function shownListings(query: Query, userId: string): Promise<Listing[]> {
  const rows = await query<ListingRow>(
    `SELECT tokens.* FROM tokens
    LEFT JOIN wallet_tokens choice ON choice.token = tokens.symbol AND choice.user_id = $1
    LEFT JOIN ledger_accounts account ON account.token = tokens.symbol AND account.owner_id = $1
    WHERE coalesce(choice.is_shown, tokens.is_from_start) OR account.posted > 0
      OR EXISTS (SELECT 1 FROM deposits WHERE user_id = $1 AND token = tokens.symbol AND ended_at IS NULL)
    ORDER BY tokens.number`,
    [userId],
  );
  return rows.map(listingOf);
}

/** Ensures that an owner has an account for the token. Accounts of the built-in tokens exist since registration. */
export async function ensureTokenAccount(
  query: Query,
  { ownerId, symbol, at }: { ownerId: string; symbol: string; at: Date },
): Promise<void> {
  await ensureTokenAccounts(query, [{ ownerId, token: symbol }], at);
}

/** Like `ensureTokenAccount`, for many accounts in one statement. */
export async function ensureTokenAccounts(
  query: Query,
  wanted: readonly { readonly ownerId: string; readonly token: string }[],
  at: Date,
): Promise<void> {
  const accounts = wanted.filter(({ token }) => !isTokenSymbol(token));
  if (accounts.length > 0) await openAccounts(query, accounts, at);
}

/**
 * Lists a token and answers its symbol: the ticker in capitals; when that is taken by another issuer's token or a currency, the ticker with
 * six digits of the contract. A two-hundredth of the maximum is taken as 5,000 USDT, as it is for USDT. Null when the contract is listed
 * already, or when the same ticker has a contract with the same digits.
 */
export async function listToken(
  query: Query,
  token: Omit<Listing, 'symbol' | 'isFromStart' | 'contractAddress' | 'referenceAmount'> & {
    readonly contractAddress: string;
  },
): Promise<string | null> {
  const plain = token.ticker.toUpperCase();
  const fraction = token.maximum / 200n;
  const distinct = `${plain}.${token.contractAddress.slice(2, 8).toUpperCase()}`;
  const [listed] = await query<{ symbol: string }>(
    `INSERT INTO tokens (symbol, ticker, name, decimals, contract_address, issuer, is_from_start, minimum, fee, maximum,
      reference_amount)
    SELECT CASE WHEN $1 = ANY ($12::text[]) OR EXISTS (SELECT 1 FROM tokens WHERE symbol = $1) THEN $2 ELSE $1 END,
      $3, $4, $5, $6, $7, false, $8, $9, $10, $11
    ON CONFLICT DO NOTHING
    RETURNING symbol`,
    [
      plain,
      distinct,
      token.ticker,
      token.name,
      token.decimals,
      token.contractAddress,
      token.issuer,
      token.minimum,
      token.fee,
      token.maximum,
      fraction > token.minimum ? fraction : token.minimum,
      currencies,
    ],
  );
  return listed?.symbol ?? null;
}
