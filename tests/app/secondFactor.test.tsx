import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { termsVersion } from '../../contract/legal.ts';
import { codeOf, proofBy, turnOnTotp } from '../support/factors.ts';
import { fillIn } from '../support/fillIn.ts';
import { testIssuer } from '../support/issuer.ts';
import { serveLocales } from '../support/localeFiles.ts';
import { answerWith, handToServer, interceptProvider } from '../support/mswProvider.ts';
import { closeApps, closeOpenApps, openApp, storeSession } from '../support/runApp.ts';
import { openTestServer, register, type TestServer } from '../support/server.ts';

const issuer = await testIssuer();
let server: TestServer;
const provider = interceptProvider();
closeApps();

beforeAll(async () => {
  server = await openTestServer({ issuer: issuer.issuer });
  return () => server.close();
});

beforeEach(() => {
  provider.use(serveLocales(), handToServer({ fetch: (request) => server.fetch(request) }));
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const longWait = { timeout: 40_000 };
const walletHeading = () => screen.findByRole('heading', { level: 1, name: 'Wallet' }, longWait);
const button = (name: string | RegExp) => screen.findByRole('button', { name }, longWait);
const step = () => screen.findByRole('heading', { level: 2, name: 'Enter your code' }, longWait);
const field = () => screen.getByLabelText<HTMLInputElement>(/6-digit code or recovery code/);

async function personWithApp() {
  const person = await register(server);
  return { ...person, ...(await turnOnTotp(server, person)) };
}

async function logIn({ email, password }: { email: string; password: string }) {
  const user = userEvent.setup();
  await fillIn(user, await screen.findByLabelText('Email', {}, longWait), email);
  await fillIn(user, screen.getByLabelText('Password'), password);
  await user.click(await button('Log in'));
  return user;
}

async function enter(user: ReturnType<typeof userEvent.setup>, code: string) {
  await step();
  await user.clear(field());
  await fillIn(user, field(), code);
  await user.click(await button('Log in'));
}

test('a password leads to the code, what is wrong with it is said, and the right one opens the wallet', async () => {
  const person = await personWithApp();
  await openApp('/auth/login');
  const user = await logIn(person);
  const heading = await step();
  expect(document.activeElement).toBe(heading);
  expect([field().autocomplete, field().inputMode]).toEqual(['one-time-code', 'text']);
  await user.click(await button('Log in'));
  expect((await screen.findAllByText('Enter the code.')).length).toBeGreaterThan(0);
  await enter(user, '000000');
  expect((await screen.findAllByText('This code is wrong. Check for typos.', {}, longWait)).length).toBe(2);
  await enter(user, codeOf(person.secret, server.clock.now(), 6));
  expect((await screen.findAllByText(/^Your device’s clock seems wrong/, {}, longWait)).length).toBe(2);
  server.clock.advance(10 * 60_000);
  await enter(user, codeOf(person.secret, server.clock.now()));
  await walletHeading();
  expect(JSON.parse(localStorage.getItem('user') ?? '{}').id).toBe(person.id);
  expect(sessionStorage.getItem('login_draft')).toBeNull();
});

test('a recovery code opens it too, once', async () => {
  const person = await personWithApp();
  await openApp('/auth/login');
  await enter(await logIn(person), String(person.recoveryCodes[0]).toUpperCase());
  await walletHeading();
  closeOpenApps();
  localStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  await openApp('/auth/login');
  await enter(await logIn(person), String(person.recoveryCodes[0]));
  expect((await screen.findAllByText('This code is wrong. Check for typos.', {}, longWait)).length).toBe(2);
});

test('whoever tries too many codes is told how long to wait', async () => {
  const person = await personWithApp();
  await openApp('/auth/login');
  const user = await logIn(person);
  await step();
  provider.use(
    answerWith('/auth/login', 429, '{"type":"about:blank","title":"x","status":429,"code":"RATE_LIMITED"}', {
      'content-type': 'application/problem+json',
      'retry-after': '600',
    }),
  );
  await enter(user, '000000');
  expect((await screen.findAllByText(/10 minutes/, {}, longWait)).length).toBeGreaterThan(0);
  expect(field().value).toBe('000000');
});

test('back finds what was typed; a reload keeps the email alone', async () => {
  const person = await personWithApp();
  await openApp('/auth/login');
  const user = await logIn(person);
  await step();
  await user.click(await button('Back to login'));
  const typed = () => [
    screen.getByLabelText<HTMLInputElement>('Email').value,
    screen.getByLabelText<HTMLInputElement>('Password').value,
  ];
  await screen.findByLabelText('Email', {}, longWait);
  expect(typed()).toEqual([person.email, person.password]);
  await user.click(await button('Log in'));
  await step();
  closeOpenApps();
  await openApp('/auth/login');
  await screen.findByLabelText('Email', {}, longWait);
  expect(typed()).toEqual([person.email, '']);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(person.password);
});

test('a browser wallet signs once, and the code goes with what it signed', async () => {
  const user = userEvent.setup();
  const account = privateKeyToAccount(generatePrivateKey());
  const asked: string[] = [];
  Object.assign(window, {
    ethereum: {
      isMetaMask: true,
      async request({ method, params = [] }: { method: string; params?: readonly string[] }) {
        asked.push(method);
        if (method === 'eth_requestAccounts') return [account.address.toLowerCase()];
        return account.signMessage({ message: { raw: params[0] as `0x${string}` } });
      },
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(window, 'ethereum');
  });
  const sign = async () => {
    const { body } = await server.post('/auth/metamask/nonce', { address: account.address });
    const { message } = body.data;
    return {
      metamask_address: account.address,
      message,
      signature: await account.signMessage({ message }),
    };
  };
  const entered = await server.post('/auth/metamask', await sign());
  const { token } = entered.body.data;
  await server.post('/profile/terms', { version: termsVersion }, { token });
  const proof = await proofBy(server, token, { method: 'wallet', ...(await sign()) });
  const { secret } = (await server.post('/auth/totp', undefined, proof)).body.data;
  await server.post('/auth/totp/confirm', { code: codeOf(secret, server.clock.now()) }, { token });
  server.clock.advance(60_000);

  await openApp('/auth/login');
  await user.click(await button('Use browser wallet'));
  await enter(user, '000000');
  await screen.findAllByText('This code is wrong. Check for typos.', {}, longWait);
  await enter(user, codeOf(secret, server.clock.now()));
  await walletHeading();
  expect(asked).toEqual(['eth_requestAccounts', 'personal_sign']);
});

test('whoever comes back from an identity provider is asked too, also after the password that links it', async () => {
  const person = await personWithApp();
  const comeBack = async (nonce: string) => {
    sessionStorage.setItem('id_token_request', JSON.stringify({ state: 'of this tab', nonce }));
    const iat = Math.floor(server.clock.now().getTime() / 1000);
    const times = { iat, exp: iat + 3600 };
    const claims = { sub: 'with-factor', nonce, email: person.email, email_verified: true, ...times };
    await openApp(
      `/auth/login#${new URLSearchParams({ id_token: await issuer.token(claims), state: 'of this tab' })}`,
    );
  };
  const user = userEvent.setup();
  await comeBack('a nonce of the first return');
  await fillIn(user, await screen.findByLabelText('Password', {}, longWait), person.password);
  await user.click(await button('Log in'));
  await enter(user, codeOf(person.secret, server.clock.now()));
  await walletHeading();
  closeOpenApps();
  localStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server.clock.advance(60_000);
  await comeBack('a nonce of the second return');
  await enter(user, codeOf(person.secret, server.clock.now()));
  await walletHeading();
});

test('an app is set up, asked for when the password is changed, its codes are renewed, and it is turned off', async () => {
  const person = await register(server);
  const { token } = person;
  await storeSession(server, person);
  await openApp('/profile');
  const user = userEvent.setup();
  const dialog = (name: string, role = 'dialog') => screen.findByRole(role, { name }, longWait);
  const press = async (within_: HTMLElement, name: string) =>
    user.click(within(within_).getByRole('button', { name }));
  const factorField = (of: HTMLElement) => within(of).getByLabelText(/6-digit code or recovery code/);

  await user.click(await button('Set up'));
  const proof = await dialog('Set up an authenticator app');
  await fillIn(user, within(proof).getByLabelText('Current password'), person.password);
  await press(proof, 'Continue');
  await screen.findByRole('img', { name: /^QR code/ }, longWait);
  const setting = await dialog('Set up an authenticator app');
  const secret = within(setting).getByText(/^[A-Z2-7]{32,}$/).textContent ?? '';
  await fillIn(
    user,
    within(setting).getByLabelText('6-digit code from the app'),
    codeOf(secret, server.clock.now()),
  );
  await press(setting, 'Turn on');
  const shown = await dialog('Save your recovery codes');
  const codes = within(shown)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');
  expect(codes).toHaveLength(10);
  await press(shown, 'Done');
  expect(within(shown).getByText('Save the codes, then check this box.')).toBeDefined();
  await user.click(within(shown).getByRole('checkbox'));
  await press(shown, 'Done');
  await screen.findByText('Unused: 10', {}, longWait);
  expect((await server.get('/auth/factors', { token })).body.data.totp).not.toBeNull();

  await user.click(screen.getByRole('button', { name: 'Change password' }));
  const change = await dialog('Change your password');
  await fillIn(user, within(change).getByLabelText('Current password'), person.password);
  await fillIn(user, within(change).getByLabelText('New password'), 'Citrus2026');
  await fillIn(user, within(change).getByLabelText('Confirm new password'), 'Citrus2026');
  await fillIn(user, factorField(change), '000000');
  await press(change, 'Save password');
  await within(change).findAllByText('This code is wrong. Check for typos.', {}, longWait);
  await user.clear(factorField(change));
  await fillIn(user, factorField(change), codes[0] ?? '');
  await press(change, 'Save password');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), longWait);

  server.clock.advance(60_000);
  await user.click(screen.getByRole('button', { name: 'Create new codes' }));
  const renewal = await dialog('Create new recovery codes');
  await fillIn(user, factorField(renewal), codeOf(secret, server.clock.now()));
  await press(renewal, 'Create new codes');
  const renewed = await dialog('Save your recovery codes');
  expect(within(renewed).getAllByRole('listitem')[0]?.textContent).not.toBe(codes[0]);
  const fresh = within(renewed).getAllByRole('listitem')[0]?.textContent ?? '';
  await user.click(within(renewed).getByRole('checkbox'));
  await press(renewed, 'Done');

  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  const removal = await dialog('Turn off the authenticator app?', 'alertdialog');
  await fillIn(user, factorField(removal), fresh);
  await press(removal, 'Turn off');
  await screen.findByRole('button', { name: 'Set up' }, longWait);
  expect((await server.get('/auth/factors', { token })).body.data).toMatchObject({
    totp: null,
    recovery_codes_left: 0,
  });
});
