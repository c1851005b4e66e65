import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Email } from '../../../server/email/mailer.ts';
import { hasEngine } from '../../support/database.ts';
import { codeOf, proofBy, turnOnTotp } from '../../support/factors.ts';
import { testIssuer } from '../../support/issuer.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';
import { newWallet, signed } from '../../support/wallets.ts';

const emails: Email[] = [];
const mailer = { send: async (email: Email) => void emails.push(email) };
const locked = { status: 409, body: { code: 'SETTINGS_LOCKED' } };
let provider: Awaited<ReturnType<typeof testIssuer>>;
let it: TestServer;

beforeEach((context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
});
beforeAll(async () => {
  if (!hasEngine()) return;
  provider = await testIssuer();
  it = await openTestServer({ mailer, issuer: provider.issuer });
});
afterAll(() => it?.close());

type Person = Awaited<ReturnType<typeof register>>;

const byPassword = ({ token, password }: Person, action: string) =>
  proofBy(it, token, { method: 'password', password }, action);

async function lock(person: Person) {
  const proof = await byPassword(person, 'security');
  expect((await it.put('/security/settings', { lock_days: 7 }, proof)).status).toBe(200);
}

async function linkTo(email: string, name: string): Promise<string> {
  await it.rest();
  const link = new RegExp(`#${name}=([\\w-]{43})`);
  const found = emails.filter(({ to }) => to === email).map(({ text }) => link.exec(text)?.[1]);
  return found.filter((token) => token !== undefined).at(-1) ?? 'none';
}

test('while the lock is on no way in is added, and the address stays', async () => {
  const person = await register(it);
  const current = { password: person.password };
  const other = `other-${person.email}`;
  await it.put('/auth/email', { email: other, ...current }, person);
  const token = await linkTo(other, 'confirm_token');
  await lock(person);

  expect(await it.put('/auth/email', { email: `new-${other}`, ...current }, person)).toMatchObject(locked);
  expect(await it.post('/auth/email/confirm', { token }, {})).toMatchObject(locked);
  expect((await it.get('/profile', person)).body.data.email).toBe(person.email);
  const message = await signed(it, newWallet(), { path: '/auth/methods/wallet/nonce', token: person.token });
  const proof = await byPassword(person, 'methods');
  expect(await it.post('/auth/methods/wallet', message, proof)).toMatchObject(locked);

  const nonce = randomUUID();
  const claims = { sub: 'locked', email: person.email, email_verified: true, nonce };
  const credential = await provider.token(claims);
  const link = { credential, nonce, password: person.password };
  expect(await it.post('/auth/google/link', link)).toMatchObject(locked);
  expect((await it.get('/auth/methods', person)).body.data).toMatchObject({ google: false, metamask: [] });
});

test('while the lock is on no first address is verified by a link from before', async () => {
  const wallet = newWallet();
  const entered = await it.post('/auth/metamask', await signed(it, wallet));
  const token = String(entered.body.data.token);
  const proven = async (action: string) =>
    proofBy(it, token, { method: 'wallet', ...(await signed(it, wallet)) }, action);
  const email = 'first-address@example.org';
  await it.put('/auth/email', { email, password: '' }, await proven('email'));
  const link = await linkTo(email, 'confirm_token');
  expect((await it.put('/security/settings', { lock_days: 7 }, await proven('security'))).status).toBe(200);

  expect(await it.post('/auth/email/confirm', { token: link }, {})).toMatchObject(locked);
  expect((await it.get('/profile', { token })).body.data.email).toBeNull();
  const { data } = (await it.get('/auth/methods', { token })).body;
  expect(data).toMatchObject({ email_confirmed: false, pending_email: email });
});

test('its person still changes the password, ends sessions and adds a first factor; no other, and none goes', async () => {
  const person = await register(it);
  await lock(person);
  const { secret } = await turnOnTotp(it, person);
  const prove = () => {
    it.clock.advance(60_000);
    const code = codeOf(secret, it.clock.now());
    return proofBy(it, person.token, { method: 'totp', code });
  };
  expect(await it.post('/auth/totp', undefined, await prove())).toMatchObject(locked);
  expect(await it.delete('/auth/totp', await prove())).toMatchObject(locked);
  expect(await it.post('/auth/recovery-codes', undefined, await prove())).toMatchObject(locked);
  expect(await it.post('/auth/passkeys/options', undefined, await prove())).toMatchObject(locked);
  expect((await it.get('/auth/factors', person)).body.data).toMatchObject({ recovery_codes_left: 10 });
  it.clock.advance(60_000);
  const totp = { method: 'totp', code: codeOf(secret, it.clock.now()) };
  const ending = await proofBy(it, person.token, totp, 'sessions');
  expect((await it.delete('/auth/sessions', ending)).status).toBe(204);
  expect((await it.put('/security/settings', { daily_limit: '5' }, person)).status).toBe(200);
});

test('a password that is reset by email does not end it', async () => {
  const person = await register(it);
  await lock(person);
  await it.post('/auth/password/forgotten', { email: person.email });
  const token = await linkTo(person.email, 'reset_token');
  const fresh = { password: 'Lemons2027', password_confirmation: 'Lemons2027' };
  expect((await it.post('/auth/password/reset', { token, ...fresh })).status).toBe(204);
  const { email } = person;
  const { body } = await it.post('/auth/login', { email, password: fresh.password, remember: false });
  const again = { ...person, password: fresh.password, token: String(body.data.token) };
  expect((await it.get('/security/settings', again)).body.data).toMatchObject({ lock_days: 7, pending: [] });
  expect(await it.put('/auth/email', { email: `x-${email}`, password: fresh.password }, again)).toMatchObject(
    locked,
  );
});
