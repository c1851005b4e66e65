import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { BodyOf } from '../../contract/call.ts';
import type { recoverAccountCall } from '../../contract/recovery.ts';
import { newPasswordMachine } from '../../src/machines/auth/accountEmailForms.ts';
import { recoveryMachine } from '../../src/machines/auth/recoveryMachine.ts';
import { manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';

const token = 'x'.repeat(43);
const password = 'Correct7horse';

test('every state is reached', () => {
  expectSound(
    recoveryMachine,
    { input: { now: () => 0, token }, events: [], answers: { newPassword: { done: [true] } } },
    ['recovery.recovered'],
  );
});

test('nothing is sent before a password is, and neither it nor the link is kept by the form', async () => {
  const submit = manualCall<true, { readonly values: BodyOf<typeof recoverAccountCall> }>();
  const machine = recoveryMachine.provide({
    actors: { newPassword: newPasswordMachine.provide({ actors: { submit: submit.logic } }) },
  });
  const actor = createActor(machine, { input: { now: () => 0, token } }).start();
  const form = () => actor.getSnapshot().children.newPassword;
  expect(submit.calls).toHaveLength(0);
  form()?.send({ type: 'field.changed', name: 'password', value: password });
  form()?.send({ type: 'field.changed', name: 'password_confirmation', value: password });
  form()?.send({ type: 'form.submitted' });
  expect(submit.last().input.values).toEqual({ token, password, password_confirmation: password });
  submit.last().fail('LINK_EXPIRED');
  await settled();
  expect(form()?.getSnapshot().context.failure?.code).toBe('LINK_EXPIRED');
  form()?.send({ type: 'form.submitted' });
  submit.last().answer(true);
  await settled();
  expect(actor.getSnapshot().value).toBe('recovered');
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(password);
});
