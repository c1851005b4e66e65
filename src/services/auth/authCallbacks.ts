import { type AuthCallback, readCallback } from '../../../contract/authCallback.ts';

/** What people bring along from an email or from an identity provider, behind the `#` of the address. */
export interface AuthCallbacks {
  /** The one that nobody has taken yet. */
  take(): AuthCallback | null;
  /** Whether there is none. */
  isEmpty(): boolean;
  /** Puts one back for whoever comes next. */
  putBack(callback: AuthCallback): void;
  /** Tells of a link that is opened in a tab that is here already. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** Where such links lead (spec section 2: there is no route of their own). */
const place = /^\/auth\/login\/?$/;

/** Each is read once, and at once taken out of the address bar and the history: it opens accounts. */
export function createAuthCallbacks(): AuthCallbacks {
  const listeners = new Set<() => void>();
  const stopListening = new AbortController();
  let waiting: AuthCallback | null = null;

  function read(): void {
    const { pathname, search, hash } = window.location;
    const callback = place.test(pathname) ? readCallback(hash) : null;
    if (callback === null) return;
    window.history.replaceState(window.history.state, '', pathname + search);
    waiting = callback;
    for (const listener of [...listeners]) listener();
  }

  read();
  window.addEventListener('hashchange', read, { signal: stopListening.signal });

  return {
    take() {
      const callback = waiting;
      waiting = null;
      return callback;
    },
    isEmpty: () => waiting === null,
    putBack(callback) {
      waiting = callback;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => stopListening.abort(),
  };
}
