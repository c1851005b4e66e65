import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as route } from 'msw';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openAccountMenu } from '../support/accountMenu.ts';
import { fillIn } from '../support/fillIn.ts';
import { serveLocales } from '../support/localeFiles.ts';
import { answerWith, providerOrigin } from '../support/mswProvider.ts';
import { vera } from '../support/people.ts';
import { appWithServer, openApp, storeSession } from '../support/runApp.ts';
import { register } from '../support/server.ts';

const { server, provider } = appWithServer();

const stored = () => [localStorage.getItem('auth_token'), localStorage.getItem('user')];

async function signIn(who: { email: string; password: string }): Promise<void> {
  const user = userEvent.setup();
  await fillIn(user, await screen.findByLabelText('Email'), who.email);
  await fillIn(user, screen.getByLabelText('Password'), who.password);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
}

async function signedIn(address = '/wallet') {
  const person = await register(server.it);
  await storeSession(server.it, person);
  const opened = await openApp(address);
  return { ...opened, person };
}

const walletHeading = () => screen.findByRole('heading', { level: 1, name: 'Wallet' }, { timeout: 40_000 });
const loginHeading = () => screen.findByRole('heading', { level: 1, name: 'Log in' }, { timeout: 40_000 });

describe('a signed-out person', () => {
  test('who asks for the wallet signs in first and gets there', async () => {
    const person = await register(server.it);
    await openApp('/wallet?from=letter');

    await loginHeading();
    expect(window.location.pathname).toBe('/auth/login');
    expect(document.title).toBe('Log in · Zesto Crypto Wallet');
    await signIn(person);

    const heading = await walletHeading();
    expect(`${window.location.pathname}${window.location.search}`).toBe('/wallet?from=letter');
    await waitFor(() => expect(document.title).toBe('Wallet · Zesto Crypto Wallet'));
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.getAllByRole('status').map((region) => region.textContent)).toContain('Wallet');
    expect(stored()[0]).toMatch(/^[\w-]{43}$/);
    expect(JSON.parse(stored()[1] ?? '')).toMatchObject({ email: person.email });
  });

  test.each([
    ['/', '/auth/login'],
    ['/wallet', '/auth/login'],
    ['/wallet/', '/auth/login'],
    ['/auth/registration', '/auth/registration'],
  ])('at %s is led to %s, and Back leaves the app', async (address, expected) => {
    const entries = window.history.length;
    await openApp(address);

    await screen.findByRole('heading', { level: 1 });

    expect(window.location.pathname).toBe(expected);
    expect(window.history.length).toBe(entries + 1);
  });

  test('at an address without a page is told so, and how to go on', async () => {
    await openApp('/no/such/page');

    await screen.findByRole('heading', { level: 1, name: 'Page not found' });

    expect(window.location.pathname).toBe('/no/such/page');
    expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/');
  });

  test('goes to registration and back and finds what they typed', async () => {
    const user = userEvent.setup();
    await openApp('/auth/login');
    await fillIn(user, await screen.findByLabelText('Email'), 'vera@example.com');

    await user.click(screen.getByRole('link', { name: 'Create an account' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Create an account' });
    expect(window.location.pathname).toBe('/auth/registration');
    await waitFor(() => expect(document.activeElement).toBe(heading));
    act(() => window.history.back());

    await loginHeading();
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'vera@example.com');
  });

  test('whose captcha’s code does not load is told so, also after another try', async () => {
    const user = userEvent.setup();
    const { app, services } = await openApp('/auth/login');
    await loginHeading();
    const loading = vi.spyOn(services, 'captcha').mockRejectedValue(new Error('no code'));
    const captcha = () => app.getSnapshot().children.signedOut?.getSnapshot().children.captcha;
    const hasFailed = () => waitFor(() => expect(captcha()?.getSnapshot().value).toBe('failed'));

    await user.click(await screen.findByRole('link', { name: 'Create an account' }));
    await hasFailed();
    act(() => captcha()?.send({ type: 'captcha.retried' }));
    expect(captcha()?.getSnapshot().value).toBe('solving');
    await hasFailed();

    expect(loading).toHaveBeenCalledTimes(2);
  });
});

describe('storage', () => {
  test.each([
    ['a token that the provider does not know', 'x'.repeat(43), JSON.stringify(vera.user)],
    ['a user without a token', null, JSON.stringify(vera.user)],
    ['a user that is broken', 'x'.repeat(43), '{'],
  ])('with %s opens no protected screen and is emptied', async (_, token, user) => {
    if (token !== null) localStorage.setItem('auth_token', token);
    localStorage.setItem('user', user);
    const drawn: string[] = [];
    const watch = new MutationObserver(() => drawn.push(document.body.textContent ?? ''));
    watch.observe(document, { childList: true, subtree: true });
    onTestFinished(() => watch.disconnect());

    await openApp('/wallet');
    await loginHeading();

    expect(stored()).toEqual([null, null]);
    expect(drawn.join('\n')).not.toMatch(/Account menu|Vera/);
  });
});

describe('a signed-in person', () => {
  test('who reloads stays where they are', async () => {
    const entries = window.history.length;
    await signedIn('/wallet');

    await walletHeading();

    expect(window.location.pathname).toBe('/wallet');
    expect(window.history.length).toBe(entries + 1);
    expect(document.activeElement).toBe(document.body);
  });

  test('has no business at the login page', async () => {
    await signedIn('/auth/login');

    await walletHeading();

    expect(window.location.pathname).toBe('/wallet');
  });

  test('signs out: the token is dead, storage and page are empty of them', async () => {
    const user = userEvent.setup();
    const { person } = await signedIn();
    await walletHeading();

    await openAccountMenu(user);
    await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));

    await loginHeading();
    expect(window.location.pathname).toBe('/auth/login');
    expect(stored()).toEqual([null, null]);
    expect(document.body.textContent).not.toContain('Anna');
    const { status } = await server.it.get('/profile', { token: person.token });
    expect(status).toBe(401);
  });

  test('whose account is frozen meanwhile reads why, and no longer once it is released', async () => {
    const user = userEvent.setup();
    const { person } = await signedIn();
    await walletHeading();
    const why = { name: 'Your account is frozen' };
    // A press while the wallet is read is not taken: the freeze itself has the balances read again.
    const refresh = async () => {
      const button = screen.getByRole('button', { name: 'Refresh' });
      await waitFor(() => expect(button.hasAttribute('data-pending')).toBe(false));
      await user.click(button);
    };

    await server.it.operator('POST', '/accounts/freeze', {
      email: person.email,
      reason: 'unusual_activity',
      note: 'Call us.',
    });
    await refresh();
    await screen.findByRole('heading', why);
    screen.getByText('We noticed unusual activity and froze your account to protect your funds.');
    screen.getByText('Note from support: Call us.');

    await server.it.operator('POST', '/accounts/unfreeze', { email: person.email });
    await refresh();
    await waitFor(() => expect(screen.queryByRole('heading', why)).toBeNull());
  });

  test('whose session was ended in another tab or device is asked to sign in again, and comes back', async () => {
    const { person, services } = await signedIn();
    await walletHeading();
    await server.it.post('/auth/logout', undefined, { token: person.token });

    await act(async () => {
      const { wallet } = await services.data();
      await wallet({ input: { fresh: true }, signal: new AbortController().signal }).catch(() => {});
    });

    await loginHeading();
    expect(screen.getByText(/Your session has ended/)).toBeTruthy();
    expect(stored()).toEqual([null, null]);
    await signIn(person);
    await walletHeading();
  });

  test('switches the language: words, title and the document’s language, without a reload', async () => {
    const user = userEvent.setup();
    await signedIn();
    await walletHeading();

    await openAccountMenu(user);
    await user.click(await screen.findByRole('menuitemradio', { name: 'Русский' }));

    await screen.findByRole('heading', { level: 1, name: 'Кошелёк', hidden: true });
    await waitFor(() => expect(document.title).toBe('Кошелёк · Zesto Crypto Wallet'));
    expect(document.documentElement.lang).toBe('ru');
    expect(localStorage.getItem('i18nextLng')).toBe('ru');
  });

  test('folds the sidebar with Ctrl+B, and the browser remembers', async () => {
    window.matchMedia = ((media: string) =>
      Object.assign(new EventTarget(), {
        media,
        matches: media.includes('min-width'),
      })) as typeof window.matchMedia;
    const user = userEvent.setup();
    await signedIn();
    await walletHeading();

    await user.keyboard('{Control>}b{/Control}');

    await screen.findByRole('button', { name: 'Expand sidebar' });
    expect(document.cookie).toContain('sidebar_state=false');
  });
});

describe('a provider that is not ours', () => {
  const login = `${providerOrigin}/api/web-app/auth/login`;

  test.each([
    ['knows no such call', () => new HttpResponse(null, { status: 404 }), /Login failed/],
    ['answers a page', () => HttpResponse.html('<p>Welcome</p>'), /Server error/],
    ['answers nothing', () => new HttpResponse(null, { status: 200 }), /Server error/],
    ['answers garbage', () => HttpResponse.json({ data: { token: 7 } }), /Server error/],
    ['breaks down', () => new HttpResponse('oops', { status: 500 }), /Server error/],
    ['is not there', () => HttpResponse.error(), /Network error/],
    ['says no without a word', () => new HttpResponse(null, { status: 401 }), /Invalid email or password/],
  ])('%s: the person is told, and keeps what they typed', async (_, answer, sentence) => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    provider.use(route.post(login, answer));
    await openApp('/auth/login');

    await signIn({ email: 'vera@example.com', password: 'Secret-pass-1' });

    expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'vera@example.com');
    expect(stored()).toEqual([null, null]);
    vi.restoreAllMocks();
  });

  test('knows only the calls of the spec: the wallet says so, and offers no retry that cannot help', async () => {
    provider.use(answerWith('/wallet', 404, null), answerWith('/wallet/holds', 404, null));
    await signedIn();

    await screen.findByText('This feature isn’t available yet');

    expect(screen.getByRole('button', { name: /Account menu/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('without notifications there is no bell', async () => {
    provider.use(answerWith('/notifications', 404, null));
    await signedIn();
    await walletHeading();

    await waitFor(() => expect(screen.queryByRole('button', { name: 'Notifications' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Search' })).toBeTruthy();
  });

  test('without words nothing is drawn in keys: there is a sentence, and trying again helps', async () => {
    const user = userEvent.setup();
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    let isDown = true;
    provider.use(serveLocales(() => (isDown ? new HttpResponse(null, { status: 404 }) : undefined)));
    await openApp('/auth/login');

    await screen.findByRole('heading', { name: 'We couldn’t open this page.' });
    expect(document.body.textContent).not.toMatch(/auth[:.]|common[:.]|login\.title/);
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    await loginHeading();
    vi.restoreAllMocks();
  });
});
