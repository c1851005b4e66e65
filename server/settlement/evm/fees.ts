/** What is offered for a unit of gas, in wei (EIP-1559). */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/**
 * What is offered now: twice the base fee, which carries a transaction through six full blocks that each raise it by an eighth, and
 * the tip, but no more than `most`. Null when even the base fee and the tip are above that.
 */
export function feesFor(baseFee: bigint, tip: bigint, most: bigint): Fees | null {
  if (baseFee + tip > most) return null;
  const wanted = 2n * baseFee + tip;
  return { maxFeePerGas: wanted < most ? wanted : most, maxPriorityFeePerGas: tip };
}

/** What a unit of gas costs now, and no more than `most`. */
export function gasPriceOf(baseFee: bigint, tip: bigint, most: bigint): bigint {
  const price = baseFee + tip;
  return price < most ? price : most;
}

/**
 * What replaces a transaction of the same nonce: what is offered now, and both fees at least 12.5 % higher than before, as nodes
 * demand (10 % by most of them). Null when that is above `most`.
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

/** Nothing and an eighth is nothing, and no node takes that for more. */
const raised = (fee: bigint) => larger((fee * 1_125n + 999n) / 1_000n, fee + 1n);
const larger = (one: bigint, other: bigint) => (one > other ? one : other);
