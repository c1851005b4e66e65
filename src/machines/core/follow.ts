import type { FieldErrors } from '../../../contract/rules.ts';
import { draftOf, type FormContext, type InitialRead } from './form.ts';
import { type FormValues, restoredValues } from './formState.ts';

/** The values but those of the named fields. */
export const valuesWithout = (values: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** The open form after its initial values were read anew. What was wrong with a field that is another one now is forgotten. */
export function follow<Values extends FormValues>(
  { empty }: { readonly empty: Values },
  { begun, values, sent, errors, refused }: FormContext<Values, unknown>,
  { initial, locked = [] }: InitialRead,
) {
  const next = restoredValues(empty, initial);
  const followed = (each: Values) =>
    restoredValues(next, valuesWithout(draftOf({ values: each, begun }, {}), locked));
  const newValues = followed(values);
  const still = (told: FieldErrors): FieldErrors =>
    Object.fromEntries(Object.entries(told).filter(([name]) => newValues[name] === values[name]));
  return {
    begun: next,
    values: newValues,
    sent: followed(sent),
    errors: still(errors),
    refused: still(refused),
  };
}
