import { randomUUID } from 'node:crypto';
import { HttpResponse, http as msw } from 'msw';
import { expect, test } from 'vitest';
import { operatorBase, webAppBase } from '../../contract/call.ts';
import { factorsCall } from '../../contract/factors.ts';
import type { Email } from '../../server/email/mailer.ts';
import { usualFourEyes } from '../../server/operator/fourEyes.ts';
import { removeAddress, restoreAddress } from '../../src/services/addressBook/addressBook.ts';
import type { PasskeyBrowser } from '../../src/services/auth/passkeys.ts';
import { createSignInMethods } from '../../src/services/auth/signInMethods.ts';
import { createStepUpProofs } from '../../src/services/auth/stepUpProofs.ts';
import { createOwnLogin } from '../../src/services/console/ownLoginCalls.ts';
import { createClock } from '../../src/services/core/clock.ts';
import { createHttp, type Http } from '../../src/services/core/http.ts';
import { addDocument, removeDocument } from '../../src/services/kyc/kyc.ts';
import { changeFactors, confirmTotp } from '../../src/services/profile/factors.ts';
import { changePassword, endSession } from '../../src/services/profile/security.ts';
import { saveAddress, strangeAddress } from '../support/addressBook.ts';
import { Authenticator } from '../support/authenticator.ts';
import { codeOf, turnOnTotp } from '../support/factors.ts';
import { handToServer, providerOrigin } from '../support/mswProvider.ts';
import { logIn, newOperator, operate } from '../support/operators.ts';
import { operatorOrigin } from '../support/server.ts';
import { servicesAtServer } from '../support/servicesAtServer.ts';
import { jpg } from '../support/uploads.ts';

const emails: Email[] = [];
const {
  server,
  provider,
  connectAs: connect,
} = servicesAtServer({
  mailer: { send: async (email) => void emails.push(email) },
  fourEyes: { ...usualFourEyes, setting: 'off' },
});

/** Where operators call from. */
const desk = { address: '203.0.113.9' };

/** The next request to `path` gets a 404 of a proxy. */
function hide(path: string, base: string = webAppBase): void {
  const bare = () => new HttpResponse(null, { status: 404 });
  provider.use(msw.all(`${providerOrigin}${base}${path}`, bare, { once: true }));
}

const isHidden = { failure: { code: 'NOT_FOUND', requestId: null } };

/** The next request to `path` is done, and its answer is lost. */
function loseAnswer(path: string, base: string = webAppBase): void {
  const doAndLose = async ({ request }: { request: Request }) => {
    await (base === operatorBase ? server.it.operate(request, desk) : server.it.fetch(request));
    return HttpResponse.error();
  };
  provider.use(msw.all(`${providerOrigin}${base}${path}`, doAndLose, { once: true }));
}

test('a document that was removed is gone when it is removed again', async () => {
  const { http, cache } = await connect();
  const file = new File([new Uint8Array(await jpg())], 'passport.jpg');
  const upload = { input: { type: 'passport' as const, file, hear: () => {} } };
  const { documents } = await addDocument(http, cache, {
    ...upload,
    signal: new AbortController().signal,
  });
  const input = { id: documents[0]?.id ?? '' };

  loseAnswer('/kyc/documents/:id');
  await expect(removeDocument(http, cache, { input })).rejects.toMatchObject({
    failure: { code: 'NETWORK' },
  });
  expect((await removeDocument(http, cache, { input })).documents).toEqual([]);
});

test('an address that was put back is back when it is put back again', async () => {
  const { http, person } = await connect();
  const { body } = await saveAddress(server.it, person, { label: 'Ann', address: strangeAddress(1) });
  const input = { id: String(body.data.id) };
  await removeAddress(http, { input });

  loseAnswer('/addresses/:id/restore');
  await expect(restoreAddress(http, { input })).rejects.toMatchObject({ failure: { code: 'NETWORK' } });
  await restoreAddress(http, { input });
  const book = await server.it.get('/addresses', { token: person.token });
  expect(book.body.data.addresses).toMatchObject([input]);

  const unknown = { id: randomUUID() };
  await expect(restoreAddress(http, { input: unknown })).rejects.toMatchObject({
    failure: { code: 'NOT_FOUND' },
  });
});

test('a 404 that is not the server’s says nothing of an address', async () => {
  const { http, person } = await connect();
  const { body } = await saveAddress(server.it, person, { label: 'Ann', address: strangeAddress(1) });
  const input = { id: String(body.data.id) };
  hide('/addresses/:id');
  await expect(removeAddress(http, { input })).rejects.toMatchObject(isHidden);
  await removeAddress(http, { input });
  // It is gone already.
  await removeAddress(http, { input });
});

/** Nobody is asked for a further proof. */
const worldOf = (http: Http) => ({
  http,
  proofs: createStepUpProofs({ now: () => 0 }),
  signal: new AbortController().signal,
  passkeys: () => Promise.reject(new Error('no device is asked')),
  wallets: () => Promise.reject(new Error('no wallet signs')),
  leave: () => Promise.reject(new Error('nobody is sent away')),
});

test('a 404 that is not the server’s says nothing of a session', async () => {
  const { http, person } = await connect();
  const { email, password, token } = person;
  await server.it.post('/auth/login', { email, password, remember: false });
  const listed = async () => (await server.it.get('/auth/sessions', { token })).body.data;
  const { id } = (await listed()).find((each: { current: boolean }) => !each.current);
  const end = () => endSession(worldOf(http), { input: { values: { id, password, code: '', otp: '' } } });
  hide('/auth/sessions/:id');
  await expect(end()).rejects.toMatchObject(isHidden);
  expect(await listed()).toHaveLength(2);
  await end();
  expect(await listed()).toHaveLength(1);
  // It has ended already.
  await end();
});

test('a 404 that is not the server’s says nothing of a passkey', async () => {
  const { http, person } = await connect();
  const { password } = person;
  const removal = { change: 'removePasskey', passkey: randomUUID(), name: '', code: '', otp: '' } as const;
  const remove = () => changeFactors(worldOf(http), { input: { values: { ...removal, password } } });
  hide('/auth/passkeys/:id');
  await expect(remove()).rejects.toMatchObject(isHidden);
  // The server knows none by this id.
  expect(await remove()).toEqual({ kind: 'done' });
});

const passwords = (current_password: string, password: string, otp = '') => ({
  input: { values: { current_password, password, password_confirmation: password, code: '', otp } },
});

test('a password that was changed is changed when it is sent again', async () => {
  const { http, person } = await connect();
  const change = passwords(person.password, 'Another2026');

  loseAnswer('/auth/password');
  await expect(changePassword(worldOf(http), change)).rejects.toMatchObject({ failure: { code: 'NETWORK' } });
  await changePassword(worldOf(http), change);

  const typed = { email: person.email, password: 'Another2026', remember: false };
  expect((await server.it.post('/auth/login', typed)).status).toBe(200);
});

test('a password whose change took a code is changed when it is sent again, with the next code', async () => {
  const { http, person } = await connect();
  const { secret } = await turnOnTotp(server.it, person);
  const nextCode = () => {
    server.it.clock.advance(30_000);
    return codeOf(secret, server.it.clock.now());
  };
  const code = nextCode();
  const send = (otp: string) => changePassword(worldOf(http), passwords(person.password, 'Another2026', otp));
  const refusedAt = (fields: object) => ({ failure: { code: 'VALIDATION_FAILED', fields } });

  loseAnswer('/auth/password');
  await expect(send(code)).rejects.toMatchObject({ failure: { code: 'NETWORK' } });
  await expect(send(code)).rejects.toMatchObject(refusedAt({ otp: 'used' }));
  await expect(send('')).rejects.toMatchObject(refusedAt({ otp: 'required' }));
  await send(nextCode());

  const typed = { email: person.email, password: 'Another2026', remember: false };
  expect((await server.it.post('/auth/login', typed)).body.code).toBe('SECOND_FACTOR_REQUIRED');
  // The change is over, so the password before is wrong again.
  await expect(send(nextCode())).rejects.toMatchObject(refusedAt({ current_password: 'mismatch' }));
});

test('a wrong password stays wrong after a lost answer, and no other is tried for it', async () => {
  const { http } = await connect();
  const wrong = { failure: { code: 'VALIDATION_FAILED', fields: { current_password: 'mismatch' } } };

  provider.use(
    msw.all(`${providerOrigin}/api/web-app/auth/password`, () => HttpResponse.error(), { once: true }),
  );
  const change = passwords('Wrong2026', 'Another2026');
  await expect(changePassword(worldOf(http), change)).rejects.toMatchObject({ failure: { code: 'NETWORK' } });
  await expect(changePassword(worldOf(http), change)).rejects.toMatchObject(wrong);
  await expect(changePassword(worldOf(http), passwords('Wrong2026', 'Third2026!'))).rejects.toMatchObject(
    wrong,
  );
});

/** Somebody who has opened the link of an email about their password. `logsIn`: whether a password opens their account. */
async function openReset() {
  const { http, person } = await connect();
  await server.it.post('/auth/password/forgotten', { email: person.email });
  await server.it.rest();
  const [token = ''] = emails.flatMap(({ to, text }) =>
    to === person.email ? (/(?<=#reset_token=)[\w-]+/.exec(text) ?? []) : [],
  );
  const calls = createSignInMethods(http, null);
  return {
    reset: (password: string) => calls.resetPassword({ token, password, password_confirmation: password }),
    logsIn: async (password: string) =>
      (await server.it.post('/auth/login', { email: person.email, password, remember: false })).status ===
      200,
  };
}

const noAnswer = { failure: { code: 'NETWORK' } };
const linkIsOver = { failure: { code: 'LINK_EXPIRED' } };

test('a password that was set by a link is set when it is sent again, and a used link is over', async () => {
  const { reset, logsIn } = await openReset();
  loseAnswer('/auth/password/reset');
  await expect(reset('Another2026')).rejects.toMatchObject(noAnswer);
  await reset('Another2026');
  expect(await logsIn('Another2026')).toBe(true);
  await expect(reset('Another2026')).rejects.toMatchObject(linkIsOver);
});

test('another password than the one whose answer was lost is not set by the used link', async () => {
  const { reset, logsIn } = await openReset();
  loseAnswer('/auth/password/reset');
  await expect(reset('Another2026')).rejects.toMatchObject(noAnswer);
  await expect(reset('Third2026!')).rejects.toMatchObject(linkIsOver);
  expect(await logsIn('Third2026!')).toBe(false);
});

test('a password that never arrived is not set when the link has expired since', async () => {
  const { reset, logsIn } = await openReset();
  const lose = () => HttpResponse.error();
  provider.use(msw.post(`${providerOrigin}/api/web-app/auth/password/reset`, lose, { once: true }));
  await expect(reset('Another2026')).rejects.toMatchObject(noAnswer);
  server.it.clock.advance(3_600_000);
  await expect(reset('Another2026')).rejects.toMatchObject(linkIsOver);
  expect(await logsIn('Another2026')).toBe(false);
});

/** Somebody who has the secret of an app. `confirm`: shows a code of it. */
async function addApp() {
  const { http, person } = await connect();
  const nobody = { passkey: '', name: '', password: '', code: '', otp: '' };
  const ask = (changes: { change: 'add' | 'renew'; password?: string; otp?: string }) =>
    changeFactors(worldOf(http), { input: { values: { ...nobody, ...changes } } });
  const added = await ask({ change: 'add', password: person.password });
  if (added.kind !== 'secret') throw new Error(added.kind);
  const codeNow = () => codeOf(added.secret, server.it.clock.now());
  return {
    confirm: () => confirmTotp(http, { input: { values: { code: codeNow() } } }),
    renew: () => ask({ change: 'renew', otp: codeNow() }),
  };
}

test('an app that was turned on is on when its code is sent again, and has other codes made', async () => {
  const { confirm, renew } = await addApp();
  loseAnswer('/auth/totp/confirm');
  await expect(confirm()).rejects.toMatchObject(noAnswer);
  expect(await confirm()).toEqual([]);
  server.it.clock.advance(30_000);
  expect(await renew()).toMatchObject({ kind: 'codes' });
});

test('an app whose code never arrived is not on when its secret has expired since', async () => {
  const { confirm } = await addApp();
  const lose = () => HttpResponse.error();
  provider.use(msw.post(`${providerOrigin}/api/web-app/auth/totp/confirm`, lose, { once: true }));
  await expect(confirm()).rejects.toMatchObject(noAnswer);
  server.it.clock.advance(15 * 60_000);
  await expect(confirm()).rejects.toMatchObject({ failure: { code: 'STATUS_CONFLICT' } });
});

/** Somebody who adds their first passkey, named Phone. */
async function addFirstPasskey() {
  const { http, person } = await connect();
  const device = new Authenticator();
  const browser: PasskeyBrowser = {
    requireSupport: () => {},
    create: async (options) => device.create(options) as never,
    get: async (options) => device.get(options) as never,
    offer: () => Promise.reject(new Error('none is offered')),
  };
  const world = { ...worldOf(http), passkeys: async () => browser };
  const typed = { password: person.password, code: '', otp: '' };
  const values = { change: 'addPasskey', passkey: '', name: 'Phone', ...typed } as const;
  const { email, password } = person;
  return {
    add: () => changeFactors(world, { input: { values } }),
    passkeys: async () => (await http(factorsCall)).data.passkeys.map(({ name }) => name),
    logsIn: async (otp: string) =>
      (await server.it.post('/auth/login', { email, password, remember: false, otp })).status === 200,
  };
}

test('a first passkey that was added is there when it is sent again, and has other codes made', async () => {
  const { add, passkeys, logsIn } = await addFirstPasskey();
  loseAnswer('/auth/passkeys');
  await expect(add()).rejects.toMatchObject(noAnswer);
  const answer = await add();
  if (answer.kind !== 'codes') throw new Error(answer.kind);
  expect([await passkeys(), await logsIn(answer.codes[0] ?? '')]).toEqual([['Phone'], true]);
});

test('a first passkey that never arrived is added when it is sent again', async () => {
  const { add, passkeys } = await addFirstPasskey();
  const lose = () => HttpResponse.error();
  provider.use(msw.post(`${providerOrigin}/api/web-app/auth/passkeys`, lose, { once: true }));
  await expect(add()).rejects.toMatchObject(noAnswer);
  expect(await add()).toMatchObject({ kind: 'codes' });
  expect(await passkeys()).toEqual(['Phone']);
});

const nextPassword = 'Another-2026-lighthouse';

/** An operator who is logged in. `change`: changes their own login, proven by a password and the next code of the app. */
async function openOwnLogin(name: string) {
  provider.use(handToServer({ fetch: (request) => server.it.operate(request, desk) }));
  const operator = await newOperator(server.it, name, 'support');
  const session = { current: () => ({ token: operator.token }), end: () => {}, extend: () => {} };
  const ports = { origin: providerOrigin, base: operatorBase, session, clock: createClock() };
  const login = createOwnLogin({ http: createHttp(ports) });
  const { signal } = new AbortController();
  const nextCode = () => {
    server.it.clock.advance(30_000);
    return codeOf(operator.secret, server.it.clock.now());
  };
  return {
    operator,
    login,
    nextCode,
    read: () => login.read(signal),
    change: (
      change: 'password' | 'setUpApp' | 'removePasskey',
      { current = operator.password, passkey = '' } = {},
    ) => {
      const proof = { password: current, code: nextCode() };
      return login.change({ change, passkey, name: '', password: nextPassword, proof }, signal);
    },
  };
}

test('a password of an operator that was changed is changed when it is sent again', async () => {
  const { operator, nextCode, change } = await openOwnLogin('changed');
  loseAnswer('/me/password', operatorBase);
  await expect(change('password')).rejects.toMatchObject(noAnswer);
  await change('password');
  const typed = { ...operator, password: nextPassword };
  expect((await logIn(server.it, typed, { code: nextCode() })).status).toBe(200);
  // The change is over, so the password before is wrong again.
  await expect(change('password')).rejects.toMatchObject({ failure: { fields: { current: 'mismatch' } } });
});

test('a wrong password of an operator stays wrong after a change that never arrived', async () => {
  const { change } = await openOwnLogin('unchanged');
  const lose = () => HttpResponse.error();
  provider.use(msw.all(`${providerOrigin}${operatorBase}/me/password`, lose, { once: true }));
  await expect(change('password')).rejects.toMatchObject(noAnswer);
  await expect(change('password', { current: 'Wrong-2026-lighthouse' })).rejects.toMatchObject({
    failure: { fields: { current: 'mismatch' } },
  });
});

/** An operator who has the secret of another app. `confirm`: shows a code of it. */
async function replaceApp(name: string) {
  const { login, read, change } = await openOwnLogin(name);
  await read();
  const answer = await change('setUpApp');
  if (answer.kind !== 'secret') throw new Error(answer.kind);
  return { confirm: () => login.confirmApp(codeOf(answer.secret, server.it.clock.now())) };
}

test('an app of an operator that was turned on is on when its code is sent again', async () => {
  const { confirm } = await replaceApp('confirmed');
  loseAnswer('/me/totp/confirm', operatorBase);
  await expect(confirm()).rejects.toMatchObject(noAnswer);
  await confirm();
});

test('an app of an operator is not on when its secret has expired', async () => {
  const { confirm } = await replaceApp('expired');
  server.it.clock.advance(15 * 60_000);
  await expect(confirm()).rejects.toMatchObject({ failure: { code: 'STATUS_CONFLICT' } });
});

test('a passkey of an operator that was removed is gone when it is removed again', async () => {
  const { operator, nextCode, read, change } = await openOwnLogin('removed');
  const { token, password } = operator;
  const ask = async (path: string, body?: unknown, more: { readonly proof?: string } = {}) =>
    (await operate(server.it, 'POST', path, body, { token, ...more })).body.data;
  const { proof } = await ask('/me/proof', { for: 'passkeys', method: 'totp', password, code: nextCode() });
  const options = await ask('/me/passkeys/options', undefined, { proof });
  const registration = new Authenticator({ origin: operatorOrigin }).create(options);
  const { id: passkey } = await ask('/me/passkeys', { name: 'Laptop', registration }, { proof });

  loseAnswer('/me/passkeys/:id', operatorBase);
  await expect(change('removePasskey', { passkey })).rejects.toMatchObject(noAnswer);
  expect(await change('removePasskey', { passkey })).toEqual({ kind: 'done' });
  expect((await read()).passkeys).toEqual([]);
});

test('a 404 that is not the server’s says nothing of a passkey of an operator', async () => {
  const { change } = await openOwnLogin('hidden');
  const passkey = randomUUID();
  hide('/me/passkeys/:id', operatorBase);
  await expect(change('removePasskey', { passkey })).rejects.toMatchObject(isHidden);
  // The server knows none by this id.
  expect(await change('removePasskey', { passkey })).toEqual({ kind: 'done' });
});
