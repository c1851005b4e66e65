import { expect, test } from 'vitest';
import { deviceOf } from '../../../server/accounts/device.ts';
import { codeOf, proofBy, turnOnTotp } from '../../support/factors.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();
const hour = 3_600_000;
const fresh = { password: 'Lemon2027', password_confirmation: 'Lemon2027' };
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function signIn(who: { email: string; password: string; otp?: string }, userAgent = '') {
  const { email, password, otp } = who;
  const answer = await server.it.post(
    '/auth/login',
    { email, password, remember: false, ...(otp && { otp }) },
    { address: '198.51.100.9', headers: { 'user-agent': userAgent } },
  );
  return String(answer.body.data.token);
}

const proven = ({ token, password }: { token: string; password: string }, action = 'sessions') =>
  proofBy(server.it, token, { method: 'password', password }, action);

test('a person sees where they are signed in, the latest use first, and nobody else’s', async () => {
  const { it } = server;
  const person = await register(it);
  await register(it);
  it.clock.advance(hour);
  const token = await signIn(person, firefox);
  const { body } = await it.get('/auth/sessions', { token });
  expect(body.data).toEqual([
    {
      id: expect.any(String),
      device: 'Firefox · Linux',
      ip: '198.51.100.9',
      created_at: '2026-11-20T10:00:00.000Z',
      last_seen_at: '2026-11-20T10:00:00.000Z',
      current: true,
    },
    {
      id: expect.any(String),
      device: null,
      ip: '203.0.113.7',
      created_at: '2026-11-20T09:00:00.000Z',
      last_seen_at: '2026-11-20T09:00:00.000Z',
      current: false,
    },
  ]);
  it.clock.advance(11 * hour);
  expect((await it.get('/auth/sessions', { token })).body.data).toHaveLength(1);
});

test('one session is ended by its id, and only by its own person', async () => {
  const { it } = server;
  const person = await register(it);
  const other = await signIn(person);
  const stranger = await register(it);
  const list = await it.get('/auth/sessions', { token: person.token });
  const { id } = list.body.data.find((each: { current: boolean }) => !each.current);
  const path = `/auth/sessions/${id}`;
  expect((await it.delete(path, { token: stranger.token })).body.code).toBe('NOT_FOUND');
  expect((await it.get('/profile', { token: other })).status).toBe(200);
  const proof = await proven(person);
  expect((await it.delete(path, proof)).status).toBe(204);
  expect((await it.get('/profile', { token: other })).status).toBe(401);
  expect((await it.get('/profile', { token: person.token })).status).toBe(200);
  expect((await it.delete(path, { token: person.token })).body.code).toBe('NOT_FOUND');
});

test('whoever has a session alone ends no other one; their own as a log-out does', async () => {
  const { it } = server;
  const person = await register(it);
  const { token } = person;
  const other = await signIn(person);
  const { data: list } = (await it.get('/auth/sessions', { token })).body;
  const idOf = (current: boolean) => list.find((each: { current: boolean }) => each.current === current).id;
  const asked = { status: 403, body: { code: 'STEP_UP_REQUIRED', methods: ['password'] } };
  expect(await it.delete('/auth/sessions', { token })).toMatchObject(asked);
  expect(await it.delete(`/auth/sessions/${idOf(false)}`, { token })).toMatchObject(asked);
  const forFactors = await proven(person, 'factors');
  expect(await it.delete('/auth/sessions', forFactors)).toMatchObject(asked);
  const proof = await proven(person);
  // A proof is of the session that asked for it.
  expect(await it.delete('/auth/sessions', { ...proof, token: other })).toMatchObject(asked);
  expect((await it.get('/profile', { token: other })).status).toBe(200);
  // One that names nothing keeps the proof.
  expect((await it.delete('/auth/sessions/none', proof)).body.code).toBe('NOT_FOUND');
  expect((await it.delete(`/auth/sessions/${idOf(false)}`, proof)).status).toBe(204);
  expect(await it.delete('/auth/sessions', proof)).toMatchObject(asked);
  expect((await it.delete(`/auth/sessions/${idOf(true)}`, { token })).status).toBe(204);
  expect((await it.get('/profile', { token })).status).toBe(401);
});

test('who has a second factor ends sessions by it and not by the password', async () => {
  const { it } = server;
  const person = await register(it);
  const { secret } = await turnOnTotp(it, person);
  const other = await signIn({ ...person, otp: codeOf(secret, it.clock.now()) });
  expect((await it.delete('/auth/sessions', { token: person.token })).body).toMatchObject({
    code: 'STEP_UP_REQUIRED',
    methods: ['totp', 'recovery_code'],
  });
  it.clock.advance(60_000);
  const shown = { method: 'totp', code: codeOf(secret, it.clock.now()) };
  const proof = await proofBy(it, person.token, shown, 'sessions');
  expect((await it.delete('/auth/sessions', proof)).status).toBe(204);
  expect((await it.get('/profile', { token: other })).status).toBe(401);
});

test('all others are ended at once', async () => {
  const { it } = server;
  const person = await register(it);
  const others = [await signIn(person), await signIn(person)];
  const stranger = await register(it);
  expect((await it.delete('/auth/sessions', await proven(person))).status).toBe(204);
  for (const token of others) expect((await it.get('/profile', { token })).status).toBe(401);
  for (const { token } of [person, stranger]) expect((await it.get('/profile', { token })).status).toBe(200);
});

test('a new password needs the old one, and ends the other sessions', async () => {
  const { it } = server;
  const person = await register(it);
  const other = await signIn(person);
  const { token } = person;
  const change = (current_password: string, rest: object = fresh) =>
    it.put('/auth/password', { current_password, ...rest }, { token });
  expect((await change('Wrong2026')).body).toMatchObject({
    status: 422,
    fields: { current_password: 'mismatch' },
  });
  expect((await change('')).body.fields).toEqual({ current_password: 'required' });
  expect((await change(person.password, { ...fresh, password: 'Other2027' })).body.fields).toEqual({
    password_confirmation: 'mismatch',
  });
  expect((await it.get('/profile', { token: other })).status).toBe(200);
  expect((await change(person.password)).status).toBe(204);
  expect((await it.get('/profile', { token: other })).status).toBe(401);
  expect((await it.get('/profile', { token })).status).toBe(200);
  expect(await signIn({ ...person, password: fresh.password })).toMatch(/^[\w-]{43}$/);
});

test('a stolen session guesses the password no longer than a stranger at the sign-in', async () => {
  const { it } = server;
  const { token } = await register(it);
  const guess = () => it.put('/auth/password', { current_password: 'Wrong2026', ...fresh }, { token });
  for (let count = 0; count < 10; count += 1) expect((await guess()).status).toBe(422);
  expect((await guess()).status).toBe(429);
});

test('without emails a new address is shown, and neither counts nor collides', async () => {
  const { it } = server;
  const [person, other] = [await register(it), await register(it)];
  const { token, password } = person;
  const session = await signIn(person);
  const change = (email: string, typed = password) =>
    it.put('/auth/email', { email, password: typed }, { token });
  expect((await change('moved@example.org', 'Wrong2026')).body.fields).toEqual({ password: 'mismatch' });
  const kept = { email: person.email, emails: false };
  expect((await change(other.email)).body.data).toEqual({ ...kept, pending_email: other.email });
  expect((await change(' Moved@Example.org ')).body.data).toEqual({
    ...kept,
    pending_email: 'moved@example.org',
  });
  expect((await it.get('/profile', { token: session })).status).toBe(401);
  expect((await it.get('/profile', { token })).body.data.email).toBe(person.email);
  expect((await it.get('/auth/methods', { token })).body.data.pending_email).toBe('moved@example.org');
  const moved = { email: 'moved@example.org', password, remember: false };
  expect((await it.post('/auth/login', moved)).body.code).toBe('INVALID_CREDENTIALS');
  // To ask for the address that one has takes the other one back.
  expect((await change(person.email)).body.data.pending_email).toBeNull();
  expect((await it.get('/auth/methods', { token })).body.data.pending_email).toBeNull();
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Chrome · Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge · Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari · macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile Safari/604.1',
    'Chrome · iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 YaBrowser/25.1 Mobile Safari/537.36',
    'Yandex Browser · Android',
  ],
  [firefox, 'Firefox · Linux'],
  ['curl/8.0', null],
  ['', null],
])('%s is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
