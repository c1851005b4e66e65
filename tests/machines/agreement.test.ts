import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import { agreementMachine } from '../../src/machines/auth/agreementMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';

test('every state is reached, and a hanging call has a way out', () => {
  expectSound(
    agreementMachine,
    {
      input: {},
      events: [{ type: 'agreement.given' }],
      answers: { sendAgreement: { done: [undefined], error: [new CallError(failure('NETWORK'))] } },
    },
    ['agreement.agreed'],
  );
});

function start() {
  const clock = new SimulatedClock();
  const call = manualCall<void, void>();
  const actor = createActor(agreementMachine.provide({ actors: { sendAgreement: call.logic } }), {
    clock,
  }).start();
  return { actor, call, clock };
}

test('nothing is sent before it is pressed, and two presses send once', async () => {
  const { actor, call } = start();
  expect(call.calls).toHaveLength(0);
  actor.send({ type: 'agreement.given' });
  actor.send({ type: 'agreement.given' });
  expect(call.calls).toHaveLength(1);
  call.last().answer(undefined);
  await settled();
  expect(actor.getSnapshot().value).toBe('agreed');
});

test('a refusal says why and can be tried again; fifteen seconds without an answer are one', async () => {
  const { actor, call, clock } = start();
  actor.send({ type: 'agreement.given' });
  call.last().fail('STATUS_CONFLICT');
  await settled();
  expect(actor.getSnapshot()).toMatchObject({
    value: 'asking',
    context: { failure: { code: 'STATUS_CONFLICT' } },
  });
  actor.send({ type: 'agreement.given' });
  expect(actor.getSnapshot().context.failure).toBeNull();
  clock.increment(14_999);
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  clock.increment(1);
  expect(actor.getSnapshot()).toMatchObject({ value: 'asking', context: { failure: { code: 'NETWORK' } } });
});
