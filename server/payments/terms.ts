import type { Listing } from '../tokens/listings.ts';

interface Terms {
  readonly minimum: bigint;
  readonly fee: bigint;
  readonly maximum: bigint;
}

/** The terms of one payment, in minor units. `leaves`: it goes to the network, not to another account. */
export function termsOf({ minimum, fee, maximum }: Listing, leaves: boolean): Terms {
  return leaves ? { minimum, fee, maximum } : { minimum: 1n, fee: 0n, maximum };
}
