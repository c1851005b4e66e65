import { withoutLastZeros } from './money.ts';
import { amountAsTyped, numberSigns } from './typedMoney.ts';

/** A decimal as it is shown: `sign whole decimalSign fraction`, in the locale's digits and grouping. */
export interface AmountParts {
  /** `−` (U+2212), `+`, or nothing. */
  sign: string;
  /** The amount is not zero, but smaller than the smallest digit shown: `< 0.01`. */
  isBelowShown: boolean;
  /** The amount is between zero and one, so all its significant digits are in the fraction. */
  isFractional: boolean;
  whole: string;
  /** Empty without a fraction. */
  decimalSign: string;
  fraction: string;
}

export interface AmountDigits {
  /** Further digits are cut off, never rounded up, because nobody must seem to have more than they do. Default: all digits. */
  maximumFractionDigits?: number | undefined;
  /** The most digits from the first nonzero one on, but at least the whole part and `minimumFractionDigits`. Default: all digits. */
  significantDigits?: number | undefined;
  /** Zeros are appended up to this number of digits. Default 2. */
  minimumFractionDigits?: number | undefined;
  /** `always` shows `+` for amounts above zero. */
  signDisplay?: 'auto' | 'always' | undefined;
}

const plainDecimal = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Splits a plain decimal string (`-1234.5600`) by digits alone, never through a float. Null when it is not one. */
export function amountParts(decimal: string, locale: string, digits: AmountDigits = {}): AmountParts | null {
  const match = plainDecimal.exec(decimal);
  if (!match) return null;
  const [, minus, whole = '0', exact = ''] = match;
  const {
    minimumFractionDigits: minimum = 2,
    maximumFractionDigits = exact.length,
    significantDigits = 99,
    signDisplay,
  } = digits;
  const meaningful = significantDigits + (/[1-9]/.test(whole) ? -whole.length : exact.search(/[1-9]/));
  const maximum = Math.max(Math.min(maximumFractionDigits, meaningful), minimum);
  const cut = withoutLastZeros(exact.slice(0, maximum)).padEnd(minimum, '0');
  const isZero = !/[1-9]/.test(whole + exact);
  const isBelowShown = !(isZero || /[1-9]/.test(whole + cut));
  const fraction = isBelowShown ? (maximum === 0 ? '' : '1'.padStart(maximum, '0')) : cut;
  return {
    sign: isZero ? '' : minus ? '\u2212' : signDisplay === 'always' ? '+' : '',
    isBelowShown,
    isFractional: fraction !== '' && !/[1-9]/.test(whole) && /[1-9]/.test(fraction),
    whole: groupedFormat(locale).format(BigInt(isBelowShown && maximum === 0 ? '1' : whole)),
    decimalSign: fraction === '' ? '' : numberSigns(locale).decimal,
    fraction,
  };
}

/** Like `amountParts`, as one text, for sentences and screen readers. Text that is not a decimal stays unchanged. */
export function amountText(decimal: string, locale: string, digits: AmountDigits = {}): string {
  const parts = amountParts(decimal, locale, digits);
  if (!parts) return decimal;
  const { sign, isBelowShown, whole, decimalSign: point, fraction } = parts;
  return `${isBelowShown ? '<\u00a0' : ''}${sign}${whole}${point}${fraction}`;
}

/** An amount within a sentence, with all its digits: whole, or with at least two decimals, like `Amount`. */
export function exactText(decimal: string, locale: string): string {
  return amountText(decimal, locale, { minimumFractionDigits: decimal.includes('.') ? 2 : 0 });
}

/** A result of `typedAmount` within a sentence: like any amount if it is one, otherwise as it was typed. */
export function typedText(text: string, locale: string): string {
  return amountAsTyped(exactText(text, locale), locale);
}

const formats = new Map<string, Intl.NumberFormat>();

/** A format that is exact for bigints of any size. */
function groupedFormat(locale: string): Intl.NumberFormat {
  const known = formats.get(locale);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
  formats.set(locale, format);
  return format;
}
