import { decimalUnits } from '../../../contract/money.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import { type Check, change, type FormState, type FormValues, recheck } from '../core/formState.ts';
import type { FlowValues } from '../core/savedFlow.ts';
import type { MoneyFlowDescription } from './moneyFlow.ts';
import { isAnotherRequest } from './setAside.ts';

interface Begun<Values extends FlowValues> {
  readonly values: Values;
  readonly prefill: Partial<Values>;
}

/**
 * The values of a form in which nobody has chosen anything: it pays with the first token that can be paid with and of which
 * something is available. All other values stay as they are, as do all values while the balances are unknown.
 */
export function firstValues<Values extends FlowValues>(
  { empty, payingWith }: Pick<MoneyFlowDescription<Values, never, never, never>, 'empty' | 'payingWith'>,
  { values, prefill }: Begun<Values>,
  tokens: readonly WalletToken[] | null,
): Values {
  if (Object.keys(prefill).length > 0 || isAnotherRequest(empty, values)) return values;
  const held = (tokens ?? []).filter(({ available }) => decimalUnits(available) > 0n);
  const payable = held.map(({ symbol }) => payingWith(symbol)).filter((each) => each !== null);
  const isUsualHeld = payable.some((each) => !isAnotherRequest(empty, { ...empty, ...each }));
  return isUsualHeld ? values : { ...values, ...payable[0] };
}

/**
 * Sets values of a form in which each of them says what the amount means, as its token or its recipient does: a refusal of the amount stays
 * only until any of them changes.
 */
export function changeMoney<Form extends FormState<FormValues>>(
  form: Form,
  values: Form['values'],
  check: Check<Form>,
) {
  const changed = { ...change(form, values, check), bound: form.bound };
  if (Object.keys(values).every((name) => values[name] === form.values[name])) return changed;
  const { amount: _, ...refused }: FieldErrors = changed.refused;
  return { ...changed, refused, ...recheck({ ...form, values, refused }, check), bound: null };
}
