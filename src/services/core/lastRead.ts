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
  /** Drops what is not stored yet. */
  forget(): void;
}

const record = z.object({
  version: z.literal(1),
  user: z.string(),
  entries: z.record(z.string(), z.object({ data: z.unknown(), loadedAt: z.number() })),
});

/** The most pages of lists that are stored; the most recently read ones are kept. */
const most = 20;

/**
 * What is kept is stored together when `whenIdle` calls back, or when the page is hidden or left before that: each writing reads and prints the
 * whole record, and what arrives is drawn first.
 */
export function createLastRead(
  store: KeyValueStore,
  session: Pick<SessionStore, 'current'>,
  whenIdle: (write: () => void) => void,
): LastRead {
  const person = () => session.current()?.user.id ?? null;
  /** What is not stored yet, and whose it is. */
  const waiting = new Map<string, Kept<unknown>>();
  let reader: string | null = null;
  /** While something waits. */
  let listening: AbortController | null = null;

  function entriesOf(user: string): z.infer<typeof record>['entries'] {
    try {
      const found = z.safeParse(record, JSON.parse(store.read(lastReadKey) ?? 'null'));
      return found.success && found.data.user === user ? found.data.entries : {};
    } catch {
      return {};
    }
  }

  function writeSoon(): void {
    if (listening) return;
    listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('pagehide', write, { signal });
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'hidden') write();
      },
      { signal },
    );
    whenIdle(() => {
      if (!signal.aborted) write();
    });
  }

  function write(): void {
    const kept = [...waiting];
    forget();
    if (kept.length === 0 || reader === null || reader !== person()) return;
    const entries = new Map<string, Kept<unknown>>(Object.entries(entriesOf(reader)));
    for (const [key, loaded] of kept) {
      // The record is in the order of reading.
      entries.delete(key);
      entries.set(key, loaded);
    }
    const last = Object.fromEntries([...entries].slice(-most));
    // When the storage is full, delete the record instead of leaving an outdated one.
    if (!store.write(lastReadKey, JSON.stringify({ version: 1, user: reader, entries: last })))
      store.remove(lastReadKey);
  }

  function forget(): void {
    waiting.clear();
    listening?.abort();
    listening = null;
  }

  return {
    keeper(key) {
      const user = person();
      return (loaded) => {
        if (user === null || user !== person()) return;
        if (user !== reader) waiting.clear();
        reader = user;
        waiting.delete(key);
        waiting.set(key, loaded);
        writeSoon();
      };
    },
    find(key, schema) {
      const user = person();
      if (user === null) return null;
      const kept = (user === reader ? waiting.get(key) : undefined) ?? entriesOf(user)[key];
      if (!kept) return null;
      const parsed = z.safeParse(schema, kept.data);
      return parsed.success ? { data: parsed.data, loadedAt: kept.loadedAt } : null;
    },
    forget,
  };
}
