import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createServices } from '../../src/app/wiring/services.ts';
import { createAuthCallbacks } from '../../src/services/auth/authCallbacks.ts';
import { leaveForProvider } from '../../src/services/auth/identityProvider.ts';
import { takeIdentityRequest } from '../../src/services/auth/identityRequest.ts';

afterEach(() => window.history.replaceState(null, '', '/'));

function land(address: string) {
  window.history.replaceState({ key: 'of the router' }, '', address);
  const authCallbacks = createAuthCallbacks();
  onTestFinished(() => authCallbacks.close());
  return authCallbacks;
}

test.each([
  ['#confirm_token=abc', { from: 'confirmation', token: 'abc' }],
  ['#reset_token=abc', { from: 'reset', token: 'abc' }],
  ['#id_token=a.b.c&state=s', { from: 'google', credential: 'a.b.c', state: 's', isCancelled: false }],
  ['#error=access_denied&state=s', { from: 'google', credential: null, state: 's', isCancelled: true }],
])('%s is read once, and taken out of the address', (hash, callback) => {
  const authCallbacks = land(`/auth/login?lang=en${hash}`);
  expect(window.location.href).toMatch(/\/auth\/login\?lang=en$/);
  expect(window.history.state).toEqual({ key: 'of the router' });
  expect(authCallbacks.isEmpty()).toBe(false);
  expect(authCallbacks.take()).toEqual(callback);
  expect([authCallbacks.take(), authCallbacks.isEmpty()]).toEqual([null, true]);
});

test.each(['/auth/login#content', '/auth/login', '/wallet#reset_token=abc'])(
  '%s is left as it is',
  (address) => {
    expect(land(address).take()).toBeNull();
    expect(window.location.href.endsWith(address)).toBe(true);
  },
);

test('a link that is opened in a tab that is here already is told', async () => {
  const authCallbacks = land('/auth/login');
  const told = new Promise<void>((resolve) => {
    authCallbacks.subscribe(resolve);
  });
  window.location.hash = 'reset_token=later';
  await told;
  expect(authCallbacks.take()).toEqual({ from: 'reset', token: 'later' });
  expect(window.location.hash).toBe('');
});

test('a link that is opened while the code of the sign-in methods still loads is told to it when it listens', async () => {
  const authCallbacks = land('/auth/login');
  const arrived = new Promise((resolve) => {
    window.addEventListener('hashchange', resolve, { once: true });
  });
  window.location.hash = 'reset_token=early';
  await arrived;
  const heard: unknown[] = [];
  authCallbacks.subscribe(() => heard.push(authCallbacks.take()));
  expect(heard).toEqual([{ from: 'reset', token: 'early' }]);
  authCallbacks.subscribe(() => heard.push('again'));
  expect(heard).toHaveLength(1);
});

test('services that are closed leave a link to those that are open', async () => {
  createServices('').close();
  const authCallbacks = land('/auth/login');
  const arrived = new Promise((resolve) => {
    window.addEventListener('hashchange', resolve, { once: true });
  });
  window.location.hash = 'reset_token=later';
  await arrived;
  expect(authCallbacks.take()).toEqual({ from: 'reset', token: 'later' });
});

test('somebody is sent away with a state and a nonce that the tab keeps for one return', () => {
  const gone: URL[] = [];
  const provider = {
    name: 'Test',
    authorization_endpoint: 'https://login.example/authorize?tenant=a',
    client_id: 'zesto',
    scope: 'openid email',
  };
  const leave = () => leaveForProvider(provider, undefined, (address) => gone.push(new URL(address)));
  leave();
  leave();
  const [first, second] = gone.map(({ searchParams }) => Object.fromEntries(searchParams));
  expect(second).toEqual({
    tenant: 'a',
    response_type: 'id_token',
    client_id: 'zesto',
    redirect_uri: 'http://localhost:3000/auth/login',
    scope: 'openid email',
    state: expect.stringMatching(/^[\da-f]{64}$/),
    nonce: expect.stringMatching(/^[\da-f]{64}$/),
  });
  expect(first?.nonce).not.toBe(second?.nonce);
  expect(second?.state).not.toBe(second?.nonce);
  expect(takeIdentityRequest()).toEqual({ state: second?.state, nonce: second?.nonce });
  expect(takeIdentityRequest()).toBeNull();
});

test('nobody is sent away by a tab that keeps nothing, nor believed with a record that is none', () => {
  const gone: string[] = [];
  const refusing = { read: () => '{"state":1}', write: () => false, remove: () => {}, keys: () => [] };
  const provider = {
    name: 'Test',
    authorization_endpoint: 'https://a.example',
    client_id: 'a',
    scope: 'openid',
  };
  expect(() => leaveForProvider(provider, refusing, (address) => gone.push(address))).toThrow(
    'this tab keeps nothing',
  );
  expect(gone).toEqual([]);
  expect(takeIdentityRequest(refusing)).toBeNull();
});
