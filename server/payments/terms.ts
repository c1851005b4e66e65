import type { Listing } from '../tokens/listings.ts';

interface Terms {
  readonly minimum: bigint;
  readonly fee: bigint;
  readonly maximum: bigint;
}

/** What holds for one payment, in minor units. `leaves`: to the network, and not to an account of this house. */
export function termsOf({ minimum, fee, maximum }: Listing, leaves: boolean): Terms {
  return leaves ? { minimum, fee, maximum } : { minimum: 1n, fee: 0n, maximum };
}
