import { expect, test } from 'vitest';
import { callerOf, noProxies, readProxies } from '../../../server/http/caller.ts';
import { filledIn, openTestServer, register } from '../../support/server.ts';

const proxies = readProxies('10.0.0.7, 192.168.0.0/16, fd00::/8, ::ffff:172.16.0.0/108') ?? noProxies;

test.each([
  ['nobody is believed who is not named', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a proxy that tells nothing is the caller', '10.0.0.7', null, '10.0.0.7'],
  ['the last that is no proxy', '10.0.0.7', '198.51.100.1, 198.51.100.2, 192.168.4.4', '198.51.100.2'],
  ['what a caller writes itself is further left', '10.0.0.7', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  ['a header of proxies alone', '10.0.0.7', '192.168.1.1,192.168.1.2', '192.168.1.1'],
  ['what is no address ends the walk', '10.0.0.7', '198.51.100.1, unknown', '10.0.0.7'],
  ['an empty entry, too', '10.0.0.7', '198.51.100.1,', '10.0.0.7'],
  ['ports are left out', '10.0.0.7', '198.51.100.1:4711', '198.51.100.1'],
  ['of IPv6, too', 'fd00::1', '[2001:DB8:0:0::1]:4711', '2001:db8::1'],
  ['IPv4 in IPv6 is IPv4', '::ffff:10.0.0.7', '::ffff:c633:6401', '198.51.100.1'],
  ['and so is a network of it', '172.17.1.1', '198.51.100.1', '198.51.100.1'],
  ['an address with a zone', '10.0.0.7', 'fe80::1%eth0', 'fe80::1'],
  ['an endless entry', '10.0.0.7', `198.51.100.1,${'1'.repeat(9_000)}`, '10.0.0.7'],
  ['endless proxies', '10.0.0.7', `6.6.6.6,${'192.168.1.1,'.repeat(900)}192.168.1.2`, '192.168.1.1'],
  ['a connection that is over', 'unknown', '198.51.100.1', 'unknown'],
])('%s', (_, peer, forwarded, address) => {
  const headers = new Headers(forwarded === null ? {} : { 'x-forwarded-for': forwarded });
  expect(callerOf(peer, headers, proxies).address).toBe(address);
});

test.each([
  ['10.0.0.7', '198.51.100.1', 'https', true],
  ['10.0.0.7', '198.51.100.1', 'http', false],
  ['10.0.0.7', '198.51.100.1', 'https, http', false],
  ['10.0.0.7', '198.51.100.1, 192.168.1.1', 'HTTPS, http', true],
  ['10.0.0.7', '198.51.100.1, 192.168.1.1', 'https', true],
  ['203.0.113.9', '198.51.100.1', 'https', false],
])('who comes by %s for %s with %s is safe on the way: %s', (peer, forwarded, scheme, isSecure) => {
  const headers = new Headers({ 'x-forwarded-for': forwarded, 'x-forwarded-proto': scheme });
  expect(callerOf(peer, headers, proxies).isSecure).toBe(isSecure);
});

test('behind a proxy everybody has their own limits, sessions their real address, and https is demanded from then on', async () => {
  const server = await openTestServer({ proxies, hsts: 'subdomains' });
  const by = (client: string, scheme = 'https') => ({
    address: '10.0.0.7',
    headers: { 'x-forwarded-for': client, 'x-forwarded-proto': scheme },
  });
  const { email, password } = await register(server);
  for (let count = 0; count < 62; count += 1) {
    await server.post(
      '/auth/login',
      { email: `nobody${count}@example.org`, password: 'Wrong2026', remember: false, captcha: 'x' },
      by('198.51.100.1'),
    );
  }
  const login = await server.post(
    '/auth/login',
    { email, password, remember: false },
    by('198.51.100.2, 192.168.0.1'),
  );
  expect(login.status).toBe(200);
  expect(login.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
  const sessions = await server.get('/auth/sessions', { token: login.body.data.token });
  expect(sessions.body.data.map(({ ip }: { ip: string }) => ip)).toContain('198.51.100.2');
  expect(JSON.parse(server.logged.at(-2) ?? '')).toMatchObject({ address: '198.51.100.2' });
  const plain = await server.post(
    '/auth/login',
    { email, password, remember: false },
    by('198.51.100.2', 'http'),
  );
  expect(plain.headers.get('strict-transport-security')).toBeNull();
  await server.close();
});

test('a captcha that is none takes nothing from those who register beside it', async () => {
  const server = await openTestServer();
  for (let count = 0; count < 40; count += 1) {
    const refused = await server.post('/auth/register', { ...(await filledIn(server)), captcha: 'x' });
    expect(refused.body.code).toBe('CAPTCHA_FAILED');
  }
  expect((await register(server)).token).not.toBe('');
  await server.close();
});
