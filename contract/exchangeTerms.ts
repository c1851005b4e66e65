import type { Rate } from './money.ts';

/** What a person pays, what of it is the fee, and what arrives; each in minor units of its own token. */
export interface ExchangeTerms {
  readonly pay: bigint;
  readonly fee: bigint;
  readonly receive: bigint;
}

/** What an exchange is reckoned by: `rate` in units of `to` for one of `from` after the fee, `feePercent` of what is paid. */
export interface Trade {
  readonly rate: Rate;
  readonly feePercent: Rate;
  readonly from: { readonly decimals: number };
  readonly to: { readonly decimals: number };
}

/** All of `pay` leaves. The fee is rounded up and what arrives is rounded down: at most one minor unit each. */
export function termsOfPay(pay: bigint, trade: Trade): ExchangeTerms {
  const [numerator, denominator] = minorRate(trade);
  const [part, whole] = feePart(trade);
  const fee = divideUp(pay * part, whole);
  return { pay, fee, receive: ((pay - fee) * numerator) / denominator };
}

/** Exactly `receive` arrives, for the smallest `pay` that covers it. */
export function termsOfReceive(receive: bigint, trade: Trade): ExchangeTerms {
  const [numerator, denominator] = minorRate(trade);
  const [part, whole] = feePart(trade);
  const net = divideUp(receive * denominator, numerator);
  const pay = divideUp(net * whole, whole - part);
  return { pay, fee: pay - net, receive };
}

/** Of the token that is paid, in its minor units; `available` is null while it is not known. */
interface ExchangeBounds {
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly available: bigint | null;
}

/** Why an exchange on these terms is refused; null when it is not. */
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

/** The part of what is paid that is the fee, as a fraction. */
function feePart({ feePercent }: Trade): [bigint, bigint] {
  return [feePercent.digits, 100n * 10n ** BigInt(feePercent.scale)];
}

/** Rounded up; both more than 0 or the first 0. */
function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
