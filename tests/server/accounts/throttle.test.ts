import { expect, test } from 'vitest';
import { networkOf } from '../../../server/accounts/throttle.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();
const minute = 60_000;

async function signIn(email: string, password: string, address = '203.0.113.7') {
  const captcha = await server.it.captcha();
  return server.it.post('/auth/login', { email, password, remember: false, captcha }, { address });
}

async function guessWrong(email: string, times: number, address?: string) {
  for (let count = 0; count < times; count += 1) {
    expect((await signIn(email, 'Wrong2026', address)).status).toBe(401);
  }
}

test('after ten wrong guesses an account waits a minute, from any address, even for the right password', async () => {
  const { it } = server;
  const { email, password } = await register(it);
  await guessWrong(email, 10);
  const limited = await signIn(email, password, '198.51.100.77');
  expect(limited).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(limited.headers.get('retry-after')).toBe('60');
  it.clock.advance(minute - 1);
  expect((await signIn(email, password)).status).toBe(429);
  it.clock.advance(1);
  expect((await signIn(email, password)).status).toBe(200);
  await guessWrong(email, 10);
});

test('an e-mail that nobody has is limited the same way', async () => {
  await guessWrong('ghost@example.org', 10);
  expect((await signIn('ghost@example.org', 'Wrong2026')).headers.get('retry-after')).toBe('60');
});

test('guesses that come at once are counted before they are answered', async () => {
  const { email } = await register(server.it);
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => signIn(email, 'Wrong2026', '198.51.100.3')),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
});

test('an address that tries many accounts is limited; right passwords cost it nothing', async () => {
  const { it } = server;
  const address = '198.51.100.50';
  const { email, password } = await register(it);
  for (let count = 0; count < 70; count += 1) {
    expect((await signIn(email, password, address)).status).toBe(200);
  }
  for (let count = 0; count < 60; count += 1) await guessWrong(`target${count}@example.org`, 1, address);
  const limited = await signIn(email, password, address);
  expect(limited.status).toBe(429);
  expect(limited.headers.get('retry-after')).toBe('10');
  expect((await signIn(email, password, '198.51.100.51')).status).toBe(200);
});

test('what was typed as an e-mail is not kept in the throttle', async () => {
  await guessWrong('typed-by-mistake@example.org', 1);
  const rows = await server.it.database.query<{ key: string }>('SELECT key FROM throttles');
  expect(rows.map(({ key }) => key).join()).not.toContain('typed-by-mistake');
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
