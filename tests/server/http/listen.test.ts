import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen, usualLimits } from '../../../server/http/listen.ts';
import { filledIn, testServer } from '../../support/server.ts';

const server = testServer();
let listening: Listening;
let stopped: Promise<void> | undefined;

beforeAll(async () => {
  listening = await listen(
    (request, peer) => server.it.fetch(request, peer),
    { host: '127.0.0.1', port: 0 },
    usualLimits,
    (code) => server.it.refuse(code),
  );
});
afterAll(() => stopped ?? listening.stop(0));

/** Sends bytes as they are and answers all that comes back. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(listening.port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

test('the caller’s socket address is kept with the session', async () => {
  const form = await filledIn(server.it);
  const response = await fetch(`http://127.0.0.1:${listening.port}/api/web-app/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  });
  expect(response.status).toBe(201);
  const sessions = await server.it.database.query(
    'SELECT ip FROM sessions JOIN users ON users.id = user_id WHERE email = $1',
    [form.email],
  );
  expect(sessions).toEqual([{ ip: '127.0.0.1' }]);
});

test.each([
  ['what is not HTTP', 'NONSENSE\r\n\r\n'],
  ['a header that is none', 'GET / HTTP/1.1\r\nHost: a\r\nbro ken: 1\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['headers without an end', `GET / HTTP/1.1\r\nHost: a\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`],
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n'],
  ['a target that is none', 'GET \\\\evil HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
])('%s gets a problem in answer', async (_, bytes) => {
  const answer = await raw(bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('content-type: application/problem+json');
  expect(answer).toContain('"code":"MALFORMED_REQUEST"');
  expect(answer).toContain("content-security-policy: default-src 'none'");
  expect(answer).toContain('cache-control: no-store');
  const id = /x-request-id: ([\da-f-]{36})/.exec(answer)?.[1];
  expect(answer).toContain(`"request_id":"${id}"`);
  expect(JSON.parse(server.it.logged.at(-1) ?? '')).toMatchObject({ request_id: id, status: 400 });
});

test('who expects something else than to go on is answered like anybody', async () => {
  const answer = await raw('GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('x-content-type-options: nosniff');
});

test('TRACE is answered nowhere, and no answer repeats what was sent', async () => {
  const trace = (path: string) =>
    raw(
      `TRACE ${path} HTTP/1.1\r\nHost: a\r\nCookie: device=mine\r\nX-Mine: mine\r\nConnection: close\r\n\r\n`,
    );
  const ofCall = await trace('/api/web-app/wallet');
  expect(ofCall).toMatch(/^HTTP\/1\.1 405 /);
  expect(ofCall).toContain('allow: GET, HEAD');
  const ofPage = await trace('/');
  expect(ofPage).toMatch(/^HTTP\/1\.1 404 /);
  expect(ofCall + ofPage).not.toContain('mine');
});

test('chunks beyond 64 kB are refused while they come', async () => {
  const chunk = `186A0\r\n${' '.repeat(100_000)}\r\n`;
  const head =
    'POST /api/web-app/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';
  const answer = await raw(`${head}${chunk.repeat(11)}0\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('PAYLOAD_TOO_LARGE');
});

test('two Authorization headers are no authorization', async () => {
  const token = 'A'.repeat(43);
  const answer = await raw(
    `GET /api/web-app/wallet HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});

test('a stop lets a running request finish and takes no new one', async () => {
  const body = JSON.stringify({ email: 'nobody@example.org', password: 'Wrong2026', remember: false });
  const running = httpRequest({
    port: listening.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/web-app/auth/login',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  running.write(body.slice(0, 10));
  await fetch(`http://127.0.0.1:${listening.port}/healthz`);
  stopped = listening.stop(5_000);
  await expect(fetch(`http://127.0.0.1:${listening.port}/healthz`)).rejects.toThrow();
  running.end(body.slice(10));
  const [answer] = (await once(running, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(401);
  await text(answer);
  await stopped;
});
