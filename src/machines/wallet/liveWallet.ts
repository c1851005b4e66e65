import { convertMoney, parseMoney, parseRate, printMoney } from '../../../contract/money.ts';
import type { Rates } from '../../../contract/rates.ts';
import { isTokenSymbol, valueToken } from '../../../contract/tokens.ts';
import { type Holding, sumsOf, totalOf } from '../../../contract/valuation.ts';
import type { Wallet, WalletToken } from '../../../contract/wallet.ts';

/** The newer of two sets of rates; null when both are null. */
export function newestRates(one: Rates | null, other: Rates | null): Rates | null {
  if (!one || !other) return one ?? other;
  return Date.parse(other.as_of) > Date.parse(one.as_of) ? other : one;
}

/**
 * The wallet's values at newer rates, computed as the server does. Older rates and tokens without a rate change
 * nothing.
 */
export function walletAt(wallet: Wallet, rates: Rates | null): Wallet {
  if (!rates || Date.parse(rates.as_of) <= Date.parse(wallet.as_of)) return wallet;
  const tokens = wallet.tokens.map((token) => tokenAt(token, rates));
  const holdings = tokens.map(holdingOf);
  const known = holdings.filter((holding) => holding !== null);
  return {
    ...wallet,
    tokens: tokens.map((token, index) => ({ ...token, value: worthOf(holdings[index] ?? null, token) })),
    // If any value is unreadable, the sums stay as the server sent them instead of leaving it out.
    ...(known.length === tokens.length ? sumsOf(known) : {}),
  };
}

function tokenAt(token: WalletToken, { pairs, as_of }: Rates): WalletToken {
  const pair = pairs.find(({ base, quote }) => base === token.symbol && quote === valueToken.symbol);
  if (!pair || !parseRate(pair.rate).ok) return token;
  const isNew = pair.rate !== token.price;
  return {
    ...token,
    price: pair.rate,
    change_24h: pair.change_24h,
    ...(isNew ? { price_as_of: as_of, price_is_old: false } : {}),
  };
}

function holdingOf(line: WalletToken): Holding | null {
  const available = parseMoney(line.available, line);
  const pending = parseMoney(line.pending, line);
  const frozen = parseMoney(line.frozen, line);
  if (!available.ok || !pending.ok || !frozen.ok) return null;
  const rate = parseRate(line.price ?? '');
  return {
    parts: { available: available.value, pending: pending.value, frozen: frozen.value },
    rate: rate.ok ? rate.value : null,
    isNeeded: isTokenSymbol(line.symbol),
  };
}

function worthOf(holding: Holding | null, told: WalletToken): string | null {
  if (!holding) return told.value;
  return holding.rate && printMoney(convertMoney(totalOf(holding.parts), holding.rate, valueToken));
}
