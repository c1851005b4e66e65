import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../server/core/clock.ts';
import { type DemoProviders, openDemoProviders } from '../../../server/demo/demoProviders.ts';
import { hasEngine } from '../../support/database.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';

const app = 'http://localhost:3000';
const printed: string[] = [];
let demoProviders: DemoProviders;
let it: TestServer;

beforeEach((context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
});
beforeAll(async () => {
  if (!hasEngine()) return;
  demoProviders = await openDemoProviders(
    { host: 'localhost', port: 65_535, operatorPort: 0, url: app },
    (line) => printed.push(line),
  );
  it = await openTestServer({ ...demoProviders.options, clock: systemClock });
});
afterAll(async () => {
  await it?.close();
  await demoProviders?.stop();
});

/** A browser that keeps cookies and follows redirects until they leave the provider. */
function browser() {
  const cookies = new Map<string, string>();
  async function go(url: string): Promise<{ url: string; page: string }> {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) return { url, page: await answer.text() };
    const to = new URL(next, url).href;
    return to.startsWith(app) ? { url: to, page: '' } : go(to);
  }
  return go;
}

async function authorization(changes: Record<string, string> = {}): Promise<string> {
  const { google } = (await it.get('/auth/providers')).body.data;
  const asked = new URLSearchParams({
    client_id: google.client_id,
    scope: google.scope,
    response_type: 'id_token',
    redirect_uri: `${app}/auth/login`,
    nonce: 'a-nonce-of-this-browser',
    state: 'a-state-of-this-browser',
    ...changes,
  });
  return `${google.authorization_endpoint}?${asked}`;
}

test('the whole redirect: choose who one is, come back with a token, and be in', async () => {
  const go = browser();
  const login = await go(await authorization());
  expect(login.page).toContain('Choose an account');
  const back = new URL((await go(`${login.url}?email=nora.vale@zesto.example`)).url);
  expect(`${back.origin}${back.pathname}`).toBe('http://localhost:3000/auth/login');
  const told = new URLSearchParams(back.hash.slice(1));
  expect(told.get('state')).toBe('a-state-of-this-browser');

  const credential = told.get('id_token');
  const stolen = await it.post('/auth/google', { credential, nonce: 'a-nonce-of-another-browser' });
  expect(stolen.body).toMatchObject({ code: 'CREDENTIAL_INVALID', fields: { nonce: 'mismatch' } });
  const { status, body } = await it.post('/auth/google', { credential, nonce: 'a-nonce-of-this-browser' });
  expect(status).toBe(200);
  expect(body.data.user).toMatchObject({
    first_name: 'Nora',
    last_name: 'Vale',
    email: 'nora.vale@zesto.example',
  });
});

test('who goes back comes back with a refusal, and who asks for another place gets nowhere', async () => {
  const go = browser();
  const login = await go(await authorization());
  const back = new URL((await go(`${login.url}?cancel=1`)).url);
  expect(new URLSearchParams(back.hash.slice(1)).get('error')).toBe('access_denied');
  const elsewhere = await go(await authorization({ redirect_uri: 'https://evil.example/' }));
  expect(elsewhere.page).toContain('invalid_redirect_uri');
});

test('no answer of it is taken for what it is not, or shares a window with another site', async () => {
  const { origin } = new URL(demoProviders.mailboxUrl);
  const headersOf = async (path: string) => (await fetch(`${origin}${path}`, { redirect: 'manual' })).headers;
  for (const path of [
    '/.well-known/openid-configuration',
    '/jwks',
    '/auth',
    '/nothing',
    '/mailbox',
    '/interaction/a',
  ]) {
    const headers = await headersOf(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
  expect((await headersOf('/mailbox')).get('cross-origin-opener-policy')).toBe('same-origin');
});

test('a page that is over says so', async () => {
  const origin = new URL(demoProviders.mailboxUrl).origin;
  expect((await browser()(`${origin}/interaction/unknown`)).page).toContain('This login has expired');
});

test('the demo’s emails are in the terminal and in the mailbox, as text and not as HTML', async () => {
  const { email } = await register(it, { email: `o'hara&${Date.now()}@example.org` });
  const before = Date.now();
  await it.rest();
  expect(printed.at(-1)).toMatch(
    /^Email to o'hara&\d+@example\.org: Zesto: Verify your email address\n {2}http:\/\/localhost:3000\/auth\/login#confirm_token=[\w-]{43}$/,
  );
  const answer = await fetch(demoProviders.mailboxUrl);
  const page = await answer.text();
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page).toContain(email.replace('&', '&amp;').replace("'", '&#39;'));
  expect(page).not.toContain(email);
  expect(page).toMatch(/<a href="http:\/\/localhost:3000\/auth\/login#confirm_token=[\w-]{43}">/);
  const [, at = '', seen] =
    /<time datetime="(.+?Z)">(\d{1,2} \w{3} \d{4}, \d\d:\d\d:\d\d)<\/time>/.exec(page) ?? [];
  // Shown in this zone to the second.
  expect(new Date(`${seen} UTC`).getTime()).toBe(Math.floor(Date.parse(at) / 1_000) * 1_000);
  expect(Date.parse(at)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
});

test('the operator’s port is left to the operator', async () => {
  const beside = createServer().listen(0, 'localhost');
  await new Promise((resolve) => beside.once('listening', resolve));
  const address = beside.address();
  const operatorPort = typeof address === 'object' && address ? address.port : 0;
  await new Promise((resolve) => beside.close(resolve));
  const other = await openDemoProviders(
    { host: 'localhost', port: operatorPort - 1, operatorPort, url: app },
    () => {},
  );
  expect(new URL(other.mailboxUrl).port).not.toBe(String(operatorPort));
  await other.stop();
});

test('a port that is taken is stepped over, and a host that others can reach is refused', async () => {
  const taken = createServer().listen(0, 'localhost');
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const other = await openDemoProviders(
    { host: 'localhost', port: port - 1, operatorPort: 0, url: app },
    () => {},
  );
  expect(new URL(other.mailboxUrl).port).not.toBe(String(port));
  expect((await fetch(other.mailboxUrl)).status).toBe(200);
  await other.stop();
  taken.close();
  await expect(
    openDemoProviders({ host: '0.0.0.0', port, operatorPort: 0, url: app }, () => {}),
  ).rejects.toThrow('not for');
});
