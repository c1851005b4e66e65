import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { passkeysPerAccount } from '../../../contract/limits.ts';
import type { Email } from '../../../server/email/mailer.ts';
import { Authenticator } from '../../support/authenticator.ts';
import { hasEngine } from '../../support/database.ts';
import { codeOf, proofBy, turnOnTotp } from '../../support/factors.ts';
import { registerWithPasskey } from '../../support/passkeys.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';

const emails: Email[] = [];
const mailer = { send: async (email: Email) => void emails.push(email) };
let it: TestServer;

beforeEach((context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
});
beforeAll(async () => {
  if (hasEngine()) it = await openTestServer({ mailer });
});
afterAll(() => it?.close());
// A network makes so many challenges; every test is another one in time.
beforeEach(() => it?.clock.advance(20 * 60_000));

type Person = Awaited<ReturnType<typeof register>>;
type Proof = Awaited<ReturnType<typeof proofBy>>;

const byPassword = ({ token, password }: Person) => proofBy(it, token, { method: 'password', password });

const optionsFor = async (proof: Proof) =>
  (await it.post('/auth/passkeys/options', undefined, proof)).body.data;
const requestOptions = async () => (await it.post('/auth/passkey/options')).body.data;

async function add(proof: Proof, device = new Authenticator(), wrong = {}) {
  const registration = device.create(await optionsFor(proof), wrong);
  return it.post('/auth/passkeys', { name: 'Phone', registration }, proof);
}

const newPerson = (device?: Authenticator) => registerWithPasskey(it, device);

const enter = async (device: Authenticator, wrong = {}, sent = {}) =>
  it.post('/auth/passkey', { assertion: device.get(await requestOptions(), wrong) }, sent);

async function proofByPasskey(
  { token, device }: { token: string; device: Authenticator },
  action = 'factors',
) {
  const asked = await it.post('/auth/step-up/options', { for: { action }, method: 'passkey' }, { token });
  return proofBy(it, token, { method: 'passkey', assertion: device.get(asked.body.data.passkey) }, action);
}

async function subjectsTo(email: string): Promise<string[]> {
  await it.rest();
  return emails.filter(({ to }) => to === email).map(({ subject }) => subject.replace('Zesto: ', ''));
}

test('a passkey is added with a proof, comes with recovery codes, and logs in alone', async () => {
  const person = await register(it);
  const refused = await it.post('/auth/passkeys/options', undefined, person);
  expect(refused.body).toMatchObject({ code: 'STEP_UP_REQUIRED', methods: ['password'] });
  const proof = await byPassword(person);
  const options = await optionsFor(proof);
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Zesto' },
    user: { name: person.email },
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  });
  const device = new Authenticator({ isBackedUp: true });
  const registration = device.create(options);
  const added = await it.post('/auth/passkeys', { name: ' Phone ', registration }, proof);
  expect(added.status).toBe(201);
  expect(added.body.data.passkey).toMatchObject({ name: 'Phone', last_used_at: null, backed_up: true });
  expect(added.body.data.recovery_codes).toHaveLength(10);
  expect((await subjectsTo(person.email)).at(-1)).toBe('A passkey was added to your account');

  const entered = await enter(device);
  expect(entered.body.data.user.id).toBe(person.id);
  expect((await it.get('/profile', { token: entered.body.data.token })).status).toBe(200);
  expect(entered.headers.get('set-cookie')).toContain('device=');
  const { passkeys, recovery_codes_left } = (await it.get('/auth/factors', person)).body.data;
  expect(passkeys).toHaveLength(1);
  expect(passkeys[0].last_used_at).toBe(it.clock.now().toISOString());
  expect(recovery_codes_left).toBe(10);
});

test('with a passkey the password alone opens nothing; a recovery code stands in for a lost one', async () => {
  const person = await newPerson();
  const { email, password } = person;
  const login = (otp?: string) =>
    it.post('/auth/login', { email, password, remember: false, ...(otp === undefined ? {} : { otp }) });
  expect((await login()).body).toMatchObject({
    code: 'SECOND_FACTOR_REQUIRED',
    methods: ['passkey', 'recovery_code'],
  });
  expect((await login('123456')).body.fields).toEqual({ otp: 'mismatch' });
  const { token } = (await login(person.recoveryCodes[0])).body.data;
  const proof = await proofBy(it, token, { method: 'recovery_code', recovery_code: person.recoveryCodes[1] });
  expect((await it.delete(`/auth/passkeys/${person.passkey.id}`, proof)).status).toBe(204);
  expect((await login()).status).toBe(200);
});

test.each([
  ['a page of another origin', { origin: 'https://zesto.example.net' }, 'domain'],
  ['another scheme', { origin: 'https://localhost:3000' }, 'domain'],
  ['a frame of another site', { crossOrigin: true }, 'domain'],
  ['a challenge of nobody', { challenge: 'A'.repeat(43) }, 'expired'],
  ['another site’s key', { rpId: 'example.net' }, 'signature'],
  ['a person whom the device has not verified', { isVerified: false }, 'signature'],
  ['nobody in front of the device', { isPresent: false }, 'signature'],
  ['a registration', { type: 'webauthn.create' }, 'signature'],
  ['another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }, 'signature'],
  [
    'a key of another kind',
    { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey },
    'signature',
  ],
  ['an unknown credential', { credentialId: Buffer.alloc(32, 7) }, 'mismatch'],
  ['the account of somebody else', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'mismatch'],
  ['no account', { userHandle: null }, 'mismatch'],
])('an assertion for %s opens nothing, and has used its challenge up', async (_, wrong, rule) => {
  const { device } = await newPerson();
  const options = await requestOptions();
  const refused = await it.post('/auth/passkey', { assertion: device.get(options, wrong) });
  expect(refused).toMatchObject({
    status: 401,
    body: { code: 'CREDENTIAL_INVALID', fields: { assertion: rule } },
  });
  if (rule === 'expired') return;
  const again = await it.post('/auth/passkey', { assertion: device.get(options) });
  expect(again.body.fields).toEqual({ assertion: 'expired' });
});

test('an assertion opens one session, of eight posts at once too, and none after five minutes', async () => {
  const { device } = await newPerson();
  const assertion = device.get(await requestOptions());
  const answers = await Promise.all(Array.from({ length: 8 }, () => it.post('/auth/passkey', { assertion })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await it.post('/auth/passkey', { assertion })).body.fields).toEqual({ assertion: 'expired' });
  const options = await requestOptions();
  it.clock.advance(5 * 60_000);
  const late = await it.post('/auth/passkey', { assertion: device.get(options) });
  expect(late.body.fields).toEqual({ assertion: 'expired' });
});

test('a copied key is refused once its counter is behind, the owner is told, and it is in the log', async () => {
  const person = await newPerson();
  const { device } = person;
  const copy = device.clone();
  expect((await enter(device)).status).toBe(200);
  expect((await enter(device)).status).toBe(200);
  const refused = await enter(copy);
  expect(refused).toMatchObject({
    status: 401,
    body: { code: 'CREDENTIAL_INVALID', fields: { assertion: 'used' } },
  });
  expect((await subjectsTo(person.email)).at(-1)).toBe('A passkey may have been copied');
  const told = it.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'passkey_copied');
  expect(told.at(-1)).toMatchObject({ account: person.id, passkey: person.passkey.id });
  // One that counted and does no longer is a copy, too.
  copy.counter = -1;
  expect((await enter(copy)).body.fields).toEqual({ assertion: 'used' });
  expect((await enter(device)).status).toBe(200);
});

test('a device that keeps no count gets in again and again, and its copies are kept in mind', async () => {
  const device = new Authenticator({ counts: false });
  const person = await newPerson(device);
  expect(person.passkey.backed_up).toBe(false);
  device.isBackedUp = true;
  for (let times = 0; times < 3; times += 1) expect((await enter(device)).status).toBe(200);
  expect((await it.get('/auth/factors', person)).body.data.passkeys[0].backed_up).toBe(true);
});

test('a challenge is of one purpose, one action and one session', async () => {
  const person = await newPerson();
  const { device, token } = person;
  const ask = async (action: string, by = token) => {
    const body = { for: { action }, method: 'passkey' };
    return (await it.post('/auth/step-up/options', body, { token: by })).body.data.passkey;
  };
  const prove = async (assertion: object, action = 'factors', by = token) =>
    it.post('/auth/step-up', { for: { action }, method: 'passkey', assertion }, { token: by });
  // A 401 would tell the app that the session is over.
  const expired = { status: 403, body: { code: 'FORBIDDEN', fields: { assertion: 'expired' } } };
  expect(await prove(device.get(await requestOptions()))).toMatchObject(expired);
  expect(await prove(device.get(await ask('password')), 'factors')).toMatchObject(expired);
  const other = (await enter(device)).body.data.token;
  expect(await prove(device.get(await ask('factors')), 'factors', other)).toMatchObject(expired);
  const forLogin = await it.post('/auth/passkey', { assertion: device.get(await ask('factors')) });
  expect(forLogin.body.fields).toEqual({ assertion: 'expired' });
  const assertion = device.get(await ask('factors'));
  expect((await prove(assertion)).status).toBe(200);
  expect(await prove(assertion)).toMatchObject(expired);
});

test('a passkey of another account proves nothing', async () => {
  const [mallory, victim] = [await newPerson(), await newPerson()];
  const body = { for: { action: 'factors' }, method: 'passkey' };
  const asked = (await it.post('/auth/step-up/options', body, victim)).body.data.passkey;
  const assertion = mallory.device.get(asked);
  expect(await it.post('/auth/step-up', { ...body, assertion }, victim)).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN', fields: { assertion: 'mismatch' } },
  });
});

test('a credential’s id belongs to one account, and the second of two that claim it keeps its proof', async () => {
  const credentialId = Buffer.from(randomUUID());
  const [first, second] = [await register(it), await register(it)];
  const device = new Authenticator();
  expect((await add(await byPassword(first), device, { credentialId })).status).toBe(201);
  const proof = await byPassword(second);
  const taken = await add(proof, new Authenticator(), { credentialId });
  expect(taken).toMatchObject({ status: 422, body: { fields: { registration: 'taken' } } });
  expect((await enter(device)).body.data.user.id).toBe(first.id);
  expect((await it.get('/auth/factors', second)).body.data).toMatchObject({
    passkeys: [],
    recovery_codes_left: 0,
  });
  expect((await add(proof)).status).toBe(201);
});

test.each([
  ['another origin', { origin: 'https://zesto.example.net' }, 'domain'],
  ['another site', { rpId: 'example.net' }, 'signature'],
  ['another challenge', { challenge: 'B'.repeat(43) }, 'expired'],
  ['nobody verified', { isVerified: false }, 'signature'],
  ['an assertion', { type: 'webauthn.get' }, 'signature'],
])('a registration for %s adds nothing', async (_, wrong, rule) => {
  const person = await register(it);
  const refused = await add(await byPassword(person), new Authenticator(), wrong);
  expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', fields: { registration: rule } } });
  expect((await it.get('/auth/factors', person)).body.data.passkeys).toEqual([]);
});

test.each(['packed', 'apple', 'android-key', 'android-safetynet', 'fido-u2f', 'tpm', 'a make of its own'])(
  'what a device says of its make (%s) is not asked for, and its certificates are not read',
  async (format) => {
    const person = await register(it);
    const device = new Authenticator();
    const attestation = [format, [Buffer.from('no certificate'), Buffer.alloc(4_000, 1)]];
    expect((await add(await byPassword(person), device, { attestation })).status).toBe(201);
    expect((await enter(device)).body.data.user.id).toBe(person.id);
  },
);

test.each([
  ['nothing', '', 'required'],
  ['spaces', ' \u00a0 ', 'required'],
  ['what shows nothing', '\u3164', 'characters'],
  ['spaces without width', 'Phone\u200b', 'characters'],
  ['a turned direction', 'Phone\u202egnp', 'characters'],
  ['two lines', 'Phone\nLaptop', 'characters'],
  ['sixty-four letters', 'ж'.repeat(64), 'too_long'],
  ['ten thousand letters', 'x'.repeat(10_000), 'too_long'],
])('a passkey is not named by %s', async (_, name, rule) => {
  const person = await register(it);
  const proof = await byPassword(person);
  const registration = new Authenticator().create(await optionsFor(proof));
  const refused = { status: 422, body: { fields: { name: rule } } };
  expect(await it.post('/auth/passkeys', { name, registration }, proof)).toMatchObject(refused);
  const added = await it.post('/auth/passkeys', { name: 'Phone', registration }, proof);
  const { id } = added.body.data.passkey;
  expect(await it.patch(`/auth/passkeys/${id}`, { name }, person)).toMatchObject(refused);
  expect((await it.get('/auth/factors', person)).body.data.passkeys).toMatchObject([{ id, name: 'Phone' }]);
});

test.each([
  ['a modulus of 4104 bits', { modulus: 513, exponent: 3 }],
  ['a modulus of 16384 bits', { modulus: 2_048, exponent: 3 }],
  ['an exponent of 40 bits', { modulus: 256, exponent: 5 }],
  ['an exponent as long as its modulus', { modulus: 384, exponent: 384 }],
  ['no exponent', { modulus: 256, exponent: 0 }],
])('an RSA key with %s is not kept, because its signatures would take long to verify', async (_, rsaTold) => {
  const person = await register(it);
  const wrong = { rsaBits: 2048, rsaTold };
  expect(await add(await byPassword(person), new Authenticator(), wrong)).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN', fields: { registration: 'signature' } },
  });
});

test('an RSA key of a device has 2048 bits or more', async () => {
  const person = await register(it);
  const device = new Authenticator();
  expect(await add(await byPassword(person), device, { rsaBits: 1024 })).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN', fields: { registration: 'signature' } },
  });
  expect((await add(await byPassword(person), device, { rsaBits: 2048 })).status).toBe(201);
  expect((await enter(device)).status).toBe(200);
});

test('what is no registration or assertion at all is refused, however long', async () => {
  const person = await register(it);
  const proof = await byPassword(person);
  const good = new Authenticator().create(await optionsFor(proof));
  const damaged = { ...good, response: { ...good.response, attestationObject: 'oA' } };
  expect((await it.post('/auth/passkeys', { name: 'Phone', registration: damaged }, proof)).status).toBe(403);
  const { device } = await newPerson();
  const assertion = device.get(await requestOptions());
  const variants = [
    { ...assertion, response: { ...assertion.response, clientDataJSON: 'a'.repeat(10_000) } },
    { ...assertion, id: `${assertion.id}==` },
    { ...assertion, type: 'password' },
    { ...assertion, response: null },
    [],
  ];
  for (const each of variants) {
    const { status, body } = await it.post('/auth/passkey', { assertion: each });
    expect([status, Object.keys(body.fields)]).toEqual([422, ['assertion']]);
  }
  const nonsense = { ...assertion, response: { ...assertion.response, clientDataJSON: 'AAAA' } };
  expect((await it.post('/auth/passkey', { assertion: nonsense })).body.fields).toEqual({
    assertion: 'format',
  });
  const swapped = { ...assertion, rawId: 'AAAA' };
  expect((await it.post('/auth/passkey', { assertion: swapped })).status).toBe(401);
});

test(`an account has at most ${passkeysPerAccount} passkeys, also when two are added at once`, async () => {
  const device = new Authenticator();
  const person = await newPerson(device);
  for (let count = 1; count < passkeysPerAccount - 1; count += 1) {
    it.clock.advance(60_000);
    expect((await add(await proofByPasskey(person))).status).toBe(201);
  }
  it.clock.advance(20 * 60_000);
  const proofs = [await proofByPasskey(person), await proofByPasskey(person)];
  const sent: unknown[] = [];
  for (const proof of proofs)
    sent.push({ name: 'Phone', registration: new Authenticator().create(await optionsFor(proof)) });
  const answers = await Promise.all(
    proofs.map((proof, index) => it.post('/auth/passkeys', sent[index], proof)),
  );
  const codes = answers.map(({ status, body }) => (status === 201 ? 201 : body.code));
  // The first has ended what was proven before it, or is the last that fits.
  expect(codes.filter((code) => code === 201)).toHaveLength(1);
  expect((await add(await proofByPasskey(person))).body.code).toBe('PASSKEY_LIMIT');
  expect((await it.get('/auth/factors', person)).body.data.passkeys).toHaveLength(passkeysPerAccount);
});

test('a passkey is named and removed by its person alone; its removal ends other sessions and its own logins', async () => {
  const [person, stranger] = [await newPerson(), await newPerson()];
  const path = `/auth/passkeys/${person.passkey.id}`;
  const rename = (name: string, by: { token: string }) => it.patch(path, { name }, by);
  expect((await rename('Mine', stranger)).status).toBe(404);
  expect((await rename('', person)).body.fields).toEqual({ name: 'required' });
  expect((await rename('n'.repeat(10_000), person)).body.fields).toEqual({ name: 'too_long' });
  expect((await rename('Laptop', person)).body.data).toMatchObject({ id: person.passkey.id, name: 'Laptop' });
  expect((await it.delete(path, await proofByPasskey(stranger))).status).toBe(404);
  expect((await it.delete(path, person)).body).toMatchObject({
    code: 'STEP_UP_REQUIRED',
    methods: ['passkey', 'recovery_code'],
  });
  const other = (await enter(person.device)).body.data.token;
  expect((await it.delete(path, await proofByPasskey(person))).status).toBe(204);
  expect((await it.get('/profile', { token: other })).status).toBe(401);
  expect((await subjectsTo(person.email)).at(-1)).toBe('A passkey was removed');
  expect((await enter(person.device)).body.fields).toEqual({ assertion: 'mismatch' });
  expect((await it.get('/auth/factors', person)).body.data).toEqual({
    totp: null,
    passkeys: [],
    recovery_codes_left: 0,
  });
});

test('a login and a removal at once: the login is refused, or its session ends with the passkey', async () => {
  const person = await newPerson();
  const proof = await proofByPasskey(person);
  const [entered, removed] = await Promise.all([
    enter(person.device),
    it.delete(`/auth/passkeys/${person.passkey.id}`, proof),
  ]);
  expect(removed.status).toBe(204);
  if (entered.status === 200)
    expect((await it.get('/profile', { token: entered.body.data.token })).status).toBe(401);
  else expect(entered.body.code).toBe('CREDENTIAL_INVALID');
});

test('the passkey of a deleted account opens nothing', async () => {
  const person = await newPerson();
  const id = randomUUID();
  await it.database.query('INSERT INTO users (id, created_at) VALUES ($1, $2)', [id, it.clock.now()]);
  await it.database.query('UPDATE passkeys SET user_id = $2 WHERE user_id = $1', [person.id, id]);
  const moved = await enter(person.device);
  expect(moved.body.fields).toEqual({ assertion: 'mismatch' });
  await it.database.query('DELETE FROM users WHERE id = $1', [id]);
  expect((await enter(person.device)).body).toMatchObject({
    code: 'CREDENTIAL_INVALID',
    fields: { assertion: 'mismatch' },
  });
});

test('an app that was begun before a passkey was added is not turned on after it', async () => {
  const person = await register(it);
  const { secret } = (await it.post('/auth/totp', undefined, await byPassword(person))).body.data;
  expect((await add(await byPassword(person))).status).toBe(201);
  const confirmed = await it.post('/auth/totp/confirm', { code: codeOf(secret, it.clock.now()) }, person);
  expect(confirmed.body.code).toBe('STATUS_CONFLICT');
});

test('a passkey beside an app: no new codes, both are factors, and each can be taken off by the other', async () => {
  const person = await register(it);
  const { secret } = await turnOnTotp(it, person);
  const proof = await proofBy(it, person.token, { method: 'totp', code: codeOf(secret, it.clock.now()) });
  const device = new Authenticator();
  const added = await add(proof, device);
  expect(added.body.data.recovery_codes).toBe(null);
  const options = await it.post('/auth/step-up/options', { for: { action: 'factors' } }, person);
  expect(options.body.data).toMatchObject({ methods: ['passkey', 'totp', 'recovery_code'], passkey: null });
  const owner = { token: person.token, device };
  expect((await it.delete('/auth/totp', await proofByPasskey(owner))).status).toBe(204);
  expect((await it.get('/auth/factors', person)).body.data).toMatchObject({
    totp: null,
    recovery_codes_left: 10,
  });
});

test('a password reset by email leaves the passkey, and its reader alone does not get in', async () => {
  const person = await newPerson();
  await it.post('/auth/password/forgotten', { email: person.email });
  await it.rest();
  const text =
    emails.findLast(({ to, text }) => to === person.email && text.includes('reset_token'))?.text ?? '';
  const token = /#reset_token=([\w-]{43})/.exec(text)?.[1] ?? '';
  const fresh = { password: 'Lemons2027', password_confirmation: 'Lemons2027' };
  expect((await it.post('/auth/password/reset', { token, ...fresh })).status).toBe(204);
  const reader = { email: person.email, password: fresh.password, remember: false };
  expect((await it.post('/auth/login', reader)).body.code).toBe('SECOND_FACTOR_REQUIRED');
  expect((await enter(person.device)).status).toBe(200);
});

test('a frozen person logs in and reads; `remember` keeps the session for 30 days', async () => {
  const person = await newPerson();
  await it.operator('POST', '/accounts/freeze', { email: person.email });
  const assertion = person.device.get(await requestOptions());
  const { token, user } = (await it.post('/auth/passkey', { assertion, remember: true })).body.data;
  expect(user.status).toBe('frozen');
  it.clock.advance(20 * 24 * 3_600_000);
  expect((await it.get('/profile', { token })).status).toBe(200);
});

test('one network asks for so many challenges, then waits', async () => {
  const address = '198.51.100.77';
  const ask = async () => (await it.post('/auth/passkey/options', undefined, { address })).status;
  const statuses = [];
  for (let count = 0; count < 301; count += 1) statuses.push(await ask());
  expect(statuses.filter((status) => status === 200)).toHaveLength(300);
  expect(statuses.at(-1)).toBe(429);
  // Login pages that are merely drawn keep nobody from the other methods.
  const account = { address: '0x52908400098527886E0F7030069857D2E4169EE7' };
  expect((await it.post('/auth/metamask/nonce', account, { address })).status).toBe(200);
  it.clock.advance(1_000);
  expect([await ask(), await ask()]).toEqual([200, 429]);
});
