import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type AuthCallback, readCallback } from '../../contract/authCallback.ts';
import { CallError } from '../../contract/failure.ts';
import { askResetMachine, newPasswordMachine } from '../../src/machines/auth/accountEmailForms.ts';
import { accountEmailsMachine } from '../../src/machines/auth/accountEmailsMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';

type EmailLinkCallback = Exclude<AuthCallback, { from: 'google' }>;
const token = 'x'.repeat(43);
/** What the form of a new password sends. */
interface NewPassword {
  readonly values: Readonly<Record<'token' | 'password' | 'password_confirmation', string>>;
}

const exploration = (callback: EmailLinkCallback | null): Exploration<typeof accountEmailsMachine> => ({
  input: { now: () => 0, callback },
  events: [
    { type: 'reset.wanted', email: '' },
    { type: 'confirmation.wanted', email: 'vera@example.com' },
    { type: 'emailLink.opened', callback: { from: 'reset', token } },
    { type: 'emailLink.opened', callback: { from: 'confirmation', token } },
    { type: 'emailLink.opened', callback: { from: 'reset', token: 'cut' } },
    { type: 'confirmation.retried' },
    { type: 'accountEmails.left' },
  ],
  answers: {
    askReset: { done: ['vera@example.com'] },
    askConfirmation: { done: ['vera@example.com'] },
    newPassword: { done: [true] },
    confirmEmail: {
      done: [undefined],
      error: [new CallError(failure('LINK_EXPIRED')), new CallError(failure('NETWORK'))],
    },
  },
  distinguish: ({ context }) => context.failure?.code,
});

test.each([
  ['from nowhere', null],
  ['by a link that confirms', { from: 'confirmation', token }],
  ['by a link that resets', { from: 'reset', token }],
  ['by a link that was cut', { from: 'confirmation', token: 'cut' }],
] as const)('%s every state is reached and can be left, and whatever hangs has a way out', (_, callback) => {
  expectSound(accountEmailsMachine, exploration(callback));
});

test('everything but the resting state is drawn in place of the login form', () => {
  const paths = explore(accountEmailsMachine, exploration({ from: 'reset', token }));
  const drawn = new Set(
    paths.map(({ snapshot }) => `${snapshot.hasTag('instead') ? 'instead' : 'beside'} ${snapshot.value}`),
  );
  expect([...drawn].sort()).toEqual([
    'beside resting',
    ...[
      'askingConfirmation',
      'askingReset',
      'confirmationSent',
      'confirmed',
      'confirming',
      'passwordSet',
    ].map((state) => `instead ${state}`),
    ...['resetSent', 'settingPassword', 'unconfirmed', 'unusable'].map((state) => `instead ${state}`),
  ]);
});

test.each(
  ['', 'abc', 'x'.repeat(42), 'x'.repeat(44), 'x'.repeat(5_000), `${'x'.repeat(42)}.`, '%E0%A4%zz'].flatMap(
    (cut) => [{ hash: `#reset_token=${cut}` }, { hash: `#confirm_token=${cut}` }],
  ),
)(
  'link %# that was cut is refused at once, asks the server nothing, and another email can be requested',
  ({ hash }) => {
    const callback = readCallback(hash);
    if (callback === null || callback.from === 'google') throw new Error('no email link');
    const confirm = manualCall<void, { readonly token: string }>();
    const actor = createActor(accountEmailsMachine.provide({ actors: { confirmEmail: confirm.logic } }), {
      input: { now: () => 0, callback },
    }).start();
    expect(actor.getSnapshot().value).toBe('unusable');
    expect(actor.getSnapshot().children).toEqual({});
    expect(confirm.calls).toHaveLength(0);
    actor.send({ type: 'emailLink.opened', callback: { from: 'reset', token } });
    expect(actor.getSnapshot().value).toBe('settingPassword');
    actor.send({ type: 'emailLink.opened', callback });
    expect(actor.getSnapshot().value).toBe('unusable');
    actor.send({ type: 'reset.wanted', email: 'vera@example.com' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'askingReset', context: { callback: null } });
  },
);

test('an email can be requested again, with the address that was typed', async () => {
  const submit = manualCall<string, { readonly values: { readonly email: string } }>();
  const actor = createActor(
    accountEmailsMachine.provide({
      actors: { askReset: askResetMachine.provide({ actors: { submit: submit.logic } }) },
    }),
    { input: { now: () => 0, callback: null } },
  ).start();
  actor.send({ type: 'reset.wanted', email: ' Vera@Example.com ' });
  actor.getSnapshot().children.askReset?.send({ type: 'form.submitted' });
  expect(submit.last().input).toEqual({ values: { email: 'vera@example.com' } });
  submit.last().answer('vera@example.com');
  await settled();
  expect(actor.getSnapshot().value).toBe('resetSent');
  const { email } = actor.getSnapshot().context;
  actor.send({ type: 'reset.wanted', email });
  expect(actor.getSnapshot().children.askReset?.getSnapshot().context.values).toEqual({
    email: 'vera@example.com',
  });
});

test('a new password goes with the token of the email, and neither is kept', async () => {
  const submit = manualCall<true, NewPassword>();
  const actor = createActor(
    accountEmailsMachine.provide({
      actors: { newPassword: newPasswordMachine.provide({ actors: { submit: submit.logic } }) },
    }),
    { input: { now: () => 0, callback: { from: 'reset', token } } },
  ).start();
  const form = () => actor.getSnapshot().children.newPassword;
  form()?.send({ type: 'field.changed', name: 'password', value: 'Correct7horse' });
  form()?.send({ type: 'form.submitted' });
  expect(form()?.getSnapshot().context.errors).toEqual({ password_confirmation: 'required' });
  form()?.send({ type: 'field.changed', name: 'password_confirmation', value: 'Correct7horse' });
  form()?.send({ type: 'form.submitted' });
  expect(submit.last().input.values).toEqual({
    token,
    password: 'Correct7horse',
    password_confirmation: 'Correct7horse',
  });
  submit.last().answer(true);
  await settled();
  expect(actor.getSnapshot().value).toBe('passwordSet');
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toMatch(/Correct7horse|xxx/);
});

test('what is wrong with the link is told above the form of a new password, which has no field for it', async () => {
  const submit = manualCall<true, NewPassword>();
  const form = createActor(newPasswordMachine.provide({ actors: { submit: submit.logic } }), {
    input: { now: () => 0, draft: { token } },
  }).start();
  for (const name of ['password', 'password_confirmation'] as const)
    form.send({ type: 'field.changed', name, value: 'Correct7horse' });
  form.send({ type: 'form.submitted' });
  submit.last().fail('LINK_EXPIRED', { fields: { token: 'used' } });
  await settled();
  expect(form.getSnapshot().context.failure).toMatchObject({ code: 'LINK_EXPIRED' });
});
