import { expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { lifetimeMachine } from '../../src/machines/shell/lifetimeMachine.ts';
import { sessionArea } from '../../src/machines/shell/sessionArea.ts';
import { updateMachine } from '../../src/machines/shell/updateMachine.ts';
import { manualCall, settled } from '../support/actors.ts';
import { shown, signedInInput, signedInWith } from '../support/areas.ts';

test('it is open beside a screen without an area, and a newer version is let in through it', async () => {
  const apply = manualCall<void, void>();
  let tellReady = () => {};
  const session = sessionArea.provide({
    actors: {
      bindDevice: fromCallback(() => {}),
      lifetime: lifetimeMachine.provide({ actors: { watchLifetime: fromCallback(() => {}) } }),
      update: updateMachine.provide({
        actors: {
          watchUpdates: fromCallback<AnyEventObject>(({ sendBack }) => {
            tellReady = () => sendBack({ type: 'update.ready' });
          }),
          applyUpdate: apply.logic,
        },
      }),
    },
  });
  const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
  const actor = createActor(signedInWith({ session }), { input: signedInInput(() => 0, toasts) }).start();
  actor.send(shown('notFound', null));
  await settled();

  tellReady();
  actor.send({ type: 'update.accepted' });

  expect(apply.calls).toHaveLength(1);
});
