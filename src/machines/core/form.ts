import type { FailureCode } from '../../../contract/failure.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import type { Checked, FormValues } from './formState.ts';

/** What tells one form from another. `Body` is what is sent. */
export interface FormDescription<Values extends FormValues, Body> {
  readonly id: string;
  readonly empty: Values;
  /** Fields that are emptied as soon as the server has accepted them. */
  readonly secrets?: readonly (keyof Values & string)[];
  /** The contract's check for a day (`YYYY-MM-DD`, UTC). `begun`: what the form began with. */
  readonly check: (values: Values, today: string, begun: Values) => Checked<Body>;
  /** Refusals that belong to a field even when the answer names none. */
  readonly refusals?: Partial<Record<FailureCode, FieldErrors>>;
  /** Whether there is something to send at all; without it there always is. */
  readonly isWorthSending?: (values: Values, begun: Values) => boolean;
}

/** What of a form may be kept over a reload: never its secrets. */
export function draftOf<Values extends FormValues>(
  { values, begun }: { readonly values: Values; readonly begun: Values },
  { secrets = [] }: Pick<FormDescription<Values, unknown>, 'secrets'>,
): FormValues {
  const typed = Object.entries(values).filter(([name, value]) => value !== begun[name]);
  return Object.fromEntries(typed.filter(([name]) => !secrets.includes(name)));
}

export function withoutSecrets<Values extends FormValues>(
  values: Values,
  { empty, secrets = [] }: Pick<FormDescription<Values, unknown>, 'empty' | 'secrets'>,
): Values {
  const emptied = { ...values };
  for (const name of secrets) emptied[name] = empty[name];
  return emptied;
}
