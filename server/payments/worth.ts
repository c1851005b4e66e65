import { valueToken } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';
import type { Fraction } from '../rates/fractions.ts';
import { priceOf } from '../rates/rates.ts';
import type { Listing } from '../tokens/listings.ts';

/** The worth of `Listing.referenceAmount`, in minor units of USDT. */
const referenceValue = 5_000n * 10n ** BigInt(valueToken.decimals);

/** The worth of one minor unit. `isPriced`: from a price, not from the listing. */
export interface Worth extends Fraction {
  readonly isPriced: boolean;
}

/**
 * Minor units of USDT per minor unit of a token: by the newest known price, however old, else by the listing's reference
 * amount. Never zero, because payments without a worth would escape every limit.
 */
export async function worthOf(query: Query, listing: Listing, at: Date): Promise<Worth> {
  const price = await priceOf(query, listing.symbol, at);
  if (!price) return { numerator: referenceValue, denominator: listing.referenceAmount, isPriced: false };
  const { digits, scale } = price.rate;
  return {
    numerator: digits * 10n ** BigInt(valueToken.decimals),
    denominator: 10n ** BigInt(scale + listing.decimals),
    isPriced: true,
  };
}
