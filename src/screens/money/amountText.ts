import { parseMoney, printMoney, subtractMoney } from '../../../contract/money.ts';
import { amountParts } from '../../components/money/amountParts.ts';
import { widestToken } from '../../machines/money/typedAmount.ts';

/** An exact amount as the person's own keys would write it: their decimal sign, no grouping. */
export function asTyped(decimal: string | null, locale: string): string {
  const sign = amountParts('0.5', locale)?.decimalSign ?? '.';
  return decimal === null ? '' : decimal.replace('.', sign);
}

/** An amount within a sentence, to its last digit. */
export function exactText(decimal: string, locale: string): string {
  const parts = amountParts(decimal, locale, { minimumFractionDigits: 0 });
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
