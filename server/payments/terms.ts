import type { Listing } from '../tokens/listings.ts';

interface Terms {
  readonly minimum: bigint;
  readonly fee: bigint;
  readonly maximum: bigint;
}

/** The terms of one payment, in minor units. `leavingFee`: the fee of a withdrawal; null for a payment to another account. */
export function termsOf({ minimum, maximum }: Listing, leavingFee: bigint | null): Terms {
  return leavingFee === null ? { minimum: 1n, fee: 0n, maximum } : { minimum, fee: leavingFee, maximum };
}
