import { valueToken } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';
import { type Fraction, priceOf } from '../rates/rates.ts';
import type { Listing } from '../tokens/listings.ts';

/** What `Listing.referenceAmount` is worth, in minor units of USDT. */
const referenceValue = 5_000n * 10n ** BigInt(valueToken.decimals);

/**
 * Minor units of USDT for a minor unit of a token: by the newest price that is known, however old, and by what we listed it
 * as when none is. Never nothing: what cannot be valued could leave without end.
 */
export async function worthOf(query: Query, listing: Listing, at: Date): Promise<Fraction> {
  const price = await priceOf(query, listing.symbol, at);
  if (!price) return { numerator: referenceValue, denominator: listing.referenceAmount };
  const { digits, scale } = price.rate;
  return {
    numerator: digits * 10n ** BigInt(valueToken.decimals),
    denominator: 10n ** BigInt(scale + listing.decimals),
  };
}

/** What an amount is worth, rounded up. */
export function worthInUsdt(amount: bigint, { numerator, denominator }: Fraction): bigint {
  return (amount * numerator + denominator - 1n) / denominator;
}

/** The largest amount that is worth no more than `value`. */
export function amountWorth(value: bigint, { numerator, denominator }: Fraction): bigint {
  return (value * denominator) / numerator;
}

/** The smallest of some amounts. */
export function smallest(first: bigint, ...others: readonly bigint[]): bigint {
  let found = first;
  for (const each of others) if (each < found) found = each;
  return found;
}
