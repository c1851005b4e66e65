import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Email } from '../../../server/email/mailer.ts';
import { keepNotices } from '../../../server/notices/notices.ts';
import { usualFourEyes } from '../../../server/operator/fourEyes.ts';
import { hasEngine } from '../../support/database.ts';
import { latch } from '../../support/latch.ts';
import { newOperator, operate } from '../../support/operators.ts';
import { fund, idempotent, type Person, pay } from '../../support/payments.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';

const day = 86_400_000;
const emails: Email[] = [];
let isDown = false;
/** Addresses that the mail server refuses for good. */
const refused = new Set<string>();
const atOnce = async () => undefined;
/** What happens while the server sends an email. */
let meanwhile: () => Promise<void> = atOnce;
const mailer = {
  async send(email: Email) {
    await meanwhile();
    if (isDown) throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    if (refused.has(email.to)) throw Object.assign(new Error('no'), { code: 'EENVELOPE', responseCode: 550 });
    emails.push(email);
  },
};
let it: TestServer;

beforeEach((context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
});
beforeAll(async () => {
  if (hasEngine()) it = await openTestServer({ mailer });
});
afterAll(() => it?.close());

async function emailsTo({ email }: { email: string }): Promise<Email[]> {
  await it.rest();
  return emails.filter(({ to, subject }) => to === email && !subject.includes('Verify'));
}

const subjectsTo = async (person: { email: string }) =>
  (await emailsTo(person)).map(({ subject }) => subject.replace('Zesto: ', ''));

/** The tokens of "This was not me" that a person was sent, the oldest first. */
async function tokensTo(person: { email: string }): Promise<string[]> {
  return (await emailsTo(person)).flatMap(
    ({ text }) => /http:\/\/localhost:3000\/not-me#token=([\w-]{43})\n/.exec(text)?.[1] ?? [],
  );
}

const press = (token: string, address = '198.51.100.9') =>
  it.post('/security/not-me', { token }, { address });

const logIn = (person: { email: string; password: string }, sent = {}) =>
  it.post('/auth/login', { email: person.email, password: person.password, remember: false }, sent);

/** The person's part in lifting the freeze; answers the account. */
async function confirmUnfreezing({ password }: { password: string }, token: string) {
  const shown = { for: { action: 'unfreeze' }, method: 'password', password };
  const { proof } = (await it.post('/auth/step-up', shown, { token })).body.data;
  const headers = { 'step-up': proof };
  return (await it.post('/security/unfreeze', undefined, { token, headers })).body.data;
}

/** Somebody to whom something has happened: a login on a device that is new. */
async function alarmed() {
  const person = await register(it);
  await logIn(person);
  return { ...person, link: (await tokensTo(person)).at(-1) ?? 'none' };
}

const inbox = async ({ token }: Person) => (await it.get('/notifications', { token })).body.data;

test('a login on a new device or from a new network is told by email and in the inbox, in both languages, and the first one is not', async () => {
  const person = await register(it);
  expect(await subjectsTo(person)).toEqual([]);
  const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  const { headers } = await logIn(person, { headers: agent });
  const [told] = await emailsTo(person);
  expect(told?.subject).toBe('Zesto: New device logged in / Вход с\u00a0нового устройства');
  expect(told?.text).toContain('Details: Firefox · Linux, 203.0.x.x.');
  const cookie = String(headers.get('set-cookie')).split(';', 1)[0] ?? '';
  await logIn(person, { headers: { cookie } });
  expect(await emailsTo(person)).toHaveLength(1);
  it.clock.advance(1_000);
  await logIn(person, { headers: { cookie }, address: '192.0.2.200' });
  await logIn(person, { headers: { cookie }, address: '192.0.9.1' });
  expect((await subjectsTo(person)).slice(1)).toEqual(['Login from a new network / Вход из новой сети']);
  expect(await inbox(person)).toMatchObject([
    { kind: 'security', outcome: 'newPlace', detail: '192.0.x.x', reportable: true },
    { kind: 'security', outcome: 'newDevice', detail: 'Firefox · Linux, 203.0.x.x', reportable: true },
  ]);
});

test('a login from an IPv6 network is told by the first groups of its address', async () => {
  const person = await register(it);
  await logIn(person, { address: '2001:db8:7::1' });
  expect(await inbox(person)).toMatchObject([{ outcome: 'newDevice', detail: '2001:db8:…' }]);
});

test('one press freezes the account, ends every session, takes back what waits and opens a ticket', async () => {
  const person = await alarmed();
  const other = String((await logIn(person)).body.data.token);
  await fund(it, person, 'USDT', '100');
  const waiting = (await pay(it, person)).body.data;
  const approved = (await pay(it, person, { kind: 'withdraw' })).body.data;
  await it.operator('POST', '/withdrawals/approve', { id: approved.id });
  it.clock.advance(1_000);

  const pressed = await press(person.link);
  expect(pressed.status).toBe(200);
  expect(pressed.body.data).toMatchObject({ cancelled: 1, held: 1 });
  expect(pressed.body.data.reported_at).toBe(it.clock.now().toISOString());
  for (const token of [person.token, other]) expect((await it.get('/profile', { token })).status).toBe(401);

  const token = String((await logIn(person)).body.data.token);
  const back = { ...person, token };
  const profile = (await it.get('/profile', { token })).body.data;
  expect(profile).toMatchObject({
    status: 'frozen',
    freeze: { reason: 'not_me', note: null, lifting: { proven_at: null, approved_at: null } },
  });
  const statusOf = async (id: string) => (await it.get(`/transactions/${id}`, { token })).body.data.status;
  expect(await statusOf(waiting.id)).toBe('cancelled');
  await it.settle();
  it.clock.advance(10_000);
  await it.settle();
  expect(await statusOf(approved.id)).toBe('processing');
  expect((await idempotent(it, back, '/transactions/send', { quote_id: randomUUID() })).body.code).toBe(
    'ACCOUNT_BLOCKED',
  );

  const tickets = (await it.get('/support/tickets', { token })).body.data;
  expect(tickets).toMatchObject([
    { number: pressed.body.data.ticket, category: 'security', priority: 'urgent', status: 'open' },
  ]);
  const { messages } = (await it.get(`/support/tickets/${tickets[0].id}`, { token })).body.data;
  expect(messages[0].text).toContain('I didn’t do this: “New device logged in”, 2026-11-20');
  expect(messages[0].text).toContain('Withdrawals cancelled: 1. Approved and held: 1.');
  expect(messages[0].text).toContain('Funds are leaving your account');
  expect((await subjectsTo(person)).filter((subject) => subject === 'Your account is frozen')).toHaveLength(
    1,
  );
});

test('pressed again, also at once and many times, the answer is the same and nothing is done twice', async () => {
  const person = await alarmed();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => press(person.link, `198.51.${index}.1`)),
  );
  it.clock.advance(1_000);
  answers.push(await press(person.link));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200));
  const token = String((await logIn(person)).body.data.token);
  expect((await it.get('/support/tickets', { token })).body.meta.total).toBe(1);
});

test('a second link of the same account joins the report that stands, and ends the sessions since', async () => {
  const person = await alarmed();
  const first = await press(person.link);
  const token = String((await logIn(person)).body.data.token);
  const [, second = 'none'] = await tokensTo(person);
  expect((await press(second)).body.data).toEqual(first.body.data);
  expect((await it.get('/profile', { token })).status).toBe(401);
});

test('a second link voids what was proven and agreed to before it, and adds to the ticket', async () => {
  const person = await alarmed();
  const first = await press(person.link);
  const at = it.clock.now();
  const parts = async () =>
    it.database.query('SELECT proven_at, approved_at FROM not_me_reports WHERE user_id = $1', [person.id]);
  const agree = async () =>
    (await it.operator('POST', '/accounts/unfreeze', { email: person.email })).body.data;

  await confirmUnfreezing(person, String((await logIn(person)).body.data.token));
  expect(await parts()).toEqual([{ proven_at: at, approved_at: null }]);
  const [, second = 'none'] = await tokensTo(person);
  expect((await press(second)).body.data).toEqual(first.body.data);
  expect(await parts()).toEqual([{ proven_at: null, approved_at: null }]);
  const lifting = { proven_at: null, approved_at: at.toISOString() };
  expect(await agree()).toMatchObject({ status: 'frozen', freeze: { lifting } });

  const token = String((await logIn(person)).body.data.token);
  const third = (await tokensTo(person)).at(-1) ?? 'none';
  expect((await press(third)).body.data).toEqual(first.body.data);
  expect(await parts()).toEqual([{ proven_at: null, approved_at: null }]);
  expect((await it.get('/profile', { token })).status).toBe(401);

  const shown = await it.operator('POST', '/tickets/show', { number: first.body.data.ticket });
  const texts = shown.body.data.messages.map(({ text }: { text: string }) => text);
  expect(texts).toHaveLength(3);
  for (const text of texts) expect(text).toContain('I didn’t do this: “New device logged in”, 2026-11-20');
  expect(texts[2]).toContain('Confirmations and approvals from before no longer count.');
});

test('a report rejects the proposals to lift the freeze that were made before it, and a used link rejects none', async () => {
  const { database, clock } = it;
  const eyes = await openTestServer({
    ...{ database, clock, mailer },
    fourEyes: { ...usualFourEyes, setting: 'on' },
  });
  const { token } = await newOperator(it, 'carla', 'compliance');
  const person = await alarmed();
  const { email } = person;
  const address = '198.51.101.1';
  const lift = async () => {
    const { body } = await operate(eyes, 'POST', '/accounts/unfreeze', { email }, { token });
    expect(body.code).toBe('APPROVAL_REQUIRED');
    return Number(/^Proposal (\d+) of /.exec(body.detail)?.[1]);
  };
  const approve = async (number: number) =>
    (await operate(eyes, 'POST', '/proposals/approve', { number })).body;
  const kept = 'SELECT status, decided_by FROM operator_proposals WHERE number = $1';
  await it.operator('POST', '/accounts/freeze', { email, reason: 'legal' });
  const before = await lift();
  expect((await press(person.link, address)).status).toBe(200);
  expect(await database.query(kept, [before])).toEqual([{ status: 'rejected', decided_by: null }]);
  expect((await approve(before)).code).toBe('STATUS_CONFLICT');

  const joined = await lift();
  await logIn(person);
  const second = (await tokensTo(person)).at(-1) ?? 'none';
  expect((await press(second, address)).status).toBe(200);
  expect(await database.query(kept, [joined])).toEqual([{ status: 'rejected', decided_by: null }]);

  const after = await lift();
  expect((await press(second, address)).status).toBe(200);
  const lifting = { proven_at: null, approved_at: clock.now().toISOString() };
  expect((await approve(after)).data.result.data).toMatchObject({ status: 'frozen', freeze: { lifting } });

  // The press in the inbox is the same.
  const session = { token: String((await logIn(person)).body.data.token) };
  const told = (await it.get('/notifications', session)).body.data;
  const notice = told.find((each: { reportable: boolean }) => each.reportable);
  const last = await lift();
  expect((await it.post(`/notifications/${notice.id}/not-me`, undefined, session)).status).toBe(200);
  expect(await database.query(kept, [last])).toEqual([{ status: 'rejected', decided_by: null }]);
  eyes.retire();
});

test('a second link after the ticket was closed opens another one', async () => {
  const person = await alarmed();
  const first = await press(person.link);
  const token = String((await logIn(person)).body.data.token);
  const [ticket] = (await it.get('/support/tickets', { token })).body.data;
  const closed = await idempotent(it, { ...person, token }, `/support/tickets/${ticket.id}/close`);
  expect(closed.body.data.status).toBe('closed');
  const [, second = 'none'] = await tokensTo(person);
  const { ticket: number, ...same } = (await press(second)).body.data;
  expect({ ...same, ticket: ticket.number }).toEqual(first.body.data);
  const shown = await it.operator('POST', '/tickets/show', { number });
  expect(shown.body.data).toMatchObject({ status: 'open', priority: 'urgent', email: person.email });
});

test('a password that is changed or reset voids the person’s part of lifting the freeze', async () => {
  const person = await alarmed();
  await press(person.link);
  const token = String((await logIn(person)).body.data.token);
  const liftingOf = async (session: string) =>
    (await it.get('/profile', { token: session })).body.data.freeze.lifting;
  const proven = { proven_at: it.clock.now().toISOString(), approved_at: null };
  const nothing = { proven_at: null, approved_at: null };
  const chosen = (password: string) => ({ password, password_confirmation: password });

  await confirmUnfreezing(person, token);
  expect(await liftingOf(token)).toEqual(proven);
  const change = { current_password: person.password, ...chosen('Lemon2027') };
  expect((await it.put('/auth/password', change, { token })).status).toBe(204);
  expect(await liftingOf(token)).toEqual(nothing);

  await confirmUnfreezing(chosen('Lemon2027'), token);
  expect(await liftingOf(token)).toEqual(proven);
  await it.post('/auth/password/forgotten', { email: person.email });
  const written = (await emailsTo(person)).findLast(({ text }) => text.includes('reset_token'));
  const link = /reset_token=([\w-]{43})\n/.exec(written?.text ?? '')?.[1];
  expect((await it.post('/auth/password/reset', { token: link, ...chosen('Orange2027') })).status).toBe(204);
  const back = String((await logIn({ ...person, ...chosen('Orange2027') })).body.data.token);
  expect(await liftingOf(back)).toEqual(nothing);
});

test('a link of one account does nothing to another, and a forged or cut one nothing at all', async () => {
  const [person, other] = [await alarmed(), await alarmed()];
  await press(person.link);
  expect((await it.get('/profile', { token: other.token })).body.data.status).toBe('active');
  const forged = randomBytes(32).toString('base64url');
  expect(await press(forged)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  for (const token of [other.link.slice(0, -1), `${other.link}A`, '', 'a'.repeat(5000), `${other.link}\n`])
    expect((await press(token)).body.code, token).toBe('VALIDATION_FAILED');
  expect((await it.get('/profile', { token: other.token })).body.data.status).toBe('active');
});

test('a scanner that opens the link, or asks for its head, changes nothing', async () => {
  const person = await alarmed();
  const url = `http://localhost:3000/api/web-app/security/not-me?token=${person.link}`;
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT'])
    expect((await it.fetch(new Request(url, { method }))).status).toBe(405);
  expect((await it.get('/profile', { token: person.token })).body.data.status).toBe('active');
});

test('a link works for seven days, then says that it is over; one that was used goes on answering', async () => {
  const [late, used] = [await alarmed(), await alarmed()];
  const first = await press(used.link);
  it.clock.advance(7 * day);
  expect(await press(late.link)).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } });
  expect((await press(used.link)).body.data).toEqual(first.body.data);
  const timely = await alarmed();
  it.clock.advance(7 * day - 1);
  expect((await press(timely.link)).status).toBe(200);
});

test('presses of one network are counted, good or not', async () => {
  const person = await alarmed();
  const address = '192.0.2.66';
  const forged = () => press(randomBytes(32).toString('base64url'), address);
  const answers = await Promise.all(Array.from({ length: 30 }, forged));
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await press(person.link, address)).status).toBe(429);
  expect((await press(person.link)).status).toBe(200);
});

test('the link survives a changed password, and undoes a new address that was asked for', async () => {
  const person = await alarmed();
  const change = {
    current_password: person.password,
    password: 'Lemon2027',
    password_confirmation: 'Lemon2027',
  };
  expect((await it.put('/auth/password', change, { token: person.token })).status).toBe(204);
  const thief = `thief-${randomUUID().slice(0, 8)}@example.org`;
  await it.put('/auth/email', { email: thief, password: 'Lemon2027' }, { token: person.token });
  await it.rest();
  const text = emails.findLast(({ to }) => to === thief)?.text ?? '';
  const token = /confirm_token=([\w-]{43})/.exec(text)?.[1] ?? 'none';
  expect((await press(person.link)).status).toBe(200);
  expect((await it.post('/auth/email/confirm', { token })).body.code).toBe('LINK_EXPIRED');
});

test('in the inbox the same is done for what is one’s own, and this session ends too', async () => {
  const [person, other] = [await alarmed(), await alarmed()];
  const [notice] = await inbox(person);
  const report = (id: string, token: string) => it.post(`/notifications/${id}/not-me`, undefined, { token });
  expect((await report(notice.id, other.token)).body.code).toBe('NOT_FOUND');
  expect((await report(randomUUID(), person.token)).body.code).toBe('NOT_FOUND');
  const done = await report(notice.id, person.token);
  expect(done).toMatchObject({ status: 200, body: { data: { cancelled: 0, held: 0 } } });
  expect((await it.get('/profile', { token: person.token })).status).toBe(401);
  expect((await press(person.link)).body.data).toEqual(done.body.data);
});

test.each(['person', 'support'])(
  'the freeze is lifted by the person and by support, %s first',
  async (first) => {
    const person = await alarmed();
    await press(person.link);
    const token = String((await logIn(person)).body.data.token);
    const prove = async () => {
      expect((await it.post('/security/unfreeze', undefined, { token })).body).toMatchObject({
        code: 'STEP_UP_REQUIRED',
        methods: ['password'],
      });
      const shown = { method: 'password', password: person.password };
      const other = await it.post('/auth/step-up', { for: { action: 'password' }, ...shown }, { token });
      const { proof: wrong } = other.body.data;
      const refused = await it.post('/security/unfreeze', undefined, {
        token,
        headers: { 'step-up': wrong },
      });
      expect(refused.body.code).toBe('STEP_UP_REQUIRED');
      const { proof } = (await it.post('/auth/step-up', { for: { action: 'unfreeze' }, ...shown }, { token }))
        .body.data;
      return (await it.post('/security/unfreeze', undefined, { token, headers: { 'step-up': proof } })).body
        .data;
    };
    const agree = async () =>
      (await it.operator('POST', '/accounts/unfreeze', { email: person.email })).body.data;
    it.clock.advance(60_000);
    const half = first === 'person' ? await prove() : await agree();
    const at = it.clock.now().toISOString();
    const lifting = {
      proven_at: first === 'person' ? at : null,
      approved_at: first === 'person' ? null : at,
    };
    expect(half).toMatchObject({ status: 'frozen', freeze: { lifting } });
    const whole = first === 'person' ? await agree() : await prove();
    expect(whole).toMatchObject({ status: 'active', freeze: null });
    expect((await it.post('/security/unfreeze', undefined, { token })).body.code).toBe('STATUS_CONFLICT');
    expect((await subjectsTo(person)).at(-1)).toContain('unfrozen');
    const rows = await it.database.query(
      'SELECT proven_at, approved_at, lifted_at FROM not_me_reports WHERE user_id = $1',
      [person.id],
    );
    expect(rows).toEqual([
      { proven_at: it.clock.now(), approved_at: it.clock.now(), lifted_at: it.clock.now() },
    ]);
  },
);

test('a freeze of an operator keeps its reason, and is not lifted without the person once they have said it', async () => {
  const person = await alarmed();
  await it.operator('POST', '/accounts/freeze', { email: person.email, reason: 'legal' });
  await press(person.link);
  const token = String((await logIn(person)).body.data.token);
  const { freeze } = (await it.get('/profile', { token })).body.data;
  expect(freeze).toMatchObject({ reason: 'legal', lifting: { proven_at: null, approved_at: null } });
  const agreed = await it.operator('POST', '/accounts/unfreeze', { email: person.email });
  expect(agreed.body.data.status).toBe('frozen');
  const own = await it.operator('POST', '/accounts/freeze', { email: person.email, reason: 'not_me' });
  expect(own.body).toMatchObject({ code: 'VALIDATION_FAILED', fields: { reason: 'format' } });
});

test.each([
  ['with another reason', { reason: 'legal' }],
  ['without a reason', {}],
])('a newer freeze by an operator, %s, is not lifted by the person alone', async (_, given) => {
  const person = await alarmed();
  const { email } = person;
  await press(person.link);
  const token = String((await logIn(person)).body.data.token);
  const at = it.clock.now();
  const agreed = await it.operator('POST', '/accounts/unfreeze', { email });
  expect(agreed.body.data.freeze.lifting.approved_at).toBe(at.toISOString());
  const again = await it.operator('POST', '/accounts/freeze', { email, ...given });
  expect(again.body.data.freeze.lifting).toEqual({ proven_at: null, approved_at: null });
  const lifting = { proven_at: at.toISOString(), approved_at: null };
  expect(await confirmUnfreezing(person, token)).toMatchObject({ status: 'frozen', freeze: { lifting } });
  const reports = 'SELECT proven_at, approved_at, lifted_at FROM not_me_reports WHERE user_id = $1';
  expect(await it.database.query(reports, [person.id])).toEqual([
    { proven_at: at, approved_at: null, lifted_at: null },
  ]);
  const whole = await it.operator('POST', '/accounts/unfreeze', { email });
  expect(whole.body.data.status).toBe('active');
});

test('after the freeze is lifted an old link freezes nothing and tells when that was', async () => {
  const person = await alarmed();
  const first = await press(person.link);
  const token = String((await logIn(person)).body.data.token);
  await it.operator('POST', '/accounts/unfreeze', { email: person.email });
  await confirmUnfreezing(person, token);
  expect(first.body.data.lifted_at).toBeNull();
  const lifted = { ...first.body.data, lifted_at: it.clock.now().toISOString() };
  expect((await press(person.link)).body.data).toEqual(lifted);
  expect((await it.get('/profile', { token })).body.data.status).toBe('active');
});

test('an email that was not sent is sent a minute later', async () => {
  const person = await register(it);
  await it.rest();
  isDown = true;
  await logIn(person);
  expect(await emailsTo(person)).toHaveLength(0);
  isDown = false;
  expect(await emailsTo(person)).toHaveLength(0);
  it.clock.advance(60_000);
  expect(await emailsTo(person)).toHaveLength(1);
  it.clock.advance(60_000);
  expect(await emailsTo(person)).toHaveLength(1);
});

test('while one email is not taken the others are sent a round later, and none is lost', async () => {
  const [first, second] = [await register(it), await register(it)];
  await it.rest();
  for (const person of [first, second]) await logIn(person);
  isDown = true;
  await it.rest();
  isDown = false;
  expect(await emailsTo(second)).toHaveLength(1);
  expect(await emailsTo(first)).toHaveLength(0);
  it.clock.advance(60_000);
  expect(await emailsTo(first)).toHaveLength(1);
});

test('while the mail server is away, emails that are not tried take nothing from their limit, and none is lost', async () => {
  const person = await register(it);
  await it.rest();
  const notice = { userId: person.id, occasion: 'newDevice', language: 'en', at: it.clock.now() } as const;
  const nine = Array.from({ length: 9 }, () => notice);
  await it.database.transaction((query) => keepNotices(query, nine));
  isDown = true;
  for (let round = 0; round < 6; round += 1) await it.rest();
  isDown = false;
  it.clock.advance(60_000);
  expect(await emailsTo(person)).toHaveLength(9);
});

test('an address that the mail server refuses keeps nobody else waiting', async () => {
  const people = [await register(it), await register(it), await register(it)] as const;
  await it.rest();
  for (const person of people) await logIn(person);
  const [first, second, third] = people;
  for (const { email } of [first, second]) refused.add(email);
  expect(await emailsTo(third)).toHaveLength(1);
  refused.clear();
  expect(await emailsTo(first)).toHaveLength(0);
  it.clock.advance(60_000);
  for (const person of people) expect(await emailsTo(person)).toHaveLength(1);
});

/** Three people with an email each that waits, in their order, and another server on the same database with a mail server of its own. */
async function threeWaiting(send: (email: Email) => Promise<void>) {
  const people = [await register(it), await register(it), await register(it)] as const;
  await it.rest();
  const { database, clock } = it;
  const other = await openTestServer({ database, clock, mailer: { send } });
  for (const person of people) await logIn(person);
  return { people, other };
}

test('what waits behind slow emails for longer than its reservation is sent by another server, and nothing is sent twice', async () => {
  const { people, other } = await threeWaiting(async (email) => void emails.push(email));
  let sent = 0;
  meanwhile = async () => {
    sent += 1;
    it.clock.advance(40_000);
    if (sent === 2) await other.rest();
  };
  await it.rest();
  meanwhile = atOnce;
  for (const person of people) expect(await emailsTo(person)).toHaveLength(1);
  expect(sent).toBe(2);
  other.retire();
});

test('an email that takes longer than its reservation is not sent by another server meanwhile', async () => {
  const person = await register(it);
  await it.rest();
  const { database, clock } = it;
  const send = async (email: Email) => void emails.push(email);
  const other = await openTestServer({ database, clock, mailer: { send } });
  await logIn(person);
  const reservedUntil = async () => {
    const [row] = await database.query<{ next_try_at: Date }>(
      'SELECT next_try_at FROM notice_emails WHERE user_id = $1',
      [person.id],
    );
    return row?.next_try_at.getTime();
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  meanwhile = async () => {
    meanwhile = atOnce;
    for (let renewals = 0; renewals < 2; renewals += 1) {
      clock.advance(40_000);
      vi.advanceTimersByTime(40_000);
      await expect.poll(reservedUntil).toBe(clock.now().getTime() + 60_000);
    }
    await other.rest();
  };
  await it.rest();
  expect(await emailsTo(person)).toHaveLength(1);
  other.retire();
});

test('a server whose mail server fails gives back nothing that another one is sending', async () => {
  const [began, released] = [latch(), latch()];
  const { people, other } = await threeWaiting(async (email) => {
    began.open();
    await released.isOpen;
    emails.push(email);
  });
  let sending: Promise<void> = Promise.resolve();
  let tried = 0;
  meanwhile = async () => {
    tried += 1;
    it.clock.advance(40_000);
    if (tried < 2) return;
    sending = other.rest();
    await began.isOpen;
    throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
  };
  await it.rest();
  meanwhile = atOnce;
  await it.rest();
  released.open();
  await sending;
  it.clock.advance(60_000);
  for (const person of people) expect(await emailsTo(person)).toHaveLength(1);
  other.retire();
});

test('an email that cannot be sent is given up after eight tries', async () => {
  const person = await register(it);
  await it.rest();
  isDown = true;
  await logIn(person);
  const waiting = () =>
    it.database.query('SELECT attempts FROM notice_emails WHERE user_id = $1', [person.id]);
  for (let tries = 1; tries <= 8; tries += 1) {
    await it.rest();
    expect(await waiting()).toEqual([{ attempts: tries }]);
    it.clock.advance(60 * 60_000);
  }
  await it.rest();
  isDown = false;
  expect(await waiting()).toEqual([]);
});

test('of one occasion a person gets thirty emails at once, then one in a minute, and the inbox has them all', async () => {
  const [person, other] = [await register(it), await register(it)];
  await it.rest();
  const at = it.clock.now();
  const notice = { userId: person.id, occasion: 'newDevice', language: 'en', at } as const;
  await it.database.transaction((query) =>
    keepNotices(query, [
      ...Array.from({ length: 40 }, () => notice),
      { ...notice, occasion: 'newPlace' },
      { ...notice, userId: other.id },
    ]),
  );
  expect((await subjectsTo(person)).toSorted().map((subject) => subject.slice(0, 10))).toEqual([
    'Login from',
    ...Array.from({ length: 30 }, () => 'New device'),
  ]);
  expect(await emailsTo(other)).toHaveLength(1);
  expect((await it.get('/notifications', person)).body.meta.total).toBe(41);
  it.clock.advance(60_000);
  const later = { ...notice, at: it.clock.now() };
  await it.database.transaction((query) => keepNotices(query, [later, later]));
  expect(await emailsTo(person)).toHaveLength(32);
});

test('money that leaves is told', async () => {
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  it.clock.advance(1_000);
  const { id, counterparty } = (await pay(it, person, { kind: 'withdraw' })).body.data;
  const [told] = await emailsTo(person);
  expect(told?.subject).toBe('Zesto: Funds are leaving your account');
  expect(told?.text).toContain(`Amount: 10 USDT. Details: ${counterparty}.`);
  expect((await inbox(person))[0]).toMatchObject({
    ...{ kind: 'security', outcome: 'paymentOut', subject_id: id, token: 'USDT', amount: '10' },
    ...{ detail: counterparty, reportable: true },
  });
});
