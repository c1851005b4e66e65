import { randomUUID } from 'node:crypto';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Email } from '../../../server/email/mailer.ts';
import { hasEngine } from '../../support/database.ts';
import { testClientId, testIssuer } from '../../support/issuer.ts';
import { openTestServer, register, serverStart, type TestServer } from '../../support/server.ts';

const start = Math.floor(serverStart.getTime() / 1000);
let provider: Awaited<ReturnType<typeof testIssuer>>;
let it: TestServer;

beforeEach((context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
});
beforeAll(async () => {
  if (!hasEngine()) return;
  provider = await testIssuer();
  it = await openTestServer({ issuer: provider.issuer });
});
afterAll(() => it?.close());

const newNonce = () => randomUUID();
const nora = { email: 'nora@example.org', email_verified: true, given_name: 'Nora', family_name: 'Vale' };

async function enter(claims: Record<string, unknown>, nonce = newNonce()) {
  const credential = await provider.token({ nonce, ...claims });
  return it.post('/auth/google', { credential, nonce });
}

async function stored() {
  return it.database.query(
    'SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM identities) AS identities',
  );
}

test('the app is told where to send people', async () => {
  expect((await it.get('/auth/providers')).body.data).toEqual({
    google: {
      name: 'Test',
      authorization_endpoint: 'https://login.example/authorize',
      client_id: testClientId,
      scope: 'openid email profile',
    },
    why_not: null,
    emails: false,
    support_email: null,
  });
});

test('the app is told where people write who cannot log in', async () => {
  const other = await openTestServer({ supportEmail: 'support@example.org' });
  expect((await other.get('/auth/providers')).body.data.support_email).toBe('support@example.org');
  await other.close();
});

test('without an issuer the app is told why not, and no token is taken', async () => {
  const bare = await openTestServer();
  expect((await bare.get('/auth/providers')).body.data).toEqual({
    google: null,
    why_not: 'not_configured',
    emails: false,
    support_email: null,
  });
  const answer = await bare.post('/auth/google', { credential: 'a.b.c', nonce: newNonce() });
  expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  await bare.close();
});

test('an issuer that cannot be reached is told as such, and asked again the next time', async () => {
  const away = await testIssuer();
  const other = await openTestServer({ issuer: away.issuer });
  away.fail();
  expect((await other.get('/auth/providers')).body.data).toMatchObject({
    google: null,
    why_not: 'unreachable',
  });
  const nonce = newNonce();
  const credential = await away.token({ sub: 'x', nonce });
  expect((await other.post('/auth/google', { credential, nonce })).body.code).toBe('UNAVAILABLE');
  away.recover();
  expect((await other.get('/auth/providers')).body.data.why_not).toBeNull();
  expect((await other.post('/auth/google', { credential, nonce })).status).toBe(200);
  await other.close();
});

test.each([
  ['people to a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ['people to an address without encryption', { authorization_endpoint: 'http://login.example/authorize' }],
  ['the server to keys without encryption', { jwks_uri: 'http://login.example/keys' }],
  ['the server to keys in a file', { jwks_uri: 'file:///etc/keys' }],
  ['nobody, and calls itself another,', { issuer: 'https://other.example' }],
])('an issuer that sends %s is not gone to', async (_, changes) => {
  const odd = await testIssuer(changes);
  const other = await openTestServer({ issuer: odd.issuer });
  expect((await other.get('/auth/providers')).body.data).toMatchObject({
    google: null,
    why_not: 'unreachable',
  });
  const nonce = newNonce();
  const credential = await odd.token({ sub: 'x', nonce });
  expect((await other.post('/auth/google', { credential, nonce })).body.code).toBe('UNAVAILABLE');
  await other.close();
});

test('the first token opens an account with what the issuer knows, the next one finds it by its subject', async () => {
  const first = await enter({ sub: 'nora', ...nora });
  expect(first).toMatchObject({
    status: 200,
    body: {
      data: { user: { first_name: 'Nora', last_name: 'Vale', email: 'nora@example.org', username: null } },
    },
  });
  const renamed = await enter({ sub: 'nora', email: 'nora.new@example.org', email_verified: true });
  expect(renamed.body.data.user).toEqual(first.body.data.user);
  const ways = await it.get('/auth/methods', { token: renamed.body.data.token });
  expect(ways.body.data).toEqual({
    password: false,
    google: true,
    metamask: [],
    email_confirmed: true,
    pending_email: null,
    emails: false,
  });
});

test('an address that the issuer has not verified is not believed, and names that we would refuse are left out', async () => {
  const { body } = await enter({
    sub: 'unverified',
    email: 'claimed@example.org',
    email_verified: false,
    given_name: 'Anna-Maria',
    family_name: 'Li',
  });
  expect(body.data.user).toMatchObject({ email: null, first_name: null, last_name: 'Li' });
});

test('a token opens one session, however often it is sent', async () => {
  const nonce = newNonce();
  const credential = await provider.token({ sub: 'replayed', nonce });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => it.post('/auth/google', { credential, nonce })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    expect(body).toMatchObject({ code: 'CREDENTIAL_INVALID', fields: { credential: 'used' } });
  }
});

const attacks: [string, (nonce: string) => Promise<string> | string, Record<string, string>][] = [
  [
    'alg none',
    (nonce) =>
      new UnsecuredJWT({ nonce })
        .setIssuer('https://login.example')
        .setSubject('nora')
        .setAudience(testClientId)
        .setIssuedAt(start)
        .setExpirationTime(start + 60)
        .encode(),
    { credential: 'format' },
  ],
  [
    'a secret that both sides know',
    (nonce) =>
      new SignJWT({
        nonce,
        sub: 'nora',
        iss: 'https://login.example',
        aud: testClientId,
        iat: start,
        exp: start + 60,
      })
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .sign(new TextEncoder().encode('x'.repeat(32))),
    { credential: 'format' },
  ],
  [
    'another key under the same name',
    async (nonce) => provider.token({ sub: 'nora', nonce }, (await generateKeyPair('RS256')).privateKey),
    { credential: 'signature' },
  ],
  [
    'a key that the issuer has not published',
    async (nonce) =>
      provider.token({ sub: 'nora', nonce }, (await generateKeyPair('RS256')).privateKey, { kid: 'two' }),
    { credential: 'signature' },
  ],
  [
    'another audience',
    (nonce) => provider.token({ sub: 'nora', nonce, aud: 'another-app' }),
    { credential: 'audience' },
  ],
  [
    'two audiences and none named',
    (nonce) => provider.token({ sub: 'nora', nonce, aud: [testClientId, 'another-app'] }),
    { credential: 'audience' },
  ],
  [
    'a token that was issued to another app',
    (nonce) => provider.token({ sub: 'nora', nonce, azp: 'another-app' }),
    { credential: 'audience' },
  ],
  [
    'another issuer',
    (nonce) => provider.token({ sub: 'nora', nonce, iss: 'https://evil.example' }),
    { credential: 'issuer' },
  ],
  ['another nonce', () => provider.token({ sub: 'nora', nonce: newNonce() }), { nonce: 'mismatch' }],
  ['no nonce', () => provider.token({ sub: 'nora' }), { credential: 'format' }],
  ['no subject', (nonce) => provider.token({ nonce }), { credential: 'format' }],
  [
    'an expired token',
    (nonce) => provider.token({ sub: 'nora', nonce, iat: start - 300, exp: start - 61 }),
    { credential: 'expired' },
  ],
  [
    'a token of an hour ago',
    (nonce) => provider.token({ sub: 'nora', nonce, iat: start - 3600 }),
    { credential: 'expired' },
  ],
  [
    'a token of tomorrow',
    (nonce) => provider.token({ sub: 'nora', nonce, iat: start + 86_400, exp: start + 90_000 }),
    { credential: 'expired' },
  ],
  [
    'a token that was changed',
    async (nonce) => {
      const [head, , signature] = (await provider.token({ sub: 'nora', nonce })).split('.');
      const body = Buffer.from(JSON.stringify({ sub: 'admin', nonce })).toString('base64url');
      return `${head}.${body}.${signature}`;
    },
    { credential: 'signature' },
  ],
  ['what is no token', () => 'let me in', { credential: 'format' }],
];

test.each(attacks)('%s is refused and nothing is stored', async (_, forge, fields) => {
  const before = await stored();
  const nonce = newNonce();
  const answer = await it.post('/auth/google', { credential: await forge(nonce), nonce });
  expect(answer).toMatchObject({ status: 401, body: { code: 'CREDENTIAL_INVALID', fields } });
  expect(await stored()).toEqual(before);
});

test('an account with the same address is entered only after its password, once; then by the token alone', async () => {
  const person = await register(it);
  const nonce = newNonce();
  const claims = { sub: 'linked', email: person.email.toUpperCase(), email_verified: true };
  const credential = await provider.token({ ...claims, nonce });
  const before = await stored();
  const refused = await it.post('/auth/google', { credential, nonce });
  expect(refused).toMatchObject({ status: 409, body: { code: 'PASSWORD_REQUIRED' } });
  const wrong = await it.post('/auth/google/link', { credential, nonce, password: 'Wrong2026' });
  expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
  expect(await stored()).toEqual(before);

  const linked = await it.post('/auth/google/link', { credential, nonce, password: person.password });
  expect(linked).toMatchObject({ status: 200, body: { data: { user: { id: person.id } } } });
  const again = await it.post('/auth/google/link', { credential, nonce, password: person.password });
  expect(again.body).toMatchObject({ code: 'CREDENTIAL_INVALID', fields: { credential: 'used' } });
  expect((await enter(claims)).body.data.user.id).toBe(person.id);
});

test('an account that an identity is added to is told once: by an email that can be answered by one press, and in the inbox', async () => {
  const emails: Email[] = [];
  const mailer = { send: async (email: Email) => void emails.push(email) };
  const other = await openTestServer({ issuer: provider.issuer, mailer });
  const person = await register(other);
  const link = async () => {
    const nonce = newNonce();
    const claims = { sub: 'told', email: person.email, email_verified: true, nonce };
    const credential = await provider.token(claims);
    return other.post('/auth/google/link', { credential, nonce, password: person.password });
  };
  for (let count = 0; count < 2; count += 1) expect((await link()).status).toBe(200);
  await other.rest();
  const told = emails.filter(({ subject }) => subject === 'Zesto: A login method was added');
  expect(told.map(({ to }) => to)).toEqual([person.email]);
  expect(told[0]?.text).toContain('Details: Test.');
  expect(told[0]?.text).toMatch(/\/not-me#token=[\w-]{43}\n/);
  const { data } = (await other.get('/notifications', person)).body;
  const added = data.filter(({ outcome }: { outcome: string | null }) => outcome === 'methodAdded');
  expect(added).toMatchObject([{ kind: 'security', detail: 'Test', reportable: true }]);
  await other.close();
});

test('an identity of one account does not log in to it with the password of another', async () => {
  const [other, person] = [await register(it), await register(it)];
  const claims = { sub: 'of the other', email: other.email, email_verified: true };
  const link = async (email: string, password: string) => {
    const nonce = newNonce();
    const credential = await provider.token({ ...claims, email, nonce });
    return it.post('/auth/google/link', { credential, nonce, password });
  };
  expect((await link(other.email, other.password)).status).toBe(200);
  const before = await stored();
  const refused = await link(person.email, person.password);
  expect(refused).toMatchObject({ status: 409, body: { code: 'IDENTITY_TAKEN' } });
  expect(await stored()).toEqual(before);
  expect((await link(other.email, other.password)).body.data.user.id).toBe(other.id);
});

test('guessing the password by tokens is as limited as guessing it at the sign-in', async () => {
  const person = await register(it);
  const claims = { sub: 'guesser', email: person.email, email_verified: true };
  const guess = async () => {
    const nonce = newNonce();
    const credential = await provider.token({ ...claims, nonce });
    return it.post('/auth/google/link', { credential, nonce, password: 'Wrong2026' });
  };
  for (let count = 0; count < 10; count += 1) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
});

test('a link is not to be had by an address that the issuer has not verified, nor for an account without a password', async () => {
  const person = await register(it);
  const nonce = newNonce();
  const unverified = await provider.token({ sub: 'thief', email: person.email, nonce });
  const answer = await it.post('/auth/google/link', {
    credential: unverified,
    nonce,
    password: person.password,
  });
  expect(answer.body.code).toBe('INVALID_CREDENTIALS');
  await it.database.query('UPDATE users SET password_hash = NULL WHERE id = $1', [person.id]);
  const verified = await provider.token({ sub: 'thief', email: person.email, email_verified: true, nonce });
  const other = await it.post('/auth/google/link', {
    credential: verified,
    nonce,
    password: person.password,
  });
  expect(other.body.code).toBe('INVALID_CREDENTIALS');
});
