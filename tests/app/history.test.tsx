import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createBalanceChannel } from '../../src/services/money/balanceChannel.ts';
import { fund, pay } from '../support/payments.ts';
import { address, appWithServer, openApp, storeSession } from '../support/runApp.ts';
import { register } from '../support/server.ts';

const { server } = appWithServer();

const place = '/transactions/history';
const rows = () => screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);
const summary = (words: RegExp) => screen.findByText(words, {}, { timeout: 40_000 });

/** Somebody with 21 deposits of ZST and a payment of USDT before them. */
async function personWithPages() {
  const person = await register(server.it);
  await fund(server.it, person, 'USDT', '100');
  server.it.clock.advance(1_000);
  await pay(server.it, person, { amount: '10' });
  for (let times = 0; times < 21; times += 1) {
    server.it.clock.advance(1_000);
    await fund(server.it, person, 'ZST', '1');
  }
  return person;
}

let reader: ReturnType<typeof personWithPages> | undefined;

/** The one whom the tests share that move nothing. */
function sharedPerson() {
  reader ??= personWithPages();
  return reader;
}

async function signedIn(at: string, whom = sharedPerson()) {
  const person = await whom;
  await storeSession(server.it, person);
  await openApp(at);
  return person;
}

test('a deep link opens what it says, and a choice, Back and Forward go between addresses', async () => {
  const user = userEvent.setup();
  await signedIn(`${place}?token=USDT`);
  await summary(/^2 transactions$/);
  expect(rows()).toEqual(['Sent USDT', 'Deposit USDT']);
  expect(document.title).toBe('History · Zesto Crypto Wallet');

  await user.click(screen.getByRole('link', { name: 'Sent USDT' }));
  await screen.findByRole('dialog', { name: 'Sent USDT' });
  expect(address()).toMatch(/^\/transactions\/history\?token=USDT&id=[\da-f-]{36}$/);
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe(`${place}?token=USDT`);

  await user.click(await screen.findByRole('button', { name: /Type/ }));
  await user.click(await screen.findByRole('option', { name: 'Deposit' }));
  await summary(/^1 transaction$/);
  expect(address()).toBe(`${place}?kind=deposit&token=USDT`);
});

test('pages are turned by links, and Back turns them back', async () => {
  const user = userEvent.setup();
  await signedIn(place);
  await summary(/^23 transactions · Page 1 of 2$/);

  await user.click(screen.getByRole('link', { name: 'Page 2' }));
  await summary(/Page 2 of 2$/);
  expect(address()).toBe(`${place}?page=2`);
  expect(rows()).toEqual(['Deposit ZST', 'Sent USDT', 'Deposit USDT']);

  act(() => window.history.back());
  await summary(/Page 1 of 2$/);
  expect(address()).toBe(place);
});

test('money that moved in another tab makes old what was read and is not shown', async () => {
  const user = userEvent.setup();
  const person = await signedIn(place, personWithPages());
  await summary(/^23 transactions · Page 1 of 2$/);
  await user.click(screen.getByRole('link', { name: 'Page 2' }));
  await summary(/Page 2 of 2$/);
  act(() => window.history.back());
  await summary(/Page 1 of 2$/);

  server.it.clock.advance(1_000);
  await fund(server.it, person, 'ZST', '1');
  const otherTab = createBalanceChannel();
  otherTab.tell();
  await summary(/^24 transactions · Page 1 of 2$/);
  otherTab.close();
  await user.click(screen.getByRole('link', { name: 'Page 2' }));
  await summary(/^24 transactions · Page 2 of 2$/);
  expect(rows()).toHaveLength(4);
});

test('typing replaces the address: Back leaves the history, not a character of it', async () => {
  const user = userEvent.setup();
  await signedIn(place);
  await summary(/Page 1 of 2$/);
  const entries = window.history.length;

  await user.type(screen.getByRole('searchbox'), '0xfB69');
  // Slow typing asks for less before: what is listed then may be the same.
  await waitFor(() => expect(address()).toBe(`${place}?q=0xfB69`));
  await summary(/^1 transaction$/);
  expect(window.history.length).toBe(entries);
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});
