import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSealer, opensFactors, resealFactors } from '../../../server/auth/sealed.ts';
import type { Email } from '../../../server/email/mailer.ts';
import { createLog } from '../../../server/http/log.ts';
import { createServer } from '../../../server/server.ts';
import { hasEngine } from '../../support/database.ts';
import { testDecoder } from '../../support/decoder.ts';
import { codeOf, proofBy, turnOnTotp } from '../../support/factors.ts';
import { testIssuer } from '../../support/issuer.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';
import { newWallet, signed } from '../../support/wallets.ts';

const emails: Email[] = [];
const mailer = { send: async (email: Email) => void emails.push(email) };
const factorKey = 'factor-key-of-the-tests-0123456789abcdef';
const otherKey = 'another-key-of-the-tests-0123456789abcdef';
let it: TestServer;

beforeEach((context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
});
beforeAll(async () => {
  if (!hasEngine()) return;
  it = await openTestServer({ mailer, factorKey });
});
afterAll(() => it?.close());

type Person = Awaited<ReturnType<typeof register>>;

async function newPerson() {
  const person = await register(it);
  return { ...person, ...(await turnOnTotp(it, person)) };
}

const login = ({ email, password }: Pick<Person, 'email' | 'password'>, otp?: string, sent = {}) =>
  it.post('/auth/login', { email, password, remember: false, ...(otp === undefined ? {} : { otp }) }, sent);

const now = () => it.clock.now();
const wrongCode = (secret: string) => {
  const near = Array.from({ length: 23 }, (_, index) => codeOf(secret, now(), index - 11));
  return ['000000', '111111', '222222'].find((code) => !near.includes(code)) ?? '333333';
};

async function subjectsTo(email: string): Promise<string[]> {
  await it.rest();
  return emails.filter(({ to }) => to === email).map(({ subject }) => subject.replace('Zesto: ', ''));
}

test('an authenticator app is on once a code of it was shown; then the password alone opens nothing', async () => {
  const person = await register(it);
  const refused = await it.post('/auth/totp', undefined, person);
  expect(refused.body).toMatchObject({ code: 'STEP_UP_REQUIRED', methods: ['password'] });
  const proof = await proofBy(it, person.token, { method: 'password', password: person.password });
  const told = (await it.post('/auth/totp', undefined, proof)).body.data;
  expect(told.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(told.uri).toBe(
    `otpauth://totp/Zesto:${encodeURIComponent(person.email)}?issuer=Zesto&secret=${told.secret}&algorithm=SHA1&digits=6&period=30`,
  );
  // The proof is used up, and without a code nothing has changed.
  expect((await it.post('/auth/totp', undefined, proof)).body.code).toBe('STEP_UP_REQUIRED');
  expect((await login(person)).status).toBe(200);
  expect((await it.get('/auth/factors', person)).body.data).toEqual({
    totp: null,
    passkeys: [],
    recovery_codes_left: 0,
  });

  const code = codeOf(told.secret, now());
  const wrong = await it.post('/auth/totp/confirm', { code: wrongCode(told.secret) }, person);
  expect(wrong).toMatchObject({ status: 422, body: { fields: { code: 'mismatch' } } });
  const confirmed = await it.post('/auth/totp/confirm', { code }, person);
  expect(confirmed.body.data.recovery_codes).toHaveLength(10);
  for (const each of confirmed.body.data.recovery_codes)
    expect(each).toMatch(/^[a-z2-7]{4}(?:-[a-z2-7]{4}){5}$/);
  expect((await it.get('/auth/factors', person)).body.data).toEqual({
    totp: { created_at: now().toISOString(), last_used_at: null },
    passkeys: [],
    recovery_codes_left: 10,
  });
  expect((await subjectsTo(person.email)).at(-1)).toBe('Two-factor authentication is on');

  expect(await login(person)).toMatchObject({
    status: 403,
    body: { code: 'SECOND_FACTOR_REQUIRED', methods: ['totp', 'recovery_code'] },
  });
  // Who does not know the password learns nothing.
  const stranger = { ...person, password: 'Wrong2027' };
  expect((await login(stranger)).body).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect((await login(stranger, code)).body.methods).toBeUndefined();
  // The code that has turned it on is used up.
  expect((await login(person, code)).body.fields).toEqual({ otp: 'used' });
  it.clock.advance(30_000);
  expect((await login(person, codeOf(told.secret, now()))).status).toBe(200);
});

test('neither the secret nor a recovery code can be read in the database', async () => {
  const { id, secret, recoveryCodes } = await newPerson();
  const [kept] = await it.database.query<{ secret: Uint8Array }>(
    'SELECT secret FROM totp_secrets WHERE user_id = $1',
    [id],
  );
  expect(kept?.secret[0]).toBe(2);
  expect(Buffer.from(kept?.secret ?? []).includes(Buffer.from(secret))).toBe(false);
  const rows = await it.database.query<{ code_hash: Uint8Array }>(
    'SELECT code_hash FROM recovery_codes WHERE user_id = $1',
    [id],
  );
  const hashes = rows.map(({ code_hash }) => Buffer.from(code_hash).toString('hex'));
  const [first = ''] = recoveryCodes;
  expect(hashes).toContain(createHash('sha256').update(id).update(first.replaceAll('-', '')).digest('hex'));
});

test('a start with another key, or with none, is found out before anybody is kept out', async () => {
  await newPerson();
  const { query } = it.database;
  expect(await opensFactors(query, createSealer(factorKey))).toBe(true);
  expect(await opensFactors(query, createSealer(otherKey))).toBe(false);
  expect(await opensFactors(query, createSealer(null))).toBe(false);
  const keyless = createSealer(null);
  const kept = keyless.seal(Buffer.from('secret'), 'somebody');
  expect(Buffer.from(createSealer(factorKey).open(kept, 'somebody')).toString()).toBe('secret');
});

test('a new key opens what the former one has sealed, seals it again, and then needs the former one no more', async () => {
  const [person, older, unsealed] = [await newPerson(), await newPerson(), await newPerson()];
  const { query } = it.database;
  const former = createSealer(factorKey);
  const sealedOf = async ({ id }: { id: string }) => {
    const [row] = await query<{ secret: Uint8Array }>('SELECT secret FROM totp_secrets WHERE user_id = $1', [
      id,
    ]);
    return Buffer.from(row?.secret ?? []);
  };
  const keep = ({ id }: { id: string }, secret: Uint8Array) =>
    query('UPDATE totp_secrets SET secret = $2 WHERE user_id = $1', [id, secret]);
  const secrets = new Map<string, Buffer>();
  for (const each of [person, older, unsealed])
    secrets.set(each.id, Buffer.from(former.open(await sealedOf(each), each.id)));
  // As an earlier version sealed it: without the id of its key.
  const sealed = await sealedOf(older);
  await keep(older, Buffer.concat([Buffer.of(1), sealed.subarray(5)]));
  await keep(unsealed, createSealer(null).seal(secrets.get(unsealed.id) ?? Buffer.of(), unsealed.id));
  expect(await opensFactors(query, former)).toBe(true);

  const both = createSealer(otherKey, factorKey);
  expect(await opensFactors(query, createSealer(otherKey))).toBe(false);
  expect(await opensFactors(query, both)).toBe(true);
  expect(await resealFactors(query, both)).toBeGreaterThanOrEqual(3);
  expect(await resealFactors(query, both)).toBe(0);
  const current = createSealer(otherKey);
  expect(await opensFactors(query, current)).toBe(true);
  for (const each of [person, older, unsealed]) {
    const kept = await sealedOf(each);
    expect(Buffer.from(current.open(kept, each.id))).toEqual(secrets.get(each.id));
    expect(() => former.open(kept, each.id)).toThrow('another FACTOR_KEY');
    expect(() => current.open(kept, 'somebody')).toThrow();
  }
  // Back to the key of this file's server.
  await resealFactors(query, createSealer(factorKey, otherKey));
  expect((await login(person, codeOf(person.secret, now()))).status).toBe(200);
});

test('the secret of one account does not open in the row of another', async () => {
  const [mallory, victim] = [await newPerson(), await newPerson()];
  await it.database.query(
    'UPDATE totp_secrets SET secret = (SELECT secret FROM totp_secrets WHERE user_id = $1) WHERE user_id = $2',
    [mallory.id, victim.id],
  );
  expect((await login(victim, codeOf(mallory.secret, now()))).status).toBe(500);
});

test('a code is good a step before and after its time, once; further away the clock is named', async () => {
  const person = await newPerson();
  const { secret } = person;
  const shown = async (steps: number) => (await login(person, codeOf(secret, now(), steps))).body;
  expect((await shown(-2)).fields).toEqual({ otp: 'clock_skew' });
  expect((await shown(-1)).data).toBeDefined();
  expect((await shown(-1)).fields).toEqual({ otp: 'used' });
  expect((await shown(1)).data).toBeDefined();
  // What is older than a used one is used, too.
  expect((await shown(0)).fields).toEqual({ otp: 'used' });
  expect((await shown(2)).fields).toEqual({ otp: 'clock_skew' });
  expect((await shown(-12)).fields).toEqual({ otp: 'mismatch' });
});

test('a code of a moment to come is not good in that moment once it was told to be of another', async () => {
  const person = await newPerson();
  const early = codeOf(person.secret, now(), 4);
  expect((await login(person, early)).body.fields).toEqual({ otp: 'clock_skew' });
  it.clock.advance(120_000);
  expect((await login(person, early)).body.fields).toEqual({ otp: 'used' });
  it.clock.advance(30_000);
  expect((await login(person, codeOf(person.secret, now()))).status).toBe(200);
});

test('of ten requests with one code at once, on two servers, one gets in', async () => {
  const person = await newPerson();
  const second = createServer({
    database: it.database,
    clock: it.clock,
    log: createLog('silent', { write: () => {} }),
    operatorToken: 'operator-token-of-another-server-0123456789',
    files: it.files,
    decoder: testDecoder,
    appUrl: 'http://localhost:3000',
    operatorUrl: () => 'http://localhost:3001',
    factorKey,
    hashCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  });
  const otp = codeOf(person.secret, now());
  const onSecond = () =>
    second.fetch(
      new Request('http://localhost:3000/api/web-app/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: person.email, password: person.password, remember: false, otp }),
      }),
    );
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? login(person, otp) : onSecond())),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('codes are tried ten times, then by strangers every half hour: the owner’s device still gets in', async () => {
  const person = await newPerson();
  const { secret } = person;
  const entered = await login(person, codeOf(secret, now()));
  const cookie = /device=([\w-]{43})/.exec(entered.headers.get('set-cookie') ?? '')?.[0] ?? '';
  expect(cookie).not.toBe('');
  it.clock.advance(60_000);
  const statuses: number[] = [];
  for (let count = 0; count < 30; count += 1)
    statuses.push((await login(person, wrongCode(secret), { address: `198.51.100.${count}` })).status);
  expect(statuses.filter((status) => status === 422)).toHaveLength(10);
  expect(statuses.slice(10).every((status) => status === 429)).toBe(true);
  // The right code is not told apart.
  const right = await login(person, codeOf(secret, now()));
  expect(right.status).toBe(429);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(1_000);
  expect(
    (await subjectsTo(person.email)).filter((subject) => subject === 'Too many wrong codes'),
  ).toHaveLength(1);
  const own = await login(person, codeOf(secret, now()), { headers: { cookie } });
  expect(own.status).toBe(200);
  // A recovery code cannot be guessed, and gets in from anywhere.
  expect((await login(person, person.recoveryCodes[0])).status).toBe(200);
  // In a day strangers have so many tries, of which three in a million are right.
  let tries = 0;
  for (let minutes = 0; minutes < 24 * 60; minutes += 10) {
    it.clock.advance(600_000);
    if ((await login(person, wrongCode(secret))).status === 422) tries += 1;
  }
  expect(tries).toBeLessThanOrEqual(48);
});

test('a device of the person has as few tries in a day as it needs', async () => {
  const person = await newPerson();
  const entered = await login(person, codeOf(person.secret, now()));
  const cookie = /device=([\w-]{43})/.exec(entered.headers.get('set-cookie') ?? '')?.[0] ?? '';
  const statuses: number[] = [];
  for (let count = 0; count < 30; count += 1)
    statuses.push((await login(person, wrongCode(person.secret), { headers: { cookie } })).status);
  // Its own ten, then ten as a stranger.
  expect(statuses.filter((status) => status === 422)).toHaveLength(20);
});

test('a recovery code gets in once, also when it is sent twice at once, and its use is told', async () => {
  const person = await newPerson();
  const [first = '', second = '', third = ''] = person.recoveryCodes;
  const answers = await Promise.all([login(person, first), login(person, first)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect((await login(person, first)).body.fields).toEqual({ otp: 'mismatch' });
  // As people type it.
  expect((await login(person, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
  expect((await it.get('/auth/factors', person)).body.data.recovery_codes_left).toBe(8);
  expect(
    (await subjectsTo(person.email)).filter((subject) => subject === 'A recovery code was used'),
  ).toHaveLength(2);
  // Another account's is none.
  const other = await newPerson();
  expect((await login(other, third)).body.fields).toEqual({ otp: 'mismatch' });
});

test('a code of 10 kB, a list, or one in other digits is refused before anything reads it', async () => {
  const person = await newPerson();
  for (const otp of [
    '1'.repeat(10_000),
    '１２３４５６',
    '12345',
    '',
    'a'.repeat(17),
    ['123456'],
    null,
    123456,
  ]) {
    const { email, password } = person;
    const { status, body } = await it.post('/auth/login', { email, password, remember: false, otp });
    expect([status, Object.keys(body.fields)]).toEqual([422, ['otp']]);
  }
  const long = await it.post('/auth/totp/confirm', { code: '1'.repeat(10_000) }, person);
  expect(long).toMatchObject({ status: 422, body: { fields: { code: 'too_long' } } });
});

test('a confirmation without a start, too late, or of another session turns nothing on', async () => {
  const person = await register(it);
  const other = (await login(person)).body.data.token;
  const confirm = (code: string, token = person.token) => it.post('/auth/totp/confirm', { code }, { token });
  expect((await confirm('123456')).body.code).toBe('STATUS_CONFLICT');
  const start = async () => {
    const proof = await proofBy(it, person.token, { method: 'password', password: person.password });
    return (await it.post('/auth/totp', undefined, proof)).body.data.secret as string;
  };
  const secret = await start();
  expect((await confirm(codeOf(secret, now()), other)).body.code).toBe('STATUS_CONFLICT');
  it.clock.advance(15 * 60_000);
  expect((await confirm(codeOf(secret, now()))).body.code).toBe('STATUS_CONFLICT');
  const ahead = await start();
  expect((await confirm(codeOf(ahead, now(), 3))).body.fields).toEqual({ code: 'clock_skew' });
  expect((await confirm(codeOf(ahead, now()))).status).toBe(200);
});

test('two tabs add an app at once: the newer secret counts, is confirmed once, and the codes are told once', async () => {
  const person = await register(it);
  const proofs = [];
  for (let tab = 0; tab < 2; tab += 1)
    proofs.push(await proofBy(it, person.token, { method: 'password', password: person.password }));
  const started = await Promise.all(proofs.map((proof) => it.post('/auth/totp', undefined, proof)));
  const secrets = started.map(({ body }) => body.data.secret as string);
  expect(new Set(secrets).size).toBe(2);
  const confirm = (secret: string) => it.post('/auth/totp/confirm', { code: codeOf(secret, now()) }, person);
  const answers = await Promise.all([...secrets, ...secrets].map(confirm));
  const on = answers.flatMap(({ status }, index) => (status === 200 ? [secrets[index % 2] ?? ''] : []));
  expect(on).toHaveLength(1);
  it.clock.advance(60_000);
  expect((await login(person, codeOf(on[0] ?? '', now()))).status).toBe(200);
  expect((await it.get('/auth/factors', person)).body.data.recovery_codes_left).toBe(10);
});

test('who has a factor proves by it: the password, an email and an older proof no longer do', async () => {
  const person = await register(it);
  const older = await proofBy(it, person.token, { method: 'password', password: person.password });
  const { secret, recoveryCodes } = await turnOnTotp(it, person);
  const options = await it.post(
    '/auth/step-up/options',
    { for: { action: 'password' }, method: 'email' },
    person,
  );
  expect(options.body.data.methods).toEqual(['totp', 'recovery_code']);
  expect((await it.delete('/auth/totp', older)).body).toMatchObject({
    code: 'STEP_UP_REQUIRED',
    methods: ['totp', 'recovery_code'],
  });
  const purpose = { for: { action: 'factors' } };
  const byPassword = { ...purpose, method: 'password', password: person.password };
  expect((await it.post('/auth/step-up', byPassword, person)).body.code).toBe('FORBIDDEN');
  const wrong = { ...purpose, method: 'totp', code: wrongCode(secret) };
  expect((await it.post('/auth/step-up', wrong, person)).body.fields).toEqual({ code: 'mismatch' });

  // A new password takes the old one and the factor.
  const fresh = { password: 'Lemons2027', password_confirmation: 'Lemons2027' };
  const change = { current_password: person.password, ...fresh };
  expect((await it.put('/auth/password', change, person)).body.code).toBe('STEP_UP_REQUIRED');
  const forPassword = await proofBy(
    it,
    person.token,
    { method: 'totp', code: codeOf(secret, now()) },
    'password',
  );
  const guess = { ...change, current_password: 'Wrong2027' };
  expect((await it.put('/auth/password', guess, forPassword)).body.fields).toEqual({
    current_password: 'mismatch',
  });
  expect((await it.put('/auth/password', change, forPassword)).status).toBe(204);
  const forEmail = await proofBy(
    it,
    person.token,
    { method: 'recovery_code', recovery_code: recoveryCodes[0] },
    'email',
  );
  const moved = { email: `moved-${person.email}`, password: fresh.password };
  expect((await it.put('/auth/email', moved, person)).body.code).toBe('STEP_UP_REQUIRED');
  expect((await it.put('/auth/email', moved, forEmail)).status).toBe(200);
});

test('what is proven by the password in the moment in which a factor is added is good for nothing', async () => {
  const person = await register(it);
  const proof = await proofBy(it, person.token, { method: 'password', password: person.password });
  const { secret } = (await it.post('/auth/totp', undefined, proof)).body.data;
  const byPassword = { for: { action: 'factors' }, method: 'password', password: person.password };
  const prove = () => it.post('/auth/step-up', byPassword, person);
  const code = codeOf(secret, now());
  const [confirmed, ...proven] = await Promise.all([
    it.post('/auth/totp/confirm', { code }, person),
    ...Array.from({ length: 5 }, prove),
  ]);
  expect(confirmed.status).toBe(200);
  for (const { body } of proven) {
    const headers = { 'step-up': String(body.data?.proof) };
    expect((await it.delete('/auth/totp', { token: person.token, headers })).body.code).toBe(
      'STEP_UP_REQUIRED',
    );
  }
});

test('the last recovery code is a proof, too', async () => {
  const person = await newPerson();
  const [last = '', ...others] = person.recoveryCodes;
  for (const code of others) {
    const proof = { method: 'recovery_code', recovery_code: code };
    expect((await proofBy(it, person.token, proof)).token).toBe(person.token);
  }
  const proof = await proofBy(it, person.token, { method: 'recovery_code', recovery_code: last });
  expect((await login(person)).body.methods).toEqual(['totp']);
  expect((await it.delete('/auth/totp', proof)).status).toBe(204);
});

test('it is taken off by a factor: the codes go, other sessions end, the owner is told', async () => {
  const person = await newPerson();
  const other = (await login(person, codeOf(person.secret, now()))).body.data.token;
  it.clock.advance(30_000);
  const proof = await proofBy(it, person.token, { method: 'totp', code: codeOf(person.secret, now()) });
  const answers = await Promise.all([it.delete('/auth/totp', proof), it.delete('/auth/totp', proof)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
  expect((await it.get('/profile', { token: other })).status).toBe(401);
  expect((await it.get('/auth/factors', person)).body.data).toEqual({
    totp: null,
    passkeys: [],
    recovery_codes_left: 0,
  });
  expect((await subjectsTo(person.email)).at(-1)).toBe('Authenticator app removed');
  expect((await login(person)).status).toBe(200);
  expect((await it.post('/auth/recovery-codes', undefined, proof)).status).toBe(404);
});

test('new recovery codes take the place of the old ones', async () => {
  const person = await newPerson();
  const [old = ''] = person.recoveryCodes;
  expect((await it.post('/auth/recovery-codes', undefined, person)).body.code).toBe('STEP_UP_REQUIRED');
  const proof = await proofBy(it, person.token, { method: 'totp', code: codeOf(person.secret, now()) });
  const { recovery_codes: made } = (await it.post('/auth/recovery-codes', undefined, proof)).body.data;
  expect(made).toHaveLength(10);
  expect((await login(person, old)).body.fields).toEqual({ otp: 'mismatch' });
  expect((await login(person, made[9])).status).toBe(200);
});

test('another phone takes the place of the first with a code of the first', async () => {
  const person = await newPerson();
  const proof = await proofBy(it, person.token, { method: 'totp', code: codeOf(person.secret, now()) });
  const { secret } = (await it.post('/auth/totp', undefined, proof)).body.data;
  it.clock.advance(30_000);
  expect((await login(person, codeOf(person.secret, now()))).status).toBe(200);
  expect((await it.post('/auth/totp/confirm', { code: codeOf(secret, now()) }, person)).status).toBe(200);
  it.clock.advance(60_000);
  expect((await login(person, codeOf(person.secret, now()))).body.fields).toEqual({ otp: 'mismatch' });
  expect((await login(person, codeOf(secret, now()))).status).toBe(200);
});

test('a password reset by email takes no factor away: its reader alone does not get in', async () => {
  const person = await newPerson();
  await it.post('/auth/password/forgotten', { email: person.email });
  await it.rest();
  const text =
    emails.findLast(({ to, text }) => to === person.email && text.includes('reset_token'))?.text ?? '';
  const token = /#reset_token=([\w-]{43})/.exec(text)?.[1] ?? '';
  const fresh = { password: 'Lemons2027', password_confirmation: 'Lemons2027' };
  expect((await it.post('/auth/password/reset', { token, ...fresh })).status).toBe(204);
  const reader = { email: person.email, password: fresh.password };
  expect((await login(reader)).body.code).toBe('SECOND_FACTOR_REQUIRED');
  expect((await login(reader, codeOf(person.secret, now()))).status).toBe(200);
});

test('a wallet of an account with a factor needs the code too; its message is good until it is shown', async () => {
  const wallet = newWallet();
  const opened = await it.post('/auth/metamask', await signed(it, wallet));
  const { token, user } = opened.body.data;
  const proof = await proofBy(it, token, { method: 'wallet', ...(await signed(it, wallet)) });
  const { secret } = (await it.post('/auth/totp', undefined, proof)).body.data;
  await it.post('/auth/totp/confirm', { code: codeOf(secret, now()) }, { token });
  it.clock.advance(60_000);
  const message = await signed(it, wallet);
  const refused = await it.post('/auth/metamask', message);
  expect(refused.body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED', methods: ['totp', 'recovery_code'] });
  const wrong = await it.post('/auth/metamask', { ...message, otp: wrongCode(secret) });
  expect(wrong.body.fields).toEqual({ otp: 'mismatch' });
  const entered = await it.post('/auth/metamask', { ...message, otp: codeOf(secret, now()) });
  expect(entered.body.data.user.id).toBe(user.id);
  it.clock.advance(30_000);
  const again = await it.post('/auth/metamask', { ...message, otp: codeOf(secret, now()) });
  expect(again.body.code).toBe('NONCE_UNKNOWN');
});

test('so does an identity provider’s account, and the password that links one', async () => {
  const provider = await testIssuer();
  const server = await openTestServer({ issuer: provider.issuer });
  try {
    const person = await register(server);
    const { secret } = await turnOnTotp(server, person);
    const tokenOf = async () => {
      const nonce = randomUUID();
      const claims = { sub: person.id, email: person.email, email_verified: true };
      return { nonce, credential: await provider.token({ nonce, ...claims }) };
    };
    const sent = await tokenOf();
    expect((await server.post('/auth/google', sent)).body.code).toBe('PASSWORD_REQUIRED');
    const linked = { ...sent, password: person.password };
    expect((await server.post('/auth/google/link', linked)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    const otp = codeOf(secret, server.clock.now());
    expect((await server.post('/auth/google/link', { ...linked, otp })).body.data.user.id).toBe(person.id);
    const next = await tokenOf();
    expect((await server.post('/auth/google', next)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    server.clock.advance(30_000);
    const withCode = { ...next, otp: codeOf(secret, server.clock.now()) };
    expect((await server.post('/auth/google', withCode)).body.data.user.id).toBe(person.id);
  } finally {
    await server.close();
  }
});

test('what changes about factors is in the security log, and no secret is in any', async () => {
  const person = await newPerson();
  const events = it.logged
    .map((line) => JSON.parse(line))
    .filter(({ msg, account }) => msg === 'security' && account === person.id)
    .map(({ event }) => event);
  expect(events).toEqual(['registered', 'proof_given', 'factor_added']);
  const whole = it.logged.join('\n');
  expect(whole).not.toContain(person.secret);
  for (const code of person.recoveryCodes) expect(whole).not.toContain(code);
});
