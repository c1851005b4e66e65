/** The state that forms, messages to support and money flows share: values, errors, and refusals of the server. */
import type { Failure } from '../../../contract/failure.ts';
import type { FailureCode } from '../../../contract/failureCodes.ts';
import type { AmountBound } from '../../../contract/problems.ts';
import type { FieldErrors } from '../../../contract/rules.ts';

export type FormValues = Readonly<Record<string, string | boolean>>;

/** The values in the form that is sent, parsed by the contract, or the first broken rule of each field. */
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
  /** The server's refusals in fields that have not changed since. */
  readonly refused: FieldErrors;
  /** Why the last submit failed, unless the field errors say all of it. */
  readonly failure: Failure | null;
  /** The bound that a refused amount breaks. */
  readonly bound: AmountBound | null;
  /** The number of submits. Fields are checked from the first submit on. */
  readonly submits: number;
}

export const untouched = { errors: {}, refused: {}, failure: null, bound: null, submits: 0 } as const;

/** The values replaced by stored ones; stored fields that the form does not have are ignored. */
export function restoredValues<Values extends FormValues>(values: Values, stored: FormValues): Values {
  const fits = Object.entries(stored).filter(([name, value]) => typeof values[name] === typeof value);
  return { ...values, ...Object.fromEntries(fits) };
}

export type Check<Form> = (form: Form) => Checked<unknown>;

function broken<Form>(form: Form, check: Check<Form>): FieldErrors {
  const checked = check(form);
  return checked.ok ? {} : checked.fields;
}

/** Updates the errors after a change outside the values that they depend on. */
export function recheck<Form extends FormState<FormValues>>(form: Form, check: Check<Form>) {
  return { errors: { ...form.refused, ...(form.submits > 0 ? broken(form, check) : {}) } };
}

/** Sets values; a refusal stays until its field changes. */
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

/** `refusals`: the fields of failures that name none. `fields`: the form's names for fields that the wire names differently. */
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
  // A field error cannot say how long a refusal lasts, so the failure is kept too.
  const isTold =
    named.length > 0 && !failure.until && Object.keys(refused).every((name) => name in form.values);
  return {
    refused,
    errors: { ...refused, ...broken(form, check) },
    failure: isTold ? null : failure,
    bound: failure.bound ?? null,
  };
}
