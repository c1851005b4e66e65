import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { OwnLogin } from '../../contract/operatorLogin.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import {
  type LoginChangeAnswer,
  type LoginChangeRequest,
  type LoginChangeSent,
  loginChangeForm,
} from '../../src/machines/console/loginChangeForm.ts';
import { operatorPasskeyMachine } from '../../src/machines/console/operatorPasskeyMachine.ts';
import {
  operatorsArea,
  type PersonAnswer,
  type PersonChangeSent,
  personForm,
} from '../../src/machines/console/operatorsArea.ts';
import { ownLoginArea, ownLoginFactors } from '../../src/machines/console/ownLoginArea.ts';
import { type AppSecret, setupPasswordForm } from '../../src/machines/console/setupForms.ts';
import { asChild, manualCall, settled } from '../support/actors.ts';
import {
  anna,
  appSecret,
  operatorsPaths,
  ownLogin,
  ownLoginPaths,
  passkeyPaths,
  person,
  quietSetup,
  setupPaths,
} from '../support/operatorLogins.ts';
import { expectSound, explore } from '../support/paths.ts';

describe('every state is reached and can be left, and every call has a way out', () => {
  test('of the set-up', () => expectSound(quietSetup, setupPaths));
  test('of a login by a passkey', () => expectSound(operatorPasskeyMachine, passkeyPaths));
  test('of the own login', () => expectSound(ownLoginArea, ownLoginPaths));
  test('of the operators', () => expectSound(operatorsArea, operatorsPaths));
});

test('no login is there before a password was chosen and a factor was shown', () => {
  for (const { snapshot, events } of explore(quietSetup, setupPaths)) {
    if (!snapshot.matches('done')) continue;
    const path = events.join(' ');
    expect(path).toContain('xstate.done.actor.password');
    expect(path).toMatch(/xstate\.done\.actor\.(?:app|passkey)/);
  }
});

describe('a change of the own login', () => {
  function start(request: Partial<LoginChangeRequest> = {}) {
    const submit = manualCall<LoginChangeAnswer, { readonly values: LoginChangeSent }>();
    const initial = { change: 'password', passkey: '', name: '', hasPasskey: false, ...request } as const;
    const form = createActor(loginChangeForm.provide({ actors: { submit: submit.logic } }), {
      input: { now: () => 0, initial },
    }).start();
    const type = (name: 'name' | 'password' | 'current' | 'otp', value: string) =>
      form.send({ type: 'field.changed', name, value });
    const send = () => form.send({ type: 'form.submitted' });
    const errors = () => form.getSnapshot().context.errors;
    return { submit, form, type, send, errors };
  }

  test('without a passkey takes the password and a code', () => {
    const { type, send, errors, submit } = start();
    send();
    expect(errors()).toEqual({ password: 'required', current: 'required', otp: 'required' });
    type('password', 'Short2026');
    type('current', 'Lighthouse-2026-keeper');
    type('otp', '12');
    send();
    expect(errors()).toEqual({ password: 'too_short', otp: 'format' });
    type('password', 'Another-2026-lighthouse');
    type('otp', '123 456');
    send();
    expect(submit.last().input.values).toMatchObject({
      password: 'Another-2026-lighthouse',
      proof: { password: 'Lighthouse-2026-keeper', code: '123456' },
    });
  });

  test('with one and nothing typed is proven by it; half of the other proof is not', () => {
    const { type, send, errors, submit } = start({ change: 'setUpApp', hasPasskey: true });
    type('current', 'Lighthouse-2026-keeper');
    send();
    expect(errors()).toEqual({ otp: 'required' });
    type('current', '');
    send();
    expect(submit.last().input.values.proof).toBeNull();
  });

  test.each(['mismatch', 'used', 'clock_skew'] as const)(
    'whose code is refused as %s says so at the code',
    async (rule) => {
      const { form, type, send, errors, submit } = start({ change: 'setUpApp' });
      type('current', 'Lighthouse-2026-keeper');
      type('otp', '123456');
      send();
      submit.last().fail('VALIDATION_FAILED', { fields: { code: rule } });
      await settled();
      expect(errors()).toEqual({ otp: rule });
      expect(form.getSnapshot().context.failure).toBeNull();
    },
  );

  test('that names a passkey takes no proof, and a name', () => {
    const { type, send, errors, submit } = start({ change: 'renamePasskey', passkey: 'a', name: 'Laptop' });
    type('name', ' ');
    send();
    expect(errors()).toEqual({ name: 'required' });
    type('name', ' Desk ');
    send();
    expect(submit.last().input.values).toMatchObject({ passkey: 'a', name: 'Desk', proof: null });
  });
});

test('a new app is on after its first code, and the dialog is not closed over an answer', async () => {
  const change = manualCall<LoginChangeAnswer, { readonly values: LoginChangeSent }>();
  const area = ownLoginArea.provide({
    actors: { loginChange: loginChangeForm.provide({ actors: { submit: change.logic } }) },
  });
  const { child } = asChild(area, { now: () => 0, operator: anna });
  const state = () => child.getSnapshot();
  child.send({ type: 'change.requested', change: 'setUpApp', passkey: '', name: '', hasPasskey: true });
  state().children.loginChange?.send({ type: 'form.submitted' });
  child.send({ type: 'change.closed' });
  expect(state().value).toBe('changing');
  change.last().answer({ kind: 'secret', ...appSecret });
  await settled();
  expect(state()).toMatchObject({ value: 'confirming', context: { secret: { secret: appSecret.secret } } });
  child.send({ type: 'change.closed' });
  expect(state()).toMatchObject({ value: 'viewing', context: { secret: null, changed: null } });
});

test('the login is read again when the dialog is closed after an answer was lost', async () => {
  const load = manualCall<Loaded<OwnLogin>, ReadRequest>();
  const change = manualCall<LoginChangeAnswer, { readonly values: LoginChangeSent }>();
  const area = ownLoginArea.provide({
    actors: {
      factors: ownLoginFactors.provide({ actors: { load: load.logic } }),
      loginChange: loginChangeForm.provide({ actors: { submit: change.logic } }),
    },
  });
  const { child } = asChild(area, { now: () => 0, operator: anna });
  load.last().answer({ data: ownLogin, loadedAt: 0 });
  await settled();
  const laptop = { passkey: ownLogin.passkeys[0]?.id ?? '', name: 'Laptop', hasPasskey: true };
  child.send({ type: 'change.requested', change: 'removePasskey', ...laptop });
  child.getSnapshot().children.loginChange?.send({ type: 'form.submitted' });
  change.last().fail('NETWORK');
  await settled();
  child.send({ type: 'change.closed' });
  expect(load.calls).toHaveLength(2);
  expect(load.last().input.fresh).toBe(true);
});

test('a password of a set-up is checked as the server checks it', () => {
  const submit = manualCall<AppSecret, { readonly values: { readonly password: string } }>();
  const form = createActor(setupPasswordForm.provide({ actors: { submit: submit.logic } }), {
    input: { now: () => 0 },
  }).start();
  for (const [typed, rule] of [
    ['', 'required'],
    ['Short2026', 'too_short'],
    ['lighthouse-2026', 'uppercase'],
  ] as const) {
    form.send({ type: 'field.changed', name: 'password', value: typed });
    form.send({ type: 'form.submitted' });
    expect(form.getSnapshot().context.errors).toEqual({ password: rule });
  }
  expect(submit.calls).toHaveLength(0);
});

describe('the operators', () => {
  function start() {
    const submit = manualCall<PersonAnswer, { readonly values: PersonChangeSent }>();
    const area = operatorsArea.provide({
      actors: { person: personForm.provide({ actors: { submit: submit.logic } }) },
    });
    const { child } = asChild(area, { now: () => 0, operator: anna });
    return { submit, child, state: () => child.getSnapshot() };
  }

  test('are invited by a name and a role; the link is forgotten with its dialog', async () => {
    const { submit, child, state } = start();
    child.send({ type: 'invitation.requested' });
    const form = state().children.person;
    form?.send({ type: 'form.submitted' });
    expect(form?.getSnapshot().context.errors).toEqual({ role: 'required' });
    form?.send({ type: 'field.changed', name: 'role', value: 'support' });
    form?.send({ type: 'field.changed', name: 'name', value: 'Carl' });
    form?.send({ type: 'form.submitted' });
    expect(form?.getSnapshot().context.errors).toEqual({ name: 'format' });
    form?.send({ type: 'field.changed', name: 'name', value: ' carl ' });
    form?.send({ type: 'form.submitted' });
    expect(submit.last().input.values).toEqual({ change: 'invite', name: 'carl', role: 'support' });
    child.send({ type: 'dialog.closed' });
    expect(state().value).toBe('changing');
    const url = `http://localhost/#/setup/${'A'.repeat(43)}`;
    submit.last().answer({ kind: 'link', name: 'carl', url, expires_at: '2026-11-21T09:00:00.000Z' });
    await settled();
    expect(state().context.answer).toMatchObject({ url });
    child.send({ type: 'dialog.closed' });
    expect(JSON.stringify(state().context)).not.toContain('setup');
  });

  test('a reset is of whom was opened, and waits where it must', async () => {
    const { submit, child, state } = start();
    child.send({ type: 'item.opened', item: person() });
    child.send({ type: 'change.requested', change: 'reset' });
    state().children.person?.send({ type: 'form.submitted' });
    expect(submit.last().input.values).toMatchObject({ change: 'reset', name: 'carl' });
    submit.last().answer({ kind: 'proposed' });
    await settled();
    expect(state().context.answer).toEqual({ kind: 'proposed' });
  });
});
