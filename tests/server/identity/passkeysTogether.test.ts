import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { countUses, issueChallenges, passkeysOfPeople } from '../../../server/auth/webauthn.ts';
import { countingDatabase } from '../../support/countingDatabase.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { registerWithPasskey } from '../../support/passkeys.ts';
import { openTestServer, type TestServer } from '../../support/server.ts';

/** People who have a passkey each, and networks of their own. */
async function crowd(it: TestServer, size: number) {
  const people: Awaited<ReturnType<typeof registerWithPasskey>>[] = [];
  for (let index = 0; index < size; index += 1) people.push(await registerWithPasskey(it));
  return people.map((person, index) => ({ ...person, address: `198.51.100.${index + 1}` }));
}

type Person = Awaited<ReturnType<typeof crowd>>[number];

const challengeFor = async (it: TestServer, { address }: Pick<Person, 'address'>) =>
  (await it.post('/auth/passkey/options', undefined, { address })).body.data;

const enter = (it: TestServer, assertion: object, { address }: Pick<Person, 'address'>) =>
  it.post('/auth/passkey', { assertion }, { address });

async function withServer(work: (it: TestServer, heard: string[]) => Promise<void>) {
  const heard: string[] = [];
  const counting = countingDatabase(await openTestDatabase(), (sql) => heard.push(sql));
  const it = await openTestServer({ database: counting.db });
  try {
    await work(it, heard);
  } finally {
    await it.close();
  }
}

test.runIf(hasEngine())(
  'people who log in together share statements, and each gets a session of their own',
  () =>
    withServer(async (it, heard) => {
      const people = await crowd(it, 8);
      await it.rest();
      heard.length = 0;
      const challenges = await Promise.all(people.map((person) => challengeFor(it, person)));
      expect(new Set(challenges.map(({ challenge }) => challenge)).size).toBe(8);
      // One statement for all attempts and one for all challenges.
      expect(heard.splice(0)).toHaveLength(2);
      const answers = await Promise.all(
        people.map((person, index) => enter(it, person.device.get(challenges[index]), person)),
      );
      expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
      // Alone they would ask 48. Their signatures are verified at different times, so they are seldom in one transaction.
      expect(heard.length).toBeLessThan(40);
      expect(heard.filter((sql) => sql.includes('throttles'))).toHaveLength(1);
      const tokens = answers.map(({ body }) => String(body.data.token));
      const cookies = answers.map(({ headers }) => headers.get('set-cookie')?.split(';', 1)[0]);
      expect(new Set(cookies).size).toBe(8);
      for (const [index, { id, passkey }] of people.entries()) {
        const token = tokens[index] ?? '';
        expect(answers[index]?.body.data.user.id).toBe(id);
        expect((await it.get('/profile', { token })).body.data.id).toBe(id);
        const { data } = (await it.get('/auth/sign-ins', { token })).body;
        const byPasskey = data.filter(({ method }: { method: string }) => method === 'passkey');
        expect(byPasskey).toMatchObject([{ outcome: 'succeeded', network: '198.51.100.0/24' }]);
        const { passkeys } = (await it.get('/auth/factors', { token })).body.data;
        expect(passkeys).toMatchObject([{ id: passkey.id, last_used_at: it.clock.now().toISOString() }]);
      }
    }),
);

test.runIf(hasEngine())('one challenge that two people sign at once opens one session', () =>
  withServer(async (it) => {
    const people = await crowd(it, 2);
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = people as [Person, Person];
      const options = await challengeFor(it, one);
      const answers = await Promise.all(
        [one, other].map((person) => enter(it, person.device.get(options), person)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      const refused = answers.find(({ status }) => status === 401);
      expect(refused?.body.fields).toEqual({ assertion: 'expired' });
    }
  }),
);

test.runIf(hasEngine())('one challenge at two servers at once opens one session', () =>
  withServer(async (it) => {
    const other = await openTestServer({ database: it.database });
    const [person] = (await crowd(it, 1)) as [Person];
    for (let round = 0; round < 5; round += 1) {
      const assertion = person.device.get(await challengeFor(it, person));
      const answers = await Promise.all(
        [it, other, it, other].map((server) => enter(server, assertion, person)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    }
  }),
);

test.runIf(hasEngine())(
  'of uses in one transaction a challenge is of one, and each is judged by its own counter',
  () =>
    withServer(async ({ database, clock }) => {
      const it = await openTestServer({ database });
      const people = (await crowd(it, 5)) as [Person, Person, Person, Person, Person];
      const party = { keeping: passkeysOfPeople, url: 'http://localhost:3000' } as const;
      const at = clock.now();
      const ceremony = { purpose: 'sign_in', sessionId: null, at } as const;
      const [shared = '', own = '', behind = '', removed = ''] = await issueChallenges(
        database.query,
        party,
        people.slice(1).map(() => ceremony),
      );
      const challenges = [shared, shared, own, behind, removed];
      await database.query('UPDATE passkeys SET counter = 9 WHERE id = $1', [people[3].passkey.id]);
      await database.query('DELETE FROM passkeys WHERE id = $1', [people[4].passkey.id]);
      const uses = people.map(({ id, passkey }, index) => ({
        passkey: {
          ...{ id: String(passkey.id), ownerId: id, counter: 5, backedUp: false },
          challenge: challenges[index] ?? '',
        },
        ceremony,
      }));
      const counted = await database.transaction((query) => countUses<{ id: string }>(query, party, uses));
      const told = counted.map((each) => (typeof each === 'string' ? each : each.id));
      const [first, second] = told;
      expect([first, second].filter((each) => each === 'expired')).toHaveLength(1);
      expect([people[0].id, people[1].id]).toContain([first, second].find((each) => each !== 'expired'));
      expect(told.slice(2)).toEqual([people[2].id, 'copied', 'gone']);
      const again = await database.transaction((query) => countUses(query, party, uses));
      expect(again.slice(0, 4)).toEqual(['expired', 'expired', 'expired', 'expired']);
    }),
);

test.runIf(hasEngine())(
  'a copied, a removed, a forged passkey and one of a closed account are refused among those that are let in',
  () =>
    withServer(async (it) => {
      const people = (await crowd(it, 7)) as [Person, Person, Person, Person, ...Person[]];
      const [copied, removed, forged, closed, ...welcome] = people;
      const copy = copied.device.clone();
      expect((await enter(it, copied.device.get(await challengeFor(it, copied)), copied)).status).toBe(200);
      const challenges = await Promise.all(people.map((person) => challengeFor(it, person)));
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const assertions = people.map(({ device }, index) => {
        if (device === copied.device) return copy.get(challenges[index]);
        return device.get(challenges[index], device === forged.device ? { key: privateKey } : {});
      });
      await it.database.query('DELETE FROM passkeys WHERE id = $1', [removed.passkey.id]);
      await it.database.query('UPDATE users SET closed_at = $2 WHERE id = $1', [closed.id, it.clock.now()]);
      const answers = await Promise.all(
        people.map((person, index) => enter(it, assertions[index] ?? {}, person)),
      );
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, ...welcome.map(() => 200)]);
      const reasons = answers.map(({ body }) => body.fields?.assertion ?? body.code);
      expect(reasons.slice(0, 4)).toEqual(['used', 'mismatch', 'signature', 'INVALID_CREDENTIALS']);
      // None of them can be shown again.
      const again = await Promise.all(
        people.map((person, index) => enter(it, assertions[index] ?? {}, person)),
      );
      expect(again.map(({ status }) => status)).toEqual(people.map(() => 401));
      const sessions = await it.database.query<{ sessions: string }>(
        'SELECT count(*) AS sessions FROM sessions WHERE proven_by = $1',
        ['passkey'],
      );
      expect(sessions).toEqual([{ sessions: String(welcome.length + 1) }]);
    }),
);
