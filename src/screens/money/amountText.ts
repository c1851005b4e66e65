import { parseMoney, printMoney, subtractMoney } from '../../../contract/money.ts';
import { amountParts } from '../../components/money/amountParts.ts';
import { widestToken } from '../../machines/money/typedAmount.ts';

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
