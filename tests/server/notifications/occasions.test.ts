import { expect, test } from 'vitest';
import { securityOccasions } from '../../../contract/occasions.ts';
import type { Email } from '../../../server/email/mailer.ts';
import { saveAddress } from '../../support/addressBook.ts';
import { proofBy, turnOnTotp } from '../../support/factors.ts';
import { submitted } from '../../support/kyc.ts';
import { outside, type Person } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';

const emails: Email[] = [];
const server = testServer({ mailer: { send: async (email) => void emails.push(email) } });

const proven = ({ token, password }: Person, action: string) =>
  proofBy(server.it, token, { method: 'password', password }, action);

/** What is done, by occasion, and the subject of the email about it. */
const done: Readonly<Record<string, readonly [subject: string, work: (person: Person) => Promise<unknown>]>> =
  {
    addressSaved: [
      'New saved address',
      (person) =>
        saveAddress(server.it, person, { label: 'Exchange', address: outside, token: null, note: '' }),
    ],
    totpAdded: ['Two-factor authentication is on', (person) => turnOnTotp(server.it, person)],
    phraseChanged: [
      'Anti-phishing phrase changed',
      async (person) =>
        server.it.put('/security/settings', { phrase: 'Blue heron' }, await proven(person, 'security')),
    ],
    passwordChanged: [
      'Your password was changed',
      async (person) =>
        server.it.put(
          '/auth/password',
          {
            current_password: person.password,
            password: 'Harbour-2026-new',
            password_confirmation: 'Harbour-2026-new',
          },
          person,
        ),
    ],
  };

test('a phrase and a limit that are changed at once are both told', async () => {
  const { it } = server;
  const person = await register(it);
  const both = { phrase: 'Blue heron', lock_days: 3 };
  expect((await it.put('/security/settings', both, await proven(person, 'security'))).status).toBe(200);
  const subjects = (await lettersTo(person)).map(({ subject }) => subject.replace('Zesto: ', ''));
  expect(subjects.toSorted()).toEqual(['Anti-phishing phrase changed', 'Security settings changed']);
});

async function lettersTo({ email }: Person): Promise<Email[]> {
  await server.it.rest();
  return emails.filter(({ to, subject }) => to === email && !subject.includes('Verify'));
}

test.each(Object.entries(done))(
  '%s is told at once: by an email that can be answered by one press, and in the inbox',
  async (occasion, [subject, work]) => {
    const { it } = server;
    expect(securityOccasions).toContain(occasion);
    const person = await register(it);
    await work(person);
    const letters = await lettersTo(person);
    expect(letters.map((letter) => letter.subject)).toEqual([`Zesto: ${subject}`]);
    expect(letters[0]?.text).toMatch(/\/not-me#token=[\w-]{43}\n/);
    const { data } = (await it.get('/notifications', person)).body;
    expect(data[0]).toMatchObject({ kind: 'security', outcome: occasion, reportable: true });
  },
);

test.each([
  ['approve', {}, 'Your identity is verified', 'approved'],
  [
    'reject',
    { document: 'passport', reason: 'unreadable' },
    'Identity verification: action needed',
    'rejected',
  ],
] as const)(
  'a decision on an identity (%s) is told at once: by an email in both languages, and in the inbox',
  async (decision, given, subject, outcome) => {
    const { it } = server;
    const person = await register(it);
    await submitted(it, person);
    const decided = await it.operator('POST', `/kyc/${decision}`, { id: person.id, ...given });
    expect(decided.status, JSON.stringify(decided.body)).toBe(200);
    const [letter, ...more] = await lettersTo(person);
    expect(more).toEqual([]);
    expect(letter?.subject).toContain(subject);
    expect(letter?.text).toMatch(/[а-яё]{4}/);
    const [told] = (await it.get('/notifications', person)).body.data;
    expect(told).toMatchObject({ kind: 'kyc', outcome, reportable: true });

    // By the link of the email for one, by the inbox for the other.
    const token = /\/not-me#token=([\w-]{43})\n/.exec(letter?.text ?? '')?.[1];
    const reported =
      outcome === 'approved'
        ? await it.post('/security/not-me', { token })
        : await it.post(`/notifications/${told.id}/not-me`, undefined, person);
    expect(reported.status, JSON.stringify(reported.body)).toBe(200);
    expect((await it.get('/profile', person)).status).toBe(401);
    const [ticket] = await it.database.query<{ text: string }>(
      `SELECT text FROM ticket_messages JOIN tickets ON tickets.id = ticket_id WHERE user_id = $1`,
      [person.id],
    );
    expect(ticket?.text).toContain(subject);
  },
);
