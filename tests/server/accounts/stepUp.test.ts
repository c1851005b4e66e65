import { randomUUID } from 'node:crypto';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Email } from '../../../server/email/mailer.ts';
import { hasEngine } from '../../support/database.ts';
import { testIssuer } from '../../support/issuer.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';
import { signed } from '../../support/wallets.ts';

const emails: Email[] = [];
const mailer = {
  async send(email: Email) {
    emails.push(email);
  },
};
const attacker = privateKeyToAccount(`0x${'a1'.repeat(32)}`);
const stranger = privateKeyToAccount(`0x${'b2'.repeat(32)}`);
const fresh = { password: 'Lemons2027', password_confirmation: 'Lemons2027' };
const first = { current_password: '', ...fresh };
let it: TestServer;
let mute: TestServer;

beforeEach((context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
});
beforeAll(async () => {
  if (!hasEngine()) return;
  it = await openTestServer({ mailer, demandsConfirmation: true });
  mute = await openTestServer();
});
afterAll(async () => {
  await it?.close();
  await mute?.close();
});

async function byWallet(server: TestServer, account = attacker): Promise<{ token: string; id: string }> {
  const { body } = await server.post('/auth/metamask', await signed(server, account));
  return { token: body.data.token, id: body.data.user.id };
}

async function proofBy(server: TestServer, token: string, action: string, account = attacker) {
  const body = { for: { action }, method: 'wallet', ...(await signed(server, account)) };
  return server.post('/auth/step-up', body, { token });
}

async function withProof(server: TestServer, token: string, action: string) {
  const { body } = await proofBy(server, token, action);
  return { token, headers: { 'step-up': body.data.proof } };
}

async function tokenTo(email: string, name: string): Promise<string> {
  await it.rest();
  const link = new RegExp(`#${name}=([\\w-]{43})`);
  return (
    emails
      .filter(({ to }) => to === email)
      .map(({ text }) => link.exec(text)?.[1] ?? '')
      .filter(Boolean)
      .at(-1) ?? 'none'
  );
}

test('a session alone sets no first password and no address: a signature of the own wallet does, and ends the others', async () => {
  const [mine, other] = [await byWallet(mute), await byWallet(mute)];
  const { token } = mine;
  const refused = await mute.put('/auth/password', first, { token });
  expect(refused).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED', methods: ['wallet'] } });
  expect(
    (await mute.put('/auth/email', { email: 'me@example.org', password: '' }, { token })).body.code,
  ).toBe('STEP_UP_REQUIRED');
  expect((await proofBy(mute, token, 'password', stranger)).body.code).toBe('FORBIDDEN');
  const forged = { ...(await signed(mute, attacker)), signature: `0x${'11'.repeat(65)}` };
  const purpose = { for: { action: 'password' }, method: 'wallet' };
  expect((await mute.post('/auth/step-up', { ...purpose, ...forged }, { token })).status).toBe(403);
  const { proof } = (await proofBy(mute, token, 'password')).body.data;
  const set = (headers: Record<string, string>, by = token) =>
    mute.put('/auth/password', first, { token: by, headers });
  expect((await set({ 'step-up': proof }, other.token)).body.code).toBe('STEP_UP_REQUIRED');
  expect(
    (
      await mute.put(
        '/auth/email',
        { email: 'me@example.org', password: '' },
        { token, headers: { 'step-up': proof } },
      )
    ).body.code,
  ).toBe('STEP_UP_REQUIRED');
  expect((await set({ 'step-up': proof })).status).toBe(204);
  expect((await mute.get('/profile', { token: other.token })).status).toBe(401);
  expect((await mute.get('/profile', { token })).status).toBe(200);
});

test('a proof is good once, and not for long', async () => {
  const { token } = await byWallet(mute, stranger);
  const late = (await proofBy(mute, token, 'email', stranger)).body.data.proof;
  mute.clock.advance(5 * 60_000);
  const change = (proof: string) =>
    mute.put(
      '/auth/email',
      { email: 'late@example.org', password: '' },
      { token, headers: { 'step-up': proof } },
    );
  expect((await change(late)).body.code).toBe('STEP_UP_REQUIRED');
  const { proof } = (await proofBy(mute, token, 'email', stranger)).body.data;
  expect((await change(proof)).status).toBe(200);
  expect((await change(proof)).body.code).toBe('STEP_UP_REQUIRED');
});

test('where no email can verify it an address is shown, opens nothing and blocks nobody', async () => {
  const account = privateKeyToAccount(`0x${'c3'.repeat(32)}`);
  const { token } = await byWallet(mute, account);
  const { proof } = (await proofBy(mute, token, 'email', account)).body.data;
  const email = 'victim@example.org';
  const asked = await mute.put(
    '/auth/email',
    { email, password: '' },
    { token, headers: { 'step-up': proof } },
  );
  expect(asked.body.data).toEqual({ email: null, pending_email: email, emails: false });
  expect((await mute.get('/auth/methods', { token })).body.data.pending_email).toBe(email);
  const victim = await register(mute, { email });
  expect(victim.id).not.toBe((await byWallet(mute, account)).id);
});

test('an account that was opened by a wallet is lost to it when its address recovers it', async () => {
  const trap = await byWallet(it);
  it.clock.advance(1000);
  const victim = 'trojan@example.org';
  await it.put('/auth/email', { email: victim, password: '' }, await withProof(it, trap.token, 'email'));
  // The victim clicks a link that they did not ask for.
  expect(
    (await it.post('/auth/email/confirm', { token: await tokenTo(victim, 'confirm_token') })).status,
  ).toBe(204);
  await it.post('/auth/password/forgotten', { email: victim });
  const token = await tokenTo(victim, 'reset_token');
  expect((await it.post('/auth/password/reset', { token, ...fresh })).status).toBe(204);
  const recovered = await it.post('/auth/login', {
    email: victim,
    password: fresh.password,
    remember: false,
  });
  expect(recovered.body.data.user.id).toBe(trap.id);
  // The other side: session and key.
  expect((await it.get('/profile', { token: trap.token })).status).toBe(401);
  const again = await byWallet(it);
  expect(again.id).not.toBe(trap.id);
  expect((await it.get('/auth/methods', { token: recovered.body.data.token })).body.data.metamask).toEqual(
    [],
  );
});

test('a code from an email is a proof, and five wrong ones are the most', async () => {
  const account = privateKeyToAccount(`0x${'d4'.repeat(32)}`);
  const { token } = await byWallet(it, account);
  const email = 'codes@example.org';
  const { proof } = (await proofBy(it, token, 'email', account)).body.data;
  await it.put('/auth/email', { email, password: '' }, { token, headers: { 'step-up': proof } });
  await it.post('/auth/email/confirm', { token: await tokenTo(email, 'confirm_token') });
  const send = async () => {
    const asked = await it.post(
      '/auth/step-up/options',
      { for: { action: 'password' }, method: 'email' },
      { token },
    );
    expect(asked.body.data.methods).toEqual(['wallet', 'email']);
    await it.rest();
    const { text = '' } = emails.filter(({ to }) => to === email).at(-1) ?? {};
    expect(text).toContain('This code is for changing your password.');
    return /^(\d{6})$/m.exec(text)?.[1] ?? 'none';
  };
  const prove = (code: string) =>
    it.post('/auth/step-up', { for: { action: 'password' }, method: 'email', code }, { token });
  // What strangers ask for is not taken from whoever is logged in.
  for (const path of ['/auth/password/forgotten', '/auth/email/unconfirmed'])
    for (let count = 0; count < 20; count += 1)
      await it.post(path, { email }, { address: `192.0.2.${count}` });
  await it.rest();
  const right = await send();
  const wrong = right === '000000' ? '000001' : '000000';
  for (let count = 0; count < 5; count += 1)
    expect((await prove(wrong)).body.fields).toEqual({ code: 'mismatch' });
  expect((await prove(right)).body.fields).toEqual({ code: 'mismatch' });
  const proven = await prove(await send());
  expect(proven.status).toBe(200);
  const set = await it.put('/auth/password', first, {
    token,
    headers: { 'step-up': proven.body.data.proof },
  });
  expect(set.status).toBe(204);
});

test('a login method is taken away with a proof, and the last one stays', async () => {
  const account = privateKeyToAccount(`0x${'e5'.repeat(32)}`);
  const { token } = await byWallet(mute, account);
  const body = { method: 'wallet', address: account.address };
  expect((await mute.post('/auth/methods/removal', body, { token })).body.code).toBe('STEP_UP_REQUIRED');
  const { proof } = (await proofBy(mute, token, 'methods', account)).body.data;
  const headers = { 'step-up': proof };
  expect((await mute.post('/auth/methods/removal', body, { token, headers })).body.code).toBe(
    'LAST_LOGIN_METHOD',
  );
  expect((await mute.get('/auth/methods', { token })).body.data.metamask).toEqual([account.address]);
});

/** A wallet's account with a confirmed address and a password. */
async function walletWithPassword(key: string, email: string) {
  const account = privateKeyToAccount(`0x${key.repeat(32)}`);
  const { token, id } = await byWallet(it, account);
  const headersFor = async (action: string) => ({
    'step-up': (await proofBy(it, token, action, account)).body.data.proof,
  });
  await it.put('/auth/email', { email, password: '' }, { token, headers: await headersFor('email') });
  await it.post('/auth/email/confirm', { token: await tokenTo(email, 'confirm_token') });
  await it.put('/auth/password', first, { token, headers: await headersFor('password') });
  return { account, token, id };
}

test('a wallet is removed with the password: other sessions end, the owner is written to, and it opens a new account', async () => {
  const email = 'removal@example.org';
  const { account, token, id } = await walletWithPassword('f6', email);
  const other = await byWallet(it, account);
  expect(other.id).toBe(id);
  const prove = (password: string) =>
    it.post('/auth/step-up', { for: { action: 'methods' }, method: 'password', password }, { token });
  expect((await prove('Wrong2027')).body.fields).toEqual({ password: 'mismatch' });
  const headers = { 'step-up': (await prove(fresh.password)).body.data.proof };
  const body = { method: 'wallet', address: account.address };
  expect((await it.post('/auth/methods/removal', body, { token, headers })).status).toBe(204);
  expect((await it.get('/auth/methods', { token })).body.data.metamask).toEqual([]);
  expect((await it.get('/profile', { token: other.token })).status).toBe(401);
  await it.rest();
  expect(emails.filter(({ to }) => to === email).at(-1)?.subject).toBe('Zesto: A login method was removed');
  const again = { 'step-up': (await prove(fresh.password)).body.data.proof };
  expect((await it.post('/auth/methods/removal', body, { token, headers: again })).body.code).toBe(
    'NOT_FOUND',
  );
  expect((await byWallet(it, account)).id).not.toBe(id);
});

test('an ID token of the linked account is a proof, one of another account is none; then it can be removed', async () => {
  const provider = await testIssuer();
  const server = await openTestServer({ issuer: provider.issuer });
  try {
    const claims = { sub: 'nora', email: 'nora@example.org', email_verified: true };
    const tokenOf = async (changes: Record<string, unknown> = {}) => {
      const nonce = randomUUID();
      return { nonce, credential: await provider.token({ nonce, ...claims, ...changes }) };
    };
    const enter = async () => (await server.post('/auth/google', await tokenOf())).body.data.token;
    const [token, other] = [await enter(), await enter()];
    const prove = async (action: string, proof: { nonce: string; credential: string }) =>
      server.post('/auth/step-up', { for: { action }, method: 'openid', ...proof }, { token });
    const refused = await server.put('/auth/password', first, { token });
    expect(refused.body).toMatchObject({ code: 'STEP_UP_REQUIRED', methods: ['openid'] });
    expect((await prove('password', await tokenOf({ sub: 'mallory' }))).body.code).toBe('FORBIDDEN');
    const another = { ...(await tokenOf()), nonce: randomUUID() };
    // A 401 would tell the app that the session is over.
    expect(await prove('password', another)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', fields: { nonce: 'mismatch' } },
    });
    const shown = await tokenOf();
    const { proof } = (await prove('password', shown)).body.data;
    // A token proves once.
    expect((await prove('password', shown)).status).toBe(403);

    const body = { method: 'openid' };
    const last = { 'step-up': (await prove('methods', await tokenOf())).body.data.proof };
    expect((await server.post('/auth/methods/removal', body, { token, headers: last })).body.code).toBe(
      'LAST_LOGIN_METHOD',
    );
    const set = await server.put('/auth/password', first, { token, headers: { 'step-up': proof } });
    expect(set.status).toBe(204);
    expect((await server.get('/profile', { token: other })).status).toBe(401);
    const headers = { 'step-up': (await prove('methods', await tokenOf())).body.data.proof };
    expect((await server.post('/auth/methods/removal', body, { token, headers })).status).toBe(204);
    expect((await server.get('/auth/methods', { token })).body.data).toMatchObject({
      google: false,
      password: true,
    });
    // Whoever has the identity alone is asked for the password now.
    expect((await server.post('/auth/google', await tokenOf())).body.code).toBe('PASSWORD_REQUIRED');
  } finally {
    await server.close();
  }
});
