import '../support/nodeBytes.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../../contract/failure.ts';
import { createCaptcha } from '../../src/services/captcha.ts';
import { createClock } from '../../src/services/clock.ts';
import { createHttp } from '../../src/services/http.ts';
import { createSessionStore, type SessionStore } from '../../src/services/session.ts';
import { createLocalStore } from '../../src/services/storage.ts';
import { answerWith, handToServer, interceptProvider, providerOrigin } from '../support/mswProvider.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
const provider = interceptProvider();
let session: SessionStore;

beforeEach(() => {
  provider.use(handToServer({ fetch: (request) => server.it.fetch(request) }));
  session = createSessionStore(createLocalStore());
});
afterEach(() => session.close());

function connect() {
  // The server's clock stands still, so the app's has to as well.
  const local = { now: server.it.clock.now().getTime() };
  const clock = createClock(() => local.now);
  vi.spyOn(Date, 'now').mockImplementation(() => local.now);
  const solve = vi.fn(async () => ({ counter: 1, derivedKey: 'ab' }));
  const captcha = createCaptcha(createHttp({ origin: providerOrigin, session, clock }), clock, solve);
  const changes: string[] = [];
  captcha.subscribe((change) => changes.push(change));
  return { captcha, solve, changes, local };
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('one is made ahead, and whoever takes it is the only one who gets it', async () => {
  const { captcha, solve, changes } = connect();
  captcha.prepare();
  captcha.prepare();
  const first = await captcha.take();
  expect(solve).toHaveBeenCalledTimes(1);
  expect(changes).toEqual(['begun', 'solved']);
  expect(await captcha.take()).not.toBe(first);
  expect(solve).toHaveBeenCalledTimes(2);
});

test('what it sends is the challenge as it came, with the solution', async () => {
  const { captcha, solve } = connect();
  const sent = JSON.parse(atob(await captcha.take()));
  expect(solve).toHaveBeenCalledWith(sent.challenge);
  expect(sent.solution).toEqual({ counter: 1, derivedKey: 'ab' });
});

test('one that is nearly over is made again', async () => {
  const { captcha, solve, local } = connect();
  await captcha.take();
  captcha.prepare();
  await vi.waitFor(() => expect(solve).toHaveBeenCalledTimes(2));
  local.now += 19 * 60_000 - 1;
  captcha.prepare();
  expect(solve).toHaveBeenCalledTimes(2);
  local.now += 1;
  await captcha.take();
  expect(solve).toHaveBeenCalledTimes(3);
});

test('one that could not be made is told, and the next who asks tries again', async () => {
  const { captcha, changes } = connect();
  provider.use(answerWith('/auth/captcha', 503, null));
  await expect(captcha.take()).rejects.toBeInstanceOf(CallError);
  provider.resetHandlers(handToServer({ fetch: (request) => server.it.fetch(request) }));
  await captcha.take();
  expect(changes).toEqual(['begun', 'failed', 'begun', 'solved']);
});
