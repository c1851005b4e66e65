import type { FormValues } from '../../../machines/core/formState.ts';
import type { SavedFlow } from '../../../machines/core/savedFlow.ts';

/** What was typed into a form of a person's, as this browser keeps it for them; null when there is nothing to keep. */
export function recordOf(draft: FormValues | null): SavedFlow | null {
  const values = Object.entries(draft ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  if (values.length === 0) return null;
  return { step: 'drafting', values: Object.fromEntries(values), key: null, quote: null };
}
