import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { serveLocales } from '../support/localeFiles.ts';
import { providerOrigin } from '../support/mswProvider.ts';
import { fund } from '../support/payments.ts';
import { beNarrow } from '../support/phone.ts';
import { address, appWithServer, openApp, storeSession } from '../support/runApp.ts';
import { register } from '../support/server.ts';
import { list } from '../support/tokens.ts';

// An address is said to be unverified only where an email can verify it.
const { server, provider } = appWithServer({ mailer: { send: async () => {} } });
afterEach(() => vi.restoreAllMocks());

const soon = { timeout: 40_000 };
const commandK = () => fireEvent.keyDown(document.body, { code: 'KeyK', key: 'л', ctrlKey: true });

async function signedIn(at: string) {
  const person = await register(server.it);
  await fund(server.it, person, 'USDT', '100');
  await storeSession(server.it, person);
  return { person, app: await openApp(at) };
}

const symbolsOf = async (token: string) =>
  (await server.it.get('/wallet', { token })).body.data.tokens.map(
    ({ symbol }: { symbol: string }) => symbol,
  );

test('a token is found by its contract, added, and that undone', async () => {
  const user = userEvent.setup();
  await list(server.it);
  const { person } = await signedIn('/add-token');
  await screen.findByText('4 tokens', {}, soon);
  expect(document.title).toBe('Add tokens · Zesto Crypto Wallet');

  await user.type(screen.getByRole('searchbox'), '0x5149');
  await waitFor(() => expect(address()).toBe('/add-token?q=0x5149'));
  await screen.findByText('1 token', {}, soon);
  await user.click(screen.getByRole('button', { name: 'Add LINK to the wallet' }));
  await screen.findByText('LINK is now in your wallet.', {}, soon);
  expect(await symbolsOf(person.token)).toContain('LINK');
  await screen.findByRole('button', { name: 'Hide LINK from the wallet' }, soon);

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('LINK is now hidden.', {}, soon);
  expect(await symbolsOf(person.token)).not.toContain('LINK');
});

test('what is held is not offered to be hidden', async () => {
  const { person } = await signedIn('/add-token?q=Tether');
  await screen.findByText('1 token', {}, soon);
  await screen.findByText('USDT', {}, soon);
  expect(screen.queryByRole('button', { name: /(?:Hide|Add) USDT/ })).toBeNull();
  expect(await symbolsOf(person.token)).toContain('USDT');
});

test('the command palette leads to a screen by keys alone, in the Russian layout too', async () => {
  const user = userEvent.setup();
  await signedIn('/wallet');
  await screen.findByRole('table', { name: 'Tokens' }, soon);
  commandK();
  const dialog = await screen.findByRole('dialog', { name: 'Search' }, soon);
  await within(dialog).findByRole('menuitem', { name: /^Exchange ZST/ }, soon);
  await user.keyboard('ршыещкн');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/transactions/history'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the palette offers to fold the sidebar only where that can be done', async () => {
  await signedIn('/wallet');
  await screen.findByRole('table', { name: 'Tokens' }, soon);
  commandK();
  const fold = { name: 'Collapse or expand the sidebar' };
  await screen.findByRole('menuitem', fold, soon);
  commandK();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  beNarrow(1023);
  commandK();
  await screen.findByRole('menuitem', { name: 'Hide balances' }, soon);
  expect(screen.queryByRole('menuitem', fold)).toBeNull();
});

test('the palette and the line about an unverified email are drawn once their texts have loaded', async () => {
  const complaints = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const requested = new Set<string>();
  let release = () => {};
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  provider.use(
    serveLocales((_, namespace) => {
      requested.add(namespace);
      return namespace === 'palette' || namespace === 'profile' ? held : undefined;
    }),
  );
  await signedIn('/wallet');
  await screen.findByRole('table', { name: 'Tokens' }, soon);
  commandK();
  await waitFor(() => expect([...requested]).toEqual(expect.arrayContaining(['palette', 'profile'])), soon);
  expect(screen.queryByRole('dialog')).toBeNull();
  act(release);
  await screen.findByRole('dialog', { name: 'Search' }, soon);
  await screen.findByText('Your email address isn’t verified.', {}, soon);
  expect(complaints.mock.calls.filter(([subject]) => /no words/.test(subject))).toEqual([]);
});

test('the list of keys comes by ?, not while one types, and not to whoever turned single keys off', async () => {
  const user = userEvent.setup();
  await signedIn('/wallet');
  await screen.findByRole('table', { name: 'Tokens' }, soon);
  await user.type(screen.getByRole('searchbox'), '?');
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '?');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(document.body);
  fireEvent.keyDown(document.body, { code: 'Slash', key: ',', shiftKey: true });
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }, soon);
  expect(within(dialog).getByText('Search pages, actions and tokens')).toBeTruthy();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Use single-key shortcuts (? and H)' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(document.body, { code: 'Slash', key: '?', shiftKey: true });
  expect(localStorage.getItem('single_keys')).toBe('false');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('without a line the wallet that was read last is there with its age; signing out takes it away', async () => {
  const { app } = await signedIn('/wallet');
  await screen.findByRole('table', { name: 'Tokens' }, soon);
  act(() => app.stop());

  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  provider.use(http.all(`${providerOrigin}/api/*`, () => HttpResponse.error()));
  const { app: again } = await openApp('/wallet');
  await screen.findByRole('table', { name: 'Tokens' }, soon);
  await screen.findByText(/^You are offline\. Showing data from .+ \(.+\)\./, {}, soon);
  expect(screen.getByText(/^Network error\..+Showing data from/)).toBeTruthy();
  expect(localStorage.getItem('last_read')).toContain('"wallet"');

  act(() => again.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' }));
  await screen.findByRole('button', { name: 'Log in' }, { timeout: 40_000 });
  expect(localStorage.getItem('last_read')).toBeNull();
});

test('with the line back, the banner goes and everything is read anew', async () => {
  await signedIn('/wallet');
  await screen.findByRole('table', { name: 'Tokens' }, soon);
  act(() => void window.dispatchEvent(new Event('offline')));
  await screen.findByText(/^You are offline\./, {}, soon);
  let reads = 0;
  provider.events.on('request:start', ({ request }) => {
    if (request.url.endsWith('/wallet')) reads += 1;
  });
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByText(/^You are offline\./)).toBeNull());
  await waitFor(() => expect(reads).toBe(1), soon);
});
