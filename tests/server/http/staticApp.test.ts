import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadStaticApp } from '../../../server/http/staticApp.ts';
import { hasEngine } from '../../support/database.ts';
import { openTestServer, type TestServer } from '../../support/server.ts';

const style = ' body { color: #11160F } ';
const page = `<!doctype html><title>Zesto</title><style>${style}</style><div id="root"></div>`;
let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zesto-static-'));
  const app = join(folder, 'app');
  await mkdir(join(app, 'assets'), { recursive: true });
  await mkdir(join(app, '.vite'));
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(app, '.vite/manifest.json'), '{}');
  await writeFile(join(app, 'index.html'), page);
  await writeFile(join(app, 'favicon.svg'), '<svg/>');
  await writeFile(join(app, 'assets/main-abc123.js'), 'plain');
  await writeFile(join(app, 'assets/main-abc123.js.br'), 'as brotli');
  await writeFile(join(app, 'assets/main-abc123.js.gz'), 'as gzip');
  await writeFile(join(app, 'assets/onest.woff2'), 'font');
  if (hasEngine()) server = await openTestServer({ app: await loadStaticApp(app) });
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await server.fetch(new Request(`http://localhost:3000${path}`, { method, headers }));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const visit = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test
  .skipIf(!hasEngine())
  .each([
    '/',
    '/auth/login?from=mail',
    '/auth/registration',
    '/wallet',
    '/Wallet/',
    '/add-token',
    '/exchange',
    '/transactions',
    '/transactions/history',
    '/news',
    '/news/42',
    '/support',
    '/profile',
    '/kyc',
    '/analytics',
  ])('whoever comes to %s gets the page, fresh every time', async (path) => {
  for (const sent of [visit, {}, { accept: '*/*' }, { accept: 'application/json' }]) {
    const { status, headers, text } = await get(path, sent);
    expect({ status, text }).toEqual({ status: 200, text: page });
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
  }
});

test.skipIf(!hasEngine()).each(['/nowhere', '/news/42/more', '/wallet//', '/caf%C3%A9', '/%'])(
  'an address that no screen has, %s, is answered with the page and 404',
  async (path) => {
    const { headers: found } = await get('/wallet', visit);
    for (const sent of [visit, {}, { ...visit, 'if-none-match': found.get('etag') ?? '' }]) {
      expect(await get(path, sent)).toMatchObject({ status: 404, text: page });
    }
    expect((await get(path, visit, 'HEAD')).status).toBe(404);
    expect((await get(path, { accept: 'application/json' })).text).not.toContain('<!doctype');
  },
);

test.skipIf(!hasEngine()).each([
  ['/assets/gone-123.js', visit],
  ['/assets/gone-123.js', {}],
  ['/favicon.png', visit],
  ['/.vite/manifest.json', visit],
  ['/assets/main-abc123.js.br', visit],
  ['/../secret.txt', visit],
  ['/..%2fsecret.txt', visit],
  ['/%2e%2e/secret.txt', visit],
  ['/assets/..%5c..%5c..%5csecret.txt', visit],
  ['/api/nothing', visit],
  ['/api/web-app/nothing', visit],
])('%s is not there, and is no page', async (path, headers) => {
  const answer = await get(path, headers);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test.skipIf(!hasEngine())('a file that is named by its content may be kept for ever', async () => {
  const { headers, text } = await get('/assets/main-abc123.js');
  expect(text).toBe('plain');
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  expect((await get('/assets/onest.woff2')).headers.get('content-type')).toBe('font/woff2');
});

test.skipIf(!hasEngine()).each([
  ['br, gzip', 'as brotli', 'br'],
  ['gzip, deflate, br;q=1.0', 'as brotli', 'br'],
  ['gzip', 'as gzip', 'gzip'],
  ['br;q=0, gzip', 'as gzip', 'gzip'],
  ['*', 'as brotli', 'br'],
  ['identity', 'plain', null],
  ['', 'plain', null],
  ['br;q=0', 'plain', null],
])('a browser that accepts "%s" gets the file %s', async (accept, text, coding) => {
  const answer = await get('/assets/main-abc123.js', { 'accept-encoding': accept });
  expect(answer.text).toBe(text);
  expect(answer.headers.get('content-encoding')).toBe(coding);
  expect(answer.headers.get('content-length')).toBe(String(text.length));
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
});

test.skipIf(!hasEngine())('what a browser has already is not sent again', async () => {
  const first = await get('/', visit);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await get('/', { ...visit, 'if-none-match': known });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('cache-control')).toBe('no-cache');
  }
  expect((await get('/', { ...visit, 'if-none-match': '"other"' })).status).toBe(200);
});

test.skipIf(!hasEngine())('HEAD answers the headers and no body; a POST finds nothing', async () => {
  const head = await get('/favicon.svg', {}, 'HEAD');
  expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
  expect(head.headers.get('content-length')).toBe('6');
  expect((await get('/favicon.svg', {}, 'POST')).status).toBe(404);
});

test.skipIf(!hasEngine())('the page’s own style is let in by its hash, and no other', async () => {
  const { headers } = await get('/', visit);
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`'sha256-${hash}'`);
  expect(policy.match(/'sha256-/g)).toHaveLength(3);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test.skipIf(!hasEngine())('a folder without a page is refused at the start', async () => {
  await expect(loadStaticApp(join(folder, 'app/assets'))).rejects.toThrow('has no index.html');
});
