import { CallError } from '../../contract/failure.ts';
import { type Auth, createAuth } from '../services/auth.ts';
import { type Clock, createClock } from '../services/clock.ts';
import { createHttp } from '../services/http.ts';
import { createLanguages, type Languages } from '../services/languages.ts';
import { createSessionStore, type SessionStore } from '../services/session.ts';
import { createLocalStore, type KeyValueStore } from '../services/storage.ts';
import type { Data } from './data.ts';

/** Everything that the app reaches outside of itself. */
export interface Services {
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly session: SessionStore;
  readonly auth: Auth;
  readonly languages: Languages;
  /** Loaded at the first need, then the same one. Rejects with NETWORK when its code cannot be had. */
  data(): Promise<Data>;
  /** Empties the caches, if there are any. */
  forgetData(): void;
}

/** `origin` is the provider's host; empty for the app's own. */
export function createServices(origin: string): Services {
  const store = createLocalStore();
  const clock = createClock();
  const session = createSessionStore(store);
  const http = createHttp({ origin, session, clock });
  let data: Promise<Data> | null = null;

  async function loadData(): Promise<Data> {
    try {
      return (await import('./data.ts')).createData(http, clock);
    } catch (cause) {
      data = null;
      throw new CallError({ code: 'NETWORK', fields: {}, retryAfter: null, requestId: null }, { cause });
    }
  }

  const forgetData = () =>
    void data?.then(
      ({ clear }) => clear(),
      () => {},
    );
  // Another person's data, or nobody's: what was read before is not theirs to see.
  session.subscribe(forgetData);

  return {
    store,
    clock,
    session,
    auth: createAuth(http),
    languages: createLanguages(),
    data() {
      data ??= loadData();
      return data;
    },
    forgetData,
  };
}
