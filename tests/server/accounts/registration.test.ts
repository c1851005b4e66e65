import { expect, test } from 'vitest';
import { sweepAccounts } from '../../../server/accounts/sessions.ts';
import { filledIn, register, testServer } from '../../support/server.ts';

const server = testServer();

test.each([
  [{ email: 'no' }, { email: 'too_short' }],
  [{ email: 'not-an-address' }, { email: 'format' }],
  [{ password: 'short' }, { password: 'too_short', password_confirmation: 'mismatch' }],
  [{ password: 'alllower1', password_confirmation: 'alllower1' }, { password: 'uppercase' }],
  [{ password_confirmation: 'Other2026' }, { password_confirmation: 'mismatch' }],
  [{ first_name: 'A' }, { first_name: 'too_short' }],
  [{ last_name: 'O1' }, { last_name: 'letters_only' }],
  [{ username: 'a b c' }, { username: 'format' }],
  [{ phone: '600111222' }, { phone: 'format' }],
  [{ date_of_birth: '2026-11-21' }, { date_of_birth: 'in_future' }],
  [{ date_of_birth: '2008-11-21' }, { date_of_birth: 'underage' }],
  [{ country: 'XX' }, { country: 'format' }],
  [{ terms: false }, { terms: 'required' }],
  [{ role: 'admin' }, { role: 'unknown' }],
  [{ first_name: 'A\u0000nna' }, { first_name: 'characters' }],
  [{ first_name: 'A\ud800nna' }, { first_name: 'characters' }],
])('%j is refused on its field', async (changes, fields) => {
  const { status, body } = await server.it.post('/auth/register', await filledIn(server.it, changes));
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'VALIDATION_FAILED', fields });
});

test('somebody who turns eighteen today may come in', async () => {
  const { status } = await server.it.post(
    '/auth/register',
    await filledIn(server.it, { date_of_birth: '2008-11-20' }),
  );
  expect(status).toBe(201);
});

test('an email and a username are taken without regard to case', async () => {
  const { email, username } = await register(server.it);
  const byEmail = await server.it.post(
    '/auth/register',
    await filledIn(server.it, { email: email.toUpperCase() }),
  );
  expect(byEmail).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN', fields: { email: 'taken' } } });
  const byName = await server.it.post(
    '/auth/register',
    await filledIn(server.it, { username: username.toUpperCase() }),
  );
  expect(byName).toMatchObject({
    status: 409,
    body: { code: 'USERNAME_TAKEN', fields: { username: 'taken' } },
  });
});

test('of twenty registrations at once with one email exactly one succeeds, with all of its accounts', async () => {
  const { it } = server;
  const forms = await Promise.all(
    Array.from({ length: 20 }, () => filledIn(it, { email: 'race@example.org' })),
  );
  const answers = await Promise.all(
    forms.map((form, index) => it.post('/auth/register', form, { address: `192.0.2.${index}` })),
  );
  const codes = answers.map(({ status, body }) => (status === 201 ? 'in' : body.code));
  expect(codes.filter((code) => code === 'in')).toHaveLength(1);
  expect(codes.filter((code) => code === 'EMAIL_TAKEN')).toHaveLength(19);
  const accounts = await it.database.query(
    `SELECT token FROM ledger_accounts JOIN users ON users.id = owner_id
     WHERE email = 'race@example.org' ORDER BY token`,
  );
  expect(accounts).toEqual([{ token: 'STO' }, { token: 'USDT' }, { token: 'ZST' }]);
});

test('an address may register thirty times, then once in two minutes', async () => {
  const { it } = server;
  const from = async (address: string) =>
    it.post('/auth/register', await filledIn(it, { email: 'race@example.org' }), { address });
  for (let count = 0; count < 30; count += 1) expect((await from('198.51.100.1')).status).toBe(409);
  const limited = await from('198.51.100.1');
  expect(limited).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(limited.headers.get('retry-after')).toBe('120');
  expect((await from('198.51.100.2')).status).toBe(409);
  it.clock.advance(119_999);
  expect((await from('198.51.100.1')).headers.get('retry-after')).toBe('1');
  it.clock.advance(1);
  expect((await from('198.51.100.1')).status).toBe(409);
  expect((await from('198.51.100.1')).status).toBe(429);
});

test('what has ended is forgotten', async () => {
  const { it } = server;
  await register(it);
  it.clock.advance(24 * 3_600_000);
  await sweepAccounts(it.database.query, it.clock.now());
  const left = await it.database.query(
    'SELECT count(*)::int AS count FROM sessions UNION ALL SELECT count(*)::int FROM throttles',
  );
  expect(left).toEqual([{ count: 0 }, { count: 0 }]);
});
