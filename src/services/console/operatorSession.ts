import * as z from 'zod/mini';
import type { KeyValueStore } from '../core/storage.ts';

/** Shares nothing with the app: the console has its own origin, and this tab's storage ends with the tab. */
const sessionKey = 'operator_session';

/** The answer of `POST /login`: 256 random bits. */
const token = z.string().check(z.regex(/^[\w-]{43}$/));

/** The operator's session in this tab. It is sent only in a header, so that no other page can use it. */
export interface OperatorSession {
  current(): { readonly token: string } | null;
  keep(token: string): void;
  /** Deletes the session; with a token, only if that is the current one. Notifies listeners. */
  end(token?: string): void;
  /** Does nothing: the server's headers do not tell when these sessions end. */
  extend(): void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** `store` belongs to the tab (`sessionStorage`); without one the session ends with the page. */
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
