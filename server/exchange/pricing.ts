import type { Rate } from '../../contract/money.ts';
import type { Fraction } from '../rates/rates.ts';

/** What a person pays, what of it is the fee, and what arrives; each in minor units of its own token. */
export interface Terms {
  readonly pay: bigint;
  readonly fee: bigint;
  readonly receive: bigint;
}

/** A part of what is paid: 0.2 %. */
const feePart = { numerator: 2n, denominator: 1_000n };
/** A part of the middle price that we keep as the fee: 0.5 %. */
const spread = { numerator: 5n, denominator: 1_000n };

/** What a person gets for a unit: the middle price less the spread. */
export function offered({ numerator, denominator }: Fraction): Fraction {
  return {
    numerator: numerator * (spread.denominator - spread.numerator),
    denominator: denominator * spread.denominator,
  };
}

/** Decimals of the token that is paid and of the one that arrives, and units of the latter for one of the former. */
interface Trade {
  readonly rate: Rate;
  readonly from: { readonly decimals: number };
  readonly to: { readonly decimals: number };
}

/** Minor units of `to` for a minor unit of `from`. */
function minorRate({ rate, from, to }: Trade): Fraction {
  return {
    numerator: rate.digits * 10n ** BigInt(to.decimals),
    denominator: 10n ** BigInt(rate.scale + from.decimals),
  };
}

/** All of `pay` leaves. The fee is rounded up and what arrives is rounded down: at most one minor unit each. */
export function termsOfPay(pay: bigint, trade: Trade): Terms {
  const { numerator, denominator } = minorRate(trade);
  const fee = divideUp(pay * feePart.numerator, feePart.denominator);
  return { pay, fee, receive: ((pay - fee) * numerator) / denominator };
}

/** Exactly `receive` arrives, for the smallest `pay` that covers it. */
export function termsOfReceive(receive: bigint, trade: Trade): Terms {
  const { numerator, denominator } = minorRate(trade);
  const net = divideUp(receive * denominator, numerator);
  const pay = divideUp(net * feePart.denominator, feePart.denominator - feePart.numerator);
  return { pay, fee: pay - net, receive };
}

/** Rounded up; both more than 0 or the first 0. */
function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
