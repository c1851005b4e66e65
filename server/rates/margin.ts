import { knownRate } from '../../contract/money.ts';
import { type Fraction, printRate } from './fractions.ts';

/** The fee, in percent of the amount paid. */
export const feePercent = '0.2';
const feeRate = knownRate(feePercent);
const fee: Fraction = { numerator: feeRate.digits, denominator: 100n * 10n ** BigInt(feeRate.scale) };

/** The spread, as a part of the middle price: 0.5 %. */
export const spread: Fraction = { numerator: 5n, denominator: 1_000n };

const less = ({ numerator, denominator }: Fraction) => denominator - numerator;
const whole = fee.denominator * spread.denominator;

/**
 * What an exchange earns, in percent of the middle price: the spread, and the fee on the rest. A quote that could be used after a larger
 * move would be a free option at our cost.
 */
export const mostQuoteMove: string =
  printRate({ numerator: 100n * (whole - less(fee) * less(spread)), denominator: whole }) ?? '0';

const percent = ({ numerator, denominator }: Fraction) =>
  printRate({ numerator: 100n * numerator, denominator }) ?? '0';

/** The spread in percent of the middle price. */
export const spreadPercent: string = percent(spread);

/** An explanation for an operator who sets more. */
export const earnedText = `the spread of ${spreadPercent} % and the fee of ${feePercent} % earn ${mostQuoteMove} %`;
