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

interface Paying extends FormState<FormValues> {
  readonly tokens: readonly WalletToken[] | null;
  /** Null in a draft. */
  readonly quote: unknown;
}

/**
 * Sets the balances that were read. The server's refusal for a balance goes once that balance is more than the server named and covers the
 * amount. Where a quote is shown, the refusal stays, because it says what became of the quote.
 */
export function changeTokens<Form extends Paying>(
  form: Form,
  { values, tokens }: { readonly values: Form['values']; readonly tokens: readonly WalletToken[] | null },
  check: Check<Form>,
  covers: (values: Form['values'], balance: WalletToken) => boolean = () => true,
) {
  const { amount, ...others }: FieldErrors = form.refused;
  const { bound } = form;
  const isRead = form.quote === null && tokens !== form.tokens;
  const balance = tokens?.find(({ symbol }) => symbol === bound?.token);
  const checked = check({ ...form, values, tokens });
  const isShort = !checked.ok && checked.fields.amount === 'insufficient';
  const isCovered =
    amount === 'insufficient' &&
    isRead &&
    bound &&
    balance &&
    decimalUnits(balance.available) > decimalUnits(bound.amount) &&
    !isShort &&
    covers(values, balance);
  const refused: FieldErrors = isCovered ? others : form.refused;
  const errors = recheck({ ...form, values, tokens, refused }, check);
  return { tokens, values, refused, bound: isCovered ? null : bound, ...errors };
}
