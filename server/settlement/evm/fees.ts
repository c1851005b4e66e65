/** The offer for a unit of gas, in wei (EIP-1559). */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/**
 * The current offer: twice the base fee, which is enough for six full blocks that each raise it by an eighth, plus the tip, but no
 * more than `most`. Null when the base fee and the tip alone exceed that.
 */
export function feesFor(baseFee: bigint, tip: bigint, most: bigint): Fees | null {
  if (baseFee + tip > most) return null;
  const wanted = 2n * baseFee + tip;
  return { maxFeePerGas: wanted < most ? wanted : most, maxPriorityFeePerGas: tip };
}

/** The current price of a unit of gas, no more than `most`. */
export function gasPriceOf(baseFee: bigint, tip: bigint, most: bigint): bigint {
  const price = baseFee + tip;
  return price < most ? price : most;
}

/**
 * The fees that replace a transaction of the same nonce: the current offer, and both fees at least 12.5 % higher than before, as nodes
 * demand (10 % by most of them). Null when that exceeds `most`.
 */
export function replacingFees(old: Fees, now: Fees, most: bigint): Fees | null {
  const least = raised(old.maxFeePerGas);
  if (least > most) return null;
  const wanted = larger(least, now.maxFeePerGas);
  return {
    maxFeePerGas: wanted < most ? wanted : most,
    maxPriorityFeePerGas: larger(raised(old.maxPriorityFeePerGas), now.maxPriorityFeePerGas),
  };
}

/** At least 1 more, because an eighth of a tiny fee rounds to nothing. */
const raised = (fee: bigint) => larger((fee * 1_125n + 999n) / 1_000n, fee + 1n);
const larger = (one: bigint, other: bigint) => (one > other ? one : other);
