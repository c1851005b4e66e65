import { expect, test } from 'vitest';
import { sweepIdentity } from '../../../server/auth/spent.ts';
import { filledIn, openTestServer, register, registrationForm, testServer } from '../../support/server.ts';

const server = testServer();
const minute = 60_000;

async function usersStored() {
  return server.it.database.query('SELECT count(*)::int AS count FROM users');
}

/** A solved captcha, taken apart, changed, and put together again. */
// biome-ignore lint/suspicious/noExplicitAny: what a forger writes has no type
async function forged(change: (payload: any) => void): Promise<string> {
  const payload = JSON.parse(Buffer.from(await server.it.captcha(), 'base64').toString());
  change(payload);
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}

test('a challenge names its work and its end, and keeps the number of tries to itself', async () => {
  const { status, body } = await server.it.get('/auth/captcha');
  expect(status).toBe(200);
  expect(body.data.expires_at).toBe('2026-11-20T09:20:00.000Z');
  expect(Object.keys(body.data.challenge.parameters).sort()).toEqual([
    'algorithm',
    'cost',
    'data',
    'keyLength',
    'keyPrefix',
    'keySignature',
    'nonce',
    'salt',
  ]);
  expect(body.data.challenge.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 1 });
});

test.each([
  ['no captcha', async () => undefined, 'VALIDATION_FAILED', 'required'],
  ['nonsense', async () => 'nonsense', 'CAPTCHA_FAILED', 'format'],
  ['JSON of another kind', async () => Buffer.from('[1]').toString('base64'), 'CAPTCHA_FAILED', 'format'],
  [
    'a wrong key',
    () => forged(({ solution }) => (solution.derivedKey = 'ab'.repeat(32))),
    'CAPTCHA_FAILED',
    'format',
  ],
  [
    'a later end',
    () => forged(({ challenge }) => (challenge.parameters.data.until += 3_600_000)),
    'CAPTCHA_FAILED',
    'format',
  ],
  [
    'less work',
    () => forged(({ challenge }) => (challenge.parameters.keyPrefix = '')),
    'CAPTCHA_FAILED',
    'format',
  ],
  [
    'a signature of one’s own',
    () => forged(({ challenge }) => (challenge.signature = '0'.repeat(64))),
    'CAPTCHA_FAILED',
    'format',
  ],
])('%s is refused and nothing is stored', async (_, captcha, code, rule) => {
  const before = await usersStored();
  const { status, body } = await server.it.post('/auth/register', {
    ...registrationForm(),
    captcha: await captcha(),
  });
  expect({ status, code: body.code, rule: body.fields.captcha }).toEqual({ status: 422, code, rule });
  expect(await usersStored()).toEqual(before);
});

test('it is good until its end and not at it', async () => {
  const { it } = server;
  const [first, second] = [await filledIn(it), await filledIn(it)];
  it.clock.advance(20 * minute - 1);
  expect((await it.post('/auth/register', first)).status).toBe(201);
  it.clock.advance(1);
  const late = await it.post('/auth/register', second);
  expect(late.body).toMatchObject({ code: 'CAPTCHA_FAILED', fields: { captcha: 'expired' } });
});

test('of ten registrations at once with one captcha one comes in', async () => {
  const { it } = server;
  const captcha = await it.captcha();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => it.post('/auth/register', { ...registrationForm(), captcha })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refusals = answers.filter(({ status }) => status !== 201).map(({ body }) => body);
  expect(refusals).toHaveLength(9);
  for (const body of refusals)
    expect(body).toMatchObject({ code: 'CAPTCHA_FAILED', fields: { captcha: 'used' } });
});

test('another server on the same database takes it, one with a database of its own does not', async () => {
  const { it } = server;
  const twin = await openTestServer({ database: it.database });
  twin.clock.advance(it.clock.now().getTime() - twin.clock.now().getTime());
  const stranger = await openTestServer();
  const captcha = await it.captcha();
  const refused = await stranger.post('/auth/register', { ...registrationForm(), captcha });
  expect(refused.body).toMatchObject({ code: 'CAPTCHA_FAILED', fields: { captcha: 'format' } });
  expect((await twin.post('/auth/register', { ...registrationForm(), captcha })).status).toBe(201);
  await stranger.close();
});

test('a person signs in without one, after three wrong passwords with one, and after the right one without', async () => {
  const { it } = server;
  const { email, password } = await register(it);
  const signIn = async (guess: string, captcha?: string) =>
    it.post('/auth/login', { email, password: guess, remember: false, ...(captcha ? { captcha } : {}) });
  for (let count = 0; count < 3; count += 1) expect((await signIn('Wrong2026')).status).toBe(401);
  const asked = await signIn(password);
  expect(asked).toMatchObject({
    status: 422,
    body: { code: 'CAPTCHA_FAILED', fields: { captcha: 'required' } },
  });
  const captcha = await it.captcha();
  expect((await signIn('Wrong2026', captcha)).status).toBe(401);
  expect((await signIn(password, captcha)).body.fields).toEqual({ captcha: 'used' });
  expect((await signIn(password, await it.captcha())).status).toBe(200);
  expect((await signIn(password)).status).toBe(200);
});

test('an email that nobody has is asked for one the same way', async () => {
  const { it } = server;
  const credentials = { email: 'ghost@example.org', password: 'Wrong2026', remember: false };
  for (let count = 0; count < 3; count += 1)
    expect((await it.post('/auth/login', credentials)).status).toBe(401);
  expect((await it.post('/auth/login', credentials)).body.code).toBe('CAPTCHA_FAILED');
});

test('an address that guesses at many accounts is asked for one at the next', async () => {
  const { it } = server;
  const address = '198.51.100.60';
  const guess = (count: number) =>
    it.post(
      '/auth/login',
      { email: `many${count}@example.org`, password: 'Wrong2026', remember: false },
      { address },
    );
  for (let count = 0; count < 12; count += 1) expect((await guess(count)).status).toBe(401);
  expect((await guess(12)).body.code).toBe('CAPTCHA_FAILED');
});

test('what was spent is forgotten when it is over', async () => {
  const { it } = server;
  await register(it);
  it.clock.advance(20 * minute);
  await sweepIdentity(it.database.query, it.clock.now());
  expect(await it.database.query('SELECT key FROM spent')).toEqual([]);
});
