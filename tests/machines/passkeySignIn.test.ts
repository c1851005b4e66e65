import { expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, SimulatedClock } from 'xstate';
import type { Session } from '../../contract/auth.ts';
import { CallError } from '../../contract/failure.ts';
import { passkeyFailureCodes } from '../../contract/failureCodes.ts';
import type { PasskeyAssertion } from '../../contract/passkeys.ts';
import {
  type PasskeySignInEvent,
  passkeySignInMachine,
} from '../../src/machines/auth/passkeySignInMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';
import { vera } from '../support/people.ts';

const assertion: PasskeyAssertion = {
  id: 'a',
  rawId: 'a',
  type: 'public-key',
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a', userHandle: 'a' },
};

const exploration: Exploration<typeof passkeySignInMachine> = {
  input: undefined,
  events: [
    { type: 'field.shown' },
    { type: 'field.hidden' },
    { type: 'passkey.wanted' },
    { type: 'passkey.left' },
  ],
  answers: {
    watchField: {},
    offerPasskey: { done: [assertion], error: [new CallError(failure('PASSKEY_UNSUPPORTED'))] },
    requestPasskey: {
      done: [assertion],
      error: passkeyFailureCodes.map((code) => new CallError(failure(code))),
    },
    openByPasskey: {
      done: [vera],
      error: (['PASSKEY_UNKNOWN', 'RATE_LIMITED', 'NETWORK'] as const).map(
        (code) => new CallError(failure(code)),
      ),
    },
  },
  distinguish: ({ context }) => [context.assertion !== null, context.failure?.code],
};

test('every state is reached and can be left', () => {
  expectSound(passkeySignInMachine, exploration);
});

test('a failure is shown where it happened and nowhere else, and nothing signed outlives its sending', () => {
  for (const { snapshot, events } of explore(passkeySignInMachine, exploration)) {
    const path = events.join(' → ');
    expect(snapshot.context.failure !== null, path).toBe(snapshot.matches('failed'));
    if (snapshot.matches('resting') || snapshot.matches('offering') || snapshot.matches('asking'))
      expect(snapshot.context.assertion, path).toBeNull();
  }
});

function start() {
  const clock = new SimulatedClock();
  const offer = manualCall<PasskeyAssertion, void>();
  const request = manualCall<PasskeyAssertion, void>();
  const open = manualCall<Session, { readonly assertion: PasskeyAssertion }>();
  let tell: (event: PasskeySignInEvent) => void = () => {};
  const actor = createActor(
    passkeySignInMachine.provide({
      actors: {
        watchField: fromCallback<AnyEventObject>(({ sendBack }) => {
          tell = sendBack;
        }),
        offerPasskey: offer.logic,
        requestPasskey: request.logic,
        openByPasskey: open.logic,
      },
    }),
    { clock },
  ).start();
  return { actor, clock, offer, request, open, tell: (event: PasskeySignInEvent) => tell(event) };
}

test('a passkey that is picked in the field opens the session', async () => {
  const { actor, offer, open, tell } = start();
  expect(offer.calls).toHaveLength(0);
  tell({ type: 'field.shown' });
  expect(actor.getSnapshot().hasTag('instead')).toBe(false);
  offer.last().answer(assertion);
  await settled();
  expect([open.last().input, actor.getSnapshot().hasTag('instead')]).toEqual([{ assertion }, true]);
  open.last().answer(vera);
  await settled();
  expect(actor.getSnapshot().output).toEqual(vera);
});

test('the offer is taken back when the field goes, or when the button asks, and comes back with the field', async () => {
  const { actor, offer, request, tell } = start();
  tell({ type: 'field.shown' });
  tell({ type: 'field.hidden' });
  expect([actor.getSnapshot().value, offer.at(0).signal.aborted]).toEqual(['resting', true]);
  tell({ type: 'field.shown' });
  actor.send({ type: 'passkey.wanted' });
  expect([offer.calls.length, offer.last().signal.aborted, request.calls.length]).toEqual([2, true, 1]);
  tell({ type: 'field.hidden' });
  expect(actor.getSnapshot().value).toBe('asking');
  actor.send({ type: 'passkey.left' });
  expect(request.last().signal.aborted).toBe(true);
  tell({ type: 'field.shown' });
  expect([actor.getSnapshot().value, offer.calls.length]).toEqual(['offering', 3]);
});

test('an offer is renewed before its challenge is over, and one that a browser cannot make is not made again', async () => {
  const { actor, clock, offer, tell } = start();
  tell({ type: 'field.shown' });
  clock.increment(4 * 60_000 - 1);
  expect(offer.calls).toHaveLength(1);
  clock.increment(1);
  expect([offer.calls.length, offer.at(0).signal.aborted]).toEqual([2, true]);
  offer.last().fail('PASSKEY_UNSUPPORTED');
  await settled();
  clock.increment(60 * 60_000);
  expect([actor.getSnapshot().value, actor.getSnapshot().context.failure, offer.calls.length]).toEqual([
    'resting',
    null,
    2,
  ]);
});

test('what the browser or the server refuses is told, and can be tried again or left', async () => {
  const { actor, request, open } = start();
  actor.send({ type: 'passkey.wanted' });
  request.last().fail('PASSKEY_CANCELLED');
  await settled();
  expect(actor.getSnapshot().context.failure?.code).toBe('PASSKEY_CANCELLED');
  actor.send({ type: 'passkey.wanted' });
  expect(actor.getSnapshot().context.failure).toBeNull();
  request.last().answer(assertion);
  await settled();
  open.last().fail('PASSKEY_UNKNOWN');
  await settled();
  expect(actor.getSnapshot()).toMatchObject({
    value: 'failed',
    context: { failure: { code: 'PASSKEY_UNKNOWN' } },
  });
  actor.send({ type: 'passkey.left' });
  expect(actor.getSnapshot().value).toBe('resting');
});
