import type { Rate } from '../../contract/money.ts';
import { priceText } from '../core/pairs.ts';

/** Units of one token for a unit of another, exactly. Both members are more than 0. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The decimals of a price, as the column keeps them. */
export const rateDecimals = 18;

/** Units of one token for a unit of another, by the prices of both in the same third. */
export function cross(base: Rate, quote: Rate): Fraction {
  return {
    numerator: base.digits * 10n ** BigInt(quote.scale),
    denominator: quote.digits * 10n ** BigInt(base.scale),
  };
}

/** A fraction as a rate of the wire with at most 18 decimals, cut: never more than the fraction. Null when nothing of it is left. */
export function printRate({ numerator, denominator }: Fraction): string | null {
  const digits = (numerator * 10n ** BigInt(rateDecimals)) / denominator;
  if (digits === 0n) return null;
  const text = digits.toString().padStart(rateDecimals + 1, '0');
  return priceText(`${text.slice(0, -rateDecimals)}.${text.slice(-rateDecimals)}`);
}
