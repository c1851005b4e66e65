import { expect, test } from 'vitest';
import { filledIn, register, testServer } from '../../support/server.ts';

const server = testServer();
const hour = 3_600_000;
const header = 'session-ends-in';

test('an answer says when the session ends for want of use, and use puts it off', async () => {
  const { token } = await register(server.it);
  const first = await server.it.get('/profile', { token });
  expect(first.headers.get(header)).toBe(String(12 * 3600));
  server.it.clock.advance(30_000);
  const soon = await server.it.get('/profile', { token });
  expect(soon.headers.get(header)).toBe(String(12 * 3600 - 30));
  server.it.clock.advance(11 * hour);
  const later = await server.it.get('/profile', { token });
  expect(later.headers.get(header)).toBe(String(12 * 3600));
});

test('near its longest a session is not made longer by use', async () => {
  const { token } = await register(server.it);
  server.it.clock.advance(11 * hour);
  await server.it.get('/profile', { token });
  server.it.clock.advance(11 * hour);
  const { headers } = await server.it.get('/profile', { token });
  expect(headers.get(header)).toBe(String(2 * 3600));
});

test('a remembered one says thirty days; nobody else is told anything', async () => {
  const form = await filledIn(server.it);
  await server.it.post('/auth/register', form);
  const { email, password } = form;
  const signedIn = await server.it.post('/auth/login', { email, password, remember: true });
  expect(signedIn.headers.get(header)).toBeNull();
  const { headers } = await server.it.get('/profile', { token: signedIn.body.data.token });
  expect(headers.get(header)).toBe(String(30 * 24 * 3600));
  const refused = await server.it.get('/profile', { token: 'x'.repeat(43) });
  expect([refused.status, refused.headers.get(header)]).toEqual([401, null]);
});
