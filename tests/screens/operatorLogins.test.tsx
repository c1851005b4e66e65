import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  type LoginChangeAnswer,
  type LoginChangeSent,
  loginChangeForm,
  newAppForm,
} from '../../src/machines/console/loginChangeForm.ts';
import { operatorLoginForm } from '../../src/machines/console/operatorLoginForm.ts';
import { operatorPasskeyMachine } from '../../src/machines/console/operatorPasskeyMachine.ts';
import {
  operatorsArea,
  operatorsList,
  operatorsPart,
  type PersonAnswer,
  type PersonChangeSent,
  personForm,
} from '../../src/machines/console/operatorsArea.ts';
import { ownLoginArea, ownLoginFactors } from '../../src/machines/console/ownLoginArea.ts';
import { setupAppForm, setupPasskeyForm, setupPasswordForm } from '../../src/machines/console/setupForms.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { preferencesMachine } from '../../src/machines/shell/preferencesMachine.ts';
import { OperatorLogin } from '../../src/screens/console/OperatorLogin.tsx';
import { OperatorSetup } from '../../src/screens/console/OperatorSetup.tsx';
import OperatorsScreen from '../../src/screens/console/OperatorsScreen.tsx';
import OwnLoginScreen from '../../src/screens/console/OwnLoginScreen.tsx';
import { manualCall } from '../support/actors.ts';
import { answering, areaOf, failing } from '../support/consoleAreas.ts';
import {
  anna,
  appSecret,
  ownLogin,
  passkeyPaths,
  person,
  quietSetup,
  setupPaths,
} from '../support/operatorLogins.ts';
import { actorAt, reachableSnapshots } from '../support/paths.ts';
import { arrives, draw, expectPresentable, languages, text } from './draw.tsx';

const preferences = () =>
  createActor(preferencesMachine.provide({ actions: { keepPreference: () => {} } }), {
    input: {
      preferences: {
        theme: 'system',
        isSidebarOpen: true,
        hideBalances: false,
        hideSmall: false,
        singleKeys: true,
        language: 'en',
      },
      toasts: createActor(toastsMachine, { input: { now: () => 0 } }),
    },
  }).start();

function login(data: unknown = ownLogin) {
  const load = (data === 'failed' ? failing : answering(data).load) as never;
  const change = manualCall<LoginChangeAnswer, { readonly values: LoginChangeSent }>();
  const confirm = manualCall<void, { readonly values: { readonly code: string } }>();
  const area = ownLoginArea.provide({
    actors: {
      factors: ownLoginFactors.provide({ actors: { load } }),
      loginChange: loginChangeForm.provide({ actors: { submit: change.logic } }),
      newApp: newAppForm.provide({ actors: { submit: confirm.logic } }),
    },
  });
  return { area: areaOf(area, anna).child, change, confirm };
}

function operators(people = [person()], role = 'administrator') {
  const load = answering({ data: people, meta: { next: null } }).load as never;
  const submit = manualCall<PersonAnswer, { readonly values: PersonChangeSent }>();
  const area = operatorsArea.provide({
    actors: {
      list: operatorsList.provide({ actors: { part: operatorsPart.provide({ actors: { load } }) } }),
      person: personForm.provide({ actors: { submit: submit.logic } }),
    },
  });
  return { area: areaOf(area, { name: 'anna', role }).child, submit };
}

describe.each(languages)('in %s', (language) => {
  test('the set-up is presentable in every state', { tags: 'long' }, async () => {
    const forms = {
      password: createActor(setupPasswordForm, { input: { now: () => 0 } }).getSnapshot(),
      app: createActor(setupAppForm, { input: { now: () => 0 } }).getSnapshot(),
      passkey: createActor(setupPasskeyForm, { input: { now: () => 0 } }).getSnapshot(),
    };
    const seen = new Set<string>();
    for (const snapshot of reachableSnapshots(quietSetup, setupPaths)) {
      seen.add(String(snapshot.value));
      const children = snapshot.matches('choosing')
        ? { password: forms.password }
        : snapshot.matches('app')
          ? { app: forms.app }
          : snapshot.matches('passkey')
            ? { passkey: forms.passkey }
            : {};
      const setup = actorAt(quietSetup, snapshot, children);
      const drawn = draw(<OperatorSetup setup={setup} preferences={preferences()} />, language, {
        isWhole: true,
      });
      await expectPresentable();
      drawn.unmount();
    }
    expect([...seen].toSorted()).toEqual([
      'app',
      'checking',
      'choosing',
      'done',
      'passkey',
      'refused',
      'unreachable',
    ]);
  });

  test('the login is presentable while a passkey is asked for, and after it failed', {
    tags: 'long',
  }, async () => {
    for (const snapshot of reachableSnapshots(operatorPasskeyMachine, passkeyPaths)) {
      const form = createActor(operatorLoginForm, { input: { now: () => 0 } }).start();
      const passkey = actorAt(operatorPasskeyMachine, snapshot);
      const drawn = draw(
        <OperatorLogin login={form} passkey={passkey} expired={null} onDiscard={() => {}} />,
        language,
      );
      await expectPresentable();
      drawn.unmount();
    }
  });

  test.each([
    ['both factors', ownLogin],
    ['an app alone', { ...ownLogin, passkeys: [] }],
    ['a passkey alone', { ...ownLogin, totp: null }],
    ['nothing that could be read', 'failed'],
  ])('the own login is presentable with %s', { tags: 'long' }, async (_, data) => {
    const { area } = login(data);
    draw(<OwnLoginScreen area={area} />, language);
    await arrives(() => {});
    await expectPresentable();
  });

  test.each(['password', 'setUpApp', 'removeApp', 'addPasskey', 'renamePasskey', 'removePasskey'] as const)(
    'the dialog of %s is presentable, and so is what it leads to',
    { tags: 'long' },
    async (change) => {
      const { area, change: submit } = login();
      draw(<OwnLoginScreen area={area} />, language);
      const passkey = ownLogin.passkeys[0]?.id ?? '';
      await arrives(() =>
        area.send({ type: 'change.requested', change, passkey, name: 'Laptop', hasPasskey: true }),
      );
      await screen.findByRole('dialog');
      await expectPresentable();
      const form = area.getSnapshot().children.loginChange;
      await arrives(() => {
        form?.send({ type: 'field.changed', name: 'password', value: 'Another-2026-lighthouse' });
        form?.send({ type: 'form.submitted' });
      });
      const answer =
        change === 'setUpApp' ? ({ kind: 'secret', ...appSecret } as const) : ({ kind: 'done' } as const);
      await arrives(() => submit.last().answer(answer));
      await expectPresentable();
      expect(screen.queryByRole('dialog') !== null).toBe(change === 'setUpApp');
    },
  );

  test('the operators are presentable: the list, each of them, each change and its outcome', {
    tags: 'long',
  }, async () => {
    const people = [
      person(),
      person({
        name: 'dora',
        status: 'invited',
        last_seen_at: null,
        invited_until: '2026-11-21T09:00:00.000Z',
      }),
      person({ name: 'emil', status: 'disabled', role: 'janitor' }),
      person({ name: 'anna', role: 'administrator' }),
    ];
    const { area, submit } = operators(people);
    draw(<OperatorsScreen area={area} />, language);
    await arrives(() => {});
    await expectPresentable();
    for (const item of people) {
      await arrives(() => area.send({ type: 'item.opened', item }));
      await screen.findByRole('dialog');
      await expectPresentable();
      await arrives(() => area.send({ type: 'dialog.closed' }));
    }
    const answers: readonly PersonAnswer[] = [
      { kind: 'done' },
      { kind: 'proposed' },
      {
        kind: 'link',
        name: 'carl',
        url: `http://localhost/#/setup/${'A'.repeat(43)}`,
        expires_at: '2026-11-21T09:00:00.000Z',
      },
    ];
    for (const [index, change] of (['link', 'role', 'reset', 'disable'] as const).entries()) {
      await arrives(() => area.send({ type: 'item.opened', item: person() }));
      await arrives(() => area.send({ type: 'change.requested', change }));
      await expectPresentable();
      await arrives(() => area.getSnapshot().children.person?.send({ type: 'form.submitted' }));
      await arrives(() => submit.last().answer(answers[index % 3] ?? { kind: 'done' }));
      await expectPresentable();
      await arrives(() => area.send({ type: 'dialog.closed' }));
    }
    await arrives(() => area.send({ type: 'invitation.requested' }));
    await expectPresentable();
  });
});

describe('by keyboard', () => {
  let user: ReturnType<typeof userEvent.setup>;
  beforeEach(() => {
    user = userEvent.setup();
  });

  test('the last factor cannot be removed, and the button says why', async () => {
    const { area } = login({ ...ownLogin, totp: null });
    draw(<OwnLoginScreen area={area} />);
    const remove = await screen.findByRole('button', { name: 'Remove passkey: Laptop' });
    expect(remove.getAttribute('aria-disabled')).toBe('true');
    await user.click(remove);
    expect(area.getSnapshot().value).toBe('viewing');
  });

  test('with a passkey the proof is asked of it when nothing is typed', async () => {
    const { area, change } = login();
    draw(<OwnLoginScreen area={area} />);
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await screen.findByText('Leave both fields empty to confirm with your passkey.');
    await user.type(await screen.findByLabelText('Passkey name'), 'Desk{Enter}');
    expect(change.last().input.values).toMatchObject({ change: 'addPasskey', name: 'Desk', proof: null });
  });

  test('an administrator invites somebody, and hands the link over', async () => {
    const { area, submit } = operators([]);
    draw(<OperatorsScreen area={area} />);
    await user.click(await screen.findByRole('button', { name: 'Invite an operator' }));
    await user.type(await screen.findByLabelText('Name'), 'carl');
    await user.click(screen.getByRole('button', { name: /Role/ }));
    await user.click(await screen.findByRole('option', { name: 'treasury' }));
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    expect(submit.last().input.values).toEqual({ change: 'invite', name: 'carl', role: 'treasury' });
    const url = `http://localhost/#/setup/${'A'.repeat(43)}`;
    await arrives(() =>
      submit.last().answer({ kind: 'link', name: 'carl', url, expires_at: '2026-11-21T09:00:00.000Z' }),
    );
    await screen.findByText(url);
  });

  test('who may not change operators is offered nothing, and nobody resets themselves', async () => {
    const { area } = operators([person()], 'compliance');
    const drawn = draw(<OperatorsScreen area={area} />);
    await arrives(() => area.send({ type: 'item.opened', item: person() }));
    expect(screen.queryByRole('button', { name: 'Reset login' })).toBeNull();
    expect(text()).not.toContain('Invite an operator');
    drawn.unmount();
    const own = operators([person({ name: 'anna' })]).area;
    draw(<OperatorsScreen area={own} />);
    await arrives(() => own.send({ type: 'item.opened', item: person({ name: 'anna' }) }));
    const reset = await screen.findByRole('button', { name: 'Reset login' });
    expect(reset.getAttribute('aria-disabled')).toBe('true');
  });
});
