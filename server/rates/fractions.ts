import type { Rate } from '../../contract/money.ts';
import { priceText } from '../core/pairs.ts';

/** The exact number of units of one token for a unit of another. Both members are positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The decimals of a price in its column. */
export const rateDecimals = 18;

/** The price of one token in another, from their prices in the same third token. */
export function cross(base: Rate, quote: Rate): Fraction {
  return {
    numerator: base.digits * 10n ** BigInt(quote.scale),
    denominator: quote.digits * 10n ** BigInt(base.scale),
  };
}

/** A fraction as a rate of the wire, rounded down to 18 decimals. Null when that is 0. */
export function printRate({ numerator, denominator }: Fraction): string | null {
  const digits = (numerator * 10n ** BigInt(rateDecimals)) / denominator;
  if (digits === 0n) return null;
  const text = digits.toString().padStart(rateDecimals + 1, '0');
  return priceText(`${text.slice(0, -rateDecimals)}.${text.slice(-rateDecimals)}`);
}
