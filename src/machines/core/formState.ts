/** What forms, messages to support and money flows have in common: what is typed, what is wrong with it, and what the server refused. */
import type { Failure } from '../../../contract/failure.ts';
import type { FailureCode } from '../../../contract/failureCodes.ts';
import type { FieldErrors } from '../../../contract/rules.ts';

export type FormValues = Readonly<Record<string, string | boolean>>;

/** The values as they are sent, parsed by the contract, or the first broken rule of each field. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fields: FieldErrors };

export function bodyIn<Body>(checked: Checked<Body>): Body {
  if (!checked.ok) throw new Error('submitted unchecked');
  return checked.value;
}

export interface FormState<Values extends FormValues> {
  readonly values: Values;
  /** The first broken rule of each field, the server's refusals among them. */
  readonly errors: FieldErrors;
  /** What the server refused in fields that have not been changed since. */
  readonly refused: FieldErrors;
  /** Why the last submit failed, unless the fields say all of it. */
  readonly failure: Failure | null;
  /** How often it was submitted. Fields are checked from the first submit on. */
  readonly submits: number;
}

export const untouched = { errors: {}, refused: {}, failure: null, submits: 0 } as const;

/** The values with what storage has for them; what does not belong to the form is left out. */
export function restoredValues<Values extends FormValues>(values: Values, stored: FormValues): Values {
  const fits = Object.entries(stored).filter(([name, value]) => typeof values[name] === typeof value);
  return { ...values, ...Object.fromEntries(fits) };
}

type Check<Form> = (form: Form) => Checked<unknown>;

function broken<Form>(form: Form, check: Check<Form>): FieldErrors {
  const checked = check(form);
  return checked.ok ? {} : checked.fields;
}

/** The errors, after something else has changed that they depend on. */
export function recheck<Form extends FormState<FormValues>>(form: Form, check: Check<Form>) {
  return { errors: { ...form.refused, ...(form.submits > 0 ? broken(form, check) : {}) } };
}

/** With other values; a refusal stands until its field is changed. */
export function change<Form extends FormState<FormValues>>(
  form: Form,
  values: Form['values'],
  check: Check<Form>,
) {
  const same = Object.entries(form.refused).filter(([name]) => values[name] === form.values[name]);
  const refused: FieldErrors = Object.fromEntries(same);
  return { values, refused, ...recheck({ ...form, values, refused }, check) };
}

export function submit<Form extends FormState<FormValues>>(form: Form, check: Check<Form>) {
  return { ...untouched, submits: form.submits + 1, errors: broken(form, check) };
}

/** `refusals`: the fields of failures that name none. `fields`: the form's fields for those of the wire with another name. */
export function refuse<Form extends FormState<FormValues>>(
  form: Form,
  failure: Failure,
  check: Check<Form>,
  {
    refusals = {},
    fields = {},
  }: {
    readonly refusals?: Partial<Record<FailureCode, FieldErrors>>;
    readonly fields?: Readonly<Record<string, string>>;
  } = {},
) {
  const named = Object.entries({ ...refusals[failure.code], ...failure.fields });
  const refused: FieldErrors = Object.fromEntries(named.map(([name, rule]) => [fields[name] ?? name, rule]));
  // No field says from when on it is not refused.
  const isTold =
    named.length > 0 && !failure.until && Object.keys(refused).every((name) => name in form.values);
  return {
    refused,
    errors: { ...refused, ...broken(form, check) },
    failure: isTold ? null : failure,
  };
}
