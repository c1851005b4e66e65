import type { FormState, FormValues } from '../../machines/core/formState.ts';
import { failureWords } from '../core/failureText.ts';
import { ruleText } from '../core/ruleText.ts';
import { useTexts } from '../core/useTexts.ts';
import { useAmountError } from './useAmountError.ts';

/** Why a quote or a payment was refused, where the form's fields are not shown; undefined when nothing was refused. */
export function useRefusalText(
  { failure, refused, bound }: Pick<FormState<FormValues>, 'failure' | 'refused' | 'bound'>,
  isHidden: boolean,
): string | undefined {
  const { t } = useTexts('transactions');
  const amountError = useAmountError({ errors: refused, refused, bound }, isHidden);
  const [broken] = Object.entries(refused);
  // What is left of one’s own limit says more; the failure beside it is kept for the moment of a raise.
  if (failure && refused.amount !== 'own_limit') return t(failureWords(failure).sentence);
  return broken && (amountError ?? t(ruleText(...broken)));
}
