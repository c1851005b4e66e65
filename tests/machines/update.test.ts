import { expect, test } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { updateMachine } from '../../src/machines/shell/updateMachine.ts';
import { manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';

test('every state is reached and can be left, and a hanging call has a way out', () => {
  expectSound(updateMachine, {
    input: undefined,
    events: [{ type: 'update.ready' }, { type: 'update.accepted' }, { type: 'update.declined' }],
    answers: { watchUpdates: {}, applyUpdate: { done: [undefined], error: [new Error('no worker')] } },
  });
});

function start() {
  const clock = new SimulatedClock();
  const apply = manualCall<void, void>();
  const actor = createActor(
    updateMachine.provide({ actors: { watchUpdates: fromCallback(() => {}), applyUpdate: apply.logic } }),
    { clock },
  ).start();
  return { actor, apply, clock };
}

test('nothing is let in before it is accepted, and that once', () => {
  const { actor, apply } = start();
  actor.send({ type: 'update.accepted' });
  actor.send({ type: 'update.ready' });
  expect(apply.calls).toHaveLength(0);
  actor.send({ type: 'update.accepted' });
  actor.send({ type: 'update.accepted' });
  expect(apply.calls).toHaveLength(1);
});

test('what was declined is offered again when there is a newer one', () => {
  const { actor } = start();
  actor.send({ type: 'update.ready' });
  actor.send({ type: 'update.declined' });
  expect(actor.getSnapshot().hasTag('offered')).toBe(false);
  actor.send({ type: 'update.ready' });
  expect(actor.getSnapshot().hasTag('offered')).toBe(true);
});

test('a page that is not opened anew within ten seconds offers it again', async () => {
  const { actor, apply, clock } = start();
  actor.send({ type: 'update.ready' });
  actor.send({ type: 'update.accepted' });
  apply.last().answer();
  await settled();
  clock.increment(9_999);
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  clock.increment(1);
  expect(actor.getSnapshot().value).toBe('offered');
});
