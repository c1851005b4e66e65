import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { termsVersion } from '../../../contract/legal.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { filledIn, openTestServer, register, serverStart, testServer } from '../../support/server.ts';
import { openStream } from '../../support/streams.ts';

const server = testServer();
const hour = 3_600_000;
const onPostgres = test.runIf(process.env.ENGINE === 'postgres' && hasEngine());

test('a registration answers a token and the user, and the token opens the profile', async () => {
  const form = await filledIn(server.it, { email: '  Anna.New@Example.ORG ', username: 'Anna.New' });
  const { status, body } = await server.it.post('/auth/register', form);
  expect(status).toBe(201);
  expect(body.data.token).toMatch(/^[\w-]{43}$/);
  expect(body.data.user).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    first_name: 'Anna',
    last_name: 'Ivanova',
    username: 'Anna.New',
    email: 'anna.new@example.org',
    phone: '+34600111222',
    date_of_birth: '1990-02-01',
    country: 'ES',
    gender: null,
    address: null,
    city: null,
    zip_code: null,
    avatar_file: null,
    status: 'active',
    freeze: null,
    terms: {
      accepted: termsVersion,
      accepted_at: server.it.clock.now().toISOString(),
      version: termsVersion,
    },
    discoverable: false,
    kyc_status: 'notStarted',
    created_at: serverStart.toISOString(),
  });
  const profile = await server.it.get('/profile', { token: body.data.token });
  expect(profile).toMatchObject({ status: 200, body: { data: body.data.user } });
});

test('of a token only the SHA-256 is kept, of a password only an argon2id hash', async () => {
  const { token, id, password } = await register(server.it);
  const { query } = server.it.database;
  const [session] = await query<{ token_hash: Uint8Array }>(
    'SELECT token_hash FROM sessions WHERE user_id = $1',
    [id],
  );
  expect(Buffer.from(session?.token_hash ?? []).toString('hex')).toBe(
    createHash('sha256').update(token).digest('hex'),
  );
  const [user] = await query<{ password_hash: string }>('SELECT password_hash FROM users WHERE id = $1', [
    id,
  ]);
  expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$/);
  expect(user?.password_hash).not.toContain(password);
});

test('signing in works with the email in any case, and each sign-in has a token of its own', async () => {
  const { email, password, token, id } = await register(server.it);
  const credentials = { email: email.toUpperCase(), password, remember: false };
  const { status, body } = await server.it.post('/auth/login', credentials);
  expect(status).toBe(200);
  expect(body.data.user.id).toBe(id);
  expect(body.data.token).not.toBe(token);
});

test('a password is the same however its letters are composed', async () => {
  const { email } = await register(server.it, {
    password: 'Caf\u00e9-2026',
    password_confirmation: 'Caf\u00e9-2026',
  });
  const login = await server.it.post('/auth/login', { email, password: 'Cafe\u0301-2026', remember: false });
  expect(login.status).toBe(200);
});

test('a wrong password and an unknown email get the same answer', async () => {
  const { email } = await register(server.it);
  const wrong = await server.it.post('/auth/login', { email, password: 'Wrong2026', remember: false });
  const unknown = await server.it.post('/auth/login', {
    email: 'nobody@example.org',
    password: 'Wrong2026',
    remember: false,
  });
  const { request_id: _, ...problem } = wrong.body;
  expect(wrong.status).toBe(401);
  expect(problem).toEqual({
    type: 'urn:zesto:problem:invalid-credentials',
    title: 'Invalid credentials',
    status: 401,
    code: 'INVALID_CREDENTIALS',
  });
  expect(unknown.body).toEqual({ ...problem, request_id: expect.any(String) });
  expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
});

test('an account without a password cannot be signed in to', async () => {
  const { email, id } = await register(server.it);
  await server.it.database.query('UPDATE users SET password_hash = NULL WHERE id = $1', [id]);
  const { body } = await server.it.post('/auth/login', { email, password: 'Citrus2026', remember: false });
  expect(body.code).toBe('INVALID_CREDENTIALS');
});

test('signing out kills this token and no other', async () => {
  const { email, password, token } = await register(server.it);
  const other = await server.it.post('/auth/login', { email, password, remember: false });
  expect(await server.it.post('/auth/logout', undefined, { token })).toMatchObject({
    status: 204,
    body: null,
  });
  expect((await server.it.get('/profile', { token })).body.code).toBe('UNAUTHENTICATED');
  expect((await server.it.get('/profile', { token: other.body.data.token })).status).toBe(200);
});

test.each([
  'Bearer',
  'Bearer ',
  'Basic YTpi',
  `Bearer ${'A'.repeat(43)}`,
  `Bearer ${'A'.repeat(5000)}`,
  'Bearer a b',
  "Bearer ' OR 1=1 --",
])('no session: %s', async (authorization) => {
  const answer = await server.it.get('/wallet', { headers: { authorization } });
  expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
});

test('a stored token that is dead does not stand in the way of signing in', async () => {
  const { email, password } = await register(server.it);
  const login = await server.it.post(
    '/auth/login',
    { email, password, remember: false },
    { token: 'A'.repeat(43) },
  );
  expect(login.status).toBe(200);
});

test('a session that nobody uses ends after twelve hours, one that is used after a day', async () => {
  const { it } = server;
  const { token } = await register(it);
  it.clock.advance(12 * hour - 1);
  expect((await it.get('/profile', { token })).status).toBe(200);
  it.clock.advance(12 * hour);
  expect((await it.get('/profile', { token })).status).toBe(401);

  const { token: used } = await register(it);
  it.clock.advance(11 * hour);
  expect((await it.get('/profile', { token: used })).status).toBe(200);
  it.clock.advance(11 * hour);
  expect((await it.get('/profile', { token: used })).status).toBe(200);
  it.clock.advance(2 * hour - 1);
  expect((await it.get('/profile', { token: used })).status).toBe(200);
  it.clock.advance(1);
  expect((await it.get('/profile', { token: used })).status).toBe(401);
});

onPostgres('a use waits for nobody who has locked the session, and the next one is written', async () => {
  const { it } = server;
  const people = [await register(it), await register(it)] as const;
  it.clock.advance(60_000);
  const use = async () => {
    const answers = await Promise.all(people.map(({ token }) => it.get('/profile', { token })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  };
  const areWritten = async () => {
    const ids = people.map(({ id }) => id);
    const rows = await it.database.query<{ is_written: boolean }>(
      `SELECT last_seen_at = $2::timestamptz AS is_written FROM sessions WHERE user_id = ANY ($1::uuid[])
      ORDER BY array_position($1::uuid[], user_id)`,
      [ids, it.clock.now()],
    );
    return rows.map(({ is_written }) => is_written);
  };
  await it.database.transaction(async (query) => {
    await query('SELECT 1 FROM sessions WHERE user_id = $1 FOR UPDATE', [people[0].id]);
    await use();
    expect(await areWritten()).toEqual([false, true]);
  });
  await use();
  expect(await areWritten()).toEqual([true, true]);
});

test('nobody is turned away because the last use of their session could not be written', async () => {
  const database = await openTestDatabase();
  const failing = () => Promise.reject(new Error('the disk is full'));
  const it = await openTestServer({ database: { ...database, queryWithoutSync: failing } });
  const { token } = await register(it);
  it.clock.advance(60_000);
  expect((await it.get('/profile', { token })).status).toBe(200);
  expect(it.logged.join()).toContain('the last uses of sessions were not written');
});

test('what the app reads while nobody is there does not keep a session open: the stream and histories of prices', async () => {
  const { it } = server;
  const { token } = await register(it);
  it.clock.advance(11 * hour);
  const stream = await openStream(it, token);
  expect(stream.response.headers.get('session-ends-in')).toBe('3600');
  await stream.leave();
  it.clock.advance(hour - 1);
  const history = await it.get('/rates/USDT/history?range=week', { token });
  expect([history.status, history.headers.get('session-ends-in')]).toEqual([200, '0']);
  it.clock.advance(1);
  expect((await it.get('/rates/USDT/history', { token })).status).toBe(401);
});

test('a remembered session lasts thirty days', async () => {
  const { it } = server;
  const { email, password } = await register(it);
  const login = await it.post('/auth/login', { email, password, remember: true });
  const { token } = login.body.data;
  it.clock.advance(30 * 24 * hour - 1);
  expect((await it.get('/profile', { token })).status).toBe(200);
  it.clock.advance(1);
  expect((await it.get('/profile', { token })).status).toBe(401);
});

test('the caller’s address and program are kept with the session', async () => {
  const { it } = server;
  const { email, password, id } = await register(it);
  await it.post(
    '/auth/login',
    { email, password, remember: false },
    { address: '198.51.100.9', headers: { 'user-agent': `Browser/1 ${'x'.repeat(400)}` } },
  );
  const sessions = await it.database.query<{ ip: string; user_agent: string }>(
    'SELECT ip, user_agent FROM sessions WHERE user_id = $1 AND ip = $2',
    [id, '198.51.100.9'],
  );
  expect(sessions).toEqual([{ ip: '198.51.100.9', user_agent: `Browser/1 ${'x'.repeat(245)}` }]);
});

test('the fifty-first session takes the place of the one that was used longest ago', async () => {
  const { it } = server;
  const { email, password, token: first } = await register(it);
  const signIn = async () => {
    it.clock.advance(60_000);
    const { body } = await it.post('/auth/login', { email, password, remember: true });
    return String(body.data.token);
  };
  const second = await signIn();
  const others: string[] = [];
  for (let count = 2; count < 50; count += 1) others.push(await signIn());
  expect((await it.get('/profile', { token: first })).status).toBe(200);
  it.clock.advance(60_000);
  expect((await it.get('/auth/sessions', { token: first })).body.data).toHaveLength(50);
  const newest = await signIn();
  expect((await it.get('/profile', { token: second })).status).toBe(401);
  for (const token of [first, ...others.slice(0, 1), newest])
    expect((await it.get('/profile', { token })).status).toBe(200);
  expect((await it.get('/auth/sessions', { token: newest })).body.data).toHaveLength(50);
});

test('a password has no age: after three years it logs in, and no other is asked for', async () => {
  const { email, password } = await register(server.it);
  server.it.clock.advance(3 * 365 * 24 * hour);
  const { status, body } = await server.it.post('/auth/login', { email, password, remember: false });
  expect(status).toBe(200);
  expect((await server.it.get('/wallet', { token: body.data.token })).status).toBe(200);
});
