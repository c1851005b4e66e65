import { HttpResponse, http as route } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Credentials,
  loginCall,
  logoutCall,
  type Registration,
  registerCall,
} from '../../contract/auth.ts';
import type { Call } from '../../contract/call.ts';
import { CallError, type Failure } from '../../contract/failure.ts';
import { articleCall } from '../../contract/news.ts';
import { profileCall } from '../../contract/profile.ts';
import { statementPdfCall } from '../../contract/statements.ts';
import { attachmentCall } from '../../contract/support.ts';
import { walletCall } from '../../contract/wallet.ts';
import { createClock } from '../../src/services/core/clock.ts';
import { createDownloads, createHttp } from '../../src/services/core/http.ts';
import {
  createRememberedAnswers,
  type RememberedAnswers,
} from '../../src/services/core/rememberedAnswers.ts';
import { createSessionStore, type SessionStore } from '../../src/services/core/session.ts';
import { createLocalStore } from '../../src/services/core/storage.ts';
import { answerWith, interceptProvider, providerOrigin } from '../support/mswProvider.ts';
import { oleg, vera } from '../support/people.ts';

const provider = interceptProvider();

let session: SessionStore;
let warned: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  session = createSessionStore(createLocalStore());
  warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
});
afterEach(() => {
  session.close();
  vi.restoreAllMocks();
});

function connect(remembered?: RememberedAnswers) {
  const clock = createClock();
  const ports = { origin: providerOrigin, session, clock };
  return {
    clock,
    http: createHttp(remembered ? { ...ports, remembered } : ports),
    fetchFile: createDownloads(ports),
  };
}

async function failureOfCall(call: Promise<unknown>): Promise<Failure> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CallError)) throw new Error(`not a CallError: ${error}`);
  return error.failure;
}

const login: Credentials = { email: 'vera@example.com', password: 'Secret-pass-1', remember: false };
const registration: Registration = {
  email: 'vera@example.com',
  password: 'Secret-pass-1',
  password_confirmation: 'Secret-pass-1',
  first_name: 'Vera',
  last_name: 'Stone',
  username: 'vera',
  phone: '+79161234567',
  date_of_birth: '1990-05-17',
  country: 'RU',
  terms: true,
};
const json = { 'content-type': 'application/json' };
const problem = { 'content-type': 'application/problem+json' };
const html = { 'content-type': 'text/html' };

describe('what is sent', () => {
  test('JSON, credentials, and the token once there is one', async () => {
    const sent: Request[] = [];
    provider.use(
      route.all(`${providerOrigin}/api/web-app/*`, ({ request }) => {
        sent.push(request.clone() as Request);
        return HttpResponse.json({ data: { ...vera } });
      }),
    );
    const { http } = connect();

    await http(loginCall, { body: login });
    session.keep(vera);
    await http(loginCall, { body: login });

    expect(await sent[0]?.json()).toEqual(login);
    expect(sent[0]?.method).toBe('POST');
    expect(sent[0]?.credentials).toBe('include');
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
    expect(sent[0]?.headers.get('accept')).toContain('application/json');
    expect(sent.map((request) => request.headers.get('authorization'))).toEqual([
      null,
      'Bearer token-of-vera',
    ]);
  });

  test.each([429, 500, 503])('once: a %i is not sent again', async (status) => {
    let times = 0;
    provider.use(
      route.all(`${providerOrigin}/api/web-app/*`, () => {
        times += 1;
        return new HttpResponse(null, { status });
      }),
    );

    await failureOfCall(connect().http(profileCall));

    expect(times).toBe(1);
  });

  test('once: what got no answer is not sent again', async () => {
    let times = 0;
    provider.use(
      route.all(`${providerOrigin}/api/web-app/*`, () => {
        times += 1;
        return HttpResponse.error();
      }),
    );

    await failureOfCall(connect().http(profileCall));

    expect(times).toBe(1);
  });

  test('a read that is aborted ends at once', async () => {
    provider.use(route.get(`${providerOrigin}/api/web-app/wallet`, () => new Promise(() => {})));
    const abort = new AbortController();

    const call = connect().http(walletCall, { signal: abort.signal });
    abort.abort();

    await expect(call).rejects.toBeInstanceOf(CallError);
  });
});

describe('what is answered', () => {
  test('an answer is parsed: unknown members go, an unknown status shows as unknown', async () => {
    const user = { ...vera.user, status: 'dormant', favourite_colour: 'citrus' };
    provider.use(answerWith('/profile', 200, JSON.stringify({ data: user })));

    expect((await connect().http(profileCall)).data).toEqual({ ...vera.user, status: 'unknown' });
  });

  test('204 answers nothing', async () => {
    provider.use(answerWith('/auth/logout', 204, null));

    expect(await connect().http(logoutCall)).toBeUndefined();
  });

  test.each([
    ['nothing', '', json],
    ['nothing, told as a page,', '', html],
    ['JSON', '{"ok": true}', json],
  ])('%s with status 200 is nothing, too', async (_, body, headers) => {
    provider.use(answerWith('/auth/logout', 200, body, headers));

    expect(await connect().http(logoutCall)).toBeUndefined();
  });

  test('a page with status 200 is not nothing', async () => {
    provider.use(answerWith('/auth/logout', 200, '<!doctype html><p>Welcome</p>', html));

    expect((await failureOfCall(connect().http(logoutCall))).code).toBe('INVALID_RESPONSE');
    const logged = JSON.stringify(warned.mock.calls);
    expect(logged).toContain('POST /auth/logout');
  });

  test.each([
    ['a page', '<!doctype html><p>Welcome</p>', html],
    ['nothing', '', json],
    ['half an answer', '{"data": {"id"', json],
    ['null', 'null', json],
    ['no data', '{"ok": true}', json],
    ['a user that is a number', '{"data": 7}', json],
    ['a list', '[]', json],
  ])('%s with status 200 is an invalid answer', async (_, body, headers) => {
    provider.use(answerWith('/profile', 200, body, headers));

    expect(await failureOfCall(connect().http(profileCall))).toEqual({
      code: 'INVALID_RESPONSE',
      fields: {},
      retryAfter: null,
      requestId: null,
    });
    expect(session.current()).toBeNull();
  });

  test.each([
    ['a page', '<!doctype html><p>Welcome</p>', html],
    ['JSON', '{"data": {}}', json],
  ])('%s with status 200 is no PDF', async (_, body, headers) => {
    provider.use(answerWith('/statements/pdf', 200, body, headers));

    const call = connect().fetchFile(statementPdfCall, { search: 'period=2026-10' });

    expect((await failureOfCall(call)).code).toBe('INVALID_RESPONSE');
  });

  test('a PDF is answered as it is', async () => {
    provider.use(answerWith('/statements/pdf', 200, '%PDF-1.7', { 'content-type': 'application/pdf' }));

    const file = await connect().fetchFile(statementPdfCall, { search: 'period=2026-10' });

    expect(await file.text()).toBe('%PDF-1.7');
  });

  test('a page with status 200 is no stored file', async () => {
    provider.use(answerWith('/support/attachments/:id', 200, '<!doctype html><p>Welcome</p>', html));

    const call = connect().fetchFile(attachmentCall, { params: { id: 'a' } });

    expect((await failureOfCall(call)).code).toBe('INVALID_RESPONSE');
  });

  test.each(['application/pdf', 'application/octet-stream'])(
    'a stored file that is told as %s is answered as it is',
    async (type) => {
      provider.use(answerWith('/support/attachments/:id', 200, '%PDF-1.7', { 'content-type': type }));

      const file = await connect().fetchFile(attachmentCall, { params: { id: 'a' } });

      expect(await file.text()).toBe('%PDF-1.7');
    },
  );

  test('the log tells where it does not fit, and no value', async () => {
    const data = { token: 79_161_234_567, user: vera.user };
    provider.use(answerWith('/auth/login', 200, JSON.stringify({ data })));

    await failureOfCall(connect().http(loginCall, { body: login }));

    const log = JSON.stringify(warned.mock.calls);
    expect(log).toContain('data.token');
    expect(log).not.toMatch(/79161234567|vera@example|Secret-pass/);
  });

  test('a sign-in without a token is an invalid answer', async () => {
    provider.use(answerWith('/auth/login', 200, JSON.stringify({ data: { user: vera.user } })));

    expect((await failureOfCall(connect().http(loginCall, { body: login }))).code).toBe('INVALID_RESPONSE');
  });

  test('no answer at all is NETWORK', async () => {
    provider.use(route.all(`${providerOrigin}/api/web-app/*`, () => HttpResponse.error()));

    expect((await failureOfCall(connect().http(profileCall))).code).toBe('NETWORK');
  });
});

describe('what is refused', () => {
  test('a problem tells its code, fields, wait and request', async () => {
    provider.use(
      answerWith(
        '/auth/register',
        429,
        JSON.stringify({
          type: 'about:blank',
          title: 'Too many',
          status: 429,
          code: 'RATE_LIMITED',
          fields: { email: 'taken', phone: 'a rule of next year' },
          request_id: 'r-17',
        }),
        { ...problem, 'retry-after': '90' },
      ),
    );

    expect(
      await failureOfCall(connect().http(registerCall, { body: { ...registration, captcha: 'solved' } })),
    ).toEqual({
      code: 'RATE_LIMITED',
      fields: { email: 'taken', phone: 'format' },
      retryAfter: 90,
      requestId: 'r-17',
    });
  });

  test.each([
    [400, 'GENERAL'],
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [409, 'GENERAL'],
    [413, 'PAYLOAD_TOO_LARGE'],
    [418, 'GENERAL'],
    [422, 'VALIDATION_FAILED'],
    [429, 'RATE_LIMITED'],
    [500, 'INTERNAL'],
    [502, 'INTERNAL'],
    [503, 'UNAVAILABLE'],
  ])('without a problem, %i alone means %s', async (status, code) => {
    const bodies: [string | null, Record<string, string>][] = [
      ['<h1>Error</h1>', html],
      [null, {}],
      ['{"error": "no"}', json],
      ['{"code": "EMAIL_TAKEN"}', json],
      ['{"code": "FROM_THE_FUTURE"}', problem],
      ['{{{', problem],
      ['[]', problem],
    ];
    for (const [body, headers] of bodies) {
      provider.use(answerWith('/profile', status, body, headers));
      expect((await failureOfCall(connect().http(profileCall))).code).toBe(code);
    }
  });

  test.each([
    [405, 'wallet', 'UNSUPPORTED'],
    [501, 'wallet', 'UNSUPPORTED'],
    [404, 'wallet', 'UNSUPPORTED'],
    [405, 'article', 'UNSUPPORTED'],
    [501, 'article', 'UNSUPPORTED'],
    // The article may be what is missing.
    [404, 'article', 'NOT_FOUND'],
    // Every provider has the spec's own calls.
    [404, 'profile', 'NOT_FOUND'],
    [405, 'profile', 'GENERAL'],
    [501, 'profile', 'INTERNAL'],
  ] as const)('a bare %i to the %s means %s', async (status, subject, code) => {
    const call: Call = { wallet: walletCall, article: articleCall, profile: profileCall }[subject];
    provider.use(answerWith(call.path.replace('{id}', 'one'), status, '<h1>Error</h1>', html));

    expect((await failureOfCall(connect().http(call, { params: { id: 'one' } }))).code).toBe(code);
  });

  test('a problem that tells its code is believed, also about a whole resource', async () => {
    provider.use(answerWith('/wallet', 404, '{"code": "NOT_FOUND"}', problem));

    expect((await failureOfCall(connect().http(walletCall))).code).toBe('NOT_FOUND');
  });

  test.each([
    [{ until: '2026-11-21T12:00:00.000Z', allowance: { limit: '100', left: '60' } }, true],
    [{ until: 'tomorrow', allowance: { limit: 'much', left: 60 } }, false],
  ])('from when on it goes, and how much until then: %o', async (members, isKept) => {
    provider.use(
      answerWith('/wallet', 409, JSON.stringify({ code: 'ADDRESS_COOLING', ...members }), problem),
    );

    const { until, allowance } = await failureOfCall(connect().http(walletCall));

    expect({ until, allowance }).toEqual(isKept ? members : {});
  });

  test('a bare 401 to the sign-in means wrong credentials', async () => {
    provider.use(answerWith('/auth/login', 401, null));

    expect((await failureOfCall(connect().http(loginCall, { body: login }))).code).toBe(
      'INVALID_CREDENTIALS',
    );
  });

  test('a wait until a moment counts from the server’s clock', async () => {
    provider.use(
      answerWith('/auth/login', 429, null, {
        date: 'Fri, 20 Nov 2026 12:00:00 GMT',
        'retry-after': 'Fri, 20 Nov 2026 12:02:00 GMT',
      }),
    );

    const { retryAfter } = await failureOfCall(connect().http(loginCall, { body: login }));

    expect(retryAfter).toBeGreaterThanOrEqual(119);
    expect(retryAfter).toBeLessThanOrEqual(120);
  });
});

describe('a 401', () => {
  test('ends the session whose token it refused', async () => {
    session.keep(vera);
    provider.use(answerWith('/wallet', 401, null));

    await failureOfCall(connect().http(walletCall));

    expect(session.current()).toBeNull();
    expect(localStorage.getItem('auth_token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  test('that comes late for an older token leaves the newer session open', async () => {
    provider.use(
      route.get(`${providerOrigin}/api/web-app/wallet`, () => {
        session.keep(oleg);
        return new HttpResponse(null, { status: 401 });
      }),
    );
    session.keep(vera);
    const late = failureOfCall(connect().http(walletCall));

    expect((await late).code).toBe('UNAUTHENTICATED');
    expect(session.current()).toEqual(oleg);
  });
});

test('the server’s time is learned from every answer', async () => {
  provider.use(answerWith('/auth/logout', 204, null, { date: 'Sat, 20 Nov 2077 12:00:00 GMT' }));
  const { clock, http } = connect();

  await http(logoutCall);

  expect(new Date(clock.now()).getUTCFullYear()).toBe(2077);
});

describe('an answer that is remembered by its tag', () => {
  function list() {
    const asked: (string | null)[] = [];
    const state = { tag: '"one"', name: 'Vera' };
    provider.use(
      route.get(`${providerOrigin}/api/web-app/profile`, ({ request }) => {
        const known = request.headers.get('if-none-match');
        asked.push(known);
        const headers = { etag: state.tag };
        if (known === state.tag) return new HttpResponse(null, { status: 304, headers });
        return HttpResponse.json({ data: { ...vera, first_name: state.name } }, { headers });
      }),
    );
    return { asked, state };
  }

  test('is the same object until the server has another one', async () => {
    const { asked, state } = list();
    const { http } = connect(createRememberedAnswers());
    const first = await http(profileCall, { fresh: true });
    expect(await http(profileCall, { fresh: false })).toBe(first);
    state.tag = '"two"';
    state.name = 'Nora';
    expect((await http(profileCall, { fresh: false })).data.first_name).toBe('Nora');
    await http(profileCall, { fresh: false });
    await http(profileCall, { fresh: true });
    expect(asked).toEqual([null, '"one"', '"one"', '"two"', null]);
  });

  test('is of its own address, and nothing is remembered unasked', async () => {
    const { asked } = list();
    const { http } = connect(createRememberedAnswers());
    await http(profileCall);
    await http(profileCall, { fresh: false });
    await http(profileCall, { fresh: false, search: 'after=a' });
    expect(asked).toEqual([null, null, null]);
  });
});
