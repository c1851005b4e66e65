import { valueToken } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';
import type { Fraction } from '../rates/fractions.ts';
import { priceOf } from '../rates/rates.ts';
import type { Listing } from '../tokens/listings.ts';

/** What `Listing.referenceAmount` is worth, in minor units of USDT. */
const referenceValue = 5_000n * 10n ** BigInt(valueToken.decimals);

/** What a minor unit is worth. `isPriced`: by a price, and not by what the token was listed as. */
export interface Worth extends Fraction {
  readonly isPriced: boolean;
}

/**
 * Minor units of USDT for a minor unit of a token: by the newest price that is known, however old, and by what we listed it
 * as when none is. Never nothing: what cannot be valued could leave without end.
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
