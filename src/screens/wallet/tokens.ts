import { compareMoney, type Money, parseMoney, ratio } from '../../../contract/money.ts';
import { valueToken } from '../../../contract/tokens.ts';
import type { Wallet, WalletToken } from '../../../contract/wallet.ts';
import type { TokenColumn, TokenOrder } from '../../machines/wallet/walletViewMachine.ts';

// The most decimals of the wire, so that amounts of all tokens can be compared exactly.
const widest = { ...valueToken, decimals: 30 };

function exactly(decimal: string | null): Money | null {
  const money = decimal === null ? null : parseMoney(decimal, widest);
  return money?.ok ? money.value : null;
}

/** The part of the total, 0 to 1; null while one of them is unknown. */
export function shareOf(part: string | null, total: string | null): number | null {
  const [money, whole] = [exactly(part), exactly(total)];
  return money && whole && whole.minor >= 0n ? ratio(money, whole) : null;
}

export function isZero(decimal: string): boolean {
  return exactly(decimal)?.minor === 0n;
}

export function isEmpty(wallet: Wallet): boolean {
  return wallet.tokens.every(({ total }) => isZero(total));
}

/** Tokens worth less than this, in the wallet's currency, are small. */
export const smallBelow = '1';

/**
 * The small tokens without pending or frozen amounts. A token without a price is small only when its balance is zero. Empty when all tokens
 * are small, because the list would be empty.
 */
export function smallTokens(tokens: readonly WalletToken[]): ReadonlySet<WalletToken> {
  const limit = exactly(smallBelow);
  const small = tokens.filter(({ total, pending, frozen, value }) => {
    const worth = exactly(value);
    const isLittle = limit !== null && worth !== null && compareMoney(worth, limit) < 0;
    return isZero(total) || (isLittle && isZero(pending) && isZero(frozen));
  });
  return new Set(small.length === tokens.length ? [] : small);
}

/** The tokens whose symbol or name contains the search text, in any case. */
export function findTokens(tokens: readonly WalletToken[], search: string): WalletToken[] {
  const typed = search.trim().toLowerCase();
  return tokens.filter(({ symbol, name }) => `${symbol}\n${name}`.toLowerCase().includes(typed));
}

const figures: Record<Exclude<TokenColumn, 'token'>, (token: WalletToken) => string | null> = {
  balance: ({ total }) => total,
  value: ({ value }) => value,
  change: ({ change_24h }) => change_24h,
};

/** A sorted copy. Unknown values come last in both directions; equal ones are ordered by symbol. */
export function orderTokens(
  tokens: readonly WalletToken[],
  { column, direction }: TokenOrder,
): WalletToken[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const bySymbol = (a: WalletToken, b: WalletToken) => (a.symbol < b.symbol ? -1 : 1);
  if (column === 'token') return tokens.toSorted((a, b) => sign * bySymbol(a, b));
  const keyed = tokens.map((token) => ({ token, figure: exactly(figures[column](token)) }));
  return keyed
    .sort((a, b) => {
      if (!a.figure || !b.figure) return Number(!a.figure) - Number(!b.figure) || bySymbol(a.token, b.token);
      return sign * compareMoney(a.figure, b.figure) || bySymbol(a.token, b.token);
    })
    .map(({ token }) => token);
}
