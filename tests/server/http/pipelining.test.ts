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
