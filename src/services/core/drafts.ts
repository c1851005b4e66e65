import * as z from 'zod/mini';
import { createLocalStore, type KeyValueStore } from './storage.ts';

/** What a person had typed, by field; never a password. */
type Draft = Readonly<Record<string, string | boolean>>;

/** A form that was not sent, kept for this tab alone: it outlives a reload, not the tab. */
export interface Drafts {
  read(): Draft | null;
  /** Null forgets it. */
  keep(draft: Draft | null): void;
}

/** Which form it is. */
type DraftKey = 'registration_draft' | 'login_draft';

const record = z.object({
  version: z.literal(1),
  values: z.record(z.string(), z.union([z.string(), z.boolean()])),
});

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
