import * as z from 'zod/mini';
import type { SessionStore } from './session.ts';
import { lastReadKey } from './sessionKeys.ts';
import type { KeyValueStore } from './storage.ts';

/** What was read, and when the server answered, in milliseconds of the server's time. */
interface Kept<Data> {
  readonly data: Data;
  readonly loadedAt: number;
}

/**
 * What this browser has kept of what a person read last, for when the server cannot be reached. It is one record for one person;
 * it goes with their session.
 */
export interface LastRead {
  /** Answers how to keep what is read from now on: once the session is another's, or nobody's, that does nothing. */
  keeper(key: string): (loaded: Kept<unknown>) => void;
  /** Null when there is nothing of this person's, or nothing that this version can read. */
  find<Data>(key: string, schema: z.core.$ZodType<Data>): Kept<Data> | null;
}

const record = z.object({
  version: z.literal(1),
  user: z.string(),
  entries: z.record(z.string(), z.object({ data: z.unknown(), loadedAt: z.number() })),
});

/** Lists of which only some pages are kept: those that were read last. */
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
        // A browser that is full keeps nothing rather than something older than what was last seen.
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
