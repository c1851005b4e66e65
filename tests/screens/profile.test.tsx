import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { CallError } from '../../contract/failure.ts';
import type { OpenSession, SignInMethods } from '../../contract/security.ts';
import type { User } from '../../contract/user.ts';
import { avatarMachine } from '../../src/machines/profile/avatarMachine.ts';
import { PictureSection } from '../../src/screens/profile/PictureSection.tsx';
import ProfileScreen from '../../src/screens/profile/ProfileScreen.tsx';
import { failure } from '../support/actors.ts';
import { actorAt, reachableSnapshots } from '../support/paths.ts';
import { vera } from '../support/people.ts';
import { startProfileArea } from '../support/profile.ts';
import { arrives, describedBy, draw, expectPresentable, type Language, languages } from './draw.tsx';
// Loaded before anybody waits for them: how long a module takes to load is not what is tested.
import '../../src/screens/profile/EmailDialog.tsx';
import '../../src/screens/profile/PasswordDialog.tsx';
import '../../src/screens/profile/PictureDialog.tsx';
import '../../src/screens/profile/RemovalDialog.tsx';
import '../../src/screens/profile/WalletLinkDialog.tsx';

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
const withPassword: SignInMethods = {
  password: true,
  google: false,
  metamask: [],
  email_confirmed: true,
  pending_email: null,
};
const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const linked: SignInMethods = { ...withPassword, google: true, metamask: [address] };
const wordsOf = {
  en: {
    wallet: `Remove browser wallet ${address}`,
    google: 'Remove Google',
    remove: 'Remove',
    add: 'Add browser wallet',
    next: 'Continue',
    current: 'Current password',
    taken: 'This wallet logs in to another account.',
    last: 'This is the only way to log in to your account.',
  },
  ru: {
    wallet: `Удалить браузерный кошелёк ${address}`,
    google: 'Удалить Google',
    remove: 'Удалить',
    add: 'Добавить кошелёк',
    next: 'Продолжить',
    current: 'Текущий пароль',
    taken: 'С этим кошельком входят в другой аккаунт.',
    last: 'Это единственный способ войти в\u00a0ваш аккаунт.',
  },
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
function start(language: Language = 'en', user: User = vera.user, known: SignInMethods = withPassword) {
  const started = startProfileArea({ now });
  const { area, profile, sessions, methods } = started;
  draw(<ProfileScreen area={area} user={user} {...appearance} />, language);
  const load = () =>
    arrives(() => {
      profile.last().answer({ data: user, loadedAt: now });
      sessions.last().answer({ data: [here, elsewhere], loadedAt: now });
      methods.last().answer({ data: known, loadedAt: now });
    });
  return { ...started, arrives, load, user: userEvent.setup() };
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
    const { profile, sessions, methods, arrives } = start(language);
    await arrives(() => {
      profile.last().fail('NETWORK');
      sessions.last().fail('NETWORK');
      methods.last().fail('NETWORK');
    });
    expect(screen.getAllByRole('alert')).toHaveLength(2);
    await expectPresentable();
  });

  test.each([
    ['password', linked, wordsOf[language].wallet],
    ['proof', { ...linked, password: false }, wordsOf[language].google],
  ])('asking before a login method is removed, by %s', async (_, known, name) => {
    const { load, user } = start(language, vera.user, known);
    await load();
    await expectPresentable();
    await user.click(screen.getByRole('button', { name }));
    await screen.findByRole('alertdialog', {}, { timeout: 15_000 });
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: wordsOf[language].remove }),
    );
    await expectPresentable();
  });

  test.each([
    ['password', withPassword],
    ['proof', { ...linked, password: false }],
  ])(
    'adding a browser wallet, by %s: what is asked, what the wallet is asked, and a refusal',
    async (_, known) => {
      const { add, next, taken } = wordsOf[language];
      const { access, load, person, accounts, linking, arrives, user } = start(language, vera.user, known);
      await load();
      await user.click(screen.getByRole('button', { name: add }));
      const dialog = () => screen.getByRole('dialog', { name: add });
      await screen.findByRole('dialog', { name: add }, { timeout: 15_000 });
      await expectPresentable();
      const password = within(dialog()).queryByLabelText(wordsOf[language].current);
      expect(password !== null).toBe(known.password);
      if (password) await user.type(password, 'Correct7horse');
      expect(within(dialog()).getByRole('button', { name: next })).toBeDefined();
      // Not by a press: a button that waits is told by React Aria by its id, for seconds after it has gone.
      await arrives(() => {
        const form = access.getSnapshot().children.walletLink?.getSnapshot().children.personProof;
        form?.send({ type: 'form.submitted' });
        person.last().answer();
      });
      await expectPresentable();
      const second = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
      await arrives(() => accounts.last().answer([address, second]));
      await arrives(() => {});
      expect(linking.last().input.address).toBe(known.metamask.length > 0 ? second : address);
      await arrives(() => linking.last().fail('WALLET_TAKEN'));
      expect(within(dialog()).getByText(taken)).toBeDefined();
      await expectPresentable();
    },
  );

  test('the last login method stays, and it is said why', async () => {
    const known = { ...withPassword, password: false, google: true };
    const { load, user } = start(language, vera.user, known);
    await load();
    const button = screen.getByRole('button', { name: wordsOf[language].google });
    expect(describedBy(button)).toContain(wordsOf[language].last);
    await user.click(button);
    expect(screen.queryByRole('alertdialog')).toBeNull();
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
  expect(describedBy(save)).toContain('You haven’t changed anything yet');
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
  await user.click(screen.getByRole('button', { name: 'End session: Unknown device' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'End session: Unknown device?' });
  expect(ending.calls).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'End session' }));
  await arrives(() => ending.last().fail('NETWORK'));
  expect(within(screen.getByRole('alertdialog')).getByRole('alert').textContent).toContain(
    'We couldn’t end the session.',
  );
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End session' }));
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
  await user.type(within(dialog).getByLabelText('Confirm new password'), 'Correct8horse');
  await user.click(within(dialog).getByRole('button', { name: 'Save password' }));
  await arrives(() =>
    password.last().fail('VALIDATION_FAILED', { fields: { current_password: 'mismatch' } }),
  );
  expect(describedBy(current)).toContain('Wrong current password.');
  await expectPresentable();
});

test('a password that nobody can log in with for want of an address does not let the last wallet go', async () => {
  const { load } = start('en', { ...vera.user, email: null }, { ...withPassword, metamask: [address] });
  await load();
  const button = screen.getByRole('button', { name: `Remove browser wallet ${address}` });
  expect(describedBy(button)).toContain('First add a wallet, or an email address and a password.');
});

test('a wallet is removed with the password: refused in words, then gone, and the focus is at its list', async () => {
  const {
    load,
    removal,
    methods: read,
    arrives,
    user,
  } = start('en', vera.user, { ...withPassword, metamask: [address] });
  await load();
  await user.click(screen.getByRole('button', { name: `Remove browser wallet ${address}` }));
  const dialog = await screen.findByRole(
    'alertdialog',
    { name: 'Remove this browser wallet?' },
    { timeout: 15_000 },
  );
  expect(dialog.textContent).toContain('If you log in with it later, we’ll create a new account.');
  await user.type(within(dialog).getByLabelText('Current password'), 'Correct7horse');
  expect(removal.calls).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await arrives(() => removal.last().fail('LAST_LOGIN_METHOD'));
  expect(document.activeElement?.textContent).toContain('This is the only way to log in to your account.');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(removal.last().input.values).toEqual({
    method: 'wallet',
    address,
    password: 'Correct7horse',
    code: '',
  });
  await arrives(() => removal.last().answer());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await arrives(() => read.last().answer({ data: withPassword, loadedAt: now }));
  expect(screen.queryByRole('button', { name: /^Remove browser wallet/ })).toBeNull();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Other login methods' })),
  );
});

test('a wallet that was added closes the dialog, and the list is read again; ten are enough', async () => {
  const { load, person, accounts, linking, methods: read, arrives, user } = start();
  await load();
  await user.click(screen.getByRole('button', { name: 'Add browser wallet' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add browser wallet' }, { timeout: 15_000 });
  await user.type(within(dialog).getByLabelText('Current password'), 'Correct7horse');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(person.last().input.values).toEqual({ password: 'Correct7horse', code: '' });
  await arrives(() => person.last().answer());
  await arrives(() => accounts.last().answer([address]));
  await arrives(() => {});
  await arrives(() => linking.last().answer());
  expect(screen.queryByRole('dialog')).toBeNull();
  const many = Array.from({ length: 10 }, (_, at) => `0x${String(at).padStart(40, '0')}`);
  await arrives(() => read.last().answer({ data: { ...withPassword, metamask: many }, loadedAt: now }));
  const button = screen.getByRole('button', { name: 'Add browser wallet' });
  expect(describedBy(button)).toContain('up to 10 browser wallets');
});
