import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { serveLocales } from '../support/localeFiles.ts';
import { answerWith, handToServer } from '../support/mswProvider.ts';
import { fund } from '../support/payments.ts';
import { address, appWithServer, openApp, storeSession } from '../support/runApp.ts';
import { register } from '../support/server.ts';

const { server, provider } = appWithServer();

beforeEach(() => {
  // jsdom has no canvas, and says so loudly.
  HTMLCanvasElement.prototype.getContext = () => null;
});

const longWait = { timeout: 40_000 };
const text = (element: Element = document.body) => (element.textContent ?? '').replace(/\s/g, ' ');

async function signedIn(at: string) {
  const person = await register(server.it);
  await server.it.operator('POST', '/rates', { pair: 'ZST/USDT', rate: '0.25', confirm: true });
  await fund(server.it, person, 'ZST', '100');
  await storeSession(server.it, person);
  await openApp(at);
  return person;
}

const row = async (name: RegExp) => (await screen.findByRole('rowheader', { name }, longWait)).closest('tr');

test('a price that changes moves the value and the sums of the wallet, and money that arrives its balance', async () => {
  const person = await signedIn('/wallet');
  const zesto = await row(/ZST/);
  if (!zesto) throw new Error('there is no row');
  expect(text(zesto)).toContain('25.00 USDT');
  await screen.findByText('Live prices', {}, longWait);

  server.it.clock.advance(1_000);
  await server.it.operator('POST', '/rates', {
    pair: 'ZST/USDT',
    rate: '0.333333333333333333',
    confirm: true,
  });
  await waitFor(() => expect(text(zesto)).toContain('33.33 USDT'), longWait);
  expect(text(screen.getByRole('region', { name: 'Balances' }))).toContain('Total33.33 USDT');

  await fund(server.it, person, 'ZST', '50');
  await waitFor(() => expect(text(zesto)).toContain('150.00 ZST'), longWait);
  expect(text(zesto)).toContain('49.99 USDT');
});

test('the exchange’s estimate follows, whatever was read before', async () => {
  const user = userEvent.setup();
  await signedIn('/exchange?from=ZST&to=USDT');
  await user.type(await screen.findByLabelText('You pay', {}, longWait), '100');
  await screen.findByText('Live prices', {}, longWait);
  server.it.clock.advance(1_000);
  await server.it.operator('POST', '/rates', { pair: 'ZST/USDT', rate: '0.41', confirm: true });
  // 0.2 % is the fee, and 0.5 % lies between the price and the rate.
  await waitFor(
    () => expect(screen.getByLabelText('You receive')).toHaveProperty('value', '40.71341'),
    longWait,
  );
});

test('a freeze that the stream has told is not taken back by what was read before it', async () => {
  const user = userEvent.setup();
  const person = await signedIn('/exchange');
  await screen.findByText('Live prices', {}, longWait);
  const freeze = { email: person.email, reason: 'unusual_activity' };
  await server.it.operator('POST', '/accounts/freeze', freeze);
  await waitFor(() => expect(text()).toContain('Your account is frozen'), longWait);
  const asked: string[] = [];
  const fetch = (request: Request) => {
    asked.push(new URL(request.url).pathname);
    return server.it.fetch(request);
  };
  provider.use(serveLocales(), handToServer({ fetch }));
  await user.click(screen.getAllByRole('link', { name: 'Wallet' })[0] as HTMLElement);
  await screen.findByRole('heading', { name: 'Your account is frozen' }, longWait);
  await row(/ZST/);
  // A profile that contradicts the stream would have made all balances old once more.
  expect(asked.filter((path) => path.endsWith('/wallet/holds'))).toHaveLength(1);
});

test('without a stream the wallet says so and keeps what was read', async () => {
  provider.use(answerWith('/rates/stream', 503, null));
  await signedIn('/wallet');
  const zesto = await row(/ZST/);
  await screen.findByText('Connecting…', {}, longWait);
  expect(text(zesto ?? undefined)).toContain('25.00 USDT');
});

test('the price of a token opens at its own address, by range, and Back closes it', async () => {
  const user = userEvent.setup();
  await signedIn('/wallet');
  const link = await screen.findByRole('link', { name: 'ZST rate' }, longWait);
  await user.click(link);
  const dialog = await screen.findByRole('dialog', { name: 'ZST rate' }, longWait);
  expect(address()).toBe('/wallet?price=ZST');
  const slider = await within(dialog).findByRole('slider', {}, longWait);
  expect(slider.getAttribute('aria-valuetext')).toMatch(/: 0\.25\sUSDT$/);
  await user.click(within(dialog).getByRole('radio', { name: '30d' }));
  await waitFor(() => expect(address()).toBe('/wallet?price=ZST&range=month'));
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/wallet');
});

test('a token that nobody knows is said in words, and closing leads to the wallet', async () => {
  const user = userEvent.setup();
  await signedIn('/wallet?price=%22%3E%3Cscript%3E&range=century');
  const dialog = await screen.findByRole('dialog', {}, longWait);
  await within(dialog).findByText('We don’t have a token with this name.', {}, longWait);
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/wallet');
});

test('the analytics count what happened, by filters in the address, in the person’s own time', async () => {
  const user = userEvent.setup();
  await signedIn('/analytics?type=transaction_deposit');
  await screen.findByText('1 event', { selector: '.text-xl' }, longWait);
  expect(document.title).toBe('Analytics · Zesto Crypto Wallet');
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(text()).toContain(`Days follow your time zone: ${zone}.`);
  expect(text()).toContain('25.00 USDT');

  await user.click(screen.getByRole('button', { name: /Group by/ }));
  await user.click(await screen.findByRole('option', { name: 'Year' }));
  await waitFor(() => expect(address()).toBe('/analytics?type=transaction_deposit&group_by=yearly'));
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByText('2 events', { selector: '.text-xl' }, longWait);
  expect(address()).toBe('/analytics?group_by=yearly');
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  const table = screen.getByRole('table', { name: 'Over time' });
  expect(text(table)).toContain('Registration by email');
});
