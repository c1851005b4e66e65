import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualBody } from '../../../contract/call.ts';
import { filledIn, operatorToken, register, registrationForm, testServer } from '../../support/server.ts';

const server = testServer();
const json = { 'content-type': 'application/json' };
const origin = 'http://localhost:3000';

async function send(path: string, init: RequestInit & { duplex?: 'half' }) {
  const response = await server.it.fetch(new Request(origin + path, { method: 'POST', ...init }));
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), body: JSON.parse(text) };
}

async function usersStored(): Promise<unknown> {
  return server.it.database.query('SELECT count(*)::int AS count FROM users');
}

const valid = JSON.stringify({ ...registrationForm(), captcha: 'none' });
const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
const deepArray = '['.repeat(65_000);

/** What is sent to /auth/register; the code that it is refused with. */
const bodies: [string, RequestInit['body'], string, Record<string, string>?][] = [
  ['nothing', null, 'MALFORMED_REQUEST'],
  ['an empty text', '', 'MALFORMED_REQUEST'],
  ['broken JSON', '{"email":', 'MALFORMED_REQUEST'],
  ['two values', '{} {}', 'MALFORMED_REQUEST'],
  ['an array', '[]', 'MALFORMED_REQUEST'],
  ['null', 'null', 'MALFORMED_REQUEST'],
  ['a number', '1e999', 'MALFORMED_REQUEST'],
  ['a text', '"{}"', 'MALFORMED_REQUEST'],
  ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 'MALFORMED_REQUEST'],
  ['a NUL byte between', `${valid.slice(0, -1)}\u0000}`, 'MALFORMED_REQUEST'],
  ['UTF-16', Buffer.from(valid, 'utf16le'), 'MALFORMED_REQUEST'],
  ['objects in objects', deep, 'VALIDATION_FAILED'],
  ['arrays in arrays', deepArray, 'MALFORMED_REQUEST'],
  ['an empty object', '{}', 'VALIDATION_FAILED'],
  ['a prototype', `{"__proto__":{"email":"a@example.org"},${valid.slice(1)}`, 'VALIDATION_FAILED'],
  ['a constructor', `{"constructor":{"prototype":{}},${valid.slice(1)}`, 'VALIDATION_FAILED'],
  [
    'a huge number',
    valid.replace('"phone":"+34600111222"', `"phone":${'9'.repeat(400)}`),
    'VALIDATION_FAILED',
  ],
  ['a NUL byte in a text', valid.replace('Anna', 'An\\u0000na'), 'VALIDATION_FAILED'],
  ['half a surrogate pair', valid.replace('Anna', 'An\\ud83dna'), 'VALIDATION_FAILED'],
  ['half a surrogate pair as a name', valid.replace('{', '{"\\ud83d":1,'), 'VALIDATION_FAILED'],
  ['objects for texts', '{"email":{},"password":[],"username":{"$ne":1}}', 'VALIDATION_FAILED'],
  ['an unknown field', valid.replace('{', '{"is_admin":true,'), 'VALIDATION_FAILED'],
  [
    '6,000 unknown fields',
    `{${Array.from({ length: 6_000 }, (_, i) => `"f${i}":1`).join()}}`,
    'VALIDATION_FAILED',
  ],
  ['a name of 60 kB', `{"${'x'.repeat(60_000)}":1}`, 'VALIDATION_FAILED'],
  ['exactly 64 kB of spaces', ' '.repeat(usualBody), 'MALFORMED_REQUEST'],
  ['a byte over 64 kB', ' '.repeat(usualBody + 1), 'PAYLOAD_TOO_LARGE'],
  ['no content type', new Uint8Array(Buffer.from(valid)), 'MEDIA_TYPE', {}],
  ['a form', 'email=a', 'MEDIA_TYPE', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['text', valid, 'MEDIA_TYPE', { 'content-type': 'text/plain' }],
  ['something like JSON', valid, 'MEDIA_TYPE', { 'content-type': 'application/jsonp' }],
  ['another charset', valid, 'MEDIA_TYPE', { 'content-type': 'application/json; charset=utf-16' }],
  ['two content types', valid, 'MEDIA_TYPE', { 'content-type': 'application/json, text/plain' }],
  ['a coding', valid, 'MEDIA_TYPE', { ...json, 'content-encoding': 'gzip' }],
];

test.each(bodies)('%s is refused and nothing is stored', async (_, body, code, headers = json) => {
  const before = await usersStored();
  const answer = await send('/api/web-app/auth/register', { body: body ?? null, headers });
  expect(answer.body).toMatchObject({ code, request_id: expect.any(String) });
  expect(answer.type).toBe('application/problem+json');
  expect(JSON.stringify(answer.body).length).toBeLessThan(5000);
  expect(await usersStored()).toEqual(before);
});

test('a body without a length is counted while it comes, and not read to its end', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(10_000).fill(0x20));
    },
  });
  const { status, body } = await send('/api/web-app/auth/login', {
    body: endless,
    headers: json,
    duplex: 'half',
  });
  expect({ status, code: body.code }).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
  expect(sent).toBeLessThan(20);
});

test('a body that breaks off is refused', async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
  const { body } = await send('/api/web-app/auth/login', { body: broken, headers: json, duplex: 'half' });
  expect(body.code).toBe('MALFORMED_REQUEST');
});

test('JSON with its charset named, and with a byte order mark, is read', async () => {
  const plain = JSON.stringify(await filledIn(server.it));
  const marked = `\ufeff${JSON.stringify(await filledIn(server.it))}`;
  for (const text of [plain, marked]) {
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' };
    expect((await send('/api/web-app/auth/register', { body: text, headers })).status).toBe(201);
  }
});

const paths: [string, string, number, string][] = [
  ['GET', '/api/web-app/nothing', 404, 'NOT_FOUND'],
  ['GET', '/api/web-app', 404, 'NOT_FOUND'],
  ['GET', '/api/web-app/wallet/', 404, 'NOT_FOUND'],
  ['GET', '/api/', 404, 'NOT_FOUND'],
  ['GET', '/api/web-app/%', 404, 'NOT_FOUND'],
  ['GET', '/api/web-app/%ff%fe', 404, 'NOT_FOUND'],
  ['GET', '/api/web-app/%00', 404, 'NOT_FOUND'],
  ['GET', '/api/web-app/..%2f..%2fetc/passwd', 404, 'NOT_FOUND'],
  ['GET', '/%c0%ae%c0%ae/etc/passwd', 404, 'NOT_FOUND'],
  ['GET', `/api/web-app/wallet?${'a=1&'.repeat(20_000)}`, 401, 'UNAUTHENTICATED'],
  ['GET', '/api/web-app/wallet?%=%&&==&__proto__[a]=1&%ff', 401, 'UNAUTHENTICATED'],
  ['GET', '/api/web-app/auth/login', 405, 'METHOD_NOT_ALLOWED'],
  ['DELETE', '/api/web-app/wallet', 405, 'METHOD_NOT_ALLOWED'],
  ['OPTIONS', '/api/web-app/wallet', 405, 'METHOD_NOT_ALLOWED'],
  ['PROPFIND', '/api/web-app/wallet', 405, 'METHOD_NOT_ALLOWED'],
  ['POST', '/nowhere', 404, 'NOT_FOUND'],
  // The operator's calls are not here: they have an address of their own.
  ['POST', '/api/operator/deposits', 404, 'NOT_FOUND'],
];

test.each(paths.map(([method, path, ...rest]) => [method, path.slice(0, 60), path, ...rest] as const))(
  '%s %s',
  async (method, _title, path, status, code) => {
    const answer = await send(path, { method });
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(answer.type).toBe('application/problem+json');
  },
);

test('a method that nothing answers to leaves its headers and its log line like any other', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const response = await server.it.fetch(new Request(`${origin}/nowhere`, { method }));
    expect(response.status).toBe(404);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    const id = response.headers.get('x-request-id');
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', request_id: id });
    expect(JSON.parse(server.it.logged.at(-1) ?? '')).toMatchObject({
      request_id: id,
      method,
      route: 'none',
      status: 404,
    });
  }
});

test('a parameter that is given twice is refused, also with one value', async () => {
  const { token } = await register(server.it);
  const headers = { authorization: `Bearer ${token}` };
  for (const search of ['page=1&page=2', 'page=1&page=1']) {
    const { status, body } = await send(`/api/web-app/transactions?${search}`, { method: 'GET', headers });
    expect({ status, fields: body.fields }).toEqual({ status: 422, fields: { page: 'format' } });
  }
  expect((await send('/api/web-app/transactions?page=1', { method: 'GET', headers })).status).toBe(200);
});

test('a wrong method is told which are right', async () => {
  const allowed = async (path: string) =>
    (await server.it.fetch(new Request(origin + path, { method: 'PUT' }))).headers.get('allow');
  expect(await allowed('/api/web-app/wallet')).toBe('GET, HEAD');
  expect(await allowed('/api/web-app/auth/login')).toBe('POST');
});

test('whatever is sent as a body, the answer is a refusal that says what it is', async () => {
  const anyBody = fc.oneof(
    fc.json({ maxDepth: 6 }),
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 300 }),
    fc
      .record(
        {
          email: fc.oneof(fc.emailAddress(), fc.anything()),
          password: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
          remember: fc.anything(),
          extra: fc.anything(),
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)))
      .filter((text) => text !== undefined),
  );
  const targets = ['/api/web-app/auth/register', '/api/web-app/auth/login', '/api/operator/deposits'];
  await fc.assert(
    fc.asyncProperty(anyBody, fc.constantFrom(...targets), async (body, path) => {
      const headers = { ...json, authorization: `Bearer ${operatorToken}` };
      const request = new Request(origin + path, {
        method: 'POST',
        headers,
        body: new Uint8Array(Buffer.from(body)),
      });
      const answerer = path.startsWith('/api/operator') ? server.it.operate : server.it.fetch;
      const response = await answerer(request, { address: '192.0.2.1' });
      const answer = await response.json();
      expect([400, 401, 422, 429]).toContain(response.status);
      expect(answer).toMatchObject({ status: response.status, code: expect.stringMatching(/^[A-Z_]+$/) });
    }),
    { numRuns: 400 },
  );
  expect(server.it.logged.filter((line) => line.includes('"msg":"fault"'))).toEqual([]);
});
