import { knownRate } from '../../contract/money.ts';
import { type Fraction, printRate } from './fractions.ts';

/** A part of what is paid, in percent. */
export const feePercent = '0.2';
const feeRate = knownRate(feePercent);
const fee: Fraction = { numerator: feeRate.digits, denominator: 100n * 10n ** BigInt(feeRate.scale) };

/** A part of the middle price that we keep: 0.5 %. */
export const spread: Fraction = { numerator: 5n, denominator: 1_000n };

/**
 * What an exchange earns, in percent: the spread and the fee. A quote that may be used after a larger move against us is an option for
 * nothing, of which only the gains are taken.
 */
export const mostQuoteMove: string =
  printRate({
    numerator: 100n * (fee.numerator * spread.denominator + spread.numerator * fee.denominator),
    denominator: fee.denominator * spread.denominator,
  }) ?? '0';
