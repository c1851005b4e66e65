import type { FailureCode } from '../../../contract/failureCodes.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import { type Checked, type FormState, type FormValues, restoredValues, untouched } from './formState.ts';
import { lastStep, type StepState, stepWith } from './formSteps.ts';

/** The description of a form. `Body` is what is sent. */
export interface FormDescription<Values extends FormValues, Body> {
  readonly id: string;
  readonly empty: Values;
  /** Fields that are emptied once the server has accepted them. */
  readonly secrets?: readonly (keyof Values & string)[];
  /** The contract's check for a day (`YYYY-MM-DD`, UTC). `begun`: the form's initial values. */
  readonly check: (values: Values, today: string, begun: Values) => Checked<Body>;
  /** The fields of refusals whose answer names none. */
  readonly refusals?: Partial<Record<FailureCode, FieldErrors>>;
  /** The form's names for fields that the wire names differently. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Whether there is anything to send; without this function there always is. */
  readonly isWorthSending?: (values: Values, begun: Values) => boolean;
  /** What an open form becomes by `initial.read`: `follow`. Without it the form does not hear what is read anew. */
  readonly follow?: (
    form: { readonly empty: Values },
    context: FormContext<Values, unknown>,
    read: InitialRead,
  ) => Pick<FormContext<Values, unknown>, 'begun' | 'values' | 'sent' | 'errors' | 'refused'>;
  /** The fields of each step, in order. Without steps the whole form is shown. */
  readonly steps?: readonly (readonly (keyof Values & string)[])[];
}

export interface FormContext<Values extends FormValues, Output> extends FormState<Values>, StepState {
  readonly now: () => number;
  readonly begun: Values;
  /** The values when the form was last sent, without its secrets. */
  readonly sent: Values;
  /** Whole seconds until a throttled form may be sent again. */
  readonly secondsLeft: number;
  /** When the last refusal lets the form be sent again, in milliseconds; 0 once it was sent again, and where there was none. */
  readonly retryAt: number;
  readonly output: Output | null;
}

export interface FieldChanged<Values> {
  readonly type: 'field.changed';
  readonly name: keyof Values & string;
  readonly value: Values[keyof Values];
}

/** The initial values were read anew. Fields that the person has not edited take them over; what they typed stays. */
export interface InitialRead {
  readonly type: 'initial.read';
  readonly initial: FormValues;
  /** Fields that cannot be changed any more: they take the new values over even if the person has edited them. */
  readonly locked?: readonly string[];
}

/** `form.submitted` goes on to the next step, and sends the form from the last one; `step.left` goes back to the one before. */
export type FormEvent<Values> =
  | FieldChanged<Values>
  | InitialRead
  | { readonly type: 'form.submitted' }
  | { readonly type: 'step.left' }
  | { readonly type: 'submit.cancelled' };

export interface FormInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** The initial values; fields not named start empty. */
  readonly initial?: FormValues | null;
  /** What was typed before a reload, without its secrets. */
  readonly draft?: FormValues | null;
}

/** The wait in seconds when a throttling answer has no `Retry-After`. */
export const unknownWait = 30;

/** The day of a moment in the form that the contract's checks use: `YYYY-MM-DD`, UTC. */
export const day = (now: number) => new Date(now).toISOString().slice(0, 10);

/** The values of a form that may be stored over a reload, without its secrets. */
export function draftOf<Values extends FormValues>(
  { values, begun }: { readonly values: Values; readonly begun: Values },
  { secrets = [] }: Pick<FormDescription<Values, unknown>, 'secrets'>,
): FormValues {
  const typed = Object.entries(values).filter(([name, value]) => value !== begun[name]);
  return Object.fromEntries(typed.filter(([name]) => !secrets.includes(name)));
}

/** The values that were typed after the form was sent and are not saved yet, without its secrets. Null for none. */
export function typedSince<Values extends FormValues>(
  { values, sent }: { readonly values: Values; readonly sent: Values },
  form: Pick<FormDescription<Values, unknown>, 'secrets'>,
): FormValues | null {
  const typed = draftOf({ values, begun: sent }, form);
  return Object.keys(typed).length > 0 ? typed : null;
}

export function withoutSecrets<Values extends FormValues>(
  values: Values,
  { empty, secrets = [] }: Pick<FormDescription<Values, unknown>, 'empty' | 'secrets'>,
): Values {
  const emptied = { ...values };
  for (const name of secrets) emptied[name] = empty[name];
  return emptied;
}

/** The initial form. A draft continues at its first incomplete step. */
export function begin<Values extends FormValues, Output>(
  form: FormDescription<Values, unknown>,
  { now, initial, draft }: FormInput,
): FormContext<Values, Output> {
  const begun = restoredValues(form.empty, initial ?? {});
  const values = restoredValues(begun, draft ?? {});
  const firstIncomplete = (checked: Checked<unknown>) =>
    checked.ok ? lastStep(form.steps) : stepWith(checked.fields, form.steps, 0);
  return {
    ...untouched,
    now,
    begun,
    values,
    sent: begun,
    step: form.steps && (initial || draft) ? firstIncomplete(form.check(values, day(now()), begun)) : 0,
    tried: 0,
    secondsLeft: 0,
    retryAt: 0,
    output: null,
  };
}
