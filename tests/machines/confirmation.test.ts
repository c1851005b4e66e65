import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { SentConfirmation } from '../../contract/accountEmails.ts';
import { CallError } from '../../contract/failure.ts';
import { confirmationMachine } from '../../src/machines/profile/confirmationMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';

const wanted = { type: 'email.wanted' } as const;
const sentAt = (at: number, again: number) => ({
  sent_at: new Date(at).toISOString(),
  again_at: new Date(again).toISOString(),
});

function start() {
  const clock = new SimulatedClock();
  const call = manualCall<SentConfirmation, void>();
  const actor = createActor(confirmationMachine.provide({ actors: { sendConfirmation: call.logic } }), {
    clock,
    input: { now: () => clock.now() },
  }).start();
  return { actor, call, clock };
}

test('every state is reached and can be left, and a hanging call has a way out', () => {
  expectSound(confirmationMachine, {
    input: { now: () => 0 },
    events: [wanted],
    answers: {
      sendConfirmation: {
        done: [sentAt(0, 60_000), null],
        error: [
          new CallError(failure('NETWORK')),
          new CallError(failure('RATE_LIMITED', { retryAfter: 60 })),
        ],
      },
    },
  });
});

test('two presses ask once; fifteen seconds without an answer say so, and it can be asked again', async () => {
  const { actor, call, clock } = start();
  actor.send(wanted);
  actor.send(wanted);
  expect(call.calls).toHaveLength(1);
  clock.increment(14_999);
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  clock.increment(1);
  expect(actor.getSnapshot()).toMatchObject({ value: 'resting', context: { failure: { code: 'NETWORK' } } });
  actor.send(wanted);
  expect(actor.getSnapshot().context.failure).toBeNull();
  expect(call.calls).toHaveLength(2);
});

test('what was sent is told with its time, and is asked for again no sooner than the server said', async () => {
  const { actor, call, clock } = start();
  actor.send(wanted);
  call.last().answer(sentAt(5, 60_005));
  await settled();
  expect(actor.getSnapshot()).toMatchObject({
    value: 'waiting',
    context: { sentAt: 5, againAt: 60_005, failure: null },
  });
  actor.send(wanted);
  clock.increment(60_004);
  expect(actor.getSnapshot().hasTag('throttled')).toBe(true);
  expect(call.calls).toHaveLength(1);
  clock.increment(1);
  expect(actor.getSnapshot()).toMatchObject({ value: 'resting', context: { sentAt: 5 } });
  actor.send(wanted);
  call.last().fail('RATE_LIMITED', { retryAfter: 900 });
  await settled();
  // When the last one was sent stays known; nothing failed.
  expect(actor.getSnapshot()).toMatchObject({
    value: 'waiting',
    context: { sentAt: 5, againAt: 60_005 + 900_000, failure: null },
  });
});

test('an address that was verified meanwhile ends it', async () => {
  const { actor, call } = start();
  actor.send(wanted);
  call.last().answer(null);
  await settled();
  expect(actor.getSnapshot()).toMatchObject({ value: 'verified', status: 'done' });
});
