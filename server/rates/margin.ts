import { knownRate } from '../../contract/money.ts';
import { type Fraction, printRate } from './fractions.ts';

/** A part of what is paid, in percent. */
export const feePercent = '0.2';
const feeRate = knownRate(feePercent);
const fee: Fraction = { numerator: feeRate.digits, denominator: 100n * 10n ** BigInt(feeRate.scale) };

/** A part of the middle price that we keep: 0.5 %. */
export const spread: Fraction = { numerator: 5n, denominator: 1_000n };

const less = ({ numerator, denominator }: Fraction) => denominator - numerator;
const whole = fee.denominator * spread.denominator;

/**
 * What an exchange earns, in percent of the middle price: the spread, and the fee of what is left. A quote that may be used after a
 * larger move against us is an option for nothing, of which only the gains are taken.
 */
export const mostQuoteMove: string =
  printRate({ numerator: 100n * (whole - less(fee) * less(spread)), denominator: whole }) ?? '0';

const percent = ({ numerator, denominator }: Fraction) =>
  printRate({ numerator: 100n * numerator, denominator }) ?? '0';

/** A part of the middle price, in percent. */
export const spreadPercent: string = percent(spread);

/** Both parts of it, for whoever sets more. */
export const earnedText = `the spread of ${spreadPercent} % and the fee of ${feePercent} % earn ${mostQuoteMove} %`;
