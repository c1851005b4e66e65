import { parseMoney } from '../../contract/money.ts';
import type { Token } from '../../contract/tokens.ts';
import { Refusal } from '../core/refusal.ts';

/** Reads a positive amount of the wire, in minor units, or refuses on its field. */
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

/** The code for an amount that breaks a rule. */
export const amountRefusals = {
  too_small: 'AMOUNT_TOO_SMALL',
  too_large: 'AMOUNT_TOO_LARGE',
  insufficient: 'INSUFFICIENT_BALANCE',
} as const;
