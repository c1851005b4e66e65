import { exactText } from '../../../contract/amountParts.ts';
import type { Rule } from '../../../contract/rules.ts';
import type { FormState, FormValues } from '../../machines/core/formState.ts';
import { ruleText } from '../core/ruleText.ts';
import { useTexts } from '../core/useTexts.ts';

/** The text keys for a rule whose bound is known. */
const boundText: Partial<
  Record<
    Rule,
    | 'validation:bound.too_small'
    | 'validation:bound.too_large'
    | 'validation:bound.own_limit'
    | 'transactions:advice.insufficient'
  >
> = {
  too_small: 'validation:bound.too_small',
  too_large: 'validation:bound.too_large',
  own_limit: 'validation:bound.own_limit',
  insufficient: 'transactions:advice.insufficient',
};

/** The text for the error of the field `amount`; with the bound that the server named, if it refused the amount. Does not name the available balance while balances are hidden. */
export function useAmountError(
  { errors, refused, bound }: Pick<FormState<FormValues>, 'errors' | 'refused' | 'bound'>,
  isHidden: boolean,
): string | undefined {
  const { t, locale } = useTexts('transactions');
  const rule = errors.amount;
  if (rule === undefined) return undefined;
  const key = bound && refused.amount === rule ? boundText[rule] : undefined;
  if (!(bound && key)) return t(ruleText('amount', rule));
  if (rule === 'insufficient' && isHidden) return t('transactions:advice.hidden');
  return t(key, { amount: exactText(bound.amount, locale), token: bound.token });
}
