import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Email } from '../../../server/email/mailer.ts';
import { hasEngine } from '../../support/database.ts';
import { proofBy } from '../../support/factors.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';

const phrase = 'Mint & lemon 7';
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

type Person = Awaited<ReturnType<typeof register>>;

async function textsTo(email: string): Promise<string[]> {
  await it.rest();
  return emails.filter(({ to }) => to === email).map(({ text }) => text);
}

const proven = (person: Person) =>
  proofBy(it, person.token, { method: 'password', password: person.password }, 'security');

async function set(person: Person, value: string | null) {
  return it.put('/security/settings', { phrase: value }, await proven(person));
}

/** `isConfirmed`: whoever reads the email of the address has said that the account is theirs. */
async function withPhrase(isConfirmed = true) {
  const person = await register(it);
  if (isConfirmed) {
    await it.database.query('UPDATE users SET email_confirmed_at = now() WHERE email = $1', [person.email]);
  }
  expect((await set(person, phrase)).status).toBe(200);
  return person;
}

const askReset = (email: string) => it.post('/auth/password/forgotten', { email });

test('it stands first in what was changed, asked for and sent as a code, in the words of the reader', async () => {
  const person = await withPhrase();
  const told = 'Your anti-phishing phrase is “Mint & lemon 7”.\n\n';
  const changed = (await textsTo(person.email)).at(-1);
  expect(changed).toContain('The anti-phishing phrase of your account was changed.');
  expect(changed?.startsWith(told)).toBe(true);
  await askReset(person.email);
  expect((await textsTo(person.email)).at(-1)?.startsWith(told)).toBe(true);
  await it.post(
    '/auth/password/forgotten',
    { email: person.email },
    { headers: { 'accept-language': 'ru' } },
  );
  expect((await textsTo(person.email)).at(-1)).toContain('Ваша фраза против фишинга: «Mint & lemon 7».');
});

test('an address that nobody has confirmed is sent nobody’s text', async () => {
  const person = await withPhrase(false);
  await askReset(person.email);
  const texts = await textsTo(person.email);
  expect(texts.length).toBeGreaterThan(1);
  for (const text of texts) expect(text).not.toContain(phrase);
});

test('it is set, changed and removed with a proof alone, at once, and not while the settings are locked', async () => {
  const person = await withPhrase();
  for (const value of ['Another', null]) {
    const refused = await it.put('/security/settings', { phrase: value }, { token: person.token });
    expect(refused.body.code).toBe('STEP_UP_REQUIRED');
  }
  expect((await set(person, 'Another')).body.data).toMatchObject({ phrase: 'Another', pending: [] });
  expect((await set(person, '  ')).body.data).toMatchObject({ phrase: null });
  expect((await it.put('/security/settings', { phrase }, { token: person.token })).status).toBe(403);
  expect((await set(person, phrase)).status).toBe(200);
  await it.put('/security/settings', { lock_days: 3 }, await proven(person));
  expect((await set(person, 'Another')).body.code).toBe('SETTINGS_LOCKED');
  expect((await it.get('/security/settings', person)).body.data.phrase).toBe(phrase);
});

test.each(['a\nb', 'a\u202eb', 'a\u200bb', 'x'.repeat(41), 7, ['a'], `e${'\u0301'.repeat(500)}`])(
  'what is no line that can be read is refused: %j',
  async (value) => {
    const person = await register(it);
    const { status, body } = await it.put('/security/settings', { phrase: value }, await proven(person));
    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toEqual(['phrase']);
  },
);

test('the one who takes over the address does not read what the one before has chosen', async () => {
  const person = await withPhrase();
  await it.database.query("UPDATE users SET email = 'moved.' || email WHERE email = $1", [person.email]);
  const { length } = await textsTo(person.email);
  await askReset(person.email);
  for (const text of (await textsTo(person.email)).slice(length)) expect(text).not.toContain(phrase);
});
