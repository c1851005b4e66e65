/** The limits of a payment, in minor units of its token; `available` is null while unknown. */
interface PaymentBounds {
  readonly fee: bigint;
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly available: bigint | null;
}

/** The rule that a payment of this amount with its fee breaks; null when it breaks none. */
export function paymentProblem(
  amount: bigint,
  { fee, minimum, maximum, available }: PaymentBounds,
): 'too_small' | 'too_large' | 'insufficient' | null {
  if (amount < minimum) return 'too_small';
  if (amount > maximum) return 'too_large';
  return available !== null && amount + fee > available ? 'insufficient' : null;
}

/**
 * The most that can be paid after the fee is deducted; negative when the balance is less than the fee. `allowance`: how much of the token may
 * be withdrawn.
 */
export function mostPayable({
  fee,
  maximum,
  available,
  allowance,
}: {
  readonly fee: bigint;
  readonly maximum: bigint;
  readonly available: bigint;
  readonly allowance: bigint | null;
}): bigint {
  return smallest(available - fee, maximum, allowance ?? maximum);
}

/** Minor units of USDT for one minor unit of a token, as a fraction; both members are more than 0. */
interface UnitWorth {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The value of an amount, rounded up. */
export function worthInUsdt(amount: bigint, { numerator, denominator }: UnitWorth): bigint {
  return (amount * numerator + denominator - 1n) / denominator;
}

/** The largest amount whose value is at most `value`. */
export function amountWorth(value: bigint, { numerator, denominator }: UnitWorth): bigint {
  return (value * denominator) / numerator;
}

/** The smallest of some amounts. */
export function smallest(first: bigint, ...others: readonly bigint[]): bigint {
  let found = first;
  for (const each of others) if (each < found) found = each;
  return found;
}
