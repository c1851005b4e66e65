import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { Session } from '../../contract/auth.ts';
import type { GoogleCallback } from '../../contract/authCallback.ts';
import { CallError } from '../../contract/failure.ts';
import { type GoogleLinkValues, googleLinkMachine } from '../../src/machines/auth/googleLinkMachine.ts';
import { googleMachine, type IdentityProvider } from '../../src/machines/auth/googleMachine.ts';
import { type IdTokenRequest, readIdToken } from '../../src/machines/auth/idTokenCallback.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';
import { vera } from '../support/people.ts';

const request = { state: 'state of this tab', nonce: 'nonce of this tab' };
const tokenOf = (claims: unknown) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
const good: GoogleCallback = {
  from: 'google',
  credential: tokenOf({ nonce: request.nonce, email: 'vera@example.com', name: 'Вера' }),
  state: request.state,
  isCancelled: false,
};
const provider: IdentityProvider = {
  name: 'Demo ID',
  authorization_endpoint: 'https://login.example/authorize',
  client_id: 'zesto',
  scope: 'openid',
};

describe('what came back', () => {
  test('is a token with what it says of the person', () => {
    expect(readIdToken(good, request)).toEqual({
      ok: true,
      proof: { credential: good.credential, nonce: request.nonce, email: 'vera@example.com' },
    });
  });

  test.each([
    ['nothing', { credential: null }, 'noCredential'],
    ['a refusal by the person', { credential: null, isCancelled: true }, 'cancelled'],
    ['an empty credential', { credential: '' }, 'noCredential'],
    ['no token', { credential: 'a.b' }, 'undecodable'],
    ['a token of garbage', { credential: 'a.%%%.c' }, 'undecodable'],
    ['a token of a number', { credential: tokenOf(7) }, 'undecodable'],
    ['another state', { state: 'of somebody else' }, 'authenticationFailed'],
    ['another nonce', { credential: tokenOf({ nonce: 'of somebody else' }) }, 'authenticationFailed'],
  ] as const)('with %s is refused', (_, change, problem) => {
    expect(readIdToken({ ...good, ...change }, request)).toEqual({ ok: false, problem });
  });

  test('is refused by a tab that has not asked', () => {
    expect(readIdToken(good, null)).toEqual({ ok: false, problem: 'authenticationFailed' });
  });
});

const exploration = (callback: GoogleCallback | null): Exploration<typeof googleMachine> => ({
  input: { now: () => 0, callback },
  events: [
    { type: 'google.chosen', provider },
    { type: 'google.left' },
    { type: 'google.returned', callback: good },
    { type: 'google.returned', callback: { ...good, credential: null } },
  ],
  answers: {
    takeRequest: { done: [request, null], error: [new Error('storage is broken')] },
    leaveFor: { done: [undefined], error: [new CallError(failure('GENERAL'))] },
    openSession: {
      done: [vera],
      error: [
        new CallError(failure('PASSWORD_REQUIRED')),
        new CallError(failure('CREDENTIAL_INVALID')),
        new CallError(failure('NETWORK')),
      ],
    },
    googleLink: { done: [vera] },
  },
  distinguish: ({ context }) => [context.problem, context.failure?.code],
});

test.each([
  ['from nowhere', null],
  ['with a token', good],
])('%s every state is reached and can be left, and whatever hangs has a way out', (_, callback) => {
  expectSound(googleMachine, exploration(callback));
  for (const { snapshot, events } of explore(googleMachine, exploration(callback))) {
    const path = events.join(' → ');
    expect(snapshot.context.problem !== null, path).toBe(snapshot.matches('failed'));
    if (snapshot.status === 'done') expect(snapshot.output, path).toEqual(vera);
  }
});

test.each([
  ['from nowhere', null],
  ['with a token', good],
])(
  '%s nobody is sent away without their press, and no session is asked for without this tab’s own request',
  (_, callback) => {
    for (const { snapshot, events } of explore(googleMachine, exploration(callback))) {
      const path = events.join(' → ');
      if (snapshot.matches('leaving')) expect(events.at(-1), path).toMatch(/^google\.chosen/);
      if (!snapshot.matches('posting')) continue;
      expect(snapshot.context.proof, path).toMatchObject({ nonce: request.nonce });
      const last = events.findLast((event) => !event.startsWith('xstate.after'));
      expect(last, path).toBe('xstate.done.actor.takeRequest');
    }
  },
);

function start(callback: GoogleCallback | null) {
  const clock = new SimulatedClock();
  const leave = manualCall<void, { readonly provider: IdentityProvider }>();
  const open = manualCall<Session, { readonly credential: string; readonly nonce: string }>();
  const submit = manualCall<Session, { readonly values: GoogleLinkValues }>();
  const take = manualCall<IdTokenRequest | null, void>();
  const actor = createActor(
    googleMachine.provide({
      actors: {
        takeRequest: take.logic,
        leaveFor: leave.logic,
        openSession: open.logic,
        googleLink: googleLinkMachine.provide({ actors: { submit: submit.logic } }),
      },
    }),
    {
      clock,
      input: { now: () => clock.now(), callback },
    },
  ).start();
  return { actor, clock, take, leave, open, submit, now: () => actor.getSnapshot() };
}

/** Back from the provider, with what this tab kept of its request. */
async function returned(kept: IdTokenRequest | null = request) {
  const it = start(good);
  it.take.last().answer(kept);
  await settled();
  return it;
}

test('a token is posted with the nonce of the tab', async () => {
  const { open, now } = await returned();
  expect(open.last().input).toEqual({ credential: good.credential, nonce: request.nonce });
  open.last().answer(vera);
  await settled();
  expect(now().output).toEqual(vera);
});

test('the same link a second time asks for the request once more, and finds none', async () => {
  const { actor, take, now } = await returned();
  actor.send({ type: 'google.returned', callback: good });
  expect(now()).toMatchObject({ value: 'recalling', context: { proof: null } });
  take.last().answer(null);
  await settled();
  expect(take.calls).toHaveLength(2);
  expect(now()).toMatchObject({ value: 'failed', context: { problem: 'authenticationFailed' } });
});

test('a request that cannot be read is a login that failed, and nothing is posted', async () => {
  const { take, open, now } = start(good);
  take.last().fail('GENERAL');
  await settled();
  expect(now()).toMatchObject({ value: 'failed', context: { problem: 'loginFailed' } });
  expect(open.calls).toEqual([]);
});

test('nobody is asked for what they kept before they come back', () => {
  const { take } = start(null);
  expect(take.calls).toEqual([]);
});

test('an account with the same address is linked by its password, with the token that is there already', async () => {
  const { open, submit, now } = await returned();
  open.last().fail('PASSWORD_REQUIRED');
  await settled();
  expect(now().value).toBe('linking');
  const link = now().children.googleLink;
  link?.send({ type: 'field.changed', name: 'password', value: 'Correct7horse' });
  link?.send({ type: 'form.submitted' });
  expect(submit.last().input.values).toEqual({
    credential: good.credential,
    nonce: request.nonce,
    password: 'Correct7horse',
  });
  submit.last().answer(vera);
  await settled();
  expect(now().output).toEqual(vera);
});

test('a page that is still here eight seconds after it left offers the way again', () => {
  const { actor, clock, leave, now } = start(null);
  actor.send({ type: 'google.chosen', provider });
  actor.send({ type: 'google.chosen', provider });
  expect(leave.calls).toHaveLength(1);
  clock.increment(7_999);
  expect(now().value).toBe('leaving');
  clock.increment(1);
  expect(now().value).toBe('offered');
});

test('an answer that is long in coming is called slow after ten seconds, and can be left', async () => {
  const { actor, clock, now } = await returned();
  clock.increment(9_999);
  expect(now().hasTag('slow')).toBe(false);
  clock.increment(1);
  expect(now().hasTag('slow')).toBe(true);
  actor.send({ type: 'google.left' });
  expect(now().value).toBe('offered');
});

test('after a problem the same provider can be gone to once more', async () => {
  const leaving = manualCall<void, { readonly provider: IdentityProvider }>();
  const cancelled: GoogleCallback = { ...good, credential: null, isCancelled: true };
  const take = manualCall<IdTokenRequest | null, void>();
  const actor = createActor(
    googleMachine.provide({ actors: { takeRequest: take.logic, leaveFor: leaving.logic } }),
    { input: { now: () => 0, callback: cancelled } },
  ).start();
  take.last().answer(null);
  await settled();
  expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { problem: 'cancelled' } });
  actor.send({ type: 'google.chosen', provider });
  expect(actor.getSnapshot()).toMatchObject({ value: 'leaving', context: { problem: null } });
  expect(leaving.last().input).toEqual({ provider });
});
