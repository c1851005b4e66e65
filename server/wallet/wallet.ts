import { addMoney, convertMoney, type Money, printMoney, zero } from '../../contract/money.ts';
import { type Token, type TokenSymbol, tokenSymbols, tokens, valueToken } from '../../contract/tokens.ts';
import { type Hold, holdsCall, type Wallet, type WalletToken, walletCall } from '../../contract/wallet.ts';
import type { UserRow } from '../accounts/users.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { balancesOf } from '../ledger/accounts.ts';
import { holdsOf } from '../ledger/holds.ts';
import { leavingTokens } from '../transactions/leaving.ts';
import { minimumWithdrawal } from '../transactions/terms.ts';
import { type Price, priceOf } from './rates.ts';

/** Registers the calls that show a person's money. */
export function walletCalls(route: Route, { database, hasNetwork }: { database: Db; hasNetwork: boolean }) {
  route(walletCall, ({ session, at }) => showWallet(database.query, session.user, hasNetwork, at));
  route(holdsCall, ({ session }) => showHolds(database.query, session.user));
}

interface Parts {
  readonly available: Money;
  readonly pending: Money;
  readonly frozen: Money;
}

const partNames = ['available', 'pending', 'frozen'] as const;

async function showWallet(query: Query, user: UserRow, hasNetwork: boolean, at: Date): Promise<Wallet> {
  const leaving = user.frozen_at ? [] : await leavingTokens(query, hasNetwork);
  const lines = await Promise.all(
    (await partsOf(query, user)).map(async ({ token, parts }) => ({
      token,
      parts,
      price: await priceOf(query, token.symbol, at),
    })),
  );
  return {
    currency: valueToken.symbol,
    ...sums(lines),
    as_of: at.toISOString(),
    tokens: lines.map(({ token, parts, price }) => showToken(token, parts, price, leaving)),
  };
}

/** A frozen account's money is all frozen, whatever else it was waiting for. */
async function partsOf(query: Query, user: UserRow): Promise<{ token: Token; parts: Parts }[]> {
  const balances = await balancesOf(query, user.id);
  return tokenSymbols.map((symbol) => {
    const token = tokens[symbol];
    const money = (minor: bigint): Money => ({ token, minor });
    const balance = balances.find((each) => each.token === symbol);
    if (!balance)
      return { token, parts: { available: zero(token), pending: zero(token), frozen: zero(token) } };
    const parts = user.frozen_at
      ? { available: zero(token), pending: zero(token), frozen: money(balance.posted) }
      : {
          available: money(balance.available),
          pending: money(balance.pending),
          frozen: money(balance.frozen),
        };
    return { token, parts };
  });
}

function totalOf({ available, pending, frozen }: Parts): Money {
  return addMoney(addMoney(available, pending), frozen);
}

/** Each part is worth what its tokens are worth, rounded down token by token; the total is the sum of the parts. */
function sums(lines: { token: Token; parts: Parts; price: Price | null }[]) {
  const needed = lines.filter(({ parts }) => totalOf(parts).minor !== 0n);
  if (needed.some(({ price }) => price === null)) {
    return { total: null, available: null, pending: null, frozen: null };
  }
  const sum: Record<(typeof partNames)[number], Money> = {
    available: zero(valueToken),
    pending: zero(valueToken),
    frozen: zero(valueToken),
  };
  for (const { parts, price } of needed) {
    for (const name of partNames) {
      if (price) sum[name] = addMoney(sum[name], convertMoney(parts[name], price.rate, valueToken));
    }
  }
  return { total: printMoney(totalOf(sum)), ...printed(sum) };
}

function printed({ available, pending, frozen }: Parts) {
  return { available: printMoney(available), pending: printMoney(pending), frozen: printMoney(frozen) };
}

function showToken(
  token: Token,
  parts: Parts,
  price: Price | null,
  leaving: readonly TokenSymbol[],
): WalletToken {
  const total = totalOf(parts);
  return {
    symbol: token.symbol,
    name: token.name,
    decimals: token.decimals,
    total: printMoney(total),
    ...printed(parts),
    price: price?.text ?? null,
    value: price ? printMoney(convertMoney(total, price.rate, valueToken)) : null,
    change_24h: price?.change24h ?? null,
    withdrawals_enabled: leaving.includes(token.symbol),
    minimum_withdrawal: minimumWithdrawal(token.symbol),
  };
}

async function showHolds(query: Query, user: UserRow): Promise<Hold[]> {
  if (user.frozen_at) return freezeHolds(query, user, user.frozen_at);
  const holds = await holdsOf(query, user.id);
  return holds.map((hold) => ({
    token: hold.token,
    amount: printMoney({ token: tokens[hold.token], minor: hold.amount }),
    kind: hold.kind,
    operation_id: hold.operationId,
    since: hold.since.toISOString(),
    until: hold.until?.toISOString() ?? null,
  }));
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
  }));
}
