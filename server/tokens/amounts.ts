import { type Money, parseMoney, printMoney } from '../../contract/money.ts';
import type { AmountBound } from '../../contract/problems.ts';
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

const codes = {
  too_small: 'AMOUNT_TOO_SMALL',
  too_large: 'AMOUNT_TOO_LARGE',
  insufficient: 'INSUFFICIENT_BALANCE',
} as const;

interface Bounds {
  readonly token: Token;
  /** In minor units of `token`, as is `maximum`. */
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly available: bigint;
}

/** The refusal of an amount that breaks a rule, with the bound that it breaks: for an amount above the balance, what is available. */
export function amountRefusal(
  problem: keyof typeof codes,
  { token, minimum, maximum, available }: Bounds,
  field = 'amount',
): Refusal {
  const minor = { too_small: minimum, too_large: maximum, insufficient: available }[problem];
  return new Refusal(codes[problem], { fields: { [field]: problem }, bound: boundOf({ token, minor }) });
}

/** The refusal of a movement that the balance does not cover any more, with what is available now. */
export function balanceRefusal(available: Money, field = 'amount'): Refusal {
  return new Refusal('INSUFFICIENT_BALANCE', {
    fields: { [field]: 'insufficient' },
    bound: boundOf(available),
  });
}

export function boundOf(bound: Money): AmountBound {
  return { amount: printMoney(bound), token: bound.token.symbol };
}
