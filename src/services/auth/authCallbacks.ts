import { type Landing, readLanding } from '../../../contract/landing.ts';

/** What people bring along from a letter or from an identity provider, behind the `#` of the address. */
export interface Landings {
  /** The one that nobody has taken yet. */
  take(): Landing | null;
  /** Whether there is none. */
  isEmpty(): boolean;
  /** Puts one back for whoever comes next. */
  putBack(landing: Landing): void;
  /** Tells of a link that is opened in a tab that is here already. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** Where such links lead (spec section 2: there is no route of their own). */
const place = /^\/auth\/login\/?$/;

/** Each is read once, and at once taken out of the address bar and the history: it opens accounts. */
export function createLandings(): Landings {
  const listeners = new Set<() => void>();
  const stopListening = new AbortController();
  let waiting: Landing | null = null;

  function read(): void {
    const { pathname, search, hash } = window.location;
    const landing = place.test(pathname) ? readLanding(hash) : null;
    if (landing === null) return;
    window.history.replaceState(window.history.state, '', pathname + search);
    waiting = landing;
    for (const listener of [...listeners]) listener();
  }

  read();
  window.addEventListener('hashchange', read, { signal: stopListening.signal });

  return {
    take() {
      const landing = waiting;
      waiting = null;
      return landing;
    },
    isEmpty: () => waiting === null,
    putBack(landing) {
      waiting = landing;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => stopListening.abort(),
  };
}
