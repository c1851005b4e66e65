import { HttpResponse, http as msw } from 'msw';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CallError } from '../../contract/failure.ts';
import { ticketCall } from '../../contract/support.ts';
import { createAuth } from '../../src/services/auth/auth.ts';
import { createCaptcha } from '../../src/services/auth/captcha.ts';
import { createSignInMethods } from '../../src/services/auth/signInMethods.ts';
import { createCache } from '../../src/services/core/cache.ts';
import { createClock } from '../../src/services/core/clock.ts';
import { createHttp, type Http } from '../../src/services/core/http.ts';
import { createLastRead } from '../../src/services/core/lastRead.ts';
import { createSessionStore, type SessionStore } from '../../src/services/core/session.ts';
import { createLocalStore } from '../../src/services/core/storage.ts';
import { readArticle } from '../../src/services/news/news.ts';
import { readProfile, setAvatar, updateProfile } from '../../src/services/profile/profile.ts';
import { readTicket } from '../../src/services/support/support.ts';
import { type ChangeAnswer, eightCalls } from '../support/eightCalls.ts';
import { answerWith, handToServer, interceptProvider, providerOrigin } from '../support/mswProvider.ts';
import { png } from '../support/uploads.ts';

const interceptor = interceptProvider();
const { signal } = new AbortController();
const cached = { input: { fresh: false }, signal };
let provider: ReturnType<typeof eightCalls>;
let session: SessionStore;

beforeEach(() => {
  provider = eightCalls();
  interceptor.use(handToServer(provider));
  session = createSessionStore(createLocalStore());
});
afterEach(() => session.close());

const noCaptcha = async () => null;

async function connect() {
  const clock = createClock();
  const http = createHttp({ origin: providerOrigin, session, clock });
  const captcha = createCaptcha(
    http,
    clock,
    () => Promise.reject(new Error('there is no challenge')),
    () => undefined,
  );
  const auth = createAuth(http, captcha.take);
  await auth.register({
    first_name: 'Vera',
    last_name: 'Stone',
    username: 'vera',
    email: 'vera@example.com',
    password: 'Correct7horse',
    password_confirmation: 'Correct7horse',
    phone: '+79161234567',
    date_of_birth: '1990-05-17',
    country: 'RU',
    terms: true,
  });
  const opened = await auth.signIn({
    email: 'vera@example.com',
    password: 'Correct7horse',
    remember: false,
  });
  session.keep(opened);
  const cache = createCache(
    clock,
    createLastRead(createLocalStore(), session, (write) => write()),
  );
  return { http, cache, session, opened };
}

const unknown = {
  id: null,
  last_name: null,
  username: null,
  email: null,
  phone: null,
  date_of_birth: null,
  country: null,
  gender: null,
  address: null,
  city: null,
  zip_code: null,
  status: 'unknown',
  kyc_status: 'unknown',
  created_at: null,
};

test('a user of the spec’s fields alone is signed in, and is the same after a reload', async () => {
  const { opened } = await connect();
  expect(opened.user).toEqual({ ...unknown, first_name: 'Vera', avatar_file: null });

  const reloaded = createSessionStore(createLocalStore());
  expect(reloaded.current()).toEqual(opened);
  reloaded.close();
});

test('where there is no challenge the registration goes without a captcha, and asks once', async () => {
  const { http } = await connect();
  const changes: string[] = [];
  const captcha = createCaptcha(
    http,
    createClock(),
    () => Promise.reject(new Error('no challenge')),
    ({ type }) => changes.push(type),
  );

  expect([await captcha.take(), await captcha.take()]).toEqual([null, null]);

  expect(changes).toEqual(['captcha.begun', 'captcha.absent']);
  expect(provider.count('GET /auth/captcha')).toBe(2);
  const sent = provider.bodies[provider.heard.indexOf('POST /auth/register')];
  expect(sent).toMatchObject({ email: 'vera@example.com' });
  expect(sent).not.toHaveProperty('captcha');
});

test('without a list of sign-in methods Google is there by the build’s own client id, and no emails are', async () => {
  const { http } = await connect();

  expect(await createSignInMethods(http, 'client-of-the-build').read(signal)).toEqual({
    google: {
      name: 'Google',
      authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      client_id: 'client-of-the-build',
      scope: 'openid email profile',
    },
    why_not: null,
    emails: null,
  });
  expect(await createSignInMethods(http, null).read(signal)).toEqual({
    google: null,
    why_not: 'not_configured',
    emails: null,
  });
});

test('an article at a provider without news is not a missing article', async () => {
  const { http, cache } = await connect();

  await expect(
    readArticle(http, cache, 'en', { input: { key: 'one', fresh: false }, signal }),
  ).rejects.toMatchObject({ failure: { code: 'UNSUPPORTED' } });
});

test('a ticket at a provider without support is not a missing ticket', async () => {
  const { http, cache } = await connect();

  await expect(
    readTicket(http, cache, { input: { key: 'one', fresh: false }, signal }),
  ).rejects.toMatchObject({
    failure: { code: 'UNSUPPORTED' },
  });
});

test.each([
  ['told by a problem', { code: 'NOT_FOUND', fields: {}, retryAfter: null, requestId: 'r-1' }, 'NOT_FOUND'],
  ['of a proxy', { code: 'NOT_FOUND', fields: {}, retryAfter: null, requestId: null }, 'GENERAL'],
] as const)('a 404 %s for a ticket', async (_, failure, code) => {
  const { cache } = await connect();
  const http = (async (call: object) => {
    if (call === ticketCall) throw new CallError(failure);
    return { data: [], meta: { page: 1, per_page: 20, total: 0 } };
  }) as unknown as Http;

  await expect(
    readTicket(http, cache, { input: { key: 'one', fresh: false }, signal }),
  ).rejects.toMatchObject({
    failure: { code },
  });
});

test('ids may be numbers, and what is of another kind is unknown', async () => {
  const user = { id: 7, first_name: 'Vera', last_name: {}, phone: 12, email: ' ', avatar_file: 'no', x: [1] };
  interceptor.use(answerWith('/auth/login', 200, JSON.stringify({ data: { token: 'a', user, more: 1 } })));
  const http = createHttp({ origin: providerOrigin, session, clock: createClock() });

  const opened = await createAuth(http, noCaptcha).signIn({ email: 'a', password: 'b', remember: false });

  expect(opened).toEqual({
    token: 'a',
    user: { ...unknown, id: '7', first_name: 'Vera', phone: '12', avatar_file: null },
  });
});

test.each([
  ['no user', { token: 'a' }],
  ['a user that is a list', { token: 'a', user: [] }],
  ['no token', { user: { first_name: 'Vera' } }],
  ['an empty token', { token: '', user: { first_name: 'Vera' } }],
])('%s opens no session', async (_, data) => {
  interceptor.use(answerWith('/auth/login', 200, JSON.stringify({ data })));
  const http = createHttp({ origin: providerOrigin, session, clock: createClock() });

  await expect(
    createAuth(http, noCaptcha).signIn({ email: 'a', password: 'b', remember: false }),
  ).rejects.toMatchObject({ failure: { code: 'INVALID_RESPONSE' } });
});

describe.each<ChangeAnswer>(['nothing', 'emptyObject', 'emptyData'])('a change answered by %s', (how) => {
  test('is a success, and the profile is read again', async () => {
    const connected = await connect();
    provider.answerChanges(how);
    await readProfile(connected.http, connected.cache, cached);

    const named = await updateProfile(connected, { input: { first_name: 'Wera' } });
    expect(named.first_name).toBe('Wera');

    const file = new File([new Uint8Array(await png())], 'me.png');
    const pictured = await setAvatar(connected, { input: { file }, signal });
    expect(pictured.avatar_file).toEqual({ url: `${providerOrigin}/pictures/1.png` });

    expect((await readProfile(connected.http, connected.cache, cached)).data).toEqual(pictured);
    expect(provider.count('GET /profile')).toBe(3);
  });
});

describe('the profile', () => {
  const fresh = { input: { fresh: true }, signal };
  const broken = () => new Response('', { status: 500 });

  test.each([
    ['answers', null],
    ['fails', broken],
  ])('is read once by whoever asks while the provider %s, again when a person wants to', async (_, how) => {
    const { http, cache } = await connect();
    provider.break(how);
    const read = (reading: typeof cached) => readProfile(http, cache, reading).then(String, String);

    await read(fresh);
    await read(cached);
    await Promise.all([read(cached), read(cached)]);
    expect(provider.count('GET /profile')).toBe(1);

    await read(fresh);
    expect(provider.count('GET /profile')).toBe(2);
  });

  test('is read once again after five minutes, failing or not', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { http, cache } = await connect();
    provider.break(broken);
    const read = () => readProfile(http, cache, cached).then(String, String);
    for (const count of [1, 2]) {
      await read();
      vi.setSystemTime(Date.now() + 299_999);
      await read();
      expect(provider.count('GET /profile')).toBe(count);
      vi.setSystemTime(Date.now() + 1);
    }
  });

  test('that failed for one person is read for the next', async () => {
    const { http, cache } = await connect();
    provider.break(broken);
    await expect(readProfile(http, cache, cached)).rejects.toThrow();
    provider.break(null);
    cache.clear();
    expect((await readProfile(http, cache, cached)).data.first_name).toBe('Vera');
  });
});

test('a change is a success also when the profile cannot be read again', async () => {
  const connected = await connect();
  interceptor.use(
    msw.get(`${providerOrigin}/api/web-app/profile`, () => new HttpResponse(null, { status: 500 })),
  );

  const named = await updateProfile(connected, { input: { first_name: 'Wera' } });

  expect(named).toEqual({ ...connected.opened.user, first_name: 'Wera' });
});

test('a page where the answer to a change should be is no success', async () => {
  const connected = await connect();
  interceptor.use(answerWith('/profile', 200, '<p>Welcome</p>', { 'content-type': 'text/html' }));

  await expect(updateProfile(connected, { input: { first_name: 'Wera' } })).rejects.toMatchObject({
    failure: { code: 'INVALID_RESPONSE' },
  });
});
