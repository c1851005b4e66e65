import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { OpenSession, WaysIn } from '../../contract/security.ts';
import type { User } from '../../contract/user.ts';
import { avatarMachine } from '../../src/machines/avatarMachine.ts';
import type { Loaded } from '../../src/machines/createResourceMachine.ts';
import { endSessionMachine } from '../../src/machines/endSessionMachine.ts';
import { notificationsMachine } from '../../src/machines/notificationsMachine.ts';
import { type PasswordValues, passwordMachine } from '../../src/machines/passwordMachine.ts';
import { type Changes, personalMachine } from '../../src/machines/personalMachine.ts';
import { profileArea, profileMachine, sessionsMachine, waysMachine } from '../../src/machines/profileArea.ts';
import { PictureSection } from '../../src/screens/profile/PictureSection.tsx';
import ProfileScreen from '../../src/screens/profile/ProfileScreen.tsx';
import { failure, manualCall, settled } from '../support/actors.ts';
import { holderInput, shown } from '../support/areas.ts';
import { actorAt, reachableSnapshots } from '../support/paths.ts';
import { vera } from '../support/people.ts';
import { describedBy, draw, expectPresentable, type Language, languages } from './draw.tsx';

const now = Date.parse('2026-11-20T12:00:00Z');
const here: OpenSession = {
  id: 'session-1',
  device: 'Chrome · Linux',
  ip: '203.0.113.7',
  created_at: '2026-11-20T09:00:00.000Z',
  last_seen_at: '2026-11-20T11:59:00.000Z',
  current: true,
};
const elsewhere: OpenSession = { ...here, id: 'session-2', device: null, current: false };
const ways: WaysIn = {
  password: true,
  google: false,
  metamask: [],
  email_confirmed: true,
  pending_email: null,
};
const appearance = {
  language: {
    label: 'Language',
    options: [
      { value: 'en' as const, label: 'English' },
      { value: 'ru' as const, label: 'Русский' },
    ],
    value: 'en' as const,
    onChange: () => {},
  },
  theme: {
    label: 'Theme',
    labels: { system: 'System', light: 'Light', dark: 'Dark' },
    value: 'system' as const,
    onChange: () => {},
  },
};

/** The profile with real flows, whose calls a test answers by hand. */
function start(language: Language = 'en', user: User = vera.user) {
  const calls = {
    profile: manualCall<Loaded<User>, { readonly fresh: boolean }>(),
    sessions: manualCall<Loaded<readonly OpenSession[]>, { readonly fresh: boolean }>(),
    ways: manualCall<Loaded<WaysIn>, { readonly fresh: boolean }>(),
    personal: manualCall<User, { readonly values: Changes }>(),
    password: manualCall<void, { readonly values: PasswordValues }>(),
    ending: manualCall<void, { readonly id: string | null }>(),
  };
  const notifications = createActor(notificationsMachine, { input: { now: () => now } }).start();
  const logic = profileArea.provide({
    actors: {
      profile: profileMachine.provide({ actors: { load: calls.profile.logic } }),
      sessions: sessionsMachine.provide({ actors: { load: calls.sessions.logic } }),
      ways: waysMachine.provide({ actors: { load: calls.ways.logic } }),
      avatar: avatarMachine.provide({ actions: { closePicture: () => {} } }),
      personal: personalMachine.provide({ actors: { submit: calls.personal.logic } }),
      password: passwordMachine.provide({ actors: { submit: calls.password.logic } }),
      endSession: endSessionMachine.provide({ actors: { endSession: calls.ending.logic } }),
    },
    actions: { report: () => {} },
  });
  const host = setup({ actors: { area: logic } }).createMachine({
    invoke: {
      id: 'area',
      src: 'area',
      input: { ...holderInput(() => now, notifications), shown: shown('profile', 'profile') },
    },
  });
  const { area } = createActor(host).start().getSnapshot().children;
  if (!area) throw new Error('no area');
  draw(<ProfileScreen area={area} user={user} {...appearance} />, language);
  const arrives = (what: () => void) =>
    act(async () => {
      what();
      await settled();
    });
  const load = () =>
    arrives(() => {
      calls.profile.last().answer({ data: user, loadedAt: now });
      calls.sessions.last().answer({ data: [here, elsewhere], loadedAt: now });
      calls.ways.last().answer({ data: ways, loadedAt: now });
    });
  return { ...calls, arrives, load, user: userEvent.setup() };
}

describe.each(languages)('in %s', (language) => {
  test('still to come, there, and locked by documents', async () => {
    const { load } = start(language);
    await expectPresentable();
    await load();
    await expectPresentable();
  });

  test('what was verified is shown and not asked for', async () => {
    const { load } = start(language, { ...vera.user, kyc_status: 'approved' });
    await load();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByText('Vera')).toBeDefined();
    await expectPresentable();
  });

  test('nothing could be had', async () => {
    const { profile, sessions, ways: waysCall, arrives } = start(language);
    await arrives(() => {
      profile.last().fail('NETWORK');
      sessions.last().fail('NETWORK');
      waysCall.last().fail('NETWORK');
    });
    expect(screen.getAllByRole('alert')).toHaveLength(2);
    await expectPresentable();
  });

  const error = [
    new CallError(failure('NETWORK')),
    new CallError(failure('FILE_TYPE', { fields: { avatar: 'file_type' } })),
  ];
  const pictures = reachableSnapshots(
    avatarMachine.provide({ actions: { closePicture: () => {}, report: () => {} } }),
    {
      input: undefined,
      events: [
        { type: 'file.chosen', file: new File(['a'], 'me.png') },
        { type: 'area.chosen', area: { x: 0, y: 0, width: 10, height: 10 } },
        { type: 'area.accepted' },
        { type: 'avatar.removed' },
      ],
      answers: {
        openPicture: { done: ['blob:me'], error },
        sendAvatar: { error },
        removeAvatar: { error },
      },
      distinguish: ({ context }) => [context.failure, context.area],
    },
  ).filter((snapshot) => !snapshot.matches('cutting'));
  test.each(pictures.map((snapshot, index) => [index, snapshot.value, snapshot] as const))(
    'picture %i (%j) can be drawn',
    async (_, __, snapshot) => {
      draw(
        <>
          <h1>Page</h1>
          <PictureSection avatar={actorAt(avatarMachine, snapshot)} user={vera.user} />
        </>,
        language,
      );
      await expectPresentable();
    },
  );
});

test('there is nothing to save before something was changed, and a taken name stands at its field', async () => {
  const { load, personal, arrives, user } = start();
  await load();
  const save = screen.getByRole('button', { name: 'Save changes' });
  expect(describedBy(save)).toContain('There is nothing to save');
  const name = screen.getByRole('textbox', { name: 'Username' });
  await user.clear(name);
  await user.type(name, 'anna');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(personal.last().input.values).toEqual({ username: 'anna' });
  await arrives(() => personal.last().fail('USERNAME_TAKEN'));
  expect(describedBy(name)).toContain('This username is already taken.');
  expect(document.activeElement?.textContent).toContain('1 field needs a change');
});

test('a session is ended after a question, and its name is in it', async () => {
  const { load, ending, arrives, user } = start();
  await load();
  await user.click(screen.getByRole('button', { name: 'End this session on Unknown device' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'End the session on Unknown device?' });
  expect(ending.calls).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'End this session' }));
  await arrives(() => ending.last().fail('NETWORK'));
  expect(within(screen.getByRole('alertdialog')).getByRole('alert').textContent).toContain(
    'The session could not be ended.',
  );
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End this session' }));
  await arrives(() => ending.last().answer());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a wrong current password stands at its field, and the dialog stays', async () => {
  const { load, password, arrives, user } = start();
  await load();
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change your password' }, { timeout: 15_000 });
  const current = within(dialog).getByLabelText('Current password');
  await user.type(current, 'Wrong1');
  await user.type(within(dialog).getByLabelText('New password'), 'Correct8horse');
  await user.type(within(dialog).getByLabelText('New password once more'), 'Correct8horse');
  await user.click(within(dialog).getByRole('button', { name: 'Save password' }));
  await arrives(() =>
    password.last().fail('VALIDATION_FAILED', { fields: { current_password: 'mismatch' } }),
  );
  expect(describedBy(current)).toContain('This is not your current password.');
  await expectPresentable();
});
