import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Email } from '../../../server/email/mailer.ts';
import { hasEngine } from '../../support/database.ts';
import { filledIn, openTestServer, register, type TestServer } from '../../support/server.ts';

const minute = 60_000;
const emails: Email[] = [];
let it: TestServer;

beforeEach((context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
});
beforeAll(async () => {
  if (hasEngine()) it = await openTestServer({ mailer: { send: async (email) => void emails.push(email) } });
});
afterAll(() => it?.close());

/** Somebody whose address is not verified, an hour after they registered: emails of then count no more. */
async function newPerson() {
  const form = await filledIn(it);
  const { body } = await it.post('/auth/register', form);
  await it.rest();
  it.clock.advance(60 * minute);
  return { ...form, token: String(body.data.token) };
}
type Person = Awaited<ReturnType<typeof newPerson>>;

const ask = ({ token }: Person) => it.post('/auth/email/confirmation', undefined, { token });
const after = (milliseconds: number) => new Date(it.clock.now().getTime() + milliseconds).toISOString();
async function links({ email }: Person) {
  await it.rest();
  return emails.flatMap(({ to, text }) =>
    to === email ? (/#confirm_token=([\w-]{43})\n/.exec(text)?.[1] ?? []) : [],
  );
}

test('is sent once a minute, then by the throttle of the account; each time it is said when it goes again', async () => {
  const person = await newPerson();
  const before = (await links(person)).length;
  for (const [round, wait] of [minute, minute, 18 * minute].entries()) {
    const { status, body } = await ask(person);
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: { sent_at: after(0), again_at: after(wait) },
    });
    expect(await links(person)).toHaveLength(before + round + 1);
    const early = await ask(person);
    expect(early).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(early.headers.get('retry-after')).toBe(String(wait / 1000));
    it.clock.advance(wait);
  }
  expect((await ask(person)).status).toBe(200);
  expect(await links(person)).toHaveLength(before + 4);
});

test('two at once send one; whoever is logged in does not wait for what strangers ask for', async () => {
  const person = await newPerson();
  const before = (await links(person)).length;
  const both = await Promise.all([ask(person), ask(person)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
  expect(await links(person)).toHaveLength(before + 1);
  it.clock.advance(60 * minute);
  for (let count = 0; count < 5; count += 1) {
    await it.post('/auth/email/unconfirmed', { email: person.email });
    await it.rest();
  }
  const sent = (await links(person)).length;
  expect((await ask(person)).status).toBe(200);
  expect(await links(person)).toHaveLength(sent + 1);
});

test('opens nothing for others: no session is refused, and a verified address gets none', async () => {
  const person = await newPerson();
  expect((await it.post('/auth/email/confirmation')).status).toBe(401);
  expect((await ask(person)).status).toBe(200);
  const [token] = (await links(person)).slice(-1);
  expect((await it.post('/auth/email/confirm', { token })).status).toBe(204);
  it.clock.advance(60 * minute);
  const sent = (await links(person)).length;
  expect(await ask(person)).toMatchObject({ status: 200, body: { data: null } });
  expect(await links(person)).toHaveLength(sent);
});

test('is refused where no email can be sent, and the login methods say so', async () => {
  const mute = await openTestServer();
  const { token } = await register(mute);
  expect((await mute.get('/auth/methods', { token })).body.data).toMatchObject({
    email_confirmed: false,
    emails: false,
  });
  const refused = await mute.post('/auth/email/confirmation', undefined, { token });
  expect(refused).toMatchObject({ status: 409, body: { code: 'STATUS_CONFLICT' } });
  await mute.close();
  const person = await newPerson();
  expect((await it.get('/auth/methods', person)).body.data.emails).toBe(true);
});
