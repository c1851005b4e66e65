import { afterEach, beforeEach } from 'vitest';
import { createCache } from '../../src/services/core/cache.ts';
import { createClock } from '../../src/services/core/clock.ts';
import { createHttp } from '../../src/services/core/http.ts';
import { createLastRead } from '../../src/services/core/lastRead.ts';
import { createSessionStore, type SessionStore } from '../../src/services/core/session.ts';
import { createLocalStore } from '../../src/services/core/storage.ts';
import { handToServer, interceptProvider, providerOrigin } from './mswProvider.ts';
import { register, testServer } from './server.ts';

/** For a file of tests: a server that the app's calls reach through MSW, and the app's session store, both anew for each test. */
export function servicesAtServer(options: Parameters<typeof testServer>[0] = {}) {
  const server = testServer(options);
  const provider = interceptProvider();
  let session: SessionStore;
  beforeEach(() => {
    provider.use(handToServer({ fetch: (request) => server.it.fetch(request) }));
    session = createSessionStore(createLocalStore());
  });
  afterEach(() => session.close());

  /** What the services are made of; `clock` is the app's. */
  const connect = (clock = createClock()) => ({
    clock,
    session,
    http: createHttp({ origin: providerOrigin, session, clock }),
    cache: createCache(
      clock,
      createLastRead(createLocalStore(), session, (write) => write()),
    ),
  });
  /** The same for a new account, or for the one given, whose session is open. */
  const connectAs = async (account?: Awaited<ReturnType<typeof register>>) => {
    const person = account ?? (await register(server.it));
    const profile = await server.it.get('/profile', { token: person.token });
    session.keep({ token: person.token, user: profile.body.data });
    return { person, ...connect() };
  };
  return { server, provider, connect, connectAs };
}
