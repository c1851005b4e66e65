import { afterEach, expect, test, vi } from 'vitest';
import type { Challenge } from '../../contract/captcha.ts';
import { CallError } from '../../contract/failure.ts';
import { createCaptcha } from '../../src/services/auth/captcha.ts';
import { createClock } from '../../src/services/core/clock.ts';
import { answerWith, handToServer } from '../support/mswProvider.ts';
import { servicesAtServer } from '../support/servicesAtServer.ts';

const { server, provider, connect: connectServices } = servicesAtServer();

/** `told`: the number of tries that the solver tells meanwhile. The most of these tests is five. */
function connect(told: number | null = null) {
  // The server's clock stands still, so the app's has to as well.
  const local = { now: server.it.clock.now().getTime() };
  const clock = createClock(() => local.now);
  vi.spyOn(Date, 'now').mockImplementation(() => local.now);
  const solve = vi.fn(async (_: Challenge, onTries: (tries: number) => void) => {
    if (told !== null) onTries(told);
    return { counter: 1, derivedKey: 'ab' };
  });
  const changes: string[] = [];
  const captcha = createCaptcha(connectServices(clock).http, clock, solve, (change) =>
    changes.push(change.type === 'captcha.progressed' ? String(change.done) : change.type.slice(8)),
  );
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
  const sent = JSON.parse(atob((await captcha.take()) ?? ''));
  expect(solve.mock.calls[0]?.[0]).toEqual(sent.challenge);
  expect(sent.solution).toEqual({ counter: 1, derivedKey: 'ab' });
});

test('one that is nearly over is made again', async () => {
  const { captcha, solve, local } = connect();
  await captcha.take();
  captcha.prepare();
  await vi.waitFor(() => expect(solve).toHaveBeenCalledTimes(2), { timeout: 30_000 });
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

test('a form that opens later is told that one is ready, without another one being made', async () => {
  const { captcha, solve, changes } = connect();
  captcha.prepare();
  await vi.waitFor(() => expect(changes).toEqual(['begun', 'solved']), 20_000);
  captcha.prepare();
  expect(changes).toEqual(['begun', 'solved', 'solved']);
  expect(solve).toHaveBeenCalledTimes(1);
});

test('a form that opens later is told that there is none', async () => {
  const { captcha, changes } = connect();
  provider.use(answerWith('/auth/captcha', 404, null));
  expect(await captcha.take()).toBeNull();
  captcha.prepare();
  expect(changes).toEqual(['begun', 'absent', 'absent']);
});

test('how much of the work is done is told on the way, and never more than all of it', async () => {
  const half = connect(2);
  await half.captcha.take();
  expect(half.changes).toEqual(['begun', '0.4', 'solved']);
  const beyond = connect(7);
  await beyond.captcha.take();
  expect(beyond.changes).toEqual(['begun', '1', 'solved']);
});
