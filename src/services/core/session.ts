import * as z from 'zod/mini';
import type { Session } from '../../../contract/auth.ts';
import { readUser } from '../../../contract/user.ts';
import { lastReadKey, sessionEndKey, tokenKey, userKey } from './sessionKeys.ts';
import type { KeyValueStore } from './storage.ts';

/** A change of the session by another tab or by the server. */
export type SessionChange =
  | { readonly type: 'opened'; readonly session: Session }
  | { readonly type: 'ended'; readonly token: string }
  | { readonly type: 'extended'; readonly until: number };

/** The signed-in person of this tab, stored for the next visit and kept in step with the other tabs. */
export interface SessionStore {
  current(): Session | null;
  /**
   * Makes `session` the current one and stores it, if the browser can. When the current one is only kept again, as with a newer user, what
   * another tab has done since stays: a newer session is taken over, and an ended one ends here too.
   */
  keep(session: Session): void;
  /**
   * Deletes the session. With a token: only if that is the current one, so that a late 401 does not end a newer session. A newer one that
   * another tab has stored stays, and is taken over.
   */
  end(token?: string): void;
  /** Ends this token's session because its time is over, unless another tab has recorded a later end: that is taken over. */
  expire(token: string): void;
  /** Records until when the server says that this token's session lasts, in milliseconds of its time. */
  extend(token: string, until: number): void;
  /** The last recorded end; null before the first. */
  endsAt(): number | null;
  /** Reports changes except the session that `keep` was given. Returns a function that unsubscribes. */
  subscribe(listener: (change: SessionChange) => void): () => void;
  /** Stops listening to other tabs. */
  close(): void;
}

/** A bearer token is one header value: visible ASCII only, or `fetch` itself would throw on it. */
const storedToken = z.string().check(z.regex(/^[\x21-\x7e]{1,4096}$/));

/** What a tab tells the others when its session was used. */
const extension = z.object({ token: z.string(), until: z.number() });

/** Both or nothing (spec section 4): a session whose token or user cannot be parsed is ignored. */
function readSession(store: KeyValueStore): Session | null {
  const token = z.safeParse(storedToken, store.read(tokenKey));
  if (!token.success) return null;
  const person = z.safeParse(readUser(''), parseJson(store.read(userKey)));
  return person.success ? { token: token.data, user: person.data } : null;
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

export function createSessionStore(kept: KeyValueStore): SessionStore {
  const listeners = new Set<(change: SessionChange) => void>();
  const stopListening = new AbortController();
  const tabs = openChannel();

  let session = readSession(kept);
  // A session that the browser could not store lives in this tab only, and the storage does not tell about it.
  let isKept = session !== null;
  let endsAt: number | null = null;
  if (session === null) forget();

  function forget(): void {
    // The token is removed first, so that no other tab sees a token without its user.
    kept.remove(tokenKey);
    kept.remove(userKey);
    kept.remove(sessionEndKey);
  }

  function store(next: Session): boolean {
    const write = () => kept.write(userKey, JSON.stringify(next.user)) && kept.write(tokenKey, next.token);
    if (write()) return true;
    // The last read data is removed first, because it can be read again.
    kept.remove(lastReadKey);
    if (write()) return true;
    // The other tabs and the next visit go on with the older user of the same session.
    if (readSession(kept)?.token === next.token) return true;
    forget();
    return false;
  }

  function tell(change: SessionChange): void {
    for (const listener of [...listeners]) listener(change);
  }

  function followOtherTabs(): void {
    const stored = readSession(kept);
    if (stored?.token === session?.token || (session !== null && !isKept)) return;
    const last = session;
    session = stored;
    isKept = stored !== null;
    endsAt = null;
    if (stored !== null) tell({ type: 'opened', session: stored });
    else if (last !== null) tell({ type: 'ended', token: last.token });
  }

  function hear({ data }: MessageEvent<unknown>): void {
    const heard = z.safeParse(extension, data);
    if (!heard.success) followOtherTabs();
    else if (heard.data.token === session?.token) takeEnd(heard.data.until);
  }

  function takeEnd(until: number): void {
    endsAt = until;
    tell({ type: 'extended', until });
  }

  function end(token?: string): void {
    if (session === null || (token !== undefined && token !== session.token)) return;
    const stored = readSession(kept);
    const isOthers = stored !== null && stored.token !== session.token;
    // A tab that slept hears of a login in another tab late, so the storage may know more than it does.
    if (isOthers && isKept) {
      followOtherTabs();
      return;
    }
    const last = session;
    session = null;
    isKept = false;
    endsAt = null;
    if (!isOthers) forget();
    tabs?.postMessage('changed');
    tell({ type: 'ended', token: last.token });
  }

  const { signal } = stopListening;
  window.addEventListener('storage', followOtherTabs, { signal });
  // A page restored from the back/forward cache has missed all events.
  window.addEventListener('pageshow', (event) => event.persisted && followOtherTabs(), { signal });
  tabs?.addEventListener('message', hear, { signal });

  return {
    current: () => session,
    keep(next) {
      const stored = kept.read(tokenKey);
      const isSame = session?.token === next.token;
      const isOvertaken = isSame && stored !== next.token;
      // A tab that slept hears late of a login or a sign-out in another tab, so the storage may know more than it does.
      if (isOvertaken && isKept) return followOtherTabs();
      session = next;
      if (isOvertaken && stored !== null) return;
      if (!isSame) {
        endsAt = null;
        kept.remove(sessionEndKey);
      }
      isKept = store(next);
      tabs?.postMessage('changed');
    },
    end,
    expire(token) {
      // A tab that slept hears of a use in another tab late, so the storage may know more than it does.
      const later = kept.read(tokenKey) === token ? Number(kept.read(sessionEndKey)) : 0;
      if (token === session?.token && later > (endsAt ?? 0)) takeEnd(later);
      else end(token);
    },
    extend(token, until) {
      // Every answer tells it, in whole seconds, so only real differences are passed on.
      if (token !== session?.token || Math.abs(until - (endsAt ?? 0)) < 2_000) return;
      if (kept.read(tokenKey) === token) kept.write(sessionEndKey, `${until}`);
      takeEnd(until);
      tabs?.postMessage({ token, until });
    },
    endsAt: () => endsAt,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      stopListening.abort();
      tabs?.close();
    },
  };
}

/** Reaches tabs that receive storage events late (Safari throttles them in the background). */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('zesto.session');
  } catch {
    return null;
  }
}
