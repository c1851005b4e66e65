import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { BodyOf } from '../../contract/call.ts';
import type { recoverAccountCall } from '../../contract/recovery.ts';
import { newPasswordMachine } from '../../src/machines/auth/accountEmailForms.ts';
import { recoveryMachine } from '../../src/machines/auth/recoveryMachine.ts';
import RecoverScreen from '../../src/screens/notMe/RecoverScreen.tsx';
import { manualCall } from '../support/actors.ts';
import { arrives, draw, expectPresentable, type Language, languages } from './draw.tsx';

const password = 'Correct7horse';

function open(language: Language = 'en') {
  const call = manualCall<true, { readonly values: BodyOf<typeof recoverAccountCall> }>();
  const machine = recoveryMachine.provide({
    actors: { newPassword: newPasswordMachine.provide({ actors: { submit: call.logic } }) },
  });
  const actor = createActor(machine, { input: { now: () => 0, token: 'x'.repeat(43) } }).start();
  draw(<RecoverScreen actor={actor} />, language);
  const form = () => actor.getSnapshot().children.newPassword;
  const submit = () =>
    arrives(() => {
      form()?.send({ type: 'field.changed', name: 'password', value: password });
      form()?.send({ type: 'field.changed', name: 'password_confirmation', value: password });
      form()?.send({ type: 'form.submitted' });
    });
  return { ...call, submit };
}

test.each(languages)('in %s every state is presentable', { tags: 'long' }, async (language) => {
  const call = open(language);
  await expectPresentable();
  await call.submit();
  await expectPresentable();
  await arrives(() => call.last().fail('NETWORK'));
  await expectPresentable();
  await call.submit();
  await arrives(() => call.last().answer(true));
  await expectPresentable();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/auth/login');
});

test.each(languages)(
  'in %s a link that is over says what to do, and asks for no other email',
  async (language) => {
    const call = open(language);
    await call.submit();
    await arrives(() => call.last().fail('LINK_EXPIRED'));
    await expectPresentable();
    expect(screen.queryByRole('textbox')).toBe(null);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/auth/login');
  },
);

test.each(languages)('in %s an address without a link, is told as such', async (language) => {
  draw(<RecoverScreen actor={null} />, language);
  await expectPresentable();
  expect(screen.queryByRole('button')).toBe(null);
});

test('it says what stops working before a password is typed, and what to do afterwards', async () => {
  const call = open();
  expect(screen.getAllByRole('list')[0]?.children).toHaveLength(3);
  await userEvent.type(screen.getByLabelText(/New password/), password);
  await userEvent.type(screen.getByLabelText(/Confirm|Repeat/), password);
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  await arrives(() => call.last().answer(true));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your password is set');
  expect(screen.getByRole('list').textContent).toContain('Add a passkey or an authenticator app');
});
