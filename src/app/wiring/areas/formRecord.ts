import type { FormValues } from '../../../machines/core/formState.ts';
import type { SavedFlow } from '../../../machines/core/savedFlow.ts';

/** The stored record of a person's form; null when there is nothing to store. */
export function formRecordOf(draft: FormValues | null): SavedFlow | null {
  const values = Object.entries(draft ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  if (values.length === 0) return null;
  return { step: 'drafting', values: Object.fromEntries(values), key: null, quote: null };
}
