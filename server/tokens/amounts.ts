import { parseMoney } from '../../contract/money.ts';
import type { Token } from '../../contract/tokens.ts';
import { Refusal } from '../core/refusal.ts';

/** Reads an amount of the wire that is more than 0, in minor units, or refuses by its field. */
export function readAmount(text: string, token: Token, field = 'amount'): bigint {
  const money = parseMoney(text, token);
  if (!money.ok) {
    if (money.problem === 'too_large')
      throw new Refusal('AMOUNT_TOO_LARGE', { fields: { [field]: 'too_large' } });
    const rule = money.problem === 'too_many_decimals' ? 'too_many_decimals' : 'format';
    throw new Refusal('VALIDATION_FAILED', { fields: { [field]: rule } });
  }
  if (money.value.minor <= 0n) throw new Refusal('AMOUNT_TOO_SMALL', { fields: { [field]: 'too_small' } });
  return money.value.minor;
}

/** The code that refuses an amount, by the rule that it breaks. */
export const amountRefusals = {
  too_small: 'AMOUNT_TOO_SMALL',
  too_large: 'AMOUNT_TOO_LARGE',
  insufficient: 'INSUFFICIENT_BALANCE',
} as const;
