import * as z from 'zod/mini';
import type { KeyValueStore } from '../core/storage.ts';

/** Beside nothing of the app's: the console has an origin of its own, and this tab's memory of it ends with the tab. */
const sessionKey = 'operator_session';

/** What `POST /login` answers: 256 random bits. */
const token = z.string().check(z.regex(/^[\w-]{43}$/));

/** The operator's session in this tab. It is shown in a header alone, so that no other page can use it. */
export interface OperatorSession {
  current(): { readonly token: string } | null;
  keep(token: string): void;
  /** Forgets the session; with a token only if that is still the one. Tells whoever listens. */
  end(token?: string): void;
  /** The server tells no end of these sessions in its headers. */
  extend(): void;
  /** Answers how to stop. */
  subscribe(listener: () => void): () => void;
}

/** `store` is of the tab (`sessionStorage`); without one the session ends with the page. */
export function createOperatorSession(store: KeyValueStore): OperatorSession {
  const listeners = new Set<() => void>();
  const kept = z.safeParse(token, store.read(sessionKey));
  let current = kept.success ? { token: kept.data } : null;
  if (current === null) store.remove(sessionKey);
  return {
    current: () => current,
    keep(shown) {
      current = { token: shown };
      store.write(sessionKey, shown);
    },
    end(shown) {
      if (current === null || (shown !== undefined && shown !== current.token)) return;
      current = null;
      store.remove(sessionKey);
      for (const listener of [...listeners]) listener();
    },
    extend() {},
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
