import { expect, test } from 'vitest';
import { prefixOf, recordSignIns, sweepSignIns } from '../../../server/accounts/signIns.ts';
import { codeOf, turnOnTotp } from '../../support/factors.ts';
import { filledIn, register, testServer } from '../../support/server.ts';
import { newWallet, signed } from '../../support/wallets.ts';

const server = testServer();
const minute = 60_000;
const day = 24 * 60 * minute;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const sent = { address: '203.0.113.99', headers: { 'user-agent': firefox } };

type Person = Awaited<ReturnType<typeof register>>;

const login = (person: Pick<Person, 'email' | 'password'>, otp?: string, from: object = sent) =>
  server.it.post(
    '/auth/login',
    { email: person.email, password: person.password, remember: false, ...(otp ? { otp } : {}) },
    from,
  );

async function signInsOf({ token }: Pick<Person, 'token'>, query = '') {
  await server.it.rest();
  return (await server.it.get(`/auth/sign-ins${query}`, { token })).body;
}

test('a registration and a login are listed with device, network, method and time, newest first', async () => {
  const person = await register(server.it);
  server.it.clock.advance(minute);
  const at = server.it.clock.now().toISOString();
  await login(person);
  const { data, meta } = await signInsOf(person);
  expect(meta).toEqual({ page: 1, per_page: 20, total: 2 });
  expect(data[0]).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    first_at: at,
    at,
    device: 'Firefox · Linux',
    network: '203.0.113.0/24',
    method: 'password',
    second_factor: null,
    outcome: 'succeeded',
    attempts: 1,
  });
  expect(data[1]).toMatchObject({ device: null, method: 'password', outcome: 'succeeded' });
  const second = await signInsOf(person, '?page=2&per_page=1');
  expect(second).toEqual({ data: [data[1]], meta: { page: 2, per_page: 1, total: 2 } });
});

test('wrong passwords from one place within an hour are one line that counts them; an unknown email leaves none', async () => {
  const person = await register(server.it);
  const before = await server.it.database.query('SELECT id FROM sign_ins');
  const wrong = { ...person, password: 'Wrong2026' };
  await Promise.all([login(wrong), login(wrong)]);
  server.it.clock.advance(minute);
  await login(wrong);
  await login({ email: 'nobody@example.org', password: 'Wrong2026' });
  const { data } = await signInsOf(person);
  expect(data[0]).toMatchObject({ method: 'password', outcome: 'wrong_password', attempts: 3 });
  expect(Date.parse(data[0].at) - Date.parse(data[0].first_at)).toBe(minute);
  expect(await server.it.database.query('SELECT id FROM sign_ins')).toHaveLength(before.length + 1);
});

test('a second factor is listed with the login, a wrong code and a missing one by themselves', async () => {
  const person = await register(server.it);
  const { secret } = await turnOnTotp(server.it, person);
  server.it.clock.advance(minute);
  const code = codeOf(secret, server.it.clock.now());
  expect((await login(person)).body.code).toBe('SECOND_FACTOR_REQUIRED');
  expect((await signInsOf(person)).data[0]).toMatchObject({ outcome: 'code_missing', second_factor: null });
  await login(person, code === '000000' ? '111111' : '000000');
  server.it.clock.advance(1000);
  expect((await login(person, code)).status).toBe(200);
  const { data } = await signInsOf(person);
  // The step that waited for the code has become the login.
  expect(data.map(({ outcome, second_factor }: Record<string, unknown>) => [outcome, second_factor])).toEqual(
    [
      ['succeeded', 'totp'],
      ['wrong_code', null],
      ['succeeded', null],
    ],
  );
  // From another place nobody has come with a code since.
  server.it.clock.advance(1000);
  await login(person, undefined, { address: '198.51.100.4' });
  server.it.clock.advance(minute);
  await login(person, codeOf(secret, server.it.clock.now()));
  expect((await signInsOf(person)).data[1]).toMatchObject({
    outcome: 'code_missing',
    network: '198.51.100.0/24',
    device: null,
  });
});

test('codes beyond the limit are listed as throttled', async () => {
  const person = await register(server.it);
  const { secret } = await turnOnTotp(server.it, person);
  const near = Array.from({ length: 23 }, (_, index) => codeOf(secret, server.it.clock.now(), index - 11));
  const wrong = ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? '';
  let last = await login(person, wrong);
  for (let tries = 0; tries < 25 && last.body.code !== 'RATE_LIMITED'; tries += 1)
    last = await login(person, wrong);
  expect(last.body.code).toBe('RATE_LIMITED');
  const { data } = await signInsOf(person);
  expect(data.map(({ outcome }: { outcome: string }) => outcome)).toContain('throttled');
});

test('a login with a wallet is listed as one', async () => {
  const wallet = newWallet();
  const first = await server.it.post('/auth/metamask', await signed(server.it, wallet), sent);
  expect((await signInsOf({ token: first.body.data.token })).data).toMatchObject([
    { method: 'wallet', outcome: 'succeeded', device: 'Firefox · Linux', second_factor: null },
  ]);
});

test('nobody reads the sign-ins of another account', async () => {
  const person = await register(server.it);
  const other = await register(server.it);
  await login({ ...person, password: 'Wrong2026' });
  expect((await signInsOf(other)).meta.total).toBe(1);
  expect((await server.it.get('/auth/sign-ins')).body.code).toBe('UNAUTHENTICATED');
});

test('failures of strangers from any number of places displace no login, and have a hundred lines at most', async () => {
  const person = await register(server.it);
  const wrong = { ...person, password: 'Wrong2026' };
  for (let place = 0; place < 130; place += 1) {
    await login(wrong, undefined, { address: `10.${place}.0.1` });
    server.it.clock.advance(10 * minute);
    // A session that is not used for twelve hours ends.
    await server.it.get('/profile', person);
  }
  const { data, meta } = await signInsOf(person, '?page=6');
  expect(meta.total).toBe(101);
  expect(data).toMatchObject([{ outcome: 'succeeded', method: 'password' }]);
});

test('of logins the newest two hundred are kept, for 180 days', async () => {
  const { id, token } = await register(server.it, await filledIn(server.it));
  const { query } = server.it.database;
  const start = server.it.clock.now().getTime();
  for (let each = 1; each <= 205; each += 1) {
    await recordSignIns(query, [
      {
        userId: id,
        method: 'passkey',
        secondFactor: null,
        device: { address: '2001:db8:1:2::3', userAgent: firefox },
        at: new Date(start + each),
      },
    ]);
  }
  expect((await signInsOf({ token })).meta.total).toBe(200);
  await sweepSignIns(query, new Date(start + 205 + 180 * day - 1));
  expect(await query('SELECT id FROM sign_ins WHERE user_id = $1', [id])).toHaveLength(1);
  await sweepSignIns(query, new Date(start + 205 + 180 * day));
  expect(await query('SELECT id FROM sign_ins WHERE user_id = $1', [id])).toEqual([]);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2::3', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(prefixOf(address)).toBe(network);
});
