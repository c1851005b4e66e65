import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as route } from 'msw';
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { fillIn } from '../support/fillIn.ts';
import { providerOrigin } from '../support/mswProvider.ts';
import { appWithServer, openApp, storeSession } from '../support/runApp.ts';
import { register } from '../support/server.ts';

const { server, provider } = appWithServer();
const hour = 3_600_000;

async function exchanging() {
  const person = await register(server.it);
  await storeSession(server.it, person);
  const { services } = await openApp('/exchange');
  const amount = await screen.findByRole('textbox', { name: /You pay/ }, { timeout: 40_000 });
  const user = userEvent.setup();
  await user.type(amount, '12.5');
  const call = () =>
    act(async () => {
      const { wallet } = await services.data();
      await wallet({ input: { fresh: true }, signal: new AbortController().signal });
    });
  return { user, amount, call, person };
}

/** Every answer says that the session ends in so many seconds, until this is called: whatever the app reads meanwhile is no use of it. */
function endIn(seconds: number): () => void {
  let isEnding = true;
  provider.use(
    route.all(`${providerOrigin}/api/web-app/*`, async ({ request }) => {
      if (!isEnding) return undefined;
      const answer = await server.it.fetch(request.clone());
      const headers = new Headers(answer.headers);
      headers.set('Session-Ends-In', String(seconds));
      return new HttpResponse(answer.body, { status: answer.status, headers });
    }),
  );
  return () => {
    isEnding = false;
  };
}

const title = { name: 'Are you still here?' };

test('whoever says that they are here stays logged in, and finds what they had typed', async () => {
  const { user, amount, call } = await exchanging();
  const goOn = endIn(100);
  await call();
  await screen.findByRole('alertdialog', title);
  // The server's clock is known to a second, and a busy machine shows the dialog late.
  expect(screen.getByRole('timer').getAttribute('aria-label')).toMatch(/^(?:10[01]|[5-9]\d) seconds left$/);
  await expectAccessible();
  goOn();
  await user.click(screen.getByRole('button', { name: 'Stay logged in' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(amount).toHaveProperty('value', '12.5');
  expect(localStorage.getItem('auth_token')).not.toBeNull();
});

test('who cannot be kept logged in is told so, and can try again', async () => {
  const { user, call } = await exchanging();
  const goOn = endIn(100);
  await call();
  await screen.findByRole('alertdialog', title);
  let isDown = true;
  provider.use(
    route.all(`${providerOrigin}/api/web-app/profile`, () =>
      isDown ? new HttpResponse(null, { status: 503 }) : undefined,
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Stay logged in' }));
  await screen.findByText('We couldn’t extend your session. Please try again.');
  goOn();
  expect(screen.getByRole('alertdialog', title)).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Stay logged in' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('whoever says nothing is logged out, told so, and comes back to what they had typed', async () => {
  const { user, call, person } = await exchanging();
  const goOn = endIn(1);
  await call();
  await screen.findByText(/Your session has ended/, undefined, { timeout: 40_000 });
  goOn();
  expect(localStorage.getItem('auth_token')).toBeNull();
  expect(window.location.pathname).toBe('/auth/login');
  await fillIn(user, screen.getByLabelText('Email'), person.email);
  await fillIn(user, screen.getByLabelText('Password'), person.password);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  const onward = await screen.findByRole(
    'link',
    { name: 'Continue exchanging 12.50 ZST' },
    { timeout: 40_000 },
  );
  expect(window.location.pathname).toBe('/wallet');
  await user.click(onward);
  const amount = await screen.findByRole('textbox', { name: /You pay/ }, { timeout: 40_000 });
  expect(amount).toHaveProperty('value', '12.5');
  expect(window.location.pathname).toBe('/exchange');
});

test('a session at its longest is said to be so', async () => {
  const { token } = await register(server.it);
  // Before the app is open: an answer from before the clock's jump would move the app's clock back.
  for (const unused of [12 * hour - 60_000, 12 * hour - 10_000]) {
    server.it.clock.advance(unused);
    expect(await server.it.get('/profile', { token })).toMatchObject({ status: 200 });
  }
  await storeSession(server.it, { token });
  await openApp('/exchange');
  const user = userEvent.setup();
  await screen.findByRole('alertdialog', title, { timeout: 40_000 });
  await user.click(screen.getByRole('button', { name: 'Stay logged in' }));
  await screen.findByRole('alertdialog', { name: 'You’ll need to log in again' });
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
