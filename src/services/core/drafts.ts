import * as z from 'zod/mini';
import { createLocalStore, type KeyValueStore } from './storage.ts';

/** The typed values of a form, by field; never a password. */
type Draft = Readonly<Record<string, string | boolean>>;

/** An unsent form, kept for this tab only: it survives a reload, but not the tab. */
export interface Drafts {
  read(): Draft | null;
  /** Null deletes it. */
  keep(draft: Draft | null): void;
}

/** The form that the draft belongs to. */
type DraftKey = 'registration_draft' | 'login_draft';

const record = z.lazy(() =>
  z.object({
    version: z.literal(1),
    values: z.record(z.string(), z.union([z.string(), z.boolean()])),
  }),
);

export function createDrafts(
  store: KeyValueStore = createLocalStore(() => window.sessionStorage),
  key: DraftKey = 'registration_draft',
): Drafts {
  return {
    read() {
      try {
        const kept = z.safeParse(record, JSON.parse(store.read(key) ?? 'null'));
        return kept.success ? kept.data.values : null;
      } catch {
        return null;
      }
    },
    keep(draft) {
      if (draft === null) store.remove(key);
      else store.write(key, JSON.stringify({ version: 1, values: draft }));
    },
  };
}
