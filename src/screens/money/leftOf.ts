import { parseMoney, printMoney, subtractMoney } from '../../../contract/money.ts';
import { widestToken } from '../../machines/money/typedAmount.ts';

/** What is left of a balance. Null when it is unknown, or when it would be negative, because then the shown balance is old. */
export function leftOf(available: string | null, leaving: string, symbol: string): string | null {
  if (available === null) return null;
  const token = widestToken(symbol);
  const [before, leaves] = [parseMoney(available, token), parseMoney(leaving, token)];
  if (!before.ok || !leaves.ok) return null;
  const left = subtractMoney(before.value, leaves.value);
  return left.minor < 0n ? null : printMoney(left);
}
