import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { User } from '../../contract/user.ts';
import type { TypedProof } from '../../src/machines/profile/proofForm.ts';
import {
  type FreezeDetails,
  unfreezeForm,
  unfreezeMachine,
} from '../../src/machines/profile/unfreezeMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';
import { detailsOf, frozenBySelf } from '../support/unfreezing.ts';

test('every state is reached, and a hanging call has a way out', () => {
  expectSound(
    unfreezeMachine,
    {
      input: { now: () => 0 },
      events: [{ type: 'refresh.requested' }],
      answers: {
        readDetails: {
          done: [
            detailsOf(frozenBySelf()),
            detailsOf(frozenBySelf({ proven_at: '2026-11-20T10:00:00.000Z' })),
            detailsOf({
              ...frozenBySelf(),
              freeze: { reason: 'legal', note: null, since: '2026-11-20T09:00:00.000Z' },
            }),
            detailsOf({ ...frozenBySelf(), status: 'active', freeze: null }),
          ],
          error: [new CallError(failure('NETWORK'))],
        },
        unfreezeForm: { done: [frozenBySelf({ proven_at: '2026-11-20T10:00:00.000Z' })] },
      },
      distinguish: ({ context }) => [context.details?.user.freeze?.lifting, context.details?.user.status],
    },
    ['unfreeze.lifted'],
  );
});

async function start(details: FreezeDetails) {
  const clock = new SimulatedClock();
  const reading = manualCall<FreezeDetails, void>();
  const proving = manualCall<User, { readonly values: TypedProof }>();
  const machine = unfreezeMachine.provide({
    actors: {
      readDetails: reading.logic,
      unfreezeForm: unfreezeForm.provide({ actors: { submit: proving.logic } }),
    },
  });
  const actor = createActor(machine, { input: { now: () => 0 }, clock }).start();
  reading.last().answer(details);
  await settled();
  const form = () => {
    const found = actor.getSnapshot().children.unfreezeForm;
    if (!found) throw new Error('no form');
    return found;
  };
  return { actor, reading, proving, form, clock };
}

test('the password is asked for where there is no second factor, and what the server refuses stands at its field', async () => {
  const { actor, proving, form } = await start(detailsOf(frozenBySelf()));
  form().send({ type: 'form.submitted' });
  expect([form().getSnapshot().context.errors, proving.calls.length]).toEqual([{ password: 'required' }, 0]);
  form().send({ type: 'field.changed', name: 'password', value: 'Correct7horse' });
  form().send({ type: 'form.submitted' });
  expect(proving.last().input.values).toEqual({ password: 'Correct7horse', code: '', otp: '' });
  proving.last().fail('VALIDATION_FAILED', { fields: { password: 'mismatch' } });
  await settled();
  expect(form().getSnapshot().context.errors).toEqual({ password: 'mismatch' });
  form().send({ type: 'form.submitted' });
  proving.last().answer(frozenBySelf({ proven_at: '2026-11-20T10:00:00.000Z' }));
  await settled();
  expect(actor.getSnapshot().matches('waiting')).toBe(true);
});

test('of who has a second factor no password is asked, and the last part lifts the freeze', async () => {
  const totp = { created_at: '2026-11-01T09:00:00.000Z', last_used_at: null };
  const { actor, proving, form } = await start({
    ...detailsOf(frozenBySelf({ approved_at: '2026-11-20T10:00:00.000Z' })),
    factors: { totp, recovery_codes_left: 9, passkeys: [] },
  });
  form().send({ type: 'form.submitted' });
  expect(proving.last().input.values).toEqual({ password: '', code: '', otp: '' });
  proving.last().answer({ ...frozenBySelf(), status: 'active', freeze: null });
  await settled();
  expect(actor.getSnapshot().value).toBe('lifted');
});

test('who waits looks again, and an account that cannot be read is read again', async () => {
  const proven = detailsOf(frozenBySelf({ proven_at: '2026-11-20T10:00:00.000Z' }));
  const { actor, reading, clock } = await start(proven);
  actor.send({ type: 'refresh.requested' });
  reading.last().fail('NETWORK');
  await settled();
  expect(actor.getSnapshot().value).toBe('failed');
  actor.send({ type: 'refresh.requested' });
  clock.increment(15_000);
  expect(actor.getSnapshot().value).toBe('failed');
  actor.send({ type: 'refresh.requested' });
  reading.last().answer(detailsOf({ ...frozenBySelf(), status: 'active', freeze: null }));
  await settled();
  expect(actor.getSnapshot().value).toBe('lifted');
});

test('who waits hears by themselves when support has agreed, and what cannot be read meanwhile changes nothing', async () => {
  const proven = detailsOf(frozenBySelf({ proven_at: '2026-11-20T10:00:00.000Z' }));
  const { actor, reading, clock } = await start(proven);
  const expectWaiting = () =>
    expect([actor.getSnapshot().matches('waiting'), actor.getSnapshot().hasTag('busy')]).toEqual([
      true,
      false,
    ]);
  clock.increment(20_000);
  expectWaiting();
  reading.last().fail('NETWORK');
  await settled();
  expectWaiting();
  clock.increment(20_000);
  clock.increment(15_000);
  expectWaiting();
  clock.increment(20_000);
  expect(reading.calls.length).toBe(4);
  reading.last().answer(detailsOf({ ...frozenBySelf(), status: 'active', freeze: null }));
  await settled();
  expect(actor.getSnapshot().value).toBe('lifted');
});
