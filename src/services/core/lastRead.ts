import * as z from 'zod/mini';
import type { SessionStore } from './session.ts';
import { lastReadKey } from './sessionKeys.ts';
import type { KeyValueStore } from './storage.ts';

/** The data, and when the server answered, in milliseconds of the server's time. */
interface Kept<Data> {
  readonly data: Data;
  readonly loadedAt: number;
}

/**
 * The last data that a person read, stored in this browser for when the server cannot be reached. One record for one person,
 * deleted with their session.
 */
export interface LastRead {
  /** Returns a function that stores data; it does nothing once the session has ended or belongs to another person. */
  keeper(key: string): (loaded: Kept<unknown>) => void;
  /** Null when nothing of this person is stored, or it cannot be read by this version. */
  find<Data>(key: string, schema: z.core.$ZodType<Data>): Kept<Data> | null;
}

const record = z.object({
  version: z.literal(1),
  user: z.string(),
  entries: z.record(z.string(), z.object({ data: z.unknown(), loadedAt: z.number() })),
});

/** The most pages of lists that are stored; the most recently read ones are kept. */
const most = 20;

export function createLastRead(store: KeyValueStore, session: Pick<SessionStore, 'current'>): LastRead {
  const person = () => session.current()?.user.id ?? null;

  function entriesOf(user: string): z.infer<typeof record>['entries'] {
    try {
      const found = z.safeParse(record, JSON.parse(store.read(lastReadKey) ?? 'null'));
      return found.success && found.data.user === user ? found.data.entries : {};
    } catch {
      return {};
    }
  }

  return {
    keeper(key) {
      const user = person();
      return (loaded) => {
        if (user === null || user !== person()) return;
        const { [key]: _, ...others } = entriesOf(user);
        const entries = Object.fromEntries([...Object.entries(others), [key, loaded] as const].slice(-most));
        // When the storage is full, delete the record instead of leaving an outdated one.
        if (!store.write(lastReadKey, JSON.stringify({ version: 1, user, entries })))
          store.remove(lastReadKey);
      };
    },
    find(key, schema) {
      const user = person();
      const kept = user === null ? undefined : entriesOf(user)[key];
      if (!kept) return null;
      const parsed = z.safeParse(schema, kept.data);
      return parsed.success ? { data: parsed.data, loadedAt: kept.loadedAt } : null;
    },
  };
}
