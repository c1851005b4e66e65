import { type AuthCallback, readCallback } from '../../../contract/authCallback.ts';

/** The data that email links and identity providers put after the `#` of the address. */
export interface AuthCallbacks {
  /** Takes the pending data, if any. */
  take(): AuthCallback | null;
  /** Whether no data is pending. */
  isEmpty(): boolean;
  /** Puts data back for a later sign-in. */
  putBack(callback: AuthCallback): void;
  /** Reports a link that opens in this existing tab; one that did so before the listener was there at once. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** The page of such links (spec section 2: they have no route of their own). */
const place = /^\/auth\/login\/?$/;

/** The data is read once and removed at once from the address bar and the history, because it opens accounts. */
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
      if (waiting !== null) listener();

      return () => listeners.delete(listener);
    },
    close: () => stopListening.abort(),
  };
}
