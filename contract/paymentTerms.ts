/** What a payment is judged by, in minor units of its token; `available` is null while it is not known. */
interface PaymentBounds {
  readonly fee: bigint;
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly available: bigint | null;
}

/** Why a payment of this amount, its fee beside it, is refused; null when it is not. */
export function paymentProblem(
  amount: bigint,
  { fee, minimum, maximum, available }: PaymentBounds,
): 'too_small' | 'too_large' | 'insufficient' | null {
  if (amount < minimum) return 'too_small';
  if (amount > maximum) return 'too_large';
  return available !== null && amount + fee > available ? 'insufficient' : null;
}

/** The most that can be paid, its fee left over: less than 0 when not even the fee is there. `allowance`: what may leave of the token. */
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

/** Minor units of USDT for a minor unit of a token, as a fraction; both members are more than 0. */
interface UnitWorth {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** What an amount is worth, rounded up. */
export function worthInUsdt(amount: bigint, { numerator, denominator }: UnitWorth): bigint {
  return (amount * numerator + denominator - 1n) / denominator;
}

/** The largest amount that is worth no more than `value`. */
export function amountWorth(value: bigint, { numerator, denominator }: UnitWorth): bigint {
  return (value * denominator) / numerator;
}

/** The smallest of some amounts. */
export function smallest(first: bigint, ...others: readonly bigint[]): bigint {
  let found = first;
  for (const each of others) if (each < found) found = each;
  return found;
}
