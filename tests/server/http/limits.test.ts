import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { isInside } from '../../../server/http/connections.ts';
import { type HttpLimits, type Listening, listen, usualLimits } from '../../../server/http/listen.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();
const opened: { listening: Listening[]; sockets: Socket[] } = { listening: [], sockets: [] };

afterEach(async () => {
  for (const socket of opened.sockets.splice(0)) socket.destroy();
  await Promise.all(opened.listening.splice(0).map((each) => each.stop(0)));
});

type Fetch = Parameters<typeof listen>[0];

async function open(
  limits: Partial<HttpLimits>,
  fetch: Fetch = (request, peer) => server.it.fetch(request, peer),
) {
  const listening = await listen(
    fetch,
    { host: '127.0.0.1', port: 0 },
    { ...usualLimits, ...limits },
    (code) => server.it.refuse(code),
  );
  opened.listening.push(listening);
  return listening;
}

function dial({ port }: Listening): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  opened.sockets.push(socket);
  return socket;
}

const quick = { body: { grace: 300, leastRate: 1_000, every: 50 } };
const head = (length: string, path = '/auth/login') =>
  `POST /api/web-app${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${length}\r\nConnection: close\r\n\r\n`;

/** Writes a piece again and again until the other side has had enough. */
function trickle(socket: Socket, piece: string, every: number) {
  const timer = setInterval(() => socket.write(piece), every);
  socket.once('close', () => clearInterval(timer));
}

/** That an answer is a 408 like every other answer: a problem, with its headers and its line in the log. */
function expectTooLate(answer: string) {
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toContain('content-type: application/problem+json');
  expect(answer).toContain('"code":"REQUEST_TIMEOUT"');
  expect(answer).toContain("content-security-policy: default-src 'none'");
  expect(answer).toContain('cache-control: no-store');
  expect(answer).toContain('connection: close');
  const id = /x-request-id: ([\da-f-]{36})/.exec(answer)?.[1];
  expect(answer).toContain(`"request_id":"${id}"`);
  const line = server.it.logged.map((each) => JSON.parse(each)).find((each) => each.request_id === id);
  expect(line).toMatchObject({ status: 408 });
}

test.each([
  ['with its length', 'Content-Length: 1000', ' '],
  ['in chunks', 'Transfer-Encoding: chunked', '1\r\n \r\n'],
])('a body that trickles %s is cut off', async (_, length, piece) => {
  const socket = dial(await open(quick));
  socket.write(head(length));
  trickle(socket, piece, 20);
  expectTooLate(await text(socket));
});

test('a body that does not come at all is cut off', async () => {
  const socket = dial(await open(quick));
  socket.write(head('Content-Length: 10'));
  expectTooLate(await text(socket));
});

test('headers that trickle are cut off', async () => {
  const socket = dial(await open({ headers: 300, checkEvery: 50 }));
  socket.write('GET / HTTP/1.1\r\n');
  trickle(socket, 'X-More: 1\r\n', 20);
  expectTooLate(await text(socket));
});

test('a body that comes steadily is read to its end', async () => {
  const socket = dial(await open(quick));
  const body = JSON.stringify({ email: 'nobody@example.org', password: 'Wrong2026', remember: false }).padEnd(
    20_000,
  );
  socket.write(head(`Content-Length: ${body.length}`));
  for (let at = 0; at < body.length; at += 1_000) {
    socket.write(body.slice(at, at + 1_000));
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /);
});

test('a stream stays open, and so does a body that waits to be read, while what trickles is cut off', async () => {
  const { token } = await register(server.it);
  let letRead = () => {};
  const isRead = new Promise<void>((resolve) => {
    letRead = resolve;
  });
  const listening = await open(quick, async (request, peer) => {
    if (!request.url.endsWith('/waits')) return server.it.fetch(request, peer);
    await isRead;
    return new Response(String((await request.arrayBuffer()).byteLength));
  });
  const stream = dial(listening);
  stream.write(`GET /api/web-app/rates/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  await once(stream, 'data');
  const waiting = dial(listening);
  waiting.write(head('Content-Length: 1000000', '/waits'));
  waiting.write(' '.repeat(1_000_000));
  for (let round = 0; round < 2; round += 1) {
    const slow = dial(listening);
    slow.write(head('Content-Length: 1000'));
    trickle(slow, ' ', 20);
    expectTooLate(await text(slow));
  }
  letRead();
  const answer = await text(waiting);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('1000000');
  const more = once(stream, 'data');
  await server.it.pulse();
  expect(String(await more)).toContain(': beat');
});

/** Whether a connection is let in: it is asked something, and answers or is closed. */
async function isLetIn(socket: Socket): Promise<boolean> {
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
}

test('one address has so many connections, and another one when one is closed', async () => {
  const listening = await open({ connections: { inAll: 100, ofOne: 3, isShared: () => false } });
  const sockets = [dial(listening), dial(listening), dial(listening)];
  for (const socket of sockets) expect(await isLetIn(socket)).toBe(true);
  expect(await isLetIn(dial(listening))).toBe(false);
  sockets[0]?.end();
  if (sockets[0]) await once(sockets[0], 'close');
  expect(await isLetIn(dial(listening))).toBe(true);
});

test('a proxy has as many as all', async () => {
  const listening = await open({ connections: { inAll: 5, ofOne: 1, isShared: () => true } });
  for (let count = 0; count < 5; count += 1) expect(await isLetIn(dial(listening))).toBe(true);
  expect(await isLetIn(dial(listening))).toBe(false);
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['203.0.113.7', false],
  ['2001:db8::1', false],
  ['unknown', false],
])('%s is inside: %s', (address, expected) => {
  expect(isInside(address)).toBe(expected);
});
