import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Email } from '../../../server/email/mailer.ts';
import { hasEngine } from '../../support/database.ts';
import { filledIn, openTestServer, register, type TestServer } from '../../support/server.ts';

const hour = 3_600_000;
const emails: Email[] = [];
const mailer = {
  async send(email: Email) {
    if (email.to.startsWith('unreachable')) throw Object.assign(new Error('no'), { code: 'EENVELOPE' });
    emails.push(email);
  },
};
let it: TestServer;

beforeEach((context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
});
beforeAll(async () => {
  if (hasEngine()) it = await openTestServer({ mailer, demandsConfirmation: true });
});
afterAll(() => it?.close());

/** What has been written to an address, when all emails are out. */
async function emailsTo(email: string): Promise<Email[]> {
  await it.rest();
  return emails.filter(({ to }) => to === email);
}

async function tokenTo(email: string, name: 'confirm_token' | 'reset_token'): Promise<string> {
  const link = new RegExp(`http://localhost:3000/auth/login#${name}=([\\w-]{43})\n`);
  const found = (await emailsTo(email)).map(({ text }) => link.exec(text)?.[1]).filter(Boolean);
  return found.at(-1) ?? 'none';
}

const fresh = { password: 'Lemon2027', password_confirmation: 'Lemon2027' };
const signIn = (email: string, password: string) =>
  it.post('/auth/login', { email, password, remember: false });

/** Somebody who has confirmed their address. */
async function newPerson(changes: Record<string, unknown> = {}) {
  const form = await filledIn(it, changes);
  await it.post('/auth/register', form);
  await it.post('/auth/email/confirm', { token: await tokenTo(form.email, 'confirm_token') });
  const { body } = await signIn(form.email, form.password);
  return { ...form, token: String(body.data.token), id: String(body.data.user.id) };
}

test('who registers confirms the address first, by a link that works once', async () => {
  const form = await filledIn(it);
  const registered = await it.post('/auth/register', form);
  expect(registered).toMatchObject({ status: 403, body: { code: 'EMAIL_UNVERIFIED' } });
  expect((await signIn(form.email, form.password)).body.code).toBe('EMAIL_UNVERIFIED');
  expect((await signIn(form.email, 'Wrong2026')).body.code).toBe('INVALID_CREDENTIALS');
  const [email] = await emailsTo(form.email);
  expect(email?.subject).toBe('Zesto: Verify your email address');

  const token = await tokenTo(form.email, 'confirm_token');
  expect((await it.post('/auth/email/confirm', { token })).status).toBe(204);
  const used = { code: 'LINK_EXPIRED', fields: { token: 'used' } };
  expect((await it.post('/auth/email/confirm', { token })).body).toMatchObject(used);
  expect((await signIn(form.email, form.password)).status).toBe(200);
});

test('a registration with an address that somebody has is answered as any other, and its reader is told', async () => {
  const person = await newPerson();
  const sent = (await emailsTo(person.email)).length;
  const again = await it.post('/auth/register', await filledIn(it, { email: person.email }));
  const { request_id: _, ...problem } = again.body;
  expect(again.status).toBe(403);
  expect(problem).toEqual({
    type: 'urn:zesto:problem:email-unverified',
    title: 'Email address not verified',
    status: 403,
    code: 'EMAIL_UNVERIFIED',
  });
  const told = (await emailsTo(person.email)).slice(sent);
  expect(told.map(({ subject }) => subject)).toEqual(['Zesto: You already have an account']);
  expect(told[0]?.text).not.toContain('token');
  expect((await signIn(person.email, person.password)).status).toBe(200);
});

test('a username that somebody has is told whether the address is known or not', async () => {
  const { email, username } = await newPerson();
  for (const changes of [{ username }, { username, email }]) {
    const { body } = await it.post('/auth/register', await filledIn(it, changes));
    expect(body).toMatchObject({ code: 'USERNAME_TAKEN', fields: { username: 'taken' } });
  }
});

test('a forgotten password is set anew by a link, which ends every session and every older link', async () => {
  const { email, password, token } = await newPerson();
  await it.post('/auth/password/forgotten', { email });
  const older = await tokenTo(email, 'reset_token');
  await it.post('/auth/password/forgotten', { email });
  const newest = await tokenTo(email, 'reset_token');
  const weak = await it.post('/auth/password/reset', {
    token: newest,
    password: 'short',
    password_confirmation: 'short',
  });
  expect(weak.body.fields).toEqual({ password: 'too_short' });
  expect((await it.post('/auth/password/reset', { token: older, ...fresh })).body.code).toBe('LINK_EXPIRED');
  expect((await it.post('/auth/password/reset', { token: newest, ...fresh })).status).toBe(204);
  const over = { code: 'LINK_EXPIRED', fields: { token: 'used' } };
  expect((await it.post('/auth/password/reset', { token: newest, ...fresh })).body).toMatchObject(over);
  expect((await it.get('/profile', { token })).status).toBe(401);
  expect((await signIn(email, password)).body.code).toBe('INVALID_CREDENTIALS');
  expect((await signIn(email, fresh.password)).status).toBe(200);
  const told = (await emailsTo(email)).map(({ subject }) => subject).slice(-2);
  expect(told).toEqual([
    'Zesto: Your password was changed',
    'Zesto: New device logged in / Вход с\u00a0нового устройства',
  ]);
});

test('of ten resets at once with one link one succeeds', async () => {
  const { email } = await newPerson();
  await it.post('/auth/password/forgotten', { email });
  const token = await tokenTo(email, 'reset_token');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => it.post('/auth/password/reset', { token, ...fresh })),
  );
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
});

test('of a reset and a change of the password at once one password opens, and the old one does not', async () => {
  const person = await newPerson();
  let current = person.password;
  // Whichever comes first: several times, as each engine lets them.
  for (const [index, changed] of ['Orange2027', 'Mango2027', 'Cherry2027'].entries()) {
    const { token } = (await signIn(person.email, current)).body.data;
    await it.post('/auth/password/forgotten', { email: person.email });
    const link = await tokenTo(person.email, 'reset_token');
    const set = `Reset202${index}`;
    const [change, reset] = await Promise.all([
      it.put(
        '/auth/password',
        { current_password: current, password: changed, password_confirmation: changed },
        { token },
      ),
      it.post('/auth/password/reset', { token: link, password: set, password_confirmation: set }),
    ]);
    // A change voids the links of before; a reset ends the session that asks for a change.
    const isReset = reset.status === 204;
    if (!isReset)
      expect({ change: change.status, reset: reset.body.code }).toEqual({
        change: 204,
        reset: 'LINK_EXPIRED',
      });
    const opens = async (password: string) => (await signIn(person.email, password)).status === 200;
    expect([await opens(current), await opens(changed), await opens(set)]).toEqual([
      false,
      !isReset,
      isReset,
    ]);
    expect((await it.get('/profile', { token })).status).toBe(isReset ? 401 : 200);
    current = isReset ? set : changed;
    it.clock.advance(hour);
  }
});

test('a link of one kind is of no use for the other, and what was never written is of none', async () => {
  const { email } = await newPerson();
  await it.post('/auth/password/forgotten', { email });
  const token = await tokenTo(email, 'reset_token');
  expect((await it.post('/auth/email/confirm', { token })).body.code).toBe('LINK_EXPIRED');
  expect((await it.post('/auth/email/confirm', { token: 'A'.repeat(43) })).body.code).toBe('LINK_EXPIRED');
  expect((await it.post('/auth/email/confirm', { token: 'short' })).body.fields).toEqual({ token: 'format' });
});

test('of a token only the SHA-256 is kept', async () => {
  const { email } = await newPerson();
  await it.post('/auth/password/forgotten', { email });
  const token = await tokenTo(email, 'reset_token');
  const rows = await it.database.query<{ token_hash: Uint8Array }>('SELECT token_hash FROM email_tokens');
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row.token_hash).toHaveLength(32);
    expect(Buffer.from(row.token_hash).toString()).not.toContain(token);
  }
});

test('who asks is answered the same whether anybody has the address, and nobody is written to in vain', async () => {
  const { email } = await newPerson();
  const before = (await emailsTo(email)).length;
  for (const path of ['/auth/password/forgotten', '/auth/email/unconfirmed']) {
    const known = await it.post(path, { email });
    const unknown = await it.post(path, { email: 'nobody@example.org' });
    expect([known.status, known.body]).toEqual([204, null]);
    expect([unknown.status, unknown.body]).toEqual([204, null]);
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
  }
  expect(await emailsTo('nobody@example.org')).toEqual([]);
  // Confirmed already: only the reset was written.
  expect((await emailsTo(email)).length).toBe(before + 1);
});

test('the confirmation is sent again; an address gets three emails, then one in twenty minutes', async () => {
  const form = await filledIn(it);
  await it.post('/auth/register', form);
  for (let count = 0; count < 5; count += 1) {
    expect((await it.post('/auth/email/unconfirmed', { email: form.email })).status).toBe(204);
    await it.rest();
  }
  expect(await emailsTo(form.email)).toHaveLength(3);
  it.clock.advance(hour / 3);
  await it.post('/auth/email/unconfirmed', { email: form.email });
  expect(await emailsTo(form.email)).toHaveLength(4);
  const token = await tokenTo(form.email, 'confirm_token');
  expect((await it.post('/auth/email/confirm', { token })).status).toBe(204);
});

const strangers = (count: number) => Array.from({ length: count }, (_, index) => `192.0.2.${index}`);

/** How many of these emails are sent for whoever asks from each of the addresses, four times. */
async function sentFor(path: string, email: string, addresses: readonly string[], cookie = '') {
  const before = (await emailsTo(email)).length;
  for (const address of addresses) {
    for (let count = 0; count < 4; count += 1) {
      const headers: Record<string, string> = cookie === '' ? {} : { cookie };
      expect((await it.post(path, { email }, { address, headers })).status).toBe(204);
      await it.rest();
    }
  }
  return (await emailsTo(email)).length - before;
}

test('what a stranger asks for uses up nothing of its person, and strangers together flood no inbox', async () => {
  const person = await newPerson();
  const { email } = person;
  const forgotten = (addresses: readonly string[], cookie?: string) =>
    sentFor('/auth/password/forgotten', email, addresses, cookie);
  expect(await forgotten(['198.51.100.1'])).toBe(3);
  // Its person, from a network of their own.
  expect(await forgotten(['198.51.100.2'])).toBe(3);
  expect(await forgotten(strangers(5))).toBe(6);
  expect(await forgotten(['198.51.100.3'])).toBe(0);
  // From a device on which its person has logged in, wherever it is.
  const { headers } = await signIn(email, person.password);
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  expect(cookie).toMatch(/^device=/);
  expect(await forgotten(['198.51.100.1'], cookie)).toBe(3);
  // For another purpose the address is as good as new.
  const other = await filledIn(it);
  await it.post('/auth/register', other);
  await it.rest();
  expect(await sentFor('/auth/password/forgotten', other.email, ['198.51.100.4'])).toBe(3);
  expect(await sentFor('/auth/email/unconfirmed', other.email, ['198.51.100.4'])).toBe(3);
});

test('whoever finds all emails of the hour asked for by strangers uses the newest of them', async () => {
  const { email } = await newPerson();
  await sentFor('/auth/password/forgotten', email, strangers(5));
  const before = (await emailsTo(email)).length;
  // Its person, on a device and network that nobody knows: nothing more is sent, for twenty minutes at most.
  expect(await sentFor('/auth/password/forgotten', email, ['198.51.100.9'])).toBe(0);
  it.clock.advance(hour / 3 - 1);
  expect(await sentFor('/auth/password/forgotten', email, ['198.51.100.9'])).toBe(0);
  expect(await emailsTo(email)).toHaveLength(before);
  const token = await tokenTo(email, 'reset_token');
  expect((await it.post('/auth/password/reset', { token, ...fresh })).status).toBe(204);
  expect((await signIn(email, fresh.password)).status).toBe(200);
});

test('an account asks for so many new addresses, and for no more, before anything is sent', async () => {
  const [greedy, other] = [await newPerson(), await newPerson()];
  const change = (person: typeof greedy, email: string) =>
    it.put('/auth/email', { email, password: person.password }, { token: person.token });
  for (let count = 0; count < 3; count += 1)
    expect((await change(greedy, `wanted-${count}@example.org`)).status).toBe(200);
  const told = (await emailsTo(greedy.email)).length;
  const refused = await change(greedy, 'wanted-3@example.org');
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(refused.headers.get('retry-after')).toBe('1200');
  expect(await emailsTo('wanted-3@example.org')).toEqual([]);
  expect(await emailsTo(greedy.email)).toHaveLength(told);
  expect((await it.get('/auth/methods', greedy)).body.data.pending_email).toBe('wanted-2@example.org');
  // To have what one has already asks for nothing.
  expect((await change(greedy, greedy.email)).status).toBe(200);
  expect((await change(other, 'wanted-3@example.org')).status).toBe(200);
  expect(await emailsTo('wanted-3@example.org')).toHaveLength(1);
});

test('a link is good until its end and not at it', async () => {
  const person = await newPerson();
  await it.post('/auth/password/forgotten', { email: person.email });
  const token = await tokenTo(person.email, 'reset_token');
  it.clock.advance(hour);
  expect((await it.post('/auth/password/reset', { token, ...fresh })).body.code).toBe('LINK_EXPIRED');
  expect((await signIn(person.email, person.password)).status).toBe(200);
});

test('emails are in the language that the reader’s program asks for', async () => {
  const { email } = await newPerson();
  for (const [request, subject] of [
    ['ru-RU,ru;q=0.9,en;q=0.8', 'Zesto: Сброс пароля'],
    ['de, en;q=0.5, ru;q=0.4', 'Zesto: Reset your password'],
  ] as const) {
    await it.post('/auth/password/forgotten', { email }, { headers: { 'accept-language': request } });
    expect((await emailsTo(email)).at(-1)?.subject).toBe(subject);
  }
});

test('a mail server that refuses spoils no answer and is told in the log without the address', async () => {
  const form = await filledIn(it, { email: 'unreachable@example.org' });
  expect((await it.post('/auth/register', form)).body.code).toBe('EMAIL_UNVERIFIED');
  await it.rest();
  const complaint = it.logged.find((line) => line.includes('an email was not sent'));
  expect(complaint).toContain('EENVELOPE');
  expect(it.logged.join('')).not.toContain('unreachable@example.org');
});

test('a new address waits until it is confirmed, and the old one is told', async () => {
  const person = await newPerson();
  const { token } = person;
  const changed = await it.put(
    '/auth/email',
    { email: 'next@example.org', password: person.password },
    { token },
  );
  const asked = { email: person.email, pending_email: 'next@example.org', emails: true };
  expect(changed.body.data).toEqual(asked);
  expect((await it.get('/profile', { token })).body.data.email).toBe(person.email);
  const confirm = await tokenTo('next@example.org', 'confirm_token');
  expect((await it.get('/auth/methods', { token })).body.data.pending_email).toBe('next@example.org');
  expect((await it.post('/auth/email/confirm', { token: confirm })).status).toBe(204);
  expect((await it.get('/profile', { token })).body.data.email).toBe('next@example.org');
  expect((await emailsTo(person.email)).at(-1)?.subject).toBe('Zesto: Your email address was changed');
  expect((await signIn('next@example.org', person.password)).status).toBe(200);
});

test('whoever asks for the address that they have takes back the one that they asked for', async () => {
  const person = await newPerson();
  const { token } = person;
  const change = (email: string) => it.put('/auth/email', { email, password: person.password }, { token });
  expect((await change('mistyped@example.org')).status).toBe(200);
  const link = await tokenTo('mistyped@example.org', 'confirm_token');
  expect(link).not.toBe('none');
  const kept = await change(person.email);
  expect(kept.body.data).toMatchObject({ email: person.email, pending_email: null });
  expect((await it.get('/auth/methods', { token })).body.data.pending_email).toBeNull();
  expect((await it.post('/auth/email/confirm', { token: link })).body.code).toBe('LINK_EXPIRED');
  expect((await it.get('/profile', { token })).body.data.email).toBe(person.email);
});

test('an address that somebody has is answered the same, and never changes hands', async () => {
  const [one, other] = [await newPerson(), await newPerson()];
  const request = { email: other.email, password: one.password };
  const answer = await it.put('/auth/email', request, { token: one.token });
  expect(answer.body.data).toEqual({ email: one.email, pending_email: other.email, emails: true });
  expect((await emailsTo(other.email)).at(-1)?.subject).toBe('Zesto: You already have an account');

  await it.put('/auth/email', { email: 'soon@example.org', password: one.password }, { token: one.token });
  const confirm = await tokenTo('soon@example.org', 'confirm_token');
  await newPerson({ email: 'soon@example.org' });
  expect((await it.post('/auth/email/confirm', { token: confirm })).body.code).toBe('LINK_EXPIRED');
  expect((await it.get('/profile', { token: one.token })).body.data.email).toBe(one.email);
});

test('where emails are only shown nobody has to confirm, and is written to all the same', async () => {
  const demo = await openTestServer({ mailer });
  const { email, token } = await register(demo);
  await demo.rest();
  expect(emails.at(-1)).toMatchObject({ to: email, subject: 'Zesto: Verify your email address' });
  expect((await demo.get('/auth/methods', { token })).body.data.email_confirmed).toBe(false);
  await demo.close();
});

test('a used link says so while the account has its address, until it would have expired; an unknown one does not', async () => {
  const person = await newPerson();
  const first = await tokenTo(person.email, 'confirm_token');
  const open = async (token: string) => {
    const { body } = await it.post('/auth/email/confirm', { token });
    return [body.code, body.fields];
  };
  const used = ['LINK_EXPIRED', { token: 'used' }];
  const over = ['LINK_EXPIRED', undefined];
  expect(await open(first)).toEqual(used);
  expect(await open('x'.repeat(43))).toEqual(over);

  const email = `moved-${person.email}`;
  const { token } = person;
  await it.put('/auth/email', { email, password: person.password }, { token });
  const second = await tokenTo(email, 'confirm_token');
  expect(await open(first)).toEqual(used);
  expect((await it.post('/auth/email/confirm', { token: second })).status).toBe(204);
  expect(await open(first)).toEqual(over);
  expect(await open(second)).toEqual(used);
  expect((await it.get('/auth/methods', { token })).body.data.pending_email).toBeNull();

  await it.post('/auth/password/forgotten', { email });
  const third = await tokenTo(email, 'reset_token');
  const reset = async () => {
    const { body } = await it.post('/auth/password/reset', { token: third, ...fresh });
    return [body?.code, body?.fields];
  };
  expect(await open(third)).toEqual(over);
  expect(await reset()).toEqual([undefined, undefined]);
  expect(await reset()).toEqual(used);
  it.clock.advance(hour);
  expect(await reset()).toEqual(over);

  it.clock.advance(23 * hour);
  expect(await open(second)).toEqual(over);
});
