import type { Rate } from './money.ts';

/** What a person pays, the fee in it, and what they receive; each in minor units of its token. */
export interface ExchangeTerms {
  readonly pay: bigint;
  readonly fee: bigint;
  readonly receive: bigint;
}

/** The terms from which an exchange is computed: `rate` in units of `to` for one of `from` after the fee, `feePercent` of the paid amount. */
export interface Trade {
  readonly rate: Rate;
  readonly feePercent: Rate;
  readonly from: { readonly decimals: number };
  readonly to: { readonly decimals: number };
}

/** Exactly `pay` is deducted. The fee is rounded up and the received amount down, each by less than one minor unit. */
export function termsOfPay(pay: bigint, trade: Trade): ExchangeTerms {
  const [numerator, denominator] = minorRate(trade);
  const [part, whole] = feePart(trade);
  const fee = divideUp(pay * part, whole);
  return { pay, fee, receive: ((pay - fee) * numerator) / denominator };
}

/** Exactly `receive` is received, for the smallest `pay` that covers it. */
export function termsOfReceive(receive: bigint, trade: Trade): ExchangeTerms {
  const [numerator, denominator] = minorRate(trade);
  const [part, whole] = feePart(trade);
  const net = divideUp(receive * denominator, numerator);
  const pay = divideUp(net * whole, whole - part);
  return { pay, fee: pay - net, receive };
}

/** In minor units of the paid token; `available` is null while unknown. */
interface ExchangeBounds {
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly available: bigint | null;
}

/** The rule that an exchange with these terms breaks; null when it breaks none. */
export function exchangeProblem(
  { pay, receive }: ExchangeTerms,
  { minimum, maximum, available }: ExchangeBounds,
): 'too_small' | 'too_large' | 'insufficient' | null {
  if (pay < minimum || receive <= 0n) return 'too_small';
  if (pay > maximum) return 'too_large';
  return available !== null && pay > available ? 'insufficient' : null;
}

/** Minor units of `to` for a minor unit of `from`, as a fraction. */
function minorRate({ rate, from, to }: Trade): [bigint, bigint] {
  return [rate.digits * 10n ** BigInt(to.decimals), 10n ** BigInt(rate.scale + from.decimals)];
}

/** The fee as a fraction of the paid amount. */
function feePart({ feePercent }: Trade): [bigint, bigint] {
  return [feePercent.digits, 100n * 10n ** BigInt(feePercent.scale)];
}

/** Rounded up. The divisor is more than 0, the dividend at least 0. */
function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
