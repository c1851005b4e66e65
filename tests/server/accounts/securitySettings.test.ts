import { beforeAll, describe, expect, test } from 'vitest';
import { judgeChange, stateAt, usualSecurity } from '../../../server/accounts/securitySettings.ts';
import { hasEngine } from '../../support/database.ts';
import { proofBy, turnOnTotp } from '../../support/factors.ts';
import { openTestServer, register, type TestServer, testServer } from '../../support/server.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = new Date('2026-11-20T09:00:00.000Z');
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const path = '/security/settings';
const usual = { proofAbove: '1000' };

const server = testServer();
let it: TestServer;
beforeAll(() => {
  if (hasEngine()) it = server.it;
});

type Person = Awaited<ReturnType<typeof register>>;

/** The same person in a new session: one lasts a day. */
async function again(person: Person): Promise<Person> {
  const { email, password } = person;
  const { body } = await it.post('/auth/login', { email, password, remember: true });
  return { ...person, token: String(body.data.token) };
}

async function proven(person: Person, action = 'security') {
  return proofBy(it, person.token, { method: 'password', password: person.password }, action);
}

const settingsOf = async (person: Person) => (await it.get(path, person)).body.data;

async function locked(days: number) {
  const person = await register(it);
  expect((await it.put(path, { lock_days: days }, await proven(person))).status).toBe(200);
  return person;
}

describe('judging a change', () => {
  const with100 = { ...usualSecurity, values: { ...usualSecurity.values, daily_limit: '100' } };
  const locked = { ...usualSecurity, values: { ...usualSecurity.values, daily_limit: '100', lock_days: 3 } };

  test.each([
    [{ daily_limit: '99.999999' }, 'at once'],
    [{ daily_limit: '0' }, 'at once'],
    [{ daily_limit: '100' }, 'at once'],
    [{ payment_limit: '1000000' }, 'at once'],
    [{ proof_above: '1000' }, 'at once'],
    [{ proof_above: '0' }, 'at once'],
    [{ daily_limit: '100.000001' }, 'later'],
    [{ daily_limit: null }, 'later'],
    [{ proof_above: '1000.000001' }, 'later'],
  ])('%j is in force %s', (asked, when) => {
    const judged = judgeChange(with100, asked, usual, now);
    const pending = Object.entries(asked).map(([member, value]) => ({ member, value, from: later(day) }));
    expect(judged).toEqual({
      outcome: 'allowed',
      needsProof: when === 'later',
      security:
        when === 'later'
          ? { values: with100.values, pending }
          : { values: { ...with100.values, ...asked }, pending: [] },
    });
  });

  test.each([
    ['100', null, '500', true],
    ['100', null, '100', false],
    ['100', '50', null, true],
    ['5000', null, '2000', false],
    ['5000', '500', null, true],
    ['5000', '6000', null, false],
  ])(
    'where the server asks above %s, to change %s to %s is looser: %s',
    (proofAbove, own, asked, isLooser) => {
      const before = { ...usualSecurity, values: { ...usualSecurity.values, proof_above: own } };
      const judged = judgeChange(before, { proof_above: asked }, { proofAbove }, now);
      expect(judged).toMatchObject({ outcome: 'allowed', needsProof: isLooser });
    },
  );

  test('the lock is on at once and asks for a proof; it takes what was pending back', () => {
    const raised = judgeChange(with100, { daily_limit: null }, usual, now);
    if (raised.outcome !== 'allowed') throw new Error(raised.outcome);
    expect(judgeChange(raised.security, { lock_days: 3 }, usual, now)).toEqual({
      outcome: 'allowed',
      needsProof: true,
      security: { values: { ...with100.values, lock_days: 3 }, pending: [] },
    });
  });

  test.each([
    [{ daily_limit: null }],
    [{ proof_above: '5000' }],
    [{ lock_days: 0, daily_limit: '200' }],
    [{ lock_days: 30, daily_limit: '200' }],
  ])('while it is on, %j is refused', (asked) => {
    expect(judgeChange(locked, asked, usual, now)).toEqual({ outcome: 'locked', until: null });
  });

  test('to turn it on and loosen something at once is refused', () => {
    expect(judgeChange(with100, { lock_days: 1, daily_limit: null }, usual, now).outcome).toBe('locked');
  });

  test('its end is due after its own days, and is told to whoever is refused before', () => {
    const ending = judgeChange(locked, { lock_days: 0 }, usual, now);
    if (ending.outcome !== 'allowed') throw new Error(ending.outcome);
    expect(ending.security.pending).toEqual([{ member: 'lock_days', value: 0, from: later(3 * day) }]);
    const raise = { daily_limit: null };
    expect(judgeChange(ending.security, raise, usual, later(3 * day - 1))).toEqual({
      outcome: 'locked',
      until: later(3 * day),
    });
    expect(judgeChange(ending.security, raise, usual, later(3 * day))).toMatchObject({ outcome: 'allowed' });
    // Asked again it ends no later, and no sooner.
    expect(judgeChange(ending.security, { lock_days: 0 }, usual, later(day))).toMatchObject({
      security: { pending: [{ member: 'lock_days', value: 0, from: later(3 * day) }] },
    });
  });

  test('what is due is in force by reading, and not before', () => {
    const security = {
      ...with100,
      pending: [{ member: 'daily_limit', value: null, from: later(day) } as const],
    };
    expect(stateAt(security, later(day - 1))).toEqual(security);
    expect(stateAt(security, later(day))).toEqual({
      values: { ...with100.values, daily_limit: null },
      pending: [],
    });
  });

  test('a clock that is set back puts nothing in force early', () => {
    const security = {
      ...with100,
      pending: [{ member: 'daily_limit', value: null, from: later(day) } as const],
    };
    const judged = judgeChange(security, { payment_limit: '5' }, usual, later(-day));
    expect(judged).toMatchObject({ security: { values: { daily_limit: '100' }, pending: security.pending } });
  });
});

test('who has set nothing has no limits of their own', async () => {
  const person = await register(it);
  expect(await settingsOf(person)).toEqual({
    daily_limit: null,
    payment_limit: null,
    proof_above: null,
    lock_days: 0,
    allow_list_only: false,
    address_wait_hours: null,
    phrase: null,
    pending: [],
  });
  expect((await it.get(path)).status).toBe(401);
});

test('lower at once and without a proof; higher with one, after 24 hours, and it can be taken back', async () => {
  it = await openTestServer();
  const person = await register(it);
  const lowered = await it.put(path, { daily_limit: '100.50', payment_limit: '20' }, person);
  expect(lowered.body.data).toMatchObject({ daily_limit: '100.5', payment_limit: '20', pending: [] });
  const raise = { daily_limit: '200' };
  expect((await it.put(path, raise, person)).body).toMatchObject({
    code: 'STEP_UP_REQUIRED',
    methods: ['password'],
  });
  const forAnother = await proven(person, 'factors');
  expect((await it.put(path, raise, forAnother)).body.code).toBe('STEP_UP_REQUIRED');
  const proof = await proven(person);
  const from = it.clock.now().getTime() + day;
  const pending = [{ member: 'daily_limit', value: '200', from: new Date(from).toISOString() }];
  const raised = await it.put(path, raise, proof);
  expect(raised.body.data).toMatchObject({ daily_limit: '100.5', pending });
  // A proof is good once.
  expect((await it.put(path, { payment_limit: null }, proof)).body.code).toBe('STEP_UP_REQUIRED');
  // Whoever changes something else takes nothing back.
  expect((await it.put(path, { payment_limit: '10' }, person)).body.data.pending).toEqual(pending);
  it.clock.advance(day - 1);
  expect(await settingsOf(await again(person))).toMatchObject({ daily_limit: '100.5', pending });
  it.clock.advance(1);
  const unbound = await again(person);
  expect(await settingsOf(unbound)).toMatchObject({ daily_limit: '200', payment_limit: '10', pending: [] });

  await it.put(path, { daily_limit: null }, await proven(unbound));
  const taken = await it.put(path, { daily_limit: '200' }, unbound);
  expect(taken.body.data).toMatchObject({ daily_limit: '200', pending: [] });
  it.clock.advance(2 * day);
  expect(await settingsOf(await again(person))).toMatchObject({ daily_limit: '200' });
  await it.close();
  it = server.it;
});

test('a limit for proofs is looser or tighter than the setting of the server', async () => {
  it = await openTestServer({ stepUpAbove: 100_000_000n });
  try {
    const person = await register(it);
    const raised = await it.put(path, { proof_above: '500' }, person);
    expect(raised.body).toMatchObject({ code: 'STEP_UP_REQUIRED', methods: ['password'] });
    const lowered = await it.put(path, { proof_above: '99.5' }, person);
    expect(lowered.body.data).toMatchObject({ proof_above: '99.5', pending: [] });
    const back = await it.put(path, { proof_above: null }, await proven(person));
    expect(back.body.data).toMatchObject({
      proof_above: '99.5',
      pending: [{ member: 'proof_above', value: null }],
    });
  } finally {
    await it.close();
    it = server.it;
  }
});

test('who has a second factor loosens by it and not by the password', async () => {
  const person = await register(it);
  await it.put(path, { daily_limit: '1' }, person);
  await turnOnTotp(it, person);
  const refused = await it.put(path, { daily_limit: '2' }, person);
  expect(refused.body).toMatchObject({ code: 'STEP_UP_REQUIRED', methods: ['totp', 'recovery_code'] });
  const byPassword = { for: { action: 'security' }, method: 'password', password: person.password };
  expect((await it.post('/auth/step-up', byPassword, person)).status).toBe(403);
});

test('whoever has taken a session can neither lock the account nor unlock it', async () => {
  const person = await register(it);
  expect((await it.put(path, { lock_days: 30 }, person)).body.code).toBe('STEP_UP_REQUIRED');
  const owner = await locked(7);
  expect((await it.put(path, { lock_days: 0 }, owner)).body.code).toBe('STEP_UP_REQUIRED');
  expect(await settingsOf(owner)).toMatchObject({ lock_days: 7, pending: [] });
});

test('a lock refuses what is looser, not what is tighter, and ends after its days', async () => {
  it = await openTestServer();
  const person = await locked(3);
  await it.put(path, { daily_limit: '50' }, person);
  const raise = { daily_limit: '60' };
  const refused = await it.put(path, raise, await proven(person));
  expect(refused).toMatchObject({ status: 409, body: { code: 'SETTINGS_LOCKED' } });
  expect(refused.body.until).toBeUndefined();
  await it.put(path, { lock_days: 0 }, await proven(person));
  const until = new Date(it.clock.now().getTime() + 3 * day).toISOString();
  expect((await it.put(path, raise, person)).body).toMatchObject({ code: 'SETTINGS_LOCKED', until });
  // Without a proof: whoever sees it end can stop that.
  await it.put(path, { lock_days: 3 }, person);
  expect(await settingsOf(person)).toMatchObject({ lock_days: 3, pending: [] });
  await it.put(path, { lock_days: 0 }, await proven(person));
  it.clock.advance(3 * day);
  const unlocked = await again(person);
  expect(await settingsOf(unlocked)).toMatchObject({ daily_limit: '50', lock_days: 0, pending: [] });
  expect((await it.put(path, raise, await proven(unlocked))).status).toBe(200);
  await it.close();
  it = server.it;
});

test.each([
  [{ daily_limit: '-1' }, { daily_limit: 'too_small' }],
  [{ daily_limit: '-0' }, { daily_limit: 'too_small' }],
  [{ daily_limit: '1e400' }, { daily_limit: 'format' }],
  [{ daily_limit: '٣' }, { daily_limit: 'format' }],
  [{ daily_limit: '１００' }, { daily_limit: 'format' }],
  [{ daily_limit: '1,5' }, { daily_limit: 'format' }],
  [{ daily_limit: '' }, { daily_limit: 'required' }],
  [{ daily_limit: 100 }, { daily_limit: 'required' }],
  [{ daily_limit: '0.0000001' }, { daily_limit: 'too_many_decimals' }],
  [{ daily_limit: `1${'0'.repeat(16)}` }, { daily_limit: 'too_large' }],
  [{ daily_limit: '9'.repeat(61) }, { daily_limit: 'too_long' }],
  [{ lock_days: 31 }, { lock_days: 'too_large' }],
  [{ lock_days: -1 }, { lock_days: 'too_small' }],
  [{ lock_days: 1.5 }, { lock_days: 'format' }],
  [{ lock_days: '3' }, { lock_days: 'format' }],
  [{ lock_days: null }, { lock_days: 'format' }],
  [{ pending: [] }, { pending: 'unknown' }],
])('%j is refused on its field', async (body, fields) => {
  const person = await register(it);
  expect(await it.put(path, body, person)).toMatchObject({
    status: 422,
    body: { code: 'VALIDATION_FAILED', fields },
  });
  expect((await settingsOf(person)).daily_limit).toBeNull();
});

test('of two tabs that lower and raise at once, neither undoes the other', async () => {
  const person = await register(it);
  await it.put(path, { daily_limit: '100' }, person);
  const proof = await proven(person);
  const [raised, lowered] = await Promise.all([
    it.put(path, { daily_limit: '500' }, proof),
    it.put(path, { payment_limit: '5' }, person),
  ]);
  expect([raised.status, lowered.status]).toEqual([200, 200]);
  expect(await settingsOf(person)).toMatchObject({
    daily_limit: '100',
    payment_limit: '5',
    pending: [{ member: 'daily_limit', value: '500' }],
  });
});
