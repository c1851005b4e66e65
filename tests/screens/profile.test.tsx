import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, fromPromise } from 'xstate';
import type { Closing } from '../../contract/accountData.ts';
import { CallError } from '../../contract/failure.ts';
import type { OpenSession, SignInMethods } from '../../contract/security.ts';
import type { ToldSecuritySettings } from '../../contract/securitySettings.ts';
import type { SignIn } from '../../contract/signIns.ts';
import type { User } from '../../contract/user.ts';
import { type AvatarUpload, avatarMachine } from '../../src/machines/profile/avatarMachine.ts';
import { discoverabilityMachine } from '../../src/machines/profile/discoverabilityMachine.ts';
import type { ProfileAreaRef } from '../../src/machines/profile/profileArea.ts';
import { instantText } from '../../src/screens/core/dates.ts';
import { AccountDataSection } from '../../src/screens/profile/AccountDataSection.tsx';
import { DiscoverabilitySection } from '../../src/screens/profile/DiscoverabilitySection.tsx';
import { LimitsSection } from '../../src/screens/profile/LimitsSection.tsx';
import { PictureSection } from '../../src/screens/profile/PictureSection.tsx';
import ProfileScreen from '../../src/screens/profile/ProfileScreen.tsx';
import { SecuritySection } from '../../src/screens/profile/SecuritySection.tsx';
import { SessionSection } from '../../src/screens/profile/SessionSection.tsx';
import { failure, manualCall } from '../support/actors.ts';
import { currencyActor } from '../support/currency.ts';
import { fillIn } from '../support/fillIn.ts';
import { actorAt, reachableSnapshots } from '../support/paths.ts';
import { vera } from '../support/people.ts';
import { startProfileArea } from '../support/profile.ts';
import {
  arrives,
  describedBy,
  draw,
  everyState,
  expectPresentable,
  type Language,
  languages,
  spinnerGone,
} from './draw.tsx';
// Loaded before anybody waits for them: how long a module takes to load is not what is tested.
import '../../src/screens/profile/AccountDataDialog.tsx';
import '../../src/screens/profile/EmailDialog.tsx';
import '../../src/screens/profile/FactorsDialog.tsx';
import '../../src/screens/profile/LoginHistoryDialog.tsx';
import '../../src/screens/profile/LimitsDialog.tsx';
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
const login: SignIn = {
  id: 'login-1',
  first_at: '2026-11-20T09:00:00.000Z',
  at: '2026-11-20T09:00:00.000Z',
  device: 'Chrome · Linux',
  network: '203.0.113.0/24',
  method: 'password',
  second_factor: 'totp',
  outcome: 'succeeded',
  attempts: 1,
};
const logins: readonly SignIn[] = [
  login,
  ...(['wrong_password', 'wrong_code', 'code_missing', 'throttled', 'refused', 'unknown'] as const).map(
    (outcome, index): SignIn => ({
      ...login,
      id: outcome,
      device: null,
      method: (['password', 'wallet', 'google', 'passkey', 'unknown'] as const)[index] ?? 'unknown',
      second_factor: null,
      outcome,
      attempts: 3,
    }),
  ),
];
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
    taken: 'This wallet is already a login method of another account.',
    download: 'Download data',
    endOthers: 'End other sessions',
    close: 'Close account',
    again: 'Check again',

    history: 'View history',
    nextPage: 'Next',
    noCode: 'No code entered',
    setUp: 'Set up',
    limits: 'Set limits',
    rules: 'Set rules',
    lock: 'Set lock',
    phrase: 'Set phrase',
    savePhrase: 'Save phrase',
    ownPhrase: 'Your phrase',
    saveRules: 'Save rules',
    saveLock: 'Save lock',
    only: 'Send only to saved addresses',
    takeBackOnly: 'Cancel change: Send only to saved addresses',
    daily: 'Limit for 24 hours, USDT',
    takeBack: 'Cancel change: Limit for 24 hours, USDT',
    locked: 'Your security settings are locked.',
    turnOff: 'Turn off',
    codesTitle: 'Save your recovery codes',
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
    download: 'Скачать данные',
    endOthers: 'Завершить остальные',
    close: 'Закрыть аккаунт',
    again: 'Проверить ещё раз',
    history: 'Показать историю',
    nextPage: 'Вперёд',
    noCode: 'Код не введён',
    setUp: 'Настроить',
    limits: 'Задать лимиты',
    rules: 'Задать правила',
    lock: 'Задать блокировку',
    phrase: 'Задать фразу',
    savePhrase: 'Сохранить фразу',
    ownPhrase: 'Ваша фраза',
    saveRules: 'Сохранить правила',
    saveLock: 'Сохранить',
    only: 'Отправлять только на\u00a0сохранённые адреса',
    takeBackOnly: 'Отменить изменение: Отправлять только на\u00a0сохранённые адреса',
    daily: 'Лимит за 24\u00a0часа, USDT',
    takeBack: 'Отменить изменение: Лимит за 24\u00a0часа, USDT',
    locked: 'Настройки безопасности заблокированы.',
    turnOff: 'Выключить',
    codesTitle: 'Сохраните резервные коды',
    last: 'Это единственный способ войти в\u00a0ваш аккаунт.',
  },
};
const passkeyWords = {
  en: {
    addPasskey: 'Add a passkey',
    rename: 'Rename passkey',
    remove: 'Remove passkey',
    cancelled: 'The passkey request was cancelled or timed out.',
    cancel: 'Cancel',
  },
  ru: {
    addPasskey: 'Добавить ключ',
    rename: 'Переименовать ключ доступа',
    remove: 'Удалить ключ доступа',
    cancelled: 'Запрос ключа доступа отменён, или время истекло.',
    cancel: 'Отмена',
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
  currency: currencyActor(),
};

type Part = (area: ProfileAreaRef, user: User) => ReactNode;

const whole: Part = (area, user) => <ProfileScreen area={area} user={user} {...appearance} />;

/** A part of the profile alone: for its dialogs, behind which the other parts would be drawn and searched again and again. */
const alone =
  (part: Part): Part =>
  (area, user) => (
    <>
      <h1>Page</h1>
      {part(area, user)}
    </>
  );
const security = alone((area, user) => <SecuritySection area={area} user={user} />);
const accountData = alone((area, user) => <AccountDataSection area={area} terms={user.terms} />);
const openSessions = alone((area) => {
  const { sessions, endSession } = area.getSnapshot().children;
  return sessions && endSession && <SessionSection area={area} sessions={sessions} ending={endSession} />;
});

/** The profile, or a part of it, with real flows, whose calls a test answers by hand. */
function start(
  language: Language = 'en',
  user: User = vera.user,
  known: SignInMethods = withPassword,
  part: Part = whole,
) {
  const started = startProfileArea({ now });
  const { area, profile, sessions, methods } = started;
  draw(part(area, user), language);
  const load = () =>
    arrives(() => {
      profile.last().answer({ data: user, loadedAt: now });
      sessions.last().answer({ data: [here, elsewhere], loadedAt: now });
      methods.last().answer({ data: known, loadedAt: now });
    });
  return { ...started, arrives, load, user: userEvent.setup() };
}

const kept_until = '2031-11-20T12:00:00.000Z';
const obstacles: Closing['obstacles'] = [
  { reason: 'frozen', token: null, amount: null, until: null },
  { reason: 'locked', token: null, amount: null, until: null },
  { reason: 'locked', token: null, amount: null, until: '2026-11-27T12:00:00.000Z' },
  { reason: 'balance', token: 'USDT', amount: '1234.5', until: null },
  { reason: 'hold', token: 'ZST', amount: '0.000000000000000001', until: null },
  { reason: 'payment', token: 'USDT', amount: '20', until: null },
  { reason: 'deposit', token: 'STO', amount: '3', until: null },
  { reason: 'unknown', token: null, amount: null, until: null },
];
const ownLimits: ToldSecuritySettings = {
  ...{ daily_limit: '500', payment_limit: '100', proof_above: null, lock_days: 0, pending: [] },
  ...{ allow_list_only: false, address_wait_hours: null, phrase: null },
};
const pendingLimits: ToldSecuritySettings['pending'] = [
  { member: 'daily_limit', value: '1000.5', from: '2026-11-21T11:00:00.000Z' },
  { member: 'payment_limit', value: null, from: '2026-11-21T11:30:00.000Z' },
];

/** A dialog of settings without the rest of the profile. */
async function startLimits(language: Language, topic: 'limits' | 'rules' | 'lock' | 'phrase' = 'limits') {
  const started = startProfileArea({ now });
  const user = userEvent.setup();
  draw(
    <>
      <h1>Page</h1>
      <LimitsSection area={started.area} methods={withPassword} factor="none" />
    </>,
    language,
  );
  await user.click(screen.getByRole('button', { name: wordsOf[language][topic] }));
  await screen.findByRole('dialog', {}, { timeout: 40_000 });
  return { ...started, arrives, user };
}

describe.each(languages)('in %s', (language) => {
  test('still to come, there, and locked by documents', async () => {
    const { load } = start(language);
    await expectPresentable();
    await load();
    await expectPresentable();
  });

  test('an index leads to the heading of each part, and the address stays', async () => {
    const { load, user } = start(language);
    await load();
    const [index] = screen.getAllByRole('navigation');
    const links = within(index ?? document.body).getAllByRole('link');
    expect(links).toHaveLength(8);
    const scrolled: Element[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolled.push(this);
    };
    const before = window.location.href;
    for (const link of links) {
      await user.click(link);
      const heading = screen.getByRole('heading', { level: 2, name: link.textContent ?? '' });
      expect(document.activeElement).toBe(heading);
      expect(scrolled.at(-1)).toBe(heading);
    }
    expect(window.location.href).toBe(before);
  });

  test('an address that names a part leads to its heading', async () => {
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView');
    window.history.replaceState(null, '', '/profile#profile-security');
    try {
      start(language);
      const heading = screen.getByRole('heading', { name: language === 'en' ? 'Security' : 'Безопасность' });
      await waitFor(() => expect(document.activeElement).toBe(heading));
      expect(seen.mock.contexts).toEqual([heading]);
    } finally {
      window.history.replaceState(null, '', '/');
      seen.mockRestore();
    }
  });

  test('second factors: none, on, and each step of the dialog', async () => {
    const { load, factors, factorChange, totp, arrives, user } = start(
      language,
      vera.user,
      withPassword,
      security,
    );
    await load();
    const none = { totp: null, passkeys: [], recovery_codes_left: 0 };
    await arrives(() => factors.last().answer({ data: none, loadedAt: now }));
    await expectPresentable();
    const { setUp, codesTitle, turnOff } = wordsOf[language];
    await user.click(screen.getByRole('button', { name: setUp }));
    await screen.findByRole('dialog', {}, { timeout: 40_000 });
    await expectPresentable();
    await fillIn(user, screen.getByLabelText(wordsOf[language].current), 'Correct7horse{Enter}');
    await arrives(() =>
      factorChange.last().answer({
        kind: 'secret',
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Zesto:vera?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Zesto',
      }),
    );
    await expectPresentable();
    expect(screen.getByRole('img')).toBeDefined();
    await fillIn(user, screen.getByRole('textbox'), '123456{Enter}');
    await arrives(() => totp.last().fail('VALIDATION_FAILED', { fields: { code: 'mismatch' } }));
    await expectPresentable();
    await user.type(screen.getByRole('textbox'), '{Enter}');
    const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-pqrs-tuvw-xyz${index}`);
    await arrives(() => totp.last().answer(codes));
    const dialog = () => screen.getByRole('dialog', { name: codesTitle });
    expect(within(dialog()).getAllByRole('listitem')).toHaveLength(10);
    await user.click(within(dialog()).getAllByRole('button').at(-1) ?? dialog());
    await expectPresentable();
    await user.click(within(dialog()).getByRole('checkbox'));
    await user.click(within(dialog()).getAllByRole('button').at(-1) ?? dialog());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const totpOn = { created_at: '2026-11-20T11:00:00.000Z', last_used_at: '2026-11-20T11:30:00.000Z' };
    const passkey = { id: 'p', name: 'Phone', backed_up: true, ...totpOn };
    const on = { totp: totpOn, passkeys: [passkey], recovery_codes_left: 9 };
    await arrives(() => factors.last().answer({ data: on, loadedAt: now }));
    await expectPresentable();
    await user.click(screen.getByRole('button', { name: turnOff }));
    await screen.findByRole('alertdialog', {}, { timeout: 40_000 });
    expect(screen.queryByLabelText(wordsOf[language].current)).toBeNull();
    await expectPresentable();
  });

  test('the login history is read when it is opened: to come, there, the next page', async () => {
    const { load, signIns, arrives, user } = start(language, vera.user, withPassword, security);
    await load();
    expect(signIns.calls).toEqual([]);
    const { history, nextPage, noCode } = wordsOf[language];
    await user.click(screen.getByRole('button', { name: history }));
    const dialog = await screen.findByRole('dialog', {}, { timeout: 40_000 });
    await expectPresentable();
    const meta = { page: 1, per_page: 20, total: 21 };
    await arrives(() => signIns.last().answer({ data: { data: logins, meta }, loadedAt: now }));
    await expectPresentable();
    expect(within(dialog).getByText(noCode)).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: nextPage }));
    expect(signIns.last().input.key).toBe('2');
    await arrives(() => signIns.last().fail('INTERNAL'));
    await expectPresentable();
    await user.click(within(dialog).getByRole('button', { name: nextPage }));
    const last = { data: logins.slice(0, 1), meta: { ...meta, page: 2 } };
    await arrives(() => signIns.last().answer({ data: last, loadedAt: now }));
    const [shown = dialog] = within(dialog).getAllByRole('list');
    expect(within(shown).getAllByRole('listitem')).toHaveLength(1);
    expect(within(dialog).getByRole('button', { name: nextPage }).getAttribute('aria-disabled')).toBe('true');
    await expectPresentable();
    await user.click(within(dialog).getAllByRole('button')[0] ?? dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('passkeys: each change has its dialog, and what the browser refuses is told', async () => {
    const { load, factors, factorChange, arrives, user } = start(language, vera.user, withPassword, security);
    await load();
    const times = { created_at: '2026-11-20T11:00:00.000Z', last_used_at: null };
    const passkeys = [
      { id: 'p', name: 'Phone', backed_up: true, ...times },
      { id: 'k', name: 'Key', backed_up: false, ...times },
    ];
    await arrives(() =>
      factors.last().answer({ data: { totp: null, passkeys, recovery_codes_left: 10 }, loadedAt: now }),
    );
    const { addPasskey, rename, remove, cancelled, cancel } = passkeyWords[language];
    await expectPresentable();
    const close = async () => {
      await user.click(screen.getByRole('button', { name: cancel }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };

    await user.click(screen.getByRole('button', { name: addPasskey }));
    const adding = await screen.findByRole('dialog', {}, { timeout: 40_000 });
    const [name, otp] = within(adding).getAllByRole<HTMLInputElement>('textbox');
    expect([name?.value, otp?.required, within(adding).queryByLabelText(wordsOf[language].current)]).toEqual([
      'Chrome · Linux',
      false,
      null,
    ]);
    await user.type(name ?? adding, '{Enter}');
    await arrives(() => factorChange.last().fail('PASSKEY_CANCELLED'));
    expect(screen.getByRole('dialog').textContent).toContain(cancelled);
    await expectPresentable();
    await close();

    await user.click(screen.getByRole('button', { name: `${rename}: Key` }));
    const renaming = await screen.findByRole('dialog', {}, { timeout: 40_000 });
    expect(within(renaming).getByRole<HTMLInputElement>('textbox').value).toBe('Key');
    await expectPresentable();
    await close();

    await user.click(screen.getByRole('button', { name: `${remove}: Phone` }));
    const removing = await screen.findByRole('alertdialog', {}, { timeout: 40_000 });
    expect(removing.textContent).toContain('Phone');
    await expectPresentable();
  });

  test('other sessions are ended after a proof: asked, refused at its field, by a code, done', async () => {
    const { load, ending, arrives, toasts, user } = start(language, vera.user, withPassword, openSessions);
    const { endOthers, current } = wordsOf[language];
    await load();
    await user.click(screen.getByRole('button', { name: endOthers }));
    const dialog = await screen.findByRole('alertdialog', {}, { timeout: 40_000 });
    await expectPresentable();
    await fillIn(user, within(dialog).getByLabelText(current), 'Wrong7horse{Enter}');
    await arrives(() => ending.last().fail('VALIDATION_FAILED', { fields: { otp: 'required' } }));
    await expectPresentable();
    // A factor that was added elsewhere in the meantime: the page did not know of it.
    const code = within(dialog).getByRole('textbox');
    await fillIn(user, code, '123456{Enter}');
    expect(ending.last().input.values).toMatchObject({ id: null, otp: '123456' });
    await arrives(() => ending.last().answer());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(toasts()).toEqual(['sessionsEnded']);
  });

  test('everything is downloaded after a proof: asked, refused at its field, on its way, done', async () => {
    const { load, accountExport, arrives, toasts, user } = start(
      language,
      vera.user,
      withPassword,
      accountData,
    );
    const { download, current } = wordsOf[language];
    await load();
    await user.click(screen.getByRole('button', { name: download }));
    const dialog = await screen.findByRole('dialog', {}, { timeout: 40_000 });
    await expectPresentable();
    await fillIn(user, within(dialog).getByLabelText(current), 'Wrong7horse{Enter}');
    await arrives(() => accountExport.last().fail('VALIDATION_FAILED', { fields: { password: 'mismatch' } }));
    await expectPresentable();
    await user.type(within(dialog).getByLabelText(current), '{Enter}');
    expect(accountExport.last().input.values.password).toBe('Wrong7horse');
    await arrives(() => accountExport.last().answer(undefined));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toasts()).toEqual(['accountExported']);
  });

  test('closing: not to be had, everything in the way with its way on, refused at its field, done', async () => {
    const { load, readingClosing, closingAccount, arrives, user } = start(
      language,
      vera.user,
      withPassword,
      accountData,
    );
    const { close, again, current, download } = wordsOf[language];
    const { cancel } = passkeyWords[language];
    await load();
    await user.click(screen.getByRole('button', { name: close }));
    const dialog = await screen.findByRole('alertdialog', {}, { timeout: 40_000 });
    await expectPresentable();
    await arrives(() => readingClosing.last().fail('NETWORK'));
    await spinnerGone();
    await expectPresentable();
    await user.click(within(within(dialog).getByRole('alert')).getByRole('button'));
    await arrives(() => readingClosing.last().answer({ obstacles, kept_until }));
    await spinnerGone();
    await expectPresentable();
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(obstacles.length);
    expect(
      within(dialog)
        .getAllByRole('link')
        .map((each) => each.getAttribute('href')),
    ).toEqual([
      '/support',
      '/transactions',
      '/support',
      ...Array(2).fill('/transactions/history'),
      '/support',
    ]);
    await user.click(within(dialog).getByRole('button', { name: again }));
    await arrives(() => readingClosing.last().answer({ obstacles: [], kept_until }));
    await spinnerGone();
    await expectPresentable();
    expect(dialog.textContent).toMatch(/2031/);
    expect(within(dialog).getByRole('button', { name: download })).toBeDefined();
    await fillIn(user, within(dialog).getByLabelText(current), 'Wrong7horse{Enter}');
    await arrives(() =>
      closingAccount.last().fail('VALIDATION_FAILED', { fields: { password: 'mismatch' } }),
    );
    await expectPresentable();
    await user.type(within(dialog).getByLabelText(current), '{Enter}');
    await user.click(within(dialog).getByRole('button', { name: cancel }));
    expect(screen.getByRole('alertdialog')).toBe(dialog);
    await arrives(() => closingAccount.last().answer({ hindered: null }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  test('closing: the copy of the data is offered first', async () => {
    const { load, readingClosing, arrives, user } = start(language, vera.user, withPassword, accountData);
    const { close, download } = wordsOf[language];
    await load();
    await user.click(screen.getByRole('button', { name: close }));
    await screen.findByRole('alertdialog', {}, { timeout: 40_000 });
    await arrives(() => readingClosing.last().answer({ obstacles: [], kept_until }));
    await spinnerGone();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: download }));
    await screen.findByRole('dialog', {}, { timeout: 40_000 });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('limits: not to be had, then pending, and a change taken back', async () => {
    const { settings, takingBack, arrives, user } = await startLimits(language);
    await arrives(() => settings.last().fail('NETWORK'));
    await spinnerGone();
    await expectPresentable();
    await user.click(within(screen.getByRole('alert')).getByRole('button'));
    await arrives(() => settings.last().answer({ ...ownLimits, pending: pendingLimits }));
    await spinnerGone();
    expect(within(screen.getByRole('dialog')).getAllByRole('listitem')).toHaveLength(2);
    await expectPresentable();
    await user.click(screen.getByRole('button', { name: wordsOf[language].takeBack }));
    await arrives(() => takingBack.last().fail('NETWORK'));
    expect(screen.getByRole('alert')).toBeDefined();
    await user.click(screen.getByRole('button', { name: wordsOf[language].takeBack }));
    const left = { ...ownLimits, pending: pendingLimits.slice(1) };
    await arrives(() => takingBack.last().answer(left));
    expect(within(screen.getByRole('dialog')).getAllByRole('listitem')).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('limits: what is typed wrong, a proof that is asked for, the lock', async () => {
    const { settings, settingsChange, arrives, user } = await startLimits(language);
    const words = wordsOf[language];
    await arrives(() => settings.last().answer(ownLimits));
    await spinnerGone();
    const daily = screen.getByRole('textbox', { name: words.daily });
    await user.clear(daily);
    await user.type(daily, '1e400{Enter}');
    expect(daily.getAttribute('aria-invalid')).toBe('true');
    expect(settingsChange.calls).toHaveLength(0);
    await user.clear(daily);
    await user.type(daily, '750{Enter}');
    await arrives(() =>
      settingsChange.last().fail('VALIDATION_FAILED', { fields: { password: 'required' } }),
    );
    await fillIn(user, screen.getByLabelText(words.current), 'Correct7horse{Enter}');
    const until = '2026-11-27T11:00:00.000Z';
    await arrives(() => settingsChange.last().fail('SETTINGS_LOCKED', { until }));
    expect(screen.getByText(words.locked)).toBeDefined();
    expect(screen.getByRole('dialog').textContent).toContain(instantText(until, language));
    await expectPresentable();
    await user.type(screen.getByLabelText(words.current), '{Enter}');
    const ending = { member: 'lock_days' as const, value: 0, from: '2026-11-27T11:00:00.000Z' };
    await arrives(() => settingsChange.last().answer({ ...ownLimits, lock_days: 7, pending: [ending] }));
    await expectPresentable();
    expect(screen.queryByLabelText(words.current)).toBeNull();
    // It is shown where it is set.
    expect(within(screen.getByRole('dialog')).queryByRole('listitem')).toBeNull();
  });

  test('rules for addresses: until when they hold, turned off, and that taken back', async () => {
    const { settings, settingsChange, takingBack, arrives, user } = await startLimits(language, 'rules');
    const words = wordsOf[language];
    const end = { member: 'allow_list_only' as const, value: false, from: '2026-11-23T11:00:00.000Z' };
    await arrives(() =>
      settings.last().answer({ ...ownLimits, allow_list_only: true, address_wait_hours: 30 }),
    );
    await spinnerGone();
    await expectPresentable();
    await user.click(screen.getByRole('checkbox', { name: words.only }));
    await user.click(screen.getByRole('button', { name: words.saveRules }));
    expect(settingsChange.last().input.values.change).toEqual({ allow_list_only: false });
    await arrives(() =>
      settingsChange.last().answer({ ...ownLimits, allow_list_only: true, pending: [...pendingLimits, end] }),
    );
    const [pending, ...others] = within(screen.getByRole('dialog')).getAllByRole('listitem');
    expect(others).toEqual([]);
    expect(pending?.textContent).toContain(instantText(end.from, language));
    await expectPresentable();
    await user.click(screen.getByRole('button', { name: words.takeBackOnly }));
    expect(takingBack.last().input).toEqual({ change: { allow_list_only: true } });
    await arrives(() => takingBack.last().answer({ ...ownLimits, allow_list_only: true }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: words.only }).checked).toBe(true);
  });

  test('the lock: what it means before it is turned on', async () => {
    const { settings, settingsChange, arrives, user } = await startLimits(language, 'lock');
    await arrives(() => settings.last().answer(ownLimits));
    await spinnerGone();
    await expectPresentable();
    await user.click(screen.getByRole('button', { name: /Settings lock|Блокировка настроек/ }));
    const [, one] = screen.getAllByRole('option');
    if (!one) throw new Error('no lock of a day');
    await user.click(one);
    expect(within(screen.getByRole('dialog')).getByText(/2FA/)).toBeDefined();
    await expectPresentable();
    await user.click(screen.getByRole('button', { name: wordsOf[language].saveLock }));
    expect(settingsChange.last().input.values.change).toEqual({ lock_days: 1 });
  });

  test('the anti-phishing phrase: set, proven, and shown', async () => {
    const { settings, settingsChange, arrives, user } = await startLimits(language, 'phrase');
    const words = wordsOf[language];
    await arrives(() => settings.last().answer(ownLimits));
    await spinnerGone();
    await expectPresentable();
    await fillIn(user, screen.getByLabelText(words.ownPhrase), 'Mint & lemon 7');
    await user.click(screen.getByRole('button', { name: words.savePhrase }));
    expect(settingsChange.last().input.values.change).toEqual({ phrase: 'Mint & lemon 7' });
    await arrives(() =>
      settingsChange.last().fail('VALIDATION_FAILED', { fields: { password: 'required' } }),
    );
    await expectPresentable();
    await fillIn(user, screen.getByLabelText(words.current), 'Correct7horse{Enter}');
    await arrives(() => settingsChange.last().answer({ ...ownLimits, phrase: 'Mint & lemon 7' }));
    expect(screen.getByLabelText<HTMLInputElement>(words.ownPhrase).value).toBe('Mint & lemon 7');
  });

  test('what was verified is shown and not asked for', async () => {
    const { load } = start(language, { ...vera.user, kyc_status: 'approved' });
    await load();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByText('Vera')).toBeDefined();
    await expectPresentable();
  });

  test('documents that were rejected are to be replaced', async () => {
    const { load } = start(language, { ...vera.user, kyc_status: 'rejected' });
    await load();
    const name = language === 'en' ? 'Replace documents' : 'Заменить документы';
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/kyc');
  });

  test('nothing could be had', async () => {
    const { profile, sessions, methods, arrives } = start(language);
    await arrives(() => {
      profile.last().fail('NETWORK');
      sessions.last().fail('NETWORK');
      methods.last().fail('NETWORK');
    });
    expect(screen.getAllByRole('alert')).toHaveLength(3);
    await expectPresentable();
  });

  test.each([
    ['password', linked, wordsOf[language].wallet],
    ['proof', { ...linked, password: false }, wordsOf[language].google],
  ])('asking before a login method is removed, by %s', async (_, known, name) => {
    const { load, user } = start(language, vera.user, known, security);
    await load();
    await expectPresentable();
    await user.click(screen.getByRole('button', { name }));
    await screen.findByRole('alertdialog', {}, { timeout: 40_000 });
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
      const { access, load, person, accounts, linking, arrives, user } = start(
        language,
        vera.user,
        known,
        security,
      );
      await load();
      await user.click(screen.getByRole('button', { name: add }));
      const dialog = () => screen.getByRole('dialog', { name: add });
      await screen.findByRole('dialog', { name: add }, { timeout: 40_000 });
      await expectPresentable();
      const password = within(dialog()).queryByLabelText(wordsOf[language].current);
      expect(password !== null).toBe(known.password);
      if (password) await fillIn(user, password, 'Correct7horse');
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
  const silent = avatarMachine.provide({ actions: { report: () => {}, reportOutdated: () => {} } });
  const pictures = reachableSnapshots(silent, {
    input: undefined,
    events: [
      { type: 'file.chosen', file: new File(['a'], 'me.png') },
      { type: 'area.chosen', area: { x: 0, y: 0, width: 10, height: 10 } },
      { type: 'area.accepted' },
      { type: 'avatar.removed' },
    ],
    answers: {
      openPicture: { done: ['blob:me'], error },
      holdPicture: {},
      sendAvatar: { error },
      removeAvatar: { error },
    },
    distinguish: ({ context }) => [context.failure, context.area],
  }).filter((snapshot) => !snapshot.matches('cutting'));
  test.each(everyState(pictures).map((snapshot, index) => [index, snapshot.value, snapshot] as const))(
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

test('the name is shown and not asked for as soon as documents are compared with it', async () => {
  const { area, load } = start();
  await load();
  screen.getByRole('textbox', { name: 'First name' });
  await arrives(() => area.send({ type: 'kycStatus.changed', status: 'pending' }));
  expect(screen.queryByRole('textbox', { name: 'First name' })).toBeNull();
  expect(screen.getByText('Vera')).toBeDefined();
});

test('a picture removal that hangs can be left, and leaves the picture as it was', async () => {
  const removal = manualCall<User, void>();
  const logic = avatarMachine.provide({
    actors: { removeAvatar: removal.logic },
    actions: { report: () => {}, reportOutdated: () => {} },
  });
  const pictured = { ...vera.user, avatar_file: { url: '/me.png' } };
  draw(<PictureSection avatar={createActor(logic).start()} user={pictured} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Remove picture' }));
  expect(removal.calls).toHaveLength(1);
  expect(screen.getByRole('status').textContent).toBe('Removing your picture…');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(removal.last().signal.aborted).toBe(true);
  expect(screen.getByRole('status').textContent).toBe('');
  screen.getByRole('button', { name: 'Remove picture' });
});

test('with a picture the focus goes from what is gone to what can be pressed, and never to the page', async () => {
  const removal = manualCall<User, void>();
  const sending = manualCall<User, AvatarUpload>();
  const logic = avatarMachine.provide({
    actors: {
      openPicture: fromPromise(async () => 'blob:me'),
      holdPicture: fromCallback<AnyEventObject, { readonly url: string }>(() => {}),
      sendAvatar: sending.logic,
      removeAvatar: removal.logic,
    },
    actions: { report: () => {}, reportOutdated: () => {} },
  });
  const avatar = createActor(logic).start();
  const pictured = { ...vera.user, avatar_file: { url: '/me.png' } };
  draw(<PictureSection avatar={avatar} user={pictured} />);
  const user = userEvent.setup();
  const focused = () => document.activeElement?.textContent;
  await user.click(screen.getByRole('button', { name: 'Remove picture' }));
  expect(focused()).toBe('Cancel');
  await arrives(() => removal.last().answer(vera.user));
  expect(focused()).toBe('Choose another picture');

  await arrives(() => {
    avatar.send({ type: 'file.chosen', file: new File(['a'], 'me.png') });
  });
  await arrives(() => avatar.send({ type: 'area.chosen', area: { x: 0, y: 0, width: 10, height: 10 } }));
  await user.click(await screen.findByRole('button', { name: 'Use this picture' }));
  await waitFor(() => expect(['Cancel', 'Choose another picture']).toContain(focused()));
  screen.getByRole('button', { name: 'Cancel' }).focus();
  await arrives(() => sending.last().fail('NETWORK'));
  expect(focused()).toBe('Choose another picture');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await arrives(() => sending.last().answer(vera.user));
  expect(focused()).toBe('Choose another picture');
});

test('there is nothing to save before something was changed, and a taken name stands at its field', async () => {
  const { load, personal, arrives, user } = start();
  await load();
  const save = screen.getByRole('button', { name: 'Save changes' });
  expect(describedBy(save)).toContain('You haven’t changed anything yet');
  const name = screen.getByRole('textbox', { name: 'Username' });
  await user.clear(name);
  await fillIn(user, name, 'anna');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(personal.last().input.values).toEqual({ username: 'anna' });
  await arrives(() => personal.last().fail('USERNAME_TAKEN'));
  expect(describedBy(name)).toContain('This username is already taken.');
  expect(document.activeElement?.textContent).toContain('1 field needs a change');
});

test('a session is ended after a question with its name in it, and a proof', async () => {
  const { load, ending, arrives, user } = start('en', vera.user, withPassword, openSessions);
  await load();
  await user.click(screen.getByRole('button', { name: 'End session: Unknown device' }));
  const name = 'End session: Unknown device?';
  const dialog = await screen.findByRole('alertdialog', { name }, { timeout: 40_000 });
  await user.click(within(dialog).getByRole('button', { name: 'End session' }));
  expect(ending.calls).toHaveLength(0);
  await fillIn(user, within(dialog).getByLabelText('Current password'), 'Correct7horse{Enter}');
  await arrives(() => ending.last().fail('NETWORK'));
  expect(screen.getByRole('alertdialog').textContent).toContain('Network error');
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End session' }));
  await arrives(() => ending.last().answer());
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('no session can be ended before it is known by what its person proves themselves', async () => {
  const { sessions, methods, arrives } = start();
  await arrives(() => sessions.last().answer({ data: [here, elsewhere], loadedAt: now }));
  const button = () => screen.getByRole('button', { name: 'End other sessions' });
  expect(describedBy(button())).toContain('Your login methods are still loading.');
  await arrives(() => methods.last().answer({ data: withPassword, loadedAt: now }));
  expect(describedBy(button())).not.toContain('loading');
});

test('a wrong current password stands at its field, and the dialog stays', async () => {
  const { load, password, arrives, user } = start('en', vera.user, withPassword, security);
  await load();
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change your password' }, { timeout: 40_000 });
  const current = within(dialog).getByLabelText('Current password');
  await fillIn(user, current, 'Wrong1');
  await fillIn(user, within(dialog).getByLabelText('New password'), 'Correct8horse');
  await fillIn(user, within(dialog).getByLabelText('Confirm new password'), 'Correct8horse');
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
  } = start('en', vera.user, { ...withPassword, metamask: [address] }, security);
  await load();
  await user.click(screen.getByRole('button', { name: `Remove browser wallet ${address}` }));
  const dialog = await screen.findByRole(
    'alertdialog',
    { name: 'Remove this browser wallet?' },
    { timeout: 40_000 },
  );
  expect(dialog.textContent).toContain('If you log in with it later, we’ll create a new account.');
  await fillIn(user, within(dialog).getByLabelText('Current password'), 'Correct7horse');
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
    otp: '',
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
  const {
    load,
    person,
    accounts,
    linking,
    methods: read,
    arrives,
    user,
  } = start('en', vera.user, withPassword, security);
  await load();
  await user.click(screen.getByRole('button', { name: 'Add browser wallet' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add browser wallet' }, { timeout: 40_000 });
  await fillIn(user, within(dialog).getByLabelText('Current password'), 'Correct7horse');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(person.last().input.values).toEqual({ password: 'Correct7horse', code: '', otp: '' });
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

describe.each(languages)('an email address that is not verified, in %s', (language) => {
  test('says so, and the email that verifies it is sent once more from here', async () => {
    const { load, user, confirmation } = start(language, vera.user, {
      ...withPassword,
      email_confirmed: false,
    });
    await load();
    const line = language === 'en' ? /Your email address isn’t verified/ : /Адрес почты не.подтверждён/;
    expect(screen.getByText(line)).toBeDefined();
    await user.click(
      screen.getByRole('button', { name: language === 'en' ? 'Send email' : 'Отправить письмо' }),
    );
    expect(confirmation.calls).toHaveLength(1);
    await arrives(() =>
      confirmation.last().answer({
        sent_at: new Date(now).toISOString(),
        again_at: new Date(now + 60_000).toISOString(),
      }),
    );
    expect(screen.queryByText(line)).toBeNull();
    const again = screen.getByRole('button', {
      name: language === 'en' ? 'Send again' : 'Отправить ещё раз',
    });
    const time = (at: number) => new Date(at).toLocaleTimeString(language, { timeStyle: 'short' });
    const told = document.body.textContent?.replace(/\s/g, ' ');
    for (const at of [now, now + 60_000]) expect(told).toContain(time(at).replace(/\s/g, ' '));
    expect(describedBy(again).replace(/\s/g, ' ')).toContain(
      language === 'en' ? 'You can send it again at' : 'Отправить ещё раз можно в',
    );
    // What is pressed too early asks for nothing.
    await user.click(again);
    expect(confirmation.calls).toHaveLength(1);
    await expectPresentable();
  });

  test('says when the email may be sent once more', async () => {
    const { load, user, confirmation } = start(language, vera.user, {
      ...withPassword,
      email_confirmed: false,
    });
    await load();
    const said = /^(?:You can try again now|Теперь можно повторить)\.$/;
    expect(screen.queryByText(said)).toBeNull();
    await user.click(
      screen.getByRole('button', { name: language === 'en' ? 'Send email' : 'Отправить письмо' }),
    );
    const at = new Date(now).toISOString();
    await arrives(() => confirmation.last().answer({ sent_at: at, again_at: at }));
    expect((await screen.findByText(said)).role).toBe('status');
  });

  test('that was verified elsewhere is read anew when the email is asked for', async () => {
    const { load, user, confirmation, methods } = start(language, vera.user, {
      ...withPassword,
      email_confirmed: false,
    });
    await load();
    const reads = methods.calls.length;
    await user.click(
      screen.getByRole('button', { name: language === 'en' ? 'Send email' : 'Отправить письмо' }),
    );
    await arrives(() => confirmation.last().answer(null));
    expect(methods.calls).toHaveLength(reads + 1);
    await arrives(() => methods.last().answer({ data: withPassword, loadedAt: now }));
    expect(document.body.textContent).not.toMatch(/isn’t verified|не.подтверждён/);
  });

  test('is no word where the server sends no emails, which alone would verify it', async () => {
    const { load } = start(language, vera.user, { ...withPassword, email_confirmed: false, emails: false });
    await load();
    expect(document.body.textContent).not.toMatch(/isn’t verified|не.подтверждён/);
    expect(
      screen.queryByRole('button', { name: language === 'en' ? 'Send email' : 'Отправить письмо' }),
    ).toBeNull();
  });

  test('is no word where it is verified; the terms that were accepted are named with their day', async () => {
    const terms = { accepted: '2026-11-22', accepted_at: '2026-11-23T10:00:00.000Z', version: '2026-11-22' };
    const { load } = start(language, { ...vera.user, terms });
    await load();
    expect(document.body.textContent).not.toMatch(/isn’t verified|не.подтверждён/);
    expect(document.body.textContent?.replace(/\s/g, ' ')).toContain(
      language === 'en'
        ? 'You agreed to the terms of November 22, 2026 on November 23, 2026.'
        : '23 ноября 2026 г. вы приняли условия от 22 ноября 2026 г.',
    );
    const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(expect.arrayContaining(['/terms', '/privacy']));
  });
});

describe.each(languages)('transfers by name, in %s', (language) => {
  const label =
    language === 'en' ? /Let people send to me by username/ : /Принимать переводы по.имени пользователя/;

  test('are off at first, and on once the server has them so', async () => {
    const { load, user, discoverability, reported, toasts } = start(language);
    await load();
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: label });
    expect(box.checked).toBe(false);
    await user.click(box);
    expect(discoverability.last().input).toEqual({ wanted: true });
    expect(box.checked).toBe(true);
    await user.click(box);
    expect(discoverability.calls).toHaveLength(1);
    const found = { ...vera.user, discoverable: true };
    await arrives(() => discoverability.last().answer(found));
    expect(reported).toContainEqual({ type: 'profile.changed', user: found });
    expect(toasts()).toContain('profileSaved');
    await expectPresentable();
  });

  test('stay as they were where that fails, and say why', async () => {
    const { load, user, discoverability } = start(language, { ...vera.user, discoverable: true });
    await load();
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: label });
    expect(box.checked).toBe(true);
    await user.click(box);
    expect(discoverability.last().input).toEqual({ wanted: false });
    await arrives(() => discoverability.last().fail('RATE_LIMITED', { retryAfter: 600 }));
    expect(box.checked).toBe(true);
    expect(describedBy(box)).not.toBe('');
    await expectPresentable();
  });
});

test.each([
  ['stands', false],
  ['is gone', true],
] as const)(
  'after an answer that was lost the failure %s where the setting is saved (%s)',
  async (_, discoverable) => {
    const saving = manualCall<User, { readonly wanted: boolean }>();
    const logic = discoverabilityMachine.provide({
      actors: { setDiscoverability: saving.logic },
      actions: { report: () => {}, reportOutdated: () => {} },
    });
    const setting = createActor(logic).start();
    draw(<DiscoverabilitySection discoverability={setting} user={{ ...vera.user, discoverable }} />);
    await arrives(() => setting.send({ type: 'discoverability.chosen', wanted: true }));
    await arrives(() => saving.last().fail('NETWORK'));
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(discoverable);
    expect(screen.queryAllByText(/^Network error/).length > 0).toBe(!discoverable);
  },
);
