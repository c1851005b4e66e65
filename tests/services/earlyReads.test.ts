import { HttpResponse, http as route } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { profileCall } from '../../contract/profile.ts';
import { holdsCall, walletCall } from '../../contract/wallet.ts';
import { createClock } from '../../src/services/core/clock.ts';
import { earlyPaths, readEarly } from '../../src/services/core/earlyReads.ts';
import { createHttp } from '../../src/services/core/http.ts';
import { createSessionStore, type SessionStore } from '../../src/services/core/session.ts';
import { createLocalStore } from '../../src/services/core/storage.ts';
import { interceptProvider, providerOrigin } from '../support/mswProvider.ts';
import { vera } from '../support/people.ts';

const provider = interceptProvider();
const base = `${providerOrigin}/api/web-app`;

let session: SessionStore;
beforeEach(() => {
  session = createSessionStore(createLocalStore());
  session.keep({ token: 'first', user: vera.user });
});
afterEach(() => {
  session.close();
  vi.useRealTimers();
});

/** Answers the profile with each of `answers` in turn; what was asked, by token. */
function asked(...answers: (() => Response | Promise<Response>)[]): string[] {
  const tokens: string[] = [];
  provider.use(
    route.all(`${base}/*`, ({ request }) => {
      if (!request.url.endsWith('/profile')) return HttpResponse.error();
      tokens.push(request.headers.get('authorization') ?? 'nobody');
      return (answers.shift() ?? (() => HttpResponse.json({ data: vera.user })))();
    }),
  );
  return tokens;
}

const connect = () => createHttp({ origin: providerOrigin, session, clock: createClock() });
const named = (first_name: string) => () => HttpResponse.json({ data: { ...vera.user, first_name } });

test('the first reads are those of the contract', () => {
  expect(earlyPaths).toEqual([walletCall, holdsCall, profileCall].map(({ path }) => path));
});

test('an early read is used once, by whom it was sent for', async () => {
  const tokens = asked(named('Early'), named('Later'));
  readEarly(base, 'first');
  const http = connect();
  expect((await http(profileCall)).data.first_name).toBe('Early');
  expect((await http(profileCall)).data.first_name).toBe('Later');
  expect(tokens).toEqual(['Bearer first', 'Bearer first']);
});

test('an early read of another session, and one that is old, are not used', async () => {
  const tokens = asked(named('Early'), named('Later'));
  readEarly(base, 'another');
  expect((await connect()(profileCall)).data.first_name).toBe('Later');
  expect(tokens).toEqual(['Bearer another', 'Bearer first']);

  vi.useFakeTimers({ toFake: ['Date'] });
  asked(named('Early'), named('Later'));
  readEarly(base, 'first');
  vi.advanceTimersByTime(10_001);
  expect((await connect()(profileCall)).data.first_name).toBe('Later');
});

test('an early read without an answer is not sent again by itself, and no token makes it throw at once', async () => {
  const tokens = asked(() => HttpResponse.error());
  readEarly(base, 'first');
  const http = connect();
  await expect(http(profileCall)).rejects.toMatchObject({ failure: { code: 'NETWORK' } });
  expect(tokens).toHaveLength(1);
  expect((await http(profileCall)).data.email).toBe(vera.user.email);
  expect(() => readEarly(base, 'no\nheader')).not.toThrow();
});

test('the server’s time is estimated from when an early read was sent', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 17, 10, 0, 0) });
  const date = new Date().toUTCString();
  asked(() => HttpResponse.json({ data: vera.user }, { headers: { date } }));
  readEarly(base, 'first');
  vi.advanceTimersByTime(9_000);
  const clock = createClock();
  await createHttp({ origin: providerOrigin, session, clock })(profileCall);
  expect(clock.now()).toBe(Date.now());
});

test('a refused early read ends the session as any refused call does', async () => {
  asked(() => new HttpResponse(null, { status: 401 }));
  readEarly(base, 'first');
  await expect(connect()(profileCall)).rejects.toMatchObject({ failure: { code: 'UNAUTHENTICATED' } });
  expect(session.current()).toBeNull();
});

test('a caller who gives up an early read does not wait for it', async () => {
  asked(() => new Promise(() => {}));
  readEarly(base, 'first');
  const giving = new AbortController();
  const reading = connect()(profileCall, { signal: giving.signal });
  giving.abort();
  await expect(reading).rejects.toMatchObject({ failure: { code: 'NETWORK' } });
});
