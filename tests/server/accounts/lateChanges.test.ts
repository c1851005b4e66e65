import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Email } from '../../../server/email/mailer.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { testIssuer } from '../../support/issuer.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';
import { type StoppedDatabase, stoppedDatabase } from '../../support/stoppedDatabase.ts';

const emails: Email[] = [];
const mailer = { send: async (email: Email) => void emails.push(email) };
const fresh = { password: 'Lemons2027', password_confirmation: 'Lemons2027' };
let provider: Awaited<ReturnType<typeof testIssuer>>;
let stopped: StoppedDatabase;
let it: TestServer;

beforeEach((context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
  if (process.env.ENGINE !== 'postgres') context.skip('PGlite has one connection');
});
beforeAll(async () => {
  if (!hasEngine() || process.env.ENGINE !== 'postgres') return;
  provider = await testIssuer();
  stopped = stoppedDatabase(await openTestDatabase());
  it = await openTestServer({ mailer, issuer: provider.issuer, database: stopped.db });
});
afterAll(() => it?.close());

type Person = Awaited<ReturnType<typeof register>>;

async function tokenOf(email: string, name: string): Promise<string> {
  await it.rest();
  const link = new RegExp(`#${name}=([\\w-]{43})`);
  const found = emails.filter(({ to }) => to === email).map(({ text }) => link.exec(text)?.[1]);
  return found.filter((token) => token !== undefined).at(-1) ?? 'none';
}

async function resetLink({ email }: Person): Promise<string> {
  await it.post('/auth/password/forgotten', { email });
  return tokenOf(email, 'reset_token');
}

const reset = (token: string) => it.post('/auth/password/reset', { token, ...fresh });
const login = ({ email }: Person, password: string) =>
  it.post('/auth/login', { email, password, remember: false });

/** What whoever has the password of before can have on its way while it is reset. */
const late: Readonly<Record<string, (person: Person) => Promise<Awaited<ReturnType<TestServer['post']>>>>> = {
  login: (person) => login(person, person.password),
  password: (person) => {
    const same = { password: person.password, password_confirmation: person.password };
    return it.put('/auth/password', { current_password: person.password, ...same }, person);
  },
  email: (person) => it.put('/auth/email', { email: `x-${person.email}`, password: person.password }, person),
  google: async ({ id: sub, email, password }) => {
    const nonce = randomUUID();
    const credential = await provider.token({ sub, email, email_verified: true, nonce });
    return it.post('/auth/google/link', { credential, nonce, password });
  },
};
const askedFor = (name: string, person: Person) => late[name]?.(person) ?? Promise.reject(new Error(name));

/** Nothing that was done with the password of before is good for anything: no password, no session, no link, no identity. */
async function expectReset(person: Person, answer: { body: { data?: { token?: string } } | null }) {
  await it.rest();
  expect((await login(person, person.password)).body.code).toBe('INVALID_CREDENTIALS');
  const opened = answer.body?.data?.token;
  for (const token of [person.token, opened ?? 'none'])
    expect((await it.get('/profile', { token })).status).toBe(401);
  const again = await login(person, fresh.password);
  expect(again.status).toBe(200);
  const { body } = await it.get('/auth/methods', { token: String(again.body.data.token) });
  expect(body.data).toMatchObject({ google: false, pending_email: null });
  const confirmed = await it.post('/auth/email/confirm', {
    token: await tokenOf(`x-${person.email}`, 'confirm_token'),
  });
  expect(confirmed.status).not.toBe(204);
}

test.each([
  ['login', 'INVALID_CREDENTIALS'],
  ['password', 'UNAUTHENTICATED'],
  ['email', 'UNAUTHENTICATED'],
  ['google', 'INVALID_CREDENTIALS'],
])('a %s that comes while a reset is not committed waits for it, and is refused', async (name, code) => {
  const person = await register(it);
  const link = await resetLink(person);
  // Its new password is written and its sessions are not yet closed.
  const stop = stopped.stopBefore('DELETE FROM identities');
  const resetting = reset(link);
  await stop.isReached;
  const answering = askedFor(name, person);
  await stopped.doneOrWaiting(answering);
  stop.goOn();
  expect((await resetting).status).toBe(204);
  const answer = await answering;
  expect(answer.body?.code).toBe(code);
  await expectReset(person, answer);
});

test.each([
  ['login', 'INSERT INTO sessions', 200],
  ['password', 'UPDATE users SET password_hash', 204],
  ['email', 'INSERT INTO notice_emails', 200],
])('a reset that comes while a %s is not committed undoes it', async (name, statement, status) => {
  const person = await register(it);
  const link = await resetLink(person);
  await it.rest();
  const stop = stopped.stopBefore(statement);
  const answering = askedFor(name, person);
  await stop.isReached;
  const resetting = reset(link);
  await stopped.doneOrWaiting(resetting);
  stop.goOn();
  const answer = await answering;
  const done = await resetting;
  expect(answer.status).toBe(status);
  // A changed password voids the links of before: then its person asks for another one.
  if (name === 'password' && done.status !== 204)
    expect((await reset(await resetLink(person))).status).toBe(204);
  else expect(done.status).toBe(204);
  await expectReset(person, answer);
});

test('of two changes of a password at once by one session the second is refused', async () => {
  const person = await register(it);
  const change = (password: string) => {
    const next = { password, password_confirmation: password };
    return it.put('/auth/password', { current_password: person.password, ...next }, person);
  };
  const stop = stopped.stopBefore('UPDATE users SET password_hash');
  const first = change('Oranges2027');
  await stop.isReached;
  const second = change('Lemons2027');
  await stopped.doneOrWaiting(second);
  stop.goOn();
  expect((await first).status).toBe(204);
  expect((await second).body).toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: { current_password: 'mismatch' },
  });
  expect((await login(person, 'Oranges2027')).status).toBe(200);
});
