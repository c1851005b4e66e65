import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { webAppCalls } from '../../../contract/webAppCalls.ts';
import { reactAriaStyles } from '../../../server/http/securityHeaders.ts';
import { openTestServer, register, type TestServer, testServer } from '../../support/server.ts';
import { askFor } from '../../support/tickets.ts';

const server = testServer();
const get = (url: string, init?: RequestInit) => server.it.fetch(new Request(url, init));

test.each(Object.entries(webAppCalls))('the contract’s call %s has a route', async (_, call) => {
  const request = new Request(`http://localhost:3000/api/web-app${call.path}`, { method: call.method });
  const { status } = await server.it.fetch(request);
  expect([200, 400, 401, 404, 415]).toContain(status);
  expect(JSON.parse(server.it.logged.at(-1) ?? '')).toMatchObject({ route: `/api/web-app${call.path}` });
});

test('every answer carries the time, a request id and the headers that keep a browser safe', async () => {
  for (const path of ['/healthz', '/api/web-app/wallet', '/nothing', '/api/web-app/openapi.json']) {
    const { headers } = await get(`http://localhost:3000${path}`);
    expect(headers.get('date')).toBe('Fri, 20 Nov 2026 09:00:00 GMT');
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=(self)');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull();
  }
});

test('where people come by https a browser is told to stay there', async () => {
  const other = await openTestServer({ appUrl: 'https://wallet.example' });
  const { headers } = await other.fetch(new Request('http://10.0.0.1:3000/healthz'));
  expect(headers.get('strict-transport-security')).toBe('max-age=63072000');
  await other.close();
});

test('the content policy starts from nothing and allows no inline code', async () => {
  const { headers } = await get('http://localhost:3000/healthz');
  const policy = headers.get('content-security-policy') ?? '';
  const rules = policy.split('; ');
  expect(rules[0]).toBe("default-src 'none'");
  expect(rules).toContain("script-src 'self'");
  expect(rules).toContain("connect-src 'self'");
  expect(rules).toContain("base-uri 'none'");
  expect(rules).toContain("frame-ancestors 'none'");
  expect(rules).toContain("require-trusted-types-for 'script'");
  expect(rules).toContain('trusted-types default captcha shell');
  expect(rules).toContain("worker-src 'self'");
  expect(policy).not.toMatch(/unsafe|\*|http:/);
  // Nothing is loaded from, sent to or framed by anybody else.
  const sources = rules.flatMap((rule) =>
    /-src |^(?:base|form|frame)-/.test(rule) ? rule.split(' ').slice(1) : [],
  );
  expect(sources.length).toBeGreaterThan(8);
  expect(
    sources.filter((source) => !/^(?:'(?:self|none|sha256-[\w+/=]+)'|data:|blob:)$/.test(source)),
  ).toEqual([]);
});

test('a text with markup and quotes is answered as the JSON of that text, never as a page or a script', async () => {
  const person = await register(server.it);
  const subject = `</script><script>alert("1")</script>'\\" }]`;
  expect((await askFor(server.it, person, { subject })).status).toBe(201);
  const url = 'http://localhost:3000/api/web-app/support/tickets';
  const answer = await get(url, { headers: { authorization: `Bearer ${person.token}` } });
  const text = await answer.text();
  expect(JSON.parse(text).data[0].subject).toBe(subject);
  expect(text).not.toContain('alert("1")');
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('an app that was built for another host may talk to that host and no other', async () => {
  const other = await openTestServer({ apiOrigin: 'https://api.example' });
  const { headers } = await other.fetch(new Request('http://localhost:3000/healthz'));
  await other.close();
  expect(headers.get('content-security-policy')).toContain("connect-src 'self' https://api.example;");
});

test('the styles that the policy lets in are those that the installed react-aria writes', async () => {
  const folder = 'node_modules/react-aria/dist/private';
  const press = await readFile(`${folder}/interactions/usePress.mjs`, 'utf8');
  const scroll = await readFile(`${folder}/overlays/usePreventScroll.mjs`, 'utf8');
  const attribute = /PRESSABLE_ATTRIBUTE = '([^']+)'/.exec(press)?.[1] ?? '';
  const written = [press, scroll].map(
    (source) => /style\.textContent = `([^`]*)`\.trim\(\)/.exec(source)?.[1],
  );
  expect(written.map((text) => text?.trim().replace(/\$\{[^}]*ATTRIBUTE\}/, attribute))).toEqual([
    ...reactAriaStyles,
  ]);
});

test('a HEAD gets the headers of a GET and no body', async () => {
  const { token } = await register(server.it);
  const url = 'http://localhost:3000/api/web-app/profile';
  const head = await get(url, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } });
  expect(head.status).toBe(200);
  expect(head.headers.get('content-type')).toContain('application/json');
  expect(await head.text()).toBe('');
});

test('the OpenAPI document is served', async () => {
  const response = await get('http://localhost:3000/api/web-app/openapi.json');
  const kept = await readFile('contract/openapi.json', 'utf8');
  expect(await response.json()).toEqual(JSON.parse(kept));
});

test('healthz says that the process lives, readyz that it can work', async () => {
  const other = await openTestServer();
  const status = async (path: string) =>
    (await other.fetch(new Request(`http://localhost:3000${path}`))).status;
  expect(await status('/healthz')).toBe(200);
  expect(await status('/readyz')).toBe(200);
  other.retire();
  expect(await status('/healthz')).toBe(200);
  expect(await status('/readyz')).toBe(503);
  await other.close();
});

test('without its database the server is alive, not ready, and says so', async () => {
  const other = await openTestServer();
  await other.database.close();
  const answer = await other.fetch(new Request('http://localhost:3000/readyz'));
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE' });
  expect((await other.fetch(new Request('http://localhost:3000/healthz'))).status).toBe(200);
});

test('the lines of a request and of its fault have the id of the caller’s trace', async () => {
  const other = await openTestServer();
  await other.database.query('ALTER TABLE users RENAME TO elsewhere');
  const credentials = { email: 'secret.person@example.org', password: 'Secret2026', remember: false };
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  let read = 0;
  const told = () => {
    const lines = other.logged.slice(read);
    read = other.logged.length;
    return lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'fault' || msg === 'request')
      .map(({ msg, trace_id }) => [msg, trace_id]);
  };
  const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  await other.post('/auth/login', credentials, { headers });
  expect(told()).toEqual([
    ['fault', trace],
    ['request', trace],
  ]);
  for (const traceparent of [
    trace,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${trace}-00f067aa0ba902b7-01"}{`,
  ]) {
    await other.get('/auth/captcha', { headers: { traceparent } });
    expect([traceparent, told()]).toEqual([traceparent, [['request', undefined]]]);
  }
  await other.close();
});

test('a fault of ours is a 500 that tells nothing, and a line in the log that tells where', async () => {
  const other = await openTestServer();
  await other.database.query('ALTER TABLE users RENAME TO elsewhere');
  const credentials = { email: 'secret.person@example.org', password: 'Secret2026', remember: false };
  const { status, body } = await other.post('/auth/login', credentials);
  expect({ status, body }).toEqual({
    status: 500,
    body: {
      type: 'urn:zesto:problem:internal',
      title: 'Internal server error',
      status: 500,
      code: 'INTERNAL',
      request_id: expect.any(String),
    },
  });
  const faults = other.logged.map((line) => JSON.parse(line)).filter((line) => line.msg === 'fault');
  expect(faults).toMatchObject([{ request_id: body.request_id, error: { code: '42P01' } }]);
  await other.close();
});

test('a whole session leaves one line a request in the log, and none of its secrets', async () => {
  const other = await openTestServer();
  const person = await register(other, {
    password: 'Pa55-secret-word',
    password_confirmation: 'Pa55-secret-word',
  });
  await other.post('/auth/login', { email: person.email, password: 'Wr0ng-secret-word', remember: true });
  const login = await other.post('/auth/login', {
    email: person.email,
    password: person.password,
    remember: true,
  });
  const { token } = login.body.data;
  await other.get(`/wallet?token=${token}&email=${person.email}`, { token });
  await other.get(`/${token}/${person.email}`, { token });
  await other.operator('POST', '/accounts/freeze', { email: person.email });
  await other.post('/auth/logout', undefined, { token });

  const requests = other.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(requests).toMatchObject([
    { method: 'GET', route: '/api/web-app/auth/captcha', status: 200 },
    { method: 'POST', route: '/api/web-app/auth/register', status: 201 },
    { method: 'POST', route: '/api/web-app/auth/login', status: 401 },
    { method: 'POST', route: '/api/web-app/auth/login', status: 200 },
    { method: 'GET', route: '/api/web-app/wallet', status: 200 },
    { method: 'GET', route: 'none', status: 404 },
    { method: 'POST', route: '/api/operator/accounts/freeze', status: 200 },
    { method: 'POST', route: '/api/web-app/auth/logout', status: 204 },
  ]);
  const whole = other.logged.join('');
  const secrets = [
    token,
    person.token,
    person.password,
    'Wr0ng-secret-word',
    person.email,
    person.phone,
    'operator-token',
  ];
  for (const secret of secrets) expect(whole).not.toContain(secret);
  expect(requests[1]).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    request_id: expect.stringMatching(/^[\da-f-]{36}$/),
    method: 'POST',
    route: '/api/web-app/auth/register',
    address: '203.0.113.7',
    status: 201,
    ms: expect.any(Number),
    msg: 'request',
  });
  await other.close();
});

test('a log-out tells the browser to drop what it has cached', async () => {
  const { token } = await register(server.it);
  const { headers } = await server.it.post('/auth/logout', undefined, { token });
  expect(headers.get('clear-site-data')).toBe('"cache"');
});

test('whoever finds a fault is told where to say so (RFC 9116)', async () => {
  const read = async (it: TestServer) =>
    (await it.fetch(new Request('http://localhost:3000/.well-known/security.txt'))).text();
  expect(await read(server.it)).toBe(
    [
      'Contact: http://localhost:3000/support',
      `Expires: ${new Date(server.it.clock.now().getTime() + 180 * 86_400_000).toISOString()}`,
      'Preferred-Languages: en, ru',
      'Canonical: http://localhost:3000/.well-known/security.txt',
      '',
    ].join('\n'),
  );
  const other = await openTestServer({ securityContact: 'mailto:security@example.org' });
  expect(await read(other)).toContain('Contact: mailto:security@example.org\n');
  await other.close();
});
