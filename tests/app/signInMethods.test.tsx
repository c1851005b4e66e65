import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { termsVersion } from '../../contract/legal.ts';
import type { Email } from '../../server/email/mailer.ts';
import { fillIn } from '../support/fillIn.ts';
import { testIssuer } from '../support/issuer.ts';
import { serveLocales } from '../support/localeFiles.ts';
import { answerWith, handToServer, interceptProvider } from '../support/mswProvider.ts';
import { closeApps, closeOpenApps, openApp } from '../support/runApp.ts';
import { openTestServer, register, type TestServer } from '../support/server.ts';

const sent: Email[] = [];
const issuer = await testIssuer();
let server: TestServer;
const provider = interceptProvider();
closeApps();

beforeAll(async () => {
  server = await openTestServer({
    issuer: issuer.issuer,
    mailer: {
      send: async (email) => {
        sent.push(email);
      },
    },
  });
  return () => server.close();
});

beforeEach(() => {
  provider.use(serveLocales(), handToServer({ fetch: (request) => server.fetch(request) }));
  localStorage.setItem('i18nextLng', 'en');
  sent.length = 0;
});

const longWait = { timeout: 40_000 };
const walletHeading = () => screen.findByRole('heading', { level: 1, name: 'Wallet' }, { timeout: 40_000 });
/** Who is in for the first time is asked to agree to the terms. */
const agree = async () => {
  await userEvent.setup().click(await button('Agree and continue'));
  await walletHeading();
};
const button = (name: string | RegExp) => screen.findByRole('button', { name }, { timeout: 40_000 });
const title = (name: string) => screen.findByRole('heading', { level: 2, name }, { timeout: 40_000 });
const userId = () => JSON.parse(localStorage.getItem('user') ?? '{}').id;

/** A browser wallet with a real key, put into the page as extensions did before they announced themselves. */
function injectWallet() {
  const account = privateKeyToAccount(generatePrivateKey());
  const asked: string[] = [];
  const answers: Partial<Record<string, () => unknown>> = {};
  const ethereum = {
    isMetaMask: true,
    async request({ method, params = [] }: { method: string; params?: readonly string[] }) {
      asked.push(method);
      const answer = answers[method];
      if (answer) return answer();
      if (method === 'eth_requestAccounts') return [account.address.toLowerCase()];
      return account.signMessage({ message: { raw: params[0] as `0x${string}` } });
    },
  };
  Object.assign(window, { ethereum });
  onTestFinished(() => {
    Reflect.deleteProperty(window, 'ethereum');
  });
  return { account, asked, answers };
}

/** The user of who has agreed by a call. */
const agreed = async (token: string) =>
  (await server.post('/profile/terms', { version: termsVersion }, { token })).body.data;

test('a person who types while the other methods load goes on typing', async () => {
  const user = userEvent.setup();
  await openApp('/auth/login');
  const email = await screen.findByLabelText('Email');
  await user.click(email);
  await button('Continue with Test');
  expect(document.activeElement).toBe(email);
});

describe('with a browser wallet', () => {
  test('a person signs a message and is in, as the same person each time', async () => {
    const user = userEvent.setup();
    const { account, asked } = injectWallet();
    await openApp('/wallet?from=letter');
    await user.click(await button('Use browser wallet'));
    await screen.findByText('Agree to the terms of service to use your wallet.', {}, longWait);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Terms of service');
    expect(screen.queryByRole('link', { name: 'Exchange' })).toBeNull();
    closeOpenApps();
    await openApp('/wallet?from=letter');
    await agree();
    expect(window.location.search).toBe('?from=letter');
    expect(JSON.parse(localStorage.getItem('user') ?? '{}').terms.accepted).toBe(termsVersion);
    expect(asked).toEqual(['eth_requestAccounts', 'personal_sign']);
    const token = localStorage.getItem('auth_token') ?? '';
    const ways = await server.get('/auth/methods', { token });
    expect(ways.body.data.metamask).toEqual([account.address]);
  });

  test('who does not agree logs out, and is asked again', async () => {
    const user = userEvent.setup();
    injectWallet();
    await openApp('/auth/login');
    await user.click(await button('Use browser wallet'));
    await user.click(await button('Log out'));
    await screen.findByLabelText('Email', {}, longWait);
    expect(localStorage.getItem('auth_token')).toBeNull();
    await user.click(await button('Use browser wallet'));
    await agree();
  });

  test('without one is told so, in the fixed sentence', async () => {
    const user = userEvent.setup();
    await openApp('/auth/login');
    await user.click(await button('Use browser wallet'));
    const told = await title('MetaMask is not installed');
    expect(document.activeElement).toBe(told);
    await user.click(await button('Back to login'));
    await screen.findByLabelText('Email');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  test('whose wallet answers 4001, -32002 or -32603 reads why, and can try again', async () => {
    const user = userEvent.setup();
    const { asked, answers } = injectWallet();
    await openApp('/auth/registration');
    const refused = async (press: string, code: number, sentence: string) => {
      const before = asked.length;
      answers.eth_requestAccounts = () => {
        throw Object.assign(new Error('no'), { code });
      };
      await user.click(await button(press));
      await waitFor(() => expect(asked).toHaveLength(before + 1));
      await title(sentence);
    };
    await refused('Use browser wallet', -32002, 'Failed to connect');
    await refused('Try again', 4001, 'Connection rejected');
    await refused('Try again', -32603, 'Failed to connect');
    delete answers.eth_requestAccounts;
    await user.click(await button('Try again'));
    await agree();
  });

  test('whose wallet has no account, or signs with another key, does not get in', async () => {
    const user = userEvent.setup();
    const { answers } = injectWallet();
    answers.eth_requestAccounts = () => [];
    await openApp('/auth/login');
    await user.click(await button('Use browser wallet'));
    await title('No accounts found');
    delete answers.eth_requestAccounts;
    answers.personal_sign = () => `0x${'11'.repeat(64)}1b`;
    await user.click(await button('Try again'));
    await title('Browser wallet login failed.');
    expect(localStorage.getItem('auth_token')).toBeNull();
  });
});

describe('through another provider', () => {
  const nonce = 'a nonce that this tab has made';
  const keepRequest = () =>
    sessionStorage.setItem('id_token_request', JSON.stringify({ state: 'of this tab', nonce }));
  const comeBack = (credential: string, state = 'of this tab') =>
    openApp(`/auth/login#${new URLSearchParams({ id_token: credential, state })}`);

  test('a person comes back with a token and is in; nothing of it stays in the address', async () => {
    keepRequest();
    await comeBack(await issuer.token({ sub: 'one', nonce, email: 'one@example.com', email_verified: true }));
    await agree();
    expect(window.location.hash).toBe('');
    expect(sessionStorage.getItem('id_token_request')).toBeNull();
  });

  test('who is signed in comes back with a proof, and sets a password with it', async () => {
    const user = userEvent.setup();
    const claims = { sub: 'proving', email: 'proving@example.com', email_verified: true };
    const [first, nonce] = ['a nonce of the sign-in', 'a nonce of the proof of this tab'];
    const entered = await server.post('/auth/google', {
      credential: await issuer.token({ ...claims, nonce: first }),
      nonce: first,
    });
    const { token } = entered.body.data;
    const person = await agreed(token);
    localStorage.setItem('user', JSON.stringify(person));
    localStorage.setItem('auth_token', token);
    sessionStorage.setItem('returnAddress', JSON.stringify({ returnTo: '/profile', endedUserId: null }));
    sessionStorage.setItem(
      'id_token_request',
      JSON.stringify({ state: 'of this tab', nonce, purpose: 'password' }),
    );
    await comeBack(await issuer.token({ ...claims, nonce }));
    await screen.findByText('Confirmed. Make the change in your profile within 5 minutes.', {}, longWait);
    expect(sessionStorage.getItem('id_token_request')).toBeNull();
    await user.click(await screen.findByRole('link', { name: /Continue to/ }, longWait));
    await user.click(await button('Set a password'));
    const dialog = await screen.findByRole('dialog', { name: 'Set a password' }, longWait);
    await fillIn(user, within(dialog).getByLabelText('New password'), 'Citrus2026');
    await fillIn(user, within(dialog).getByLabelText('Confirm new password'), 'Citrus2026');
    await user.click(within(dialog).getByRole('button', { name: 'Save password' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), longWait);
    expect((await server.get('/auth/methods', { token })).body.data.password).toBe(true);
    expect(sent.map(({ subject }) => subject)).not.toContain('Zesto: Your verification code');
  });

  test('who is sent there while they change their address finds the dialog as they left it, and the record is gone afterwards', async () => {
    const user = userEvent.setup();
    const claims = { sub: 'without an address' };
    const first = 'a nonce of the first sign-in';
    const entered = await server.post('/auth/google', {
      credential: await issuer.token({ ...claims, nonce: first }),
      nonce: first,
    });
    const { token } = entered.body.data;
    const person = await agreed(token);
    localStorage.setItem('user', JSON.stringify(person));
    localStorage.setItem('auth_token', token);
    await openApp('/profile');
    await user.click(await button('Add email'));
    const dialog = () => screen.findByRole('dialog', { name: 'Add email' }, longWait);
    await fillIn(user, within(await dialog()).getByLabelText('Email'), 'mine@example.com');
    await user.click(within(await dialog()).getByRole('button', { name: 'Add email' }));
    await waitFor(() => expect(sessionStorage.getItem('id_token_request')).not.toBeNull(), longWait);
    const record = `flow.access.${person.id}`;
    expect(JSON.parse(sessionStorage.getItem(record) ?? '{}').values).toMatchObject({
      dialog: 'email',
      email: 'mine@example.com',
    });
    const request = JSON.parse(sessionStorage.getItem('id_token_request') ?? '{}');
    closeOpenApps();
    await comeBack(await issuer.token({ ...claims, nonce: request.nonce }), request.state);
    await user.click(await screen.findByRole('link', { name: /Continue to/ }, longWait));
    expect(within(await dialog()).getByLabelText<HTMLInputElement>('Email').value).toBe('mine@example.com');
    await user.click(within(await dialog()).getByRole('button', { name: 'Add email' }));
    // The server first: a dialog may also be away for the moment in which its code is drawn anew.
    await waitFor(async () => {
      const { data } = (await server.get('/auth/methods', { token })).body;
      expect(data.pending_email).toBe('mine@example.com');
    }, longWait);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), longWait);
    expect([sessionStorage.getItem(record), localStorage.getItem(record)]).toEqual([null, null]);
  });

  test.each([
    ['a refusal of their own', 'error=access_denied', 'Login cancelled'],
    ['nothing', 'error=server_error', 'No credential received'],
    ['garbage', 'a.b.c', 'Failed to decode credential'],
  ])('who comes back with %s reads it', async (_, credential, sentence) => {
    keepRequest();
    await (credential.startsWith('error=')
      ? openApp(`/auth/login#${credential}&state=of+this+tab`)
      : comeBack(credential));
    await title(sentence);
    expect(window.location.hash).toBe('');
  });

  test('a token that this tab has not asked for is not even posted', async () => {
    await comeBack(await issuer.token({ sub: 'two', nonce }));
    await title('Authentication failed.');
  });

  test('a token for another application is refused by the server', async () => {
    keepRequest();
    await comeBack(await issuer.token({ sub: 'three', nonce, aud: 'somebody-else' }));
    await title('Authentication failed.');
  });

  test('a server that is away is a login that failed, with what to do', async () => {
    keepRequest();
    provider.use(answerWith('/auth/google', 503, null));
    await comeBack(await issuer.token({ sub: 'four', nonce }));
    await title('Login failed');
    expect(document.body.textContent).toContain('If this keeps happening, contact support.');
  });

  test('whose email address has an account enters its password once, and is that account', async () => {
    const user = userEvent.setup();
    const person = await register(server);
    const own = 'another nonce of this very tab';
    sessionStorage.setItem('id_token_request', JSON.stringify({ state: 'of this tab', nonce: own }));
    await comeBack(
      await issuer.token({ sub: 'five', nonce: own, email: person.email, email_verified: true }),
    );
    await title('Enter your password once');
    expect(document.body.textContent).toContain(person.email);
    await fillIn(user, await screen.findByLabelText('Password'), 'Wrong7horse');
    await user.click(await button('Log in'));
    await title('Invalid email or password.');
    await user.clear(screen.getByLabelText('Password'));
    await fillIn(user, screen.getByLabelText('Password'), person.password);
    await user.click(await button('Log in'));
    await walletHeading();
    expect(userId()).toBe(person.id);
  });

  test('the button says why it does nothing when the provider cannot be had', async () => {
    provider.use(
      answerWith(
        '/auth/providers',
        200,
        '{"data":{"google":null,"why_not":"not_configured","emails":false}}',
      ),
    );
    await openApp('/auth/login');
    const away = await button('Continue with Google');
    await waitFor(() => expect(away.getAttribute('aria-disabled')).toBe('true'));
    await waitFor(() =>
      expect(document.getElementById(away.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
        'This login method isn’t available yet.',
      ),
    );
    const forgotten = await button('Forgot your password?');
    expect(forgotten.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('by email', () => {
  const fragmentIn = (email: Email | undefined) => /#(\S+)/.exec(email?.text ?? '')?.[1] ?? '';

  test('a forgotten password is set anew, and signs in', async () => {
    const user = userEvent.setup();
    const person = await register(server);
    await server.rest();
    sent.length = 0;
    await openApp('/auth/login');
    await fillIn(user, await screen.findByLabelText('Email'), person.email);
    await user.click(await button('Forgot your password?'));
    await title('Reset your password');
    expect(screen.getByLabelText('Email')).toHaveProperty('value', person.email);
    await user.click(await button('Send email'));
    await title('Check your email');
    await server.rest();
    const reset = sent.find(({ text }) => text.includes('reset_token'));
    act(() => {
      window.location.hash = fragmentIn(reset);
    });
    await title('Set a new password');
    await waitFor(() => expect(window.location.hash).toBe(''));
    await fillIn(user, screen.getByLabelText('New password'), 'Fresh7horse');
    await fillIn(user, screen.getByLabelText('Confirm password'), 'Fresh7horse');
    await user.click(await button('Set password'));
    await title('Your password is set');
    await user.click(await button('Log in'));
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', person.email);
    await fillIn(user, screen.getByLabelText('Password'), 'Fresh7horse');
    await user.click(await button('Log in'));
    await walletHeading();
  });

  test('an address is confirmed once; the same link again says so, and that of nobody is over, with a new email one press away', async () => {
    const user = userEvent.setup();
    const person = await register(server);
    await server.post('/auth/email/unconfirmed', { email: person.email });
    await server.rest();
    const fragment = fragmentIn(sent.findLast(({ text }) => text.includes('confirm_token')));
    const { app } = await openApp(`/auth/login#${fragment}`);
    await title('Your email address is verified');
    expect(window.location.hash).toBe('');
    act(() => {
      window.location.hash = fragment;
    });
    await title('Already verified');
    act(() => {
      window.location.hash = `confirm_token=${'x'.repeat(43)}`;
    });
    await title('This link has expired or was already used.');
    await user.click(await button('Send again'));
    await title('Verify your email address');
    expect(app.getSnapshot().matches('signedOut')).toBe(true);
  });

  test('somebody who is signed in confirms their address where they are', async () => {
    const person = await register(server);
    await server.post('/auth/email/unconfirmed', { email: person.email });
    await server.rest();
    const fragment = fragmentIn(sent.findLast(({ text }) => text.includes('confirm_token')));
    const profile = await server.get('/profile', { token: person.token });
    localStorage.setItem('user', JSON.stringify(profile.body.data));
    localStorage.setItem('auth_token', person.token);
    await openApp(`/auth/login#${fragment}`);
    // Told for some seconds, whether or not the wallet is there by then.
    expect((await screen.findAllByText('Your email address is verified.')).length).toBeGreaterThan(0);
    await walletHeading();
    const ways = await server.get('/auth/methods', { token: person.token });
    expect(ways.body.data.email_confirmed).toBe(true);
  });

  test('an email that cannot be requested says so, and keeps the address', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    onTestFinished(() => void vi.restoreAllMocks());
    const user = userEvent.setup();
    provider.use(answerWith('/auth/password/forgotten', 503, null));
    await openApp('/auth/login');
    await user.click(await button('Forgot your password?'));
    await fillIn(user, await screen.findByLabelText('Email'), 'vera@example.com');
    await user.click(await button('Send email'));
    await title('Server error. Please try again later.');
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'vera@example.com');
  });
});
