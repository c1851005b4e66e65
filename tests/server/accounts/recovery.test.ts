import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db, Query } from '../../../server/database/db.ts';
import type { Email } from '../../../server/email/mailer.ts';
import { runOperator } from '../../support/command.ts';
import { hasEngine, openServerDatabase } from '../../support/database.ts';
import { codeOf, proofBy, turnOnTotp } from '../../support/factors.ts';
import { newOperator, operate } from '../../support/operators.ts';
import { fund, type Person, quote, saveLongAgo } from '../../support/payments.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';

const hour = 3_600_000;
const wait = 72 * hour;
const emails: Email[] = [];
let isDown = false;
const mailer = {
  async send(email: Email) {
    if (isDown) throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    emails.push(email);
  },
};

let it: TestServer;
let carla: string;
let cleo: string;
let sam: string;

beforeEach((context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
  isDown = false;
});
/** Two of compliance and one of support: from the second on a recovery needs two. */
beforeAll(async () => {
  if (!hasEngine()) return;
  it = await openTestServer({ mailer });
  carla = (await newOperator(it, 'carla', 'compliance')).token;
  sam = (await newOperator(it, 'sam', 'support')).token;
  cleo = (await newOperator(it, 'cleo', 'compliance')).token;
});
afterAll(() => it?.close());

/** A call of an operator who has been at work all the time. */
async function as(token: string, method: string, path: string, body?: unknown) {
  const now = it.clock.now();
  await it.database.query('UPDATE operator_sessions SET last_seen_at = $1, expires_at = $2', [
    now,
    new Date(now.getTime() + hour),
  ]);
  return operate(it, method, path, body, { token });
}

async function sessionsOf({ id }: { id: string }, { query }: Pick<Db, 'query'> = it.database) {
  return (await query('SELECT id FROM sessions WHERE user_id = $1', [id])).length;
}

async function verify({ id }: { id: string }, server = it) {
  await server.database.query(
    "UPDATE users SET kyc_status = 'approved', kyc_expires_at = $2, email_confirmed_at = coalesce(email_confirmed_at, $3) WHERE id = $1",
    [id, new Date(server.clock.now().getTime() + 10_000 * hour), server.clock.now()],
  );
}

/** Somebody whose identity is verified, who has an authenticator app and has lost it. */
async function lost() {
  const person = await register(it);
  await it.rest();
  await verify(person);
  const factors = await turnOnTotp(it, person);
  return { ...person, ...factors };
}

const asked = (person: { id: string }, changes = {}) => ({
  id: person.id,
  reason: 'Video call.',
  ...changes,
});
const numberIn = (detail: string) => Number(/^Proposal (\d+) of /.exec(detail)?.[1]);

async function propose(person: { id: string }, changes = {}, by = carla): Promise<number> {
  const { status, body } = await as(by, 'POST', '/recoveries', asked(person, changes));
  expect([status, body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
  return numberIn(body.detail);
}

const approve = (number: number, by = cleo) => as(by, 'POST', '/proposals/approve', { number });

/** Proposed by one, approved by another, and told. */
async function begun(person: { id: string }, changes = {}) {
  const { status, body } = await approve(await propose(person, changes));
  expect([status, body.code]).toEqual([200, undefined]);
  await it.rest();
  return body.data.result.data;
}

/** The same at the end of its waiting time; answers the token of the link. */
async function ready(person: { id: string; email: string }, changes: { email?: string } = {}) {
  await begun(person, changes);
  it.clock.advance(wait);
  return linkTo(changes.email ?? person.email);
}

async function emailsTo(address: string): Promise<Email[]> {
  await it.rest();
  return emails.filter(({ to }) => to === address);
}

const subjectsTo = async (address: string) =>
  (await emailsTo(address)).map(({ subject }) => subject.replace(/^Zesto: | \/ .*$/g, ''));

async function tokensTo(address: string, page: 'recover' | 'not-me'): Promise<string[]> {
  const link = new RegExp(`http://localhost:3000/${page}#token=([\\w-]{43})\n`);
  return (await emailsTo(address)).flatMap(({ text }) => link.exec(text)?.[1] ?? []);
}

const linkTo = async (address: string) => (await tokensTo(address, 'recover')).at(-1) ?? 'none';

const chosen = 'Walnut2027';
const redeem = (token: string, address = '198.51.100.9', password = chosen, server = it) =>
  server.post('/auth/recovery', { token, password, password_confirmation: password }, { address });
const logIn = ({ email }: { email: string }, password: string, more = {}) =>
  it.post('/auth/login', { email, password, remember: false, ...more });
const report = (token: string) => it.post('/security/not-me', { token }, { address: '198.51.100.77' });
const account = async ({ id }: { id: string }) => (await as(carla, 'GET', `/accounts/${id}`)).body.data;
const statusOf = async (person: { id: string }) => (await account(person)).recovery?.status;

test('one proposes, another approves, everybody is told, and after the wait the link sets a password and takes every factor away', async () => {
  const person = await lost();
  const number = await propose(person);
  expect(await account(person)).toMatchObject({
    recovery: null,
    recovery_proposal: { number, proposed_by: 'carla' },
  });
  expect(await subjectsTo(person.email)).not.toContain('Account recovery requested');
  const started = await begun(person);
  expect(started).toMatchObject({
    status: 'telling',
    email: person.email,
    proposed_by: 'carla',
    approved_by: 'cleo',
  });
  expect(await account(person)).toMatchObject({
    recovery: { status: 'waiting', ready_at: new Date(it.clock.now().getTime() + wait).toISOString() },
    recovery_proposal: null,
  });
  const [told] = (await emailsTo(person.email)).slice(-1);
  expect(told?.subject).toBe('Zesto: Account recovery requested / Запрошено восстановление доступа');
  expect(told?.text).toContain('The waiting time ends:');
  const inbox = (await it.get('/notifications', person)).body.data;
  expect(inbox[0]).toMatchObject({ kind: 'security', outcome: 'recoveryAsked', reportable: true });

  it.clock.advance(wait - 1);
  expect(await tokensTo(person.email, 'recover')).toEqual([]);
  it.clock.advance(1);
  const token = await linkTo(person.email);
  expect(await statusOf(person)).toBe('ready');
  expect(await sessionsOf(person)).toBe(1);
  expect((await redeem(token)).status).toBe(204);
  expect(await sessionsOf(person)).toBe(0);
  expect((await logIn(person, person.password)).body.code).toBe('INVALID_CREDENTIALS');
  const back = await logIn(person, chosen);
  expect(back.status).toBe(200);
  const session = { token: String(back.body.data.token) };
  expect((await it.get('/auth/factors', session)).body.data).toMatchObject({ totp: null, passkeys: [] });
  expect((await it.get('/notifications', session)).body.data).toContainEqual(
    expect.objectContaining({ outcome: 'recoveryDone', reportable: true }),
  );
  expect(await subjectsTo(person.email)).toContain('Your account was recovered');
  expect(await statusOf(person)).toBe('done');
});

test('nobody approves their own, support may not propose, and what cannot be recovered is refused at once, with the reason', async () => {
  const person = await lost();
  const number = await propose(person);
  expect(await approve(number, carla)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await approve(number, sam)).toMatchObject({ status: 403 });
  expect(await as(sam, 'POST', '/recoveries', asked(person))).toMatchObject({ status: 403 });
  expect((await account(person)).recovery).toBeNull();

  const unverified = await register(it);
  const refused = await as(carla, 'POST', '/recoveries', asked(unverified));
  expect(refused).toMatchObject({ status: 403, body: { code: 'KYC_REQUIRED' } });
  expect(refused.body.detail).toContain('not verified');
  expect((await as(carla, 'POST', '/recoveries', asked({ id: randomUUID() }))).body.code).toBe('NOT_FOUND');
  expect((await as(carla, 'POST', '/recoveries', { id: person.id })).body).toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: { reason: 'required' },
  });
  expect(
    (await as(carla, 'POST', '/recoveries', asked(person, { email: unverified.email }))).body,
  ).toMatchObject({
    code: 'EMAIL_TAKEN',
    fields: { email: 'taken' },
  });
  await it.database.query('UPDATE users SET email_confirmed_at = NULL WHERE id = $1', [person.id]);
  expect((await as(carla, 'POST', '/recoveries', asked(person))).body).toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: { email: 'required' },
  });
});

test('an identity that is not verified any more is refused at the approval', async () => {
  const person = await lost();
  const number = await propose(person);
  await it.database.query("UPDATE users SET kyc_status = 'expired' WHERE id = $1", [person.id]);
  expect((await approve(number)).body.code).toBe('KYC_REQUIRED');
  expect(await statusOf(person)).toBeUndefined();
});

test('while one goes on another is refused, when proposed and when approved', async () => {
  const person = await lost();
  const [first, second] = [await propose(person), await propose(person, { reason: 'Twice.' })];
  expect((await approve(first)).status).toBe(200);
  expect((await approve(second)).body.code).toBe('STATUS_CONFLICT');
  const third = await as(carla, 'POST', '/recoveries', asked(person));
  expect(third).toMatchObject({ status: 409, body: { code: 'STATUS_CONFLICT' } });
  expect(third.body.detail).toContain('goes on');
});

test('the link works once, and of two presses at once one', async () => {
  const person = await lost();
  const token = await ready(person);
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, index) => redeem(token, `198.51.${index}.1`, `Walnut202${index}`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 410, 410, 410]);
  expect((await redeem(token)).body.code).toBe('LINK_EXPIRED');
  const won = answers.findIndex(({ status }) => status === 204);
  expect((await logIn(person, `Walnut202${won}`)).status).toBe(200);
});

test('a used link says so until it would have expired, and a stopped or a guessed one does not', async () => {
  const [person, stopped] = [await lost(), await lost()];
  const told = async (link: string) => {
    const { body } = await redeem(link);
    return [body?.code, body?.fields];
  };
  const over = ['LINK_EXPIRED', undefined];
  const token = await ready(person);
  expect(await told(token)).toEqual([undefined, undefined]);
  expect(await told(token)).toEqual(['LINK_EXPIRED', { token: 'used' }]);
  expect(await told(randomBytes(32).toString('base64url'))).toEqual(over);
  it.clock.advance(48 * hour);
  expect(await told(token)).toEqual(over);
  const other = await ready(stopped);
  expect((await as(sam, 'POST', '/recoveries/stop', { id: stopped.id })).status).toBe(200);
  expect(await told(other)).toEqual(over);
});

test('it works for 48 hours, for its own account, and not for a guess; a scanner that opens it changes nothing', async () => {
  const [person, other] = [await lost(), await lost()];
  const token = await ready(person);
  for (const method of ['GET', 'HEAD', 'PUT']) {
    const url = `http://localhost:3000/api/web-app/auth/recovery?token=${token}`;
    expect((await it.fetch(new Request(url, { method }))).status).toBe(405);
  }
  for (const wrong of [token.slice(1), `${token}A`, ''])
    expect((await redeem(wrong)).body.code).toBe('VALIDATION_FAILED');
  expect((await redeem(token, undefined, 'password1')).body.code).toBe('VALIDATION_FAILED');
  // A session of somebody else changes nothing about whose the link is.
  const sent = { token, password: chosen, password_confirmation: chosen };
  it.clock.advance(48 * hour - 1);
  expect((await it.post('/auth/recovery', sent, { token: other.token })).status).toBe(204);
  expect((await logIn(person, chosen)).status).toBe(200);
  expect((await logIn(other, chosen)).body.code).toBe('INVALID_CREDENTIALS');

  const late = await ready(other);
  it.clock.advance(48 * hour);
  expect((await redeem(late)).body.code).toBe('LINK_EXPIRED');
  expect(await statusOf(other)).toBe('expired');
  // What has run out stands in the way of nothing.
  await begun(other);
  expect(await statusOf(other)).toBe('waiting');
});

test('guesses of one network are counted', async () => {
  const address = '192.0.2.41';
  const guess = () => redeem(randomBytes(32).toString('base64url'), address);
  const answers = await Promise.all(Array.from({ length: 70 }, guess));
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
});

test('"This was not me" of any email about it stops it and freezes the account; opening the link does nothing, and pressed twice the answer is the same', async () => {
  const person = await lost();
  await begun(person);
  const [stop = 'none'] = (await tokensTo(person.email, 'not-me')).slice(-1);
  const url = `http://localhost:3000/api/web-app/security/not-me?token=${stop}`;
  expect((await it.fetch(new Request(url))).status).toBe(405);
  expect(await statusOf(person)).toBe('waiting');
  const pressed = await report(stop);
  expect(pressed.status).toBe(200);
  expect((await report(stop)).body.data).toEqual(pressed.body.data);
  expect(await account(person)).toMatchObject({ status: 'frozen', recovery: { status: 'not_me' } });
  it.clock.advance(wait);
  expect(await tokensTo(person.email, 'recover')).toEqual([]);
  expect(await subjectsTo(person.email)).toContain('Account recovery stopped');
  // Of a frozen account a second one is stopped by its own link, though the report stands.
  await begun(person);
  await report((await tokensTo(person.email, 'not-me')).at(-1) ?? 'none');
  expect(await statusOf(person)).toBe('not_me');
});

test('stopped after its link was sent, the link is good for nothing', async () => {
  const person = await lost();
  const token = await ready(person);
  const stop = (await tokensTo(person.email, 'not-me')).at(-1) ?? 'none';
  expect((await report(stop)).status).toBe(200);
  expect((await redeem(token)).body.code).toBe('LINK_EXPIRED');
});

test('the link that stops it works until it is over, however long it waits', async () => {
  const person = await lost();
  const proof = await proofBy(
    it,
    person.token,
    { method: 'totp', code: codeOf(person.secret, it.clock.now()) },
    'security',
  );
  expect((await it.put('/security/settings', { lock_days: 30 }, proof)).status).toBe(200);
  await begun(person);
  const { recovery } = await account(person);
  // The lock of the settings makes the wait as long as itself.
  expect(new Date(recovery.ready_at).getTime()).toBe(it.clock.now().getTime() + 30 * 24 * hour);
  const [stop = 'none'] = (await tokensTo(person.email, 'not-me')).slice(-1);
  it.clock.advance(30 * 24 * hour + 47 * hour);
  const token = await linkTo(person.email);
  expect((await report(stop)).status).toBe(200);
  expect((await redeem(token)).body.code).toBe('LINK_EXPIRED');
});

test('any operator who looks accounts up stops it, and is named', async () => {
  const person = await lost();
  await begun(person);
  const stopped = await as(sam, 'POST', '/recoveries/stop', { id: person.id });
  expect(stopped).toMatchObject({ status: 200, body: { data: { status: 'operator', ended_by: 'sam' } } });
  expect((await as(sam, 'POST', '/recoveries/stop', { id: person.id })).body.code).toBe('STATUS_CONFLICT');
  expect((await as(sam, 'POST', '/recoveries/stop', { id: randomUUID() })).body.code).toBe('NOT_FOUND');
});

test('a login or a proof with a factor stops it, but not of a frozen account', async () => {
  const [one, two, frozen] = [await lost(), await lost(), await lost()];
  for (const person of [one, two, frozen]) await begun(person);
  await it.operator('POST', '/accounts/freeze', { email: frozen.email, reason: 'identity' });
  expect((await logIn(one, one.password)).body.code).toBe('SECOND_FACTOR_REQUIRED');
  expect(await statusOf(one)).toBe('waiting');
  expect((await logIn(one, one.password, { otp: one.recoveryCodes[0] })).status).toBe(200);
  expect(await statusOf(one)).toBe('factor');
  await proofBy(it, two.token, { method: 'totp', code: codeOf(two.secret, it.clock.now()) });
  expect(await statusOf(two)).toBe('factor');
  expect((await logIn(frozen, frozen.password, { otp: frozen.recoveryCodes[0] })).status).toBe(200);
  expect(await statusOf(frozen)).toBe('waiting');
});

test('a frozen account stays frozen, and whoever proved before must prove again', async () => {
  const person = await lost();
  await begun(person);
  await report((await tokensTo(person.email, 'not-me')).at(-1) ?? 'none');
  const session = {
    token: String((await logIn(person, person.password, { otp: person.recoveryCodes[1] })).body.data.token),
  };
  const proof = await proofBy(
    it,
    session.token,
    { method: 'recovery_code', recovery_code: person.recoveryCodes[2] },
    'unfreeze',
  );
  await it.post('/security/unfreeze', undefined, proof);
  const token = await ready(person);
  expect((await redeem(token)).status).toBe(204);
  const { token: back } = (await logIn(person, chosen)).body.data;
  expect((await it.get('/profile', { token: back })).body.data).toMatchObject({
    status: 'frozen',
    freeze: { reason: 'not_me', lifting: { proven_at: null, approved_at: null } },
  });
});

test('another address that was named gets the link; the old one is told each time, and can stop it', async () => {
  const person = await lost();
  const email = `new-${randomUUID().slice(0, 8)}@example.org`;
  const token = await ready(person, { email });
  expect(await tokensTo(person.email, 'recover')).toEqual([]);
  expect((await subjectsTo(person.email)).slice(-2)).toEqual([
    'Account recovery requested',
    'Your account can be recovered',
  ]);
  expect(await subjectsTo(email)).toEqual(['Account recovery requested', 'Recover your account']);
  expect((await redeem(token)).status).toBe(204);
  expect((await logIn({ email }, chosen)).status).toBe(200);
  expect((await logIn(person, chosen)).body.code).toBe('INVALID_CREDENTIALS');
  expect((await subjectsTo(person.email)).at(-1)).toBe('Your account was recovered');
  await report((await tokensTo(person.email, 'not-me')).at(-1) ?? 'none');
  expect((await account(person)).status).toBe('frozen');
});

test('an address that somebody else has by the end is not taken from them', async () => {
  const person = await lost();
  const email = `late-${randomUUID().slice(0, 8)}@example.org`;
  const token = await ready(person, { email });
  await register(it, { email });
  expect((await redeem(token)).body.code).toBe('LINK_EXPIRED');
  expect((await logIn(person, person.password)).body.code).toBe('SECOND_FACTOR_REQUIRED');
});

test('an email that is changed meanwhile ends it, before the link is sent and after', async () => {
  const [before, after] = [await lost(), await lost()];
  const change = (person: Person) =>
    it.database.query('UPDATE users SET email = $2 WHERE id = $1', [person.id, `x-${person.email}`]);
  await begun(before);
  await change(before);
  it.clock.advance(wait);
  expect(await tokensTo(before.email, 'recover')).toEqual([]);
  expect(await statusOf(before)).toBe('email_changed');
  const token = await ready(after);
  await change(after);
  expect((await redeem(token)).body.code).toBe('LINK_EXPIRED');
});

test('whoever closes the account meanwhile leaves nothing to recover', async () => {
  const person = await lost();
  const token = await ready(person);
  // By the password alone: no factor is shown that would stop it.
  await it.database.query('DELETE FROM totp_secrets WHERE user_id = $1', [person.id]);
  const opened = (await logIn(person, person.password)).body.data.token;
  const proof = await proofBy(it, opened, { method: 'password', password: person.password }, 'close');
  expect((await it.post('/profile/close', undefined, proof)).status).toBe(204);
  expect((await redeem(token)).body.code).toBe('LINK_EXPIRED');
  expect((await as(carla, 'POST', '/recoveries', asked(person))).body.code).toBe('NOT_FOUND');
});

test('large amounts wait as for a new address, though it was saved long ago; small ones leave', async () => {
  const own = await openTestServer({ database: await openServerDatabase(), mailer });
  const person = await register(own);
  await own.rest();
  await verify(person, own);
  await fund(own, person, 'USDT', '500');
  const known = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  await saveLongAgo(own.database, person, known);
  let now: Person = person;
  const large = () => quote(own, now, { to: known, amount: '300' });
  expect((await large()).status).toBe(201);
  await own.operator('POST', '/recoveries', asked(person));
  await own.rest();
  own.clock.advance(wait);
  await own.rest();
  const recovered = own.clock.now();
  expect((await redeem(await linkTo(person.email), undefined, chosen, own)).status).toBe(204);
  const again = async () => {
    const { body } = await own.post('/auth/login', { email: person.email, password: chosen, remember: true });
    now = { ...person, token: String(body.data.token) };
  };
  await again();
  const held = await large();
  expect(held.body.code).toBe('ADDRESS_COOLING');
  expect(held.body.until).toBe(new Date(recovered.getTime() + 24 * hour).toISOString());
  const { addresses } = (await own.get('/addresses', now)).body.data;
  const told = addresses.map(({ usable_from }: { usable_from: string }) => usable_from);
  expect(new Set(told)).toEqual(new Set([held.body.until]));
  expect((await quote(own, now, { to: known, amount: '50' })).status).toBe(201);
  own.clock.advance(24 * hour);
  await fund(own, person, 'USDT', '1');
  expect((await large()).status).toBe(201);
  await own.close();
});

test('the waiting time begins when somebody was told: while no email leaves, nothing comes closer', async () => {
  const person = await lost();
  isDown = true;
  await approve(await propose(person));
  await it.rest();
  expect(await account(person)).toMatchObject({ recovery: { status: 'telling', ready_at: null } });
  it.clock.advance(hour);
  isDown = false;
  await it.rest();
  expect((await account(person)).recovery).toMatchObject({
    status: 'waiting',
    ready_at: new Date(it.clock.now().getTime() + wait).toISOString(),
  });
  it.clock.advance(wait - 1);
  expect(await tokensTo(person.email, 'recover')).toEqual([]);
});

test('a link that was not sent is sent later, and only the newest works', async () => {
  const person = await lost();
  await begun(person);
  it.clock.advance(wait);
  isDown = true;
  await it.rest();
  isDown = false;
  it.clock.advance(60_000);
  const token = await linkTo(person.email);
  // Sent, and killed before that was written down.
  await it.database.query(
    `INSERT INTO notice_emails (user_id, email, occasion, created_at, attempts, next_try_at)
     VALUES ($1, $2, 'recoveryLink', $3, 1, $3)`,
    [person.id, person.email, it.clock.now()],
  );
  const newer = await linkTo(person.email);
  expect(newer).not.toBe(token);
  expect((await redeem(token)).body.code).toBe('LINK_EXPIRED');
  expect((await redeem(newer)).status).toBe(204);
});

test('a clock that is set back delays it', async () => {
  const person = await lost();
  await begun(person);
  it.clock.advance(-hour);
  it.clock.advance(wait);
  expect(await tokensTo(person.email, 'recover')).toEqual([]);
  it.clock.advance(hour);
  const token = await linkTo(person.email);
  it.clock.advance(-hour);
  expect((await redeem(token)).status).toBe(204);
  it.clock.advance(hour);
});

test('the command takes the email, the ID or the username, and says what has come of it', async () => {
  const own = await openTestServer({ database: await openServerDatabase(), mailer });
  const person = await register(own);
  const run = (...words: string[]) => runOperator(own, ['account', ...words]);
  const recover = ['recover', '--account', person.email.toUpperCase(), '--reason', 'Video call.'];
  expect((await run(...recover)).complained.join()).toContain('is not verified');
  await own.rest();
  await verify(person, own);
  expect((await run(...recover)).printed).toEqual([
    `The recovery of account ${person.id} has begun; its link will go to ${person.email}.`,
  ]);
  expect((await run('recover-stop', '--account', person.id)).printed).toEqual([
    `The recovery of account ${person.id} is stopped.`,
  ]);
  // An account of a browser wallet has no email.
  await own.database.query('UPDATE users SET email = NULL, email_confirmed_at = NULL WHERE id = $1', [
    person.id,
  ]);
  const byName = ['--account', String(person.username).toUpperCase()];
  const named = await run('recover', ...byName, '--reason', 'Video call.', '--new-email', 'new@example.org');
  expect(named.printed).toEqual([
    `The recovery of account ${person.id} has begun; its link will go to new@example.org.`,
  ]);
  expect((await run('recover-stop', ...byName)).printed).toEqual([
    `The recovery of account ${person.id} is stopped.`,
  ]);
  expect((await run('recover-stop', '--account', 'nobody@example.org')).complained.join()).toContain(
    'No account has the email, the ID or the username nobody@example.org.',
  );
  await own.close();
});

test('without a mail server nobody could be told, and nothing is recovered', async () => {
  const alone = await openTestServer({ database: await openServerDatabase() });
  const person = await register(alone);
  await verify(person, alone);
  const refused = await alone.operator('POST', '/recoveries', asked(person));
  expect(refused).toMatchObject({ status: 409, body: { code: 'STATUS_CONFLICT' } });
  expect(refused.body.detail).toContain('No mail server');
  await alone.close();
});

test('a server that is killed in the middle of a redemption leaves the account as it was, and the link good', async () => {
  const database = await openServerDatabase();
  let statements = 0;
  let failsAt = Number.POSITIVE_INFINITY;
  const breaking: Db = {
    ...database,
    transaction: (work) =>
      database.transaction((query) => {
        const counted: Query = (sql, values) => {
          statements += 1;
          if (statements === failsAt) throw new Error('the server was killed here');
          return query(sql, values);
        };
        return work(counted);
      }),
  };
  const own = await openTestServer({ database: breaking, mailer });
  const person = await register(own);
  await verify(person, own);
  await own.operator('POST', '/recoveries', asked(person));
  await own.rest();
  own.clock.advance(wait);
  await own.rest();
  const token =
    /recover#token=([\w-]{43})/.exec(emails.findLast(({ to }) => to === person.email)?.text ?? '')?.[1] ?? '';
  const rowsOf = () => database.query('SELECT * FROM users WHERE id = $1', [person.id]);
  const before = await rowsOf();
  const attempt = async (at: number) => {
    [statements, failsAt] = [0, at];
    const sent = { token, password: chosen, password_confirmation: chosen };
    const { status } = await own.post('/auth/recovery', sent, { address: `10.0.${at}.1` });
    failsAt = Number.POSITIVE_INFINITY;
    return status;
  };
  let at = 1;
  for (; (await attempt(at)) !== 204; at += 1) {
    expect(await rowsOf()).toEqual(before);
    expect(await sessionsOf(person, database)).toBe(1);
  }
  expect(at).toBeGreaterThan(10);
  expect(await sessionsOf(person, database)).toBe(0);
  await own.close();
});
