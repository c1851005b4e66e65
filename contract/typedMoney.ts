import { type Money, type MoneyProblem, parseMoney } from './money.ts';
import { type Result, refused } from './result.ts';
import type { Token } from './tokens.ts';

/** The separators of a locale's numbers. */
interface NumberSigns {
  readonly group: string;
  readonly decimal: string;
}

const known = new Map<string, NumberSigns>();

export function numberSigns(locale: string): NumberSigns {
  const signs = known.get(locale);
  if (signs) return signs;
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1_234_567.5);
  const sign = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  const found = { group: sign('group'), decimal: sign('decimal') || '.' };
  known.set(locale, found);
  return found;
}

const single = /^(\d*)(?:([.,])(\d*))?$/;
/** Digits in groups of three, with another separator before the fraction: `1 250,75`, `1,250.75`, `1.250.000`. */
const groupedForms = [
  /^([1-9]\d{0,2}(?:[ \u00a0\u2009\u202f]\d{3})+)(?:[.,](\d*))?$/,
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d*))?$/,
] as const;
const oneGroup = /^[1-9]\d{0,2}[.,]\d{3}$/;
const asked = /^\?([1-9]\d{0,2})[.,](\d{3})$/;

/**
 * A typed or pasted amount in a language-independent form: digits, with `.` before a fraction. When `locale` leaves the meaning open (`20.500`
 * in Russian), the result is the text after a `?`, and text that is not an amount stays unchanged: `parseTypedMoney` accepts neither.
 * `symbol`, the amount's token, may follow the number.
 */
export function typedAmount(text: string, locale: string, symbol = ''): string {
  const typed = withoutSymbol(text.trim(), symbol);
  const [, whole = '', sign, fraction = ''] = single.exec(typed) ?? [];
  if (oneGroup.test(typed)) {
    const { group, decimal } = numberSigns(locale);
    if (sign === group) return whole + fraction;
    return sign === decimal ? `${whole}.${fraction}` : `?${typed}`;
  }
  if (whole !== '' || fraction !== '') return plain(whole, fraction);
  for (const form of groupedForms) {
    const [, groups, rest = ''] = form.exec(typed) ?? [];
    if (groups) return plain(groups.replace(/\D/g, ''), rest);
  }
  return typed === '' ? '' : text;
}

function withoutSymbol(typed: string, symbol: string): string {
  const end = typed.length - symbol.length;
  const isBehind = end > 0 && typed.slice(end).toUpperCase() === symbol.toUpperCase();
  return isBehind ? typed.slice(0, end).trimEnd() : typed;
}

function plain(whole: string, fraction: string): string {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? digits : `${digits}.${fraction}`;
}

/** A text of `typedAmount` as it would be typed in `locale`, without groups. `typedAmount` reads it back unchanged. */
export function amountAsTyped(text: string, locale: string): string {
  return text.replace(/^(\d+)\.(\d+)$/, `$1${numberSigns(locale).decimal}$2`).replace(/^\?/, '');
}

/** The two possible meanings of a text that `typedAmount` left open, the fraction first; null for any other text. */
export function amountChoices(text: string): readonly [string, string] | null {
  const [, whole, digits] = asked.exec(text) ?? [];
  return whole && digits ? [`${whole}.${digits}`, whole + digits] : null;
}

/** Reads a result of `typedAmount`. Only plain digits are an amount. */
export function parseTypedMoney(text: string, token: Token): Result<Money, MoneyProblem> {
  if (text.trim() === '') return refused('empty');
  if (/^\d+(?:\.\d+)?$/.test(text)) return parseMoney(text, token);
  return refused(/^\??[.,]*\d[\d.,]*$/.test(text) ? 'ambiguous' : 'malformed');
}
