import { parseMoney, printMoney, subtractMoney } from '../../../contract/money.ts';
import { amountParts } from '../../components/money/amountParts.ts';
import { widestToken } from '../../machines/money/typedAmount.ts';

/** An exact amount as the person's own keys would write it: their decimal sign, no grouping. */
export function asTyped(decimal: string | null, locale: string): string {
  const sign = amountParts('0.5', locale)?.decimalSign ?? '.';
  return decimal === null ? '' : decimal.replace('.', sign);
}

/**
 * What a person typed or pasted, without the groups that this app itself writes in their language. Only the language tells
 * `1,250` in English, a thousand and more, from the same text in Russian.
 */
export function withoutGroups(text: string, locale: string): string {
  const isGroupedByComma = amountParts('1000', locale)?.whole === '1,000';
  return isGroupedByComma && /^\s*[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?\s*$/.test(text)
    ? text.replaceAll(',', '').trim()
    : text;
}

/** An amount within a sentence, to its last digit: whole, or with two decimals at least, as `Amount` has it. */
export function exactText(decimal: string, locale: string): string {
  const parts = amountParts(decimal, locale, { minimumFractionDigits: decimal.includes('.') ? 2 : 0 });
  return parts ? `${parts.sign}${parts.whole}${parts.decimalSign}${parts.fraction}` : decimal;
}

/** Null when it cannot be known, or would be less than nothing: then the balance that is shown is old. */
export function leftOf(available: string, leaving: string, symbol: string): string | null {
  const token = widestToken(symbol);
  const [before, leaves] = [parseMoney(available, token), parseMoney(leaving, token)];
  if (!before.ok || !leaves.ok) return null;
  const left = subtractMoney(before.value, leaves.value);
  return left.minor < 0n ? null : printMoney(left);
}
