import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { type Fetch, type Listening, listen } from '../../../server/http/listen.ts';

let listening: Listening | undefined;
afterEach(() => listening?.stop(0));

async function serve(fetch: Fetch) {
  listening = await listen(fetch, { host: '127.0.0.1', port: 0 });
  const { port } = listening;
  return { origin: `http://127.0.0.1:${port}`, socket: () => connect(port, '127.0.0.1') };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const last = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
const pathOf = ({ url }: Request) => new URL(url).pathname;

test('somebody else is answered while thousands of requests wait on one connection', async () => {
  let begun = 0;
  let met: (() => void) | undefined;
  const first = new Promise<void>((resolve) => {
    met = resolve;
  });
  const { origin, socket } = await serve(async (request) => {
    if (pathOf(request) === '/else') return new Response(String(begun));
    begun += 1;
    met?.();
    return new Response('x');
  });
  const flood = socket();
  flood.write(get('/').repeat(2_000) + last('/'));
  const all = text(flood);
  await first;
  expect(Number(await (await fetch(`${origin}/else`)).text())).toBeLessThan(1_000);
  expect((await all).match(/HTTP\/1\.1 200 /g)).toHaveLength(2_001);
  expect(begun).toBe(2_001);
});

test('of forty connections with 64 kB of requests each, every one is answered, and somebody else after few of them', {
  tags: 'long',
}, async () => {
  let begun = 0;
  const { origin, socket } = await serve(async (request) => {
    if (pathOf(request) === '/else') return new Response(String(begun));
    begun += 1;
    return new Response('x');
  });
  const each = Math.floor(65_536 / get('/').length);
  const floods = Array.from({ length: 40 }, () => {
    const flood = socket();
    flood.write(get('/').repeat(each - 1) + last('/'));
    return text(flood);
  });
  // In the time of a request on a connection that is open, some of each flood are answered at most.
  await fetch(`${origin}/else`);
  const inBetween: number[] = [];
  while (inBetween.length < 20) {
    const before = begun;
    inBetween.push(Number(await (await fetch(`${origin}/else`)).text()) - before);
  }
  expect(begun).toBeLessThan((40 * each) / 2);
  expect(Math.max(...inBetween)).toBeLessThan(40 * 16);
  const answers = await Promise.all(floods);
  expect(new Set(answers.map((all) => all.match(/HTTP\/1\.1 200 /g)?.length))).toEqual(new Set([each]));
});

test('sixteen requests of a connection are unanswered at most, whatever is between them', async () => {
  let parsed = 0;
  const held: (() => void)[] = [];
  listening = await listen(
    (request) =>
      new Promise((answered) => {
        held.push(() => answered(new Response(`[${pathOf(request)}]`)));
      }),
    { host: '127.0.0.1', port: 0 },
  );
  // Node tells of each request when its head was parsed.
  const count = () => {
    parsed += 1;
  };
  subscribe('http.server.request.start', count);
  const caller = connect(listening.port, '127.0.0.1');
  const small = `POST /post HTTP/1.1\r\nHost:a\r\nContent-Length: 1\r\n\r\nx`;
  const short = 'GET / HTTP/1.1\r\nHost:a\r\n\r\n';
  caller.write((short.repeat(30) + small.repeat(3)).repeat(3) + last('/end'));
  const all = text(caller);
  for (let answered = 0; answered < 100; answered += 1) {
    await expect.poll(() => held.length, { interval: 1 }).toBe(1);
    expect(parsed - answered).toBeLessThanOrEqual(16);
    held.pop()?.();
  }
  expect((await all).match(/\[.*?\]/g)).toHaveLength(100);
  unsubscribe('http.server.request.start', count);
});

test('requests of one connection are begun one after the other, and answered in their order', async () => {
  const running = { now: 0, most: 0 };
  const { socket } = await serve(async (request) => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await new Promise(setImmediate);
    running.now -= 1;
    return new Response(`[${pathOf(request)}]`);
  });
  const paths = Array.from({ length: 40 }, (_, number) => `/${number}`);
  const caller = socket();
  caller.write(paths.map(get).join('') + last('/end'));
  const answered = [...(await text(caller)).matchAll(/\[(.*?)\]/g)].map(([, path]) => path);
  expect(answered).toEqual([...paths, '/end']);
  expect(running.most).toBe(1);
});

test('a body of a megabyte arrives whole, and so does the request behind it', async () => {
  const { socket } = await serve(async (request) => new Response(`[${(await request.text()).length}]`));
  const caller = socket();
  const body = 'x'.repeat(1_000_000);
  caller.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}${last('/')}`);
  expect([...(await text(caller)).matchAll(/\[(\d+)\]/g)].map(([, length]) => length)).toEqual([
    '1000000',
    '0',
  ]);
});

test('of two streams on one connection the second is not opened, and the first ends with the connection', async () => {
  const opened: string[] = [];
  let ended: (() => void) | undefined;
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const { socket } = await serve(async (request) => {
    opened.push(pathOf(request));
    return new Response(
      new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode('hello')),
        cancel: () => ended?.(),
      }),
    );
  });
  const caller = socket();
  caller.write(get('/one') + get('/two'));
  await once(caller, 'data');
  caller.destroy();
  await end;
  expect(opened).toEqual(['/one']);
});
