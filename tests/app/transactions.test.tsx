import { randomUUID } from 'node:crypto';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openAccountMenu } from '../support/accountMenu.ts';
import { fillIn } from '../support/fillIn.ts';
import { addressOf, balance, fund, outside, payProven, quote } from '../support/payments.ts';
import { appWithServer, openApp, storeSession } from '../support/runApp.ts';
import { register } from '../support/server.ts';

const { server } = appWithServer();

const long = { timeout: 40_000 };
const read = () => (document.body.textContent ?? '').replace(/\s/g, ' ');

/** Somebody with 100 USDT, at an address of the app. */
async function signedIn(at: string) {
  const person = await register(server.it);
  await fund(server.it, person, 'USDT', '100');
  await storeSession(server.it, person);
  await openApp(at);
  return person;
}

const amountField = () => screen.findByRole('textbox', { name: 'Amount' }, long);
const addressField = () => screen.findByRole('textbox', { name: 'Recipient' });

test('everything is sent to an account here: it arrives at once, and the wallet and the history know it', async () => {
  const user = userEvent.setup();
  const payee = await register(server.it);
  const to = await addressOf(server.it, payee);
  const payer = await signedIn('/transactions?tab=send&token=USDT');
  await amountField();
  expect(document.title).toBe('Transactions · Zesto Crypto Wallet');
  await fillIn(user, await addressField(), to.toLowerCase());
  await user.click(await screen.findByRole('button', { name: /full available balance/ }, long));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'Review and confirm' }, long);
  expect(read()).toContain('Total deducted100.00 USDT');
  expect(read()).toContain('Zesto account: the transaction is free and instant.');
  await user.dblClick(screen.getByRole('button', { name: /^Send \d/ }));
  await screen.findByRole('heading', { name: 'Transaction sent' }, long);
  await screen.findByText('Transaction sent successfully!', {}, long);
  expect(await balance(server.it, payer)).toEqual({ total: '0', available: '0', pending: '0' });
  expect(await balance(server.it, payee)).toEqual({ total: '100', available: '100', pending: '0' });

  await user.click(screen.getByRole('link', { name: 'View in History' }));
  await screen.findByRole('dialog', { name: 'Sent USDT' }, long);
});

test('Back on the review returns to the draft, Forward skips nothing, and Change leaves no entry behind', async () => {
  const user = userEvent.setup();
  const payee = await register(server.it);
  const to = await addressOf(server.it, payee);
  await signedIn('/transactions?tab=send&token=USDT');
  await amountField();
  await fillIn(user, await addressField(), to.toLowerCase());
  await fillIn(user, await amountField(), '3');
  const review = async () => {
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { name: 'Review and confirm' }, long);
  };
  const isAtStep = () => window.history.state?.isStep === true;

  await review();
  await waitFor(() => expect(isAtStep()).toBe(true));
  act(() => window.history.back());
  expect((await amountField()).getAttribute('value')).toBe('3');
  await waitFor(() => expect(isAtStep()).toBe(false));

  const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  act(() => window.history.forward());
  await act(() => arrived);
  await waitFor(() => expect(isAtStep()).toBe(false));
  expect(screen.queryByRole('heading', { name: 'Review and confirm' })).toBeNull();

  await review();
  await waitFor(() => expect(isAtStep()).toBe(true));
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await amountField();
  await waitFor(() => expect(isAtStep()).toBe(false));
});

test('begun as a withdrawal, to an account here it says what it is, is free, and is there at once', async () => {
  const user = userEvent.setup();
  const payee = await register(server.it);
  const to = await addressOf(server.it, payee);
  await signedIn('/transactions?tab=withdraw&token=USDT');
  await user.type(await amountField(), '1');
  await screen.findByText(/24-hour limit for external addresses: 5,000 USDT\. Left: 5,000 USDT\./, {}, long);
  expect(screen.getByRole('link', { name: 'Verify your identity' }).getAttribute('href')).toBe('/kyc');
  await fillIn(user, await addressField(), `${to}{Enter}`);
  await screen.findByText('Zesto account: the transaction is free and instant.', {}, long);
  screen.getByText(/^This address belongs to a Zesto account/);
  await user.click(screen.getByRole('button', { name: /^Send \d/ }));
  await screen.findByRole('heading', { name: 'Transaction sent' }, long);
  await screen.findByText('Transaction sent successfully!', {}, long);
  expect(await balance(server.it, payee)).toEqual({ total: '1', available: '1', pending: '0' });
});

test('what was typed moves from tab to tab, and back, and what is typed last holds', async () => {
  const user = userEvent.setup();
  await signedIn('/transactions?tab=send&token=USDT');
  await user.type(await amountField(), '7');
  await user.click(screen.getByRole('link', { name: 'Withdraw' }));
  await screen.findByText(/^Withdraw to your external wallet/, {}, long);
  expect(await amountField()).toHaveProperty('value', '7');
  await user.type(await amountField(), '5');
  await fillIn(user, await addressField(), outside);
  act(() => window.history.back());
  await screen.findByText(/^Send to a Zesto account/, {}, long);
  expect(await amountField()).toHaveProperty('value', '75');
  expect(await addressField()).toHaveProperty('value', outside);
  expect(window.location.search).toBe('?tab=send&token=USDT');
});

test('a withdrawal is held, and taken back from its details', async () => {
  const user = userEvent.setup();
  const payer = await signedIn('/transactions?tab=withdraw&token=USDT');
  await user.type(await amountField(), '10');
  await fillIn(user, await addressField(), `${outside}{Enter}`);
  await user.click(await screen.findByRole('button', { name: /^Withdraw \d/ }, long));
  await screen.findByText('Withdrawal request submitted successfully!', {}, long);
  expect(await balance(server.it, payer)).toEqual({ total: '100', available: '88.75', pending: '11.25' });
  await user.click(screen.getByRole('link', { name: 'View in History' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel transaction' }, long));
  await screen.findByText('Cancel this transaction?');
  // A click in the question's first half second is taken for the second one of a double click.
  await waitFor(async () => {
    const confirm = screen.queryByRole('button', { name: 'Cancel transaction' });
    if (confirm) await user.click(confirm);
    screen.getByText('Transaction cancelled. The funds are available again.');
  }, long);
  expect(await balance(server.it, payer)).toEqual({ total: '100', available: '100', pending: '0' });
});

test('an own address is refused at its field', async () => {
  const user = userEvent.setup();
  const payer = await signedIn('/transactions?tab=send&token=USDT');
  await user.type(await amountField(), '10');
  await fillIn(user, await addressField(), `${await addressOf(server.it, payer)}{Enter}`);
  await waitFor(() => expect(read()).toContain('This is your own account.'), long);
});

test.each([
  { asked: 'STO', shown: 'STO' },
  { asked: 'no-token', shown: 'ZST' },
])('token=$asked: the address is that of $shown, the same on every visit', async ({ asked, shown }) => {
  const payer = await signedIn(`/transactions?tab=receive&token=${asked}`);
  const link = await screen.findByRole('link', { name: 'Open wallet app' }, long);
  expect(link.getAttribute('href')).toContain(await addressOf(server.it, payer, shown));
  expect(screen.getByRole('link', { name: shown }).getAttribute('aria-current')).toBe('page');
});

test('another tab has sent a payment: a log-out asks, loses nothing of it, and its person finds it again', async () => {
  const user = userEvent.setup();
  const to = await addressOf(server.it, await register(server.it));
  const payer = await signedIn('/wallet');
  await screen.findByRole('heading', { level: 1, name: 'Wallet' }, long);
  const quoted = await quote(server.it, payer, { to });
  const key = randomUUID();
  await payProven(server.it, payer, '/transactions/send', { quote_id: quoted.body.data.id }, key);
  // As the other tab keeps it, which waits for the answer.
  localStorage.setItem(
    `flow.payment.${payer.id}`,
    JSON.stringify({
      ...{ version: 1, step: 'sent', key, quote: quoted.body.data },
      values: { token: 'USDT', amount: '10', most: '', to },
    }),
  );

  await openAccountMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await screen.findByRole('alertdialog', { name: 'A transaction is in progress' }, long);
  // A click in the question's first half second is taken for the second one of a double click.
  await waitFor(async () => {
    const confirm = screen.queryByRole('button', { name: 'Log out anyway' });
    if (confirm) await user.click(confirm);
    screen.getByRole('heading', { level: 1, name: 'Log in' });
  }, long);

  await fillIn(user, await screen.findByLabelText('Email'), payer.email);
  await fillIn(user, screen.getByLabelText('Password'), payer.password);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await user.click((await screen.findAllByRole('link', { name: 'Transactions' }, long))[0] ?? document.body);
  await screen.findByRole('heading', { name: 'Transaction sent' }, long);
  expect(localStorage.getItem(`flow.payment.${payer.id}`)).toBeNull();
});

test('a browser without room says so before anything is sent, keeps no older record, and still sends', async () => {
  const user = userEvent.setup();
  const to = await addressOf(server.it, await register(server.it));
  const payer = await signedIn('/transactions?tab=send&token=USDT');
  await user.type(await amountField(), '5');
  await waitFor(() => expect(localStorage.getItem(`flow.payment.${payer.id}`)).not.toBeNull());
  const { setItem } = Storage.prototype;
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (
    this: Storage,
    key,
    value,
  ) {
    if (key.startsWith('flow.')) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(this, key, value);
  });
  onTestFinished(() => full.mockRestore());
  await fillIn(user, await addressField(), `${to}{Enter}`);
  await screen.findByRole('heading', { name: 'Review and confirm' }, long);
  screen.getByText('Keep this page open until you see the result');
  expect(localStorage.getItem(`flow.payment.${payer.id}`)).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Send \d/ }));
  await screen.findByRole('heading', { name: 'Transaction sent' }, long);
});
