import { convertMoney, parseMoney, parseRate, printMoney } from '../../../contract/money.ts';
import type { Rates } from '../../../contract/rates.ts';
import { isTokenSymbol, valueToken } from '../../../contract/tokens.ts';
import { type Holding, sumsOf, totalOf } from '../../../contract/valuation.ts';
import type { Wallet, WalletToken } from '../../../contract/wallet.ts';
import type { RateTimes } from './rateTimes.ts';

/** The newer of two sets of rates; null when both are null. */
export function newestRates(one: Rates | null, other: Rates | null): Rates | null {
  if (!one || !other) return one ?? other;
  return Date.parse(other.as_of) > Date.parse(one.as_of) ? other : one;
}

/**
 * The wallet's values at newer rates, computed as the server does. Older rates and tokens without a rate change
 * nothing. `times`: when these rates became what they are.
 */
export function walletAt(wallet: Wallet, rates: Rates | null, times: RateTimes = {}): Wallet {
  if (!rates || Date.parse(rates.as_of) <= Date.parse(wallet.as_of)) return wallet;
  const told = { rates, times, readAt: Date.parse(wallet.as_of) };
  const tokens = wallet.tokens.map((token) => tokenAt(token, told));
  const holdings = tokens.map(holdingOf);
  const known = holdings.filter((holding) => holding !== null);
  return {
    ...wallet,
    tokens: tokens.map((token, index) => ({ ...token, value: worthOf(holdings[index] ?? null, token) })),
    // If any value is unreadable, the sums stay as the server sent them instead of leaving it out.
    ...(known.length === tokens.length ? sumsOf(known) : {}),
  };
}

interface Told {
  readonly rates: Rates;
  readonly times: RateTimes;
  /** When the wallet was read, in milliseconds. */
  readonly readAt: number;
}

function tokenAt(token: WalletToken, { rates, times, readAt }: Told): WalletToken {
  const pair = rates.pairs.find(({ base, quote }) => base === token.symbol && quote === valueToken.symbol);
  if (!pair || !parseRate(pair.rate).ok) return token;
  const time = times[`${pair.base}/${pair.quote}`];
  const since = time && Date.parse(time.at) > readAt ? time : null;
  // A price that moved and came back is the same as the one that was read, but not as old.
  const isNew = pair.rate !== token.price || since?.isChange === true;
  return {
    ...token,
    price: pair.rate,
    change_24h: pair.change_24h,
    ...(isNew ? { price_as_of: since?.at ?? rates.as_of, price_is_old: false } : {}),
    // An older server does not say whether a price may be used.
    ...(pair.exchange === undefined ? {} : { price_is_old: pair.exchange === null }),
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
