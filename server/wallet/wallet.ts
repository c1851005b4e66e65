import { convertMoney, type Money, printMoney, zero } from '../../contract/money.ts';
import { valueToken } from '../../contract/tokens.ts';
import { sumsOf, totalOf } from '../../contract/valuation.ts';
import { type Hold, holdsCall, type Wallet, type WalletToken, walletCall } from '../../contract/wallet.ts';
import type { UserRow } from '../accounts/users.ts';
import { inOrder } from '../core/inOrder.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { balancesOf } from '../ledger/accounts.ts';
import { holdsOf } from '../ledger/holds.ts';
import { withdrawableTokens } from '../payments/leaving.ts';
import { type LimitSettings, tellLimits, usedBy } from '../payments/limits.ts';
import { type ChainGas, leavingFees } from '../payments/networkFee.ts';
import { isOld, type Price, pricesOf } from '../rates/rates.ts';
import { openDeposits } from '../settlement/receiveDeposits.ts';
import { contractOf } from '../tokens/catalogue.ts';
import { type Listing, shownListings } from '../tokens/listings.ts';
import type { DepositNetwork } from '../tokens/network.ts';

interface World {
  readonly database: Db;
  readonly hasNetwork: boolean;
  /** The age in milliseconds at which a price is marked old. */
  readonly priceAge: number;
  readonly limits: LimitSettings;
  /** The cost of the network's gas; null without a chain that reports it. */
  readonly chainGas: ChainGas | null;
  /** The network of the tokens' contracts. */
  readonly network: DepositNetwork | null;
}

/** Registers the calls that show a person's balances. */
export function walletCalls(route: Route, world: World) {
  const { database } = world;
  route(walletCall, ({ session, at }) =>
    database.together((query) => showWallet(query, session.user, { ...world, at })),
  );
  route(holdsCall, ({ session }) => database.together((query) => showHolds(query, session.user)));
}

interface Parts {
  readonly available: Money;
  readonly pending: Money;
  readonly frozen: Money;
}

/** Reads in two round trips: first what the person has, then what it is worth. */
async function showWallet(
  query: Query,
  user: UserRow,
  { hasNetwork, priceAge, limits, chainGas, network, at }: Omit<World, 'database'> & { readonly at: Date },
): Promise<Wallet> {
  const isLeaving = hasNetwork && !user.frozen_at;
  const [leaving, owned, used] = await inOrder([
    withdrawableTokens(query, isLeaving),
    partsOf(query, user),
    isLeaving ? usedBy(query, [user.id], at) : null,
  ]);
  const listings = owned.map(({ token }) => token);
  const [prices, fees] = await inOrder([
    pricesOf(
      query,
      listings.map(({ symbol }) => symbol),
      at,
    ),
    leavingFees(query, listings, { chainGas, priceAge, at }),
  ]);
  const lines = owned.map((each): Line => ({ price: prices.get(each.token.symbol) ?? null, ...each }));
  const mine = used?.get(user.id);
  return {
    currency: valueToken.symbol,
    ...sums(lines),
    as_of: at.toISOString(),
    limits: mine ? tellLimits(mine, limits) : null,
    tokens: lines.map((line, index) => ({
      withdrawal_fee: printMoney({ token: line.token, minor: fees[index]?.fee ?? line.token.fee }),
      price_is_old: line.price !== null && isOld(line.price, priceAge, at),
      withdrawals_enabled: leaving.includes(line.token.symbol),
      contract: onChain(line.token, network),
      ...showToken(line),
    })),
  };
}

const nothing = { posted: 0n, available: 0n, pending: 0n, frozen: 0n };

/** Open deposits are pending. All money of a frozen account is frozen, whatever else holds it. */
async function partsOf(query: Query, user: UserRow): Promise<{ token: Listing; parts: Parts }[]> {
  const [balances, incoming, listings] = await inOrder([
    balancesOf(query, user.id),
    openDeposits(query, user.id),
    shownListings(query, user.id),
  ]);
  return listings.map((token) => {
    const money = (minor: bigint): Money => ({ token, minor });
    const balance = balances.find((each) => each.token === token.symbol) ?? nothing;
    const arriving = incoming
      .filter((each) => each.token === token.symbol)
      .reduce((sum, { amount }) => sum + amount, 0n);
    const parts = user.frozen_at
      ? { available: zero(token), pending: zero(token), frozen: money(balance.posted + arriving) }
      : {
          available: money(balance.available),
          pending: money(balance.pending + arriving),
          frozen: money(balance.frozen),
        };
    return { token, parts };
  });
}

interface Line {
  readonly token: Listing;
  readonly parts: Parts;
  readonly price: Price | null;
}

/**
 * A further token without a price is not part of the sums: otherwise anybody could hide a person's sums by sending a tiny amount of such a
 * token.
 */
function sums(lines: readonly Line[]) {
  return sumsOf(
    lines.map(({ token, parts, price }) => ({
      parts,
      rate: price?.rate ?? null,
      isNeeded: token.isFromStart,
    })),
  );
}

function printed({ available, pending, frozen }: Parts) {
  return { available: printMoney(available), pending: printMoney(pending), frozen: printMoney(frozen) };
}

function onChain(token: Listing, network: DepositNetwork | null): WalletToken['contract'] {
  const address = contractOf(token, network);
  return network && address !== null ? { chain_id: network.chainId, address } : null;
}

function showToken({
  token,
  parts,
  price,
}: Line): Omit<WalletToken, 'price_is_old' | 'withdrawals_enabled' | 'withdrawal_fee' | 'contract'> {
  const total = totalOf(parts);
  return {
    symbol: token.symbol,
    name: token.name,
    decimals: token.decimals,
    total: printMoney(total),
    ...printed(parts),
    price: price?.text ?? null,
    price_as_of: price?.since.toISOString() ?? null,
    value: price ? printMoney(convertMoney(total, price.rate, valueToken)) : null,
    change_24h: price?.change24h ?? null,
    minimum_withdrawal: printMoney({ token, minor: token.minimum }),
    maximum_payment: printMoney({ token, minor: token.maximum }),
  };
}

async function showHolds(query: Query, user: UserRow): Promise<Hold[]> {
  if (user.frozen_at) return freezeHolds(query, user, user.frozen_at);
  const [listings, incoming, leaving] = await inOrder([
    shownListings(query, user.id),
    openDeposits(query, user.id),
    holdsOf(query, user.id),
  ]);
  const arriving = incoming.map(
    ({ id, seen, needed, ...rest }) =>
      ({ ...rest, kind: 'deposit', operationId: id, until: null, confirmations: { seen, needed } }) as const,
  );
  const counts = await outgoingCounts(
    query,
    leaving.flatMap(({ operationId }) => operationId ?? []),
  );
  const holds = [
    ...leaving.map((hold) => ({ ...hold, confirmations: counts.get(hold.operationId ?? '') ?? null })),
    ...arriving,
  ];
  return holds
    .toSorted((one, other) => one.since.getTime() - other.since.getTime())
    .flatMap((hold) => {
      const token = listings.find(({ symbol }) => symbol === hold.token);
      // A hold of a token that appeared after the tokens were read is shown at the next read.
      if (!token) return [];
      return {
        token: hold.token,
        amount: printMoney({ token, minor: hold.amount }),
        kind: hold.kind,
        operation_id: hold.operationId,
        since: hold.since.toISOString(),
        until: hold.until?.toISOString() ?? null,
        confirmations: hold.confirmations,
      };
    });
}

/** The confirmations of outgoing payments, by the operation's id, which is the transaction's id. */
async function outgoingCounts(query: Query, operationIds: readonly string[]) {
  if (operationIds.length === 0) return new Map<string, { seen: number; needed: number }>();
  const rows = await query<{ id: string; seen: number; needed: number }>(
    `SELECT payment_id AS id, seen, needed FROM outgoing_payments
    WHERE payment_id = ANY ($1::uuid[]) AND seen IS NOT NULL AND needed IS NOT NULL`,
    [operationIds],
  );
  return new Map(rows.map(({ id, ...counted }) => [id, counted]));
}

async function freezeHolds(query: Query, user: UserRow, since: Date): Promise<Hold[]> {
  const frozen = (await partsOf(query, user)).filter(({ parts }) => parts.frozen.minor > 0n);
  return frozen.map(({ token, parts }) => ({
    token: token.symbol,
    amount: printMoney(parts.frozen),
    kind: 'account_freeze',
    operation_id: null,
    since: since.toISOString(),
    until: null,
    confirmations: null,
  }));
}
