import { addMoney, convertMoney, type Money, printMoney, type Rate, zero } from './money.ts';
import { valueToken } from './tokens.ts';

const partNames = ['available', 'pending', 'frozen'] as const;

/** A token of a wallet: the parts of its balance, and its price as a rate into USDT, null while unknown. */
export interface Holding {
  readonly parts: Readonly<Record<(typeof partNames)[number], Money>>;
  readonly rate: Rate | null;
  /** Whether the sums are unknown without this token's price. */
  readonly isNeeded: boolean;
}

export function totalOf({ available, pending, frozen }: Holding['parts']): Money {
  return addMoney(addMoney(available, pending), frozen);
}

/**
 * The values of all holdings together, by part, as decimals in USDT. Each part of each token is rounded down separately, and the total is the
 * sum of the parts. All are null while a needed price is unknown; other tokens without a price are left out.
 */
export function sumsOf(
  holdings: readonly Holding[],
): Record<(typeof partNames)[number] | 'total', string | null> {
  const held = holdings.filter(({ parts }) => totalOf(parts).minor !== 0n);
  if (held.some(({ isNeeded, rate }) => isNeeded && rate === null)) {
    return { total: null, available: null, pending: null, frozen: null };
  }
  const sum = { available: zero(valueToken), pending: zero(valueToken), frozen: zero(valueToken) };
  for (const { parts, rate } of held) {
    for (const name of partNames) {
      if (rate) sum[name] = addMoney(sum[name], convertMoney(parts[name], rate, valueToken));
    }
  }
  const { available, pending, frozen } = sum;
  return {
    total: printMoney(totalOf(sum)),
    available: printMoney(available),
    pending: printMoney(pending),
    frozen: printMoney(frozen),
  };
}
