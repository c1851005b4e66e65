import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fillIn } from '../support/fillIn.ts';
import { sendAll, sendDocument } from '../support/kyc.ts';
import { idempotent } from '../support/payments.ts';
import { appWithServer, openApp, storeSession } from '../support/runApp.ts';
import { register } from '../support/server.ts';

const { server } = appWithServer();

const late = { timeout: 40_000 };

async function signedIn(
  at: string,
  before: (person: Awaited<ReturnType<typeof register>>) => unknown = () => {},
) {
  const person = await register(server.it);
  await before(person);
  await storeSession(server.it, person);
  await openApp(at);
  return person;
}

test('a saved profile is the server’s, the header’s, and what a reload begins with', async () => {
  const user = userEvent.setup();
  const person = await signedIn('/profile');
  const name = await screen.findByRole('textbox', { name: 'First name' }, late);
  expect(document.title).toBe('Profile · Zesto Crypto Wallet');
  await user.clear(name);
  await user.type(name, 'Bertha');
  await user.type(screen.getByRole('textbox', { name: 'City' }), 'Porto');
  expect(localStorage.getItem(`flow.profile.${person.id}`)).toContain('Porto');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Profile saved.', {}, late);
  const told = await server.it.get('/profile', { token: person.token });
  expect(told.body.data).toMatchObject({ first_name: 'Bertha', city: 'Porto' });
  expect(localStorage.getItem(`flow.profile.${person.id}`)).toBeNull();
  expect(JSON.parse(localStorage.getItem('user') ?? '').first_name).toBe('Bertha');
  await waitFor(() => expect(within(screen.getByRole('banner')).getByText('Bertha')).toBeDefined());
});

test('a name that was saved after the wallet was read stays at the next look at the wallet', async () => {
  const user = userEvent.setup();
  await signedIn('/wallet');
  await screen.findByRole('heading', { name: 'First steps' }, late);
  const tabs = screen.getByRole('navigation', { name: 'Quick navigation' });
  await user.click(within(tabs).getByRole('link', { name: 'Profile' }));
  const name = await screen.findByRole('textbox', { name: 'First name' }, late);
  await user.clear(name);
  await user.type(name, 'Bertha');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Profile saved.', {}, late);
  await user.click(screen.getByRole('link', { name: 'zesto, Home' }));
  await screen.findByRole('heading', { name: 'First steps' }, late);
  expect(JSON.parse(localStorage.getItem('user') ?? '').first_name).toBe('Bertha');
  expect(within(screen.getByRole('banner')).getByText('Bertha')).toBeDefined();
});

test('what was typed into the profile is there after a reload', async () => {
  const person = await register(server.it);
  await storeSession(server.it, person);
  localStorage.setItem(
    `flow.profile.${person.id}`,
    JSON.stringify({ version: 1, step: 'drafting', values: { city: 'Porto' }, key: null, quote: null }),
  );
  await openApp('/profile');
  const city = await screen.findByRole<HTMLInputElement>('textbox', { name: 'City' }, late);
  expect(city.value).toBe('Porto');
});

test('every other session is ended, and this one stays', async () => {
  const user = userEvent.setup();
  const other: { token?: string } = {};
  const person = await signedIn('/profile', async ({ email, password }) => {
    const again = await server.it.post('/auth/login', { email, password, remember: false });
    other.token = again.body.data.token;
  });
  await user.click(await screen.findByRole('button', { name: 'End other sessions' }, late));
  const dialog = await screen.findByRole('alertdialog', {}, late);
  await fillIn(user, within(dialog).getByLabelText('Current password'), `${person.password}{Enter}`);
  await screen.findByText('No other active sessions.', {}, late);
  expect((await server.it.get('/profile', { token: other.token ?? '' })).status).toBe(401);
  expect((await server.it.get('/profile', { token: person.token })).status).toBe(200);
});

test('documents that are on the server come back, are submitted, and the wallet’s steps follow', async () => {
  const user = userEvent.setup();
  await signedIn('/kyc', (person) => sendAll(server.it, person));
  await user.click(await screen.findByRole('button', { name: 'Submit' }, late));
  await screen.findByText('Your documents are under review', {}, late);
  await user.click(screen.getByRole('link', { name: 'zesto, Home' }));
  await screen.findByRole('heading', { name: 'First steps' }, late);
  await screen.findByText('Under review', {}, late);
});

test('of a rejected case only the failed part is asked again', async () => {
  const user = userEvent.setup();
  await signedIn('/kyc', async (person) => {
    await sendAll(server.it, person);
    await idempotent(server.it, person, '/kyc/submit');
    const refusal = { id: person.id, document: 'bank_statement', reason: 'outdated' };
    const { status } = await server.it.operator('POST', '/kyc/reject', refusal);
    expect(status).toBe(200);
  });
  await screen.findByText(/^Reason for rejection: This document is older than 3 months/, {}, late);
  await user.click(screen.getByRole('button', { name: 'Replace document' }));
  await screen.findByRole('heading', { name: 'Proof of address' });
  expect(screen.getByRole('list', { name: 'Verification steps' }).textContent).toBe(
    '1Now: Address2Next: Review',
  );
});

test('one document there: the next part is where one goes on', async () => {
  await signedIn('/kyc', (person) => sendDocument(server.it, person, 'passport'));
  await screen.findByRole('heading', { name: 'Proof of address' }, late);
});
