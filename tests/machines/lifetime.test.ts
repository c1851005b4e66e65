import { expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import { lifetimeMachine } from '../../src/machines/shell/lifetimeMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { type Exploration, expectSound } from '../support/paths.ts';

const hour = 3_600_000;
const minute = 60_000;

const exploration = (extensions: readonly number[]): Exploration<typeof lifetimeMachine> => ({
  input: { now: () => 0 },
  events: [
    ...extensions.map((until) => ({ type: 'session.extended', token: 'token', until }) as const),
    { type: 'session.replaced' },
    { type: 'stay.requested' },
    { type: 'warning.dismissed' },
  ],
  answers: {
    watchLifetime: {},
    extendSession: { done: [undefined], error: [new CallError(failure('NETWORK'))] },
  },
  distinguish: ({ context }) => context.until,
});

test('every state is reached, and it stays over', () => {
  expectSound(
    lifetimeMachine.provide({ actions: { endSession: () => {} } }),
    exploration([-1, minute, hour]),
    ['lifetime.over'],
  );
});

function start() {
  const clock = new SimulatedClock();
  const extend = manualCall<void, void>();
  let tell: (event: AnyEventObject) => void = () => {};
  const ended: string[] = [];
  const actor = createActor(
    lifetimeMachine.provide({
      actors: {
        extendSession: extend.logic,
        watchLifetime: fromCallback<AnyEventObject>(({ sendBack }) => {
          tell = sendBack;
        }),
      },
      actions: {
        endSession: (_, { token }) => void ended.push(token),
      },
    }),
    { clock, input: { now: () => clock.now() } },
  ).start();
  return {
    actor,
    clock,
    extend,
    ended: () => ended.length,
    /** The tokens of the sessions that were ended. */
    tokens: ended,
    until: (until: number, token = 'token') => tell({ type: 'session.extended', token, until }),
    replace: () => tell({ type: 'session.replaced' }),
    now: () => actor.getSnapshot(),
  };
}

test('a provider that says nothing of an end is never asked about', () => {
  const { clock, now } = start();
  clock.increment(100 * hour);
  expect(now().value).toBe('unknown');
});

test('a person is asked two minutes before the end, not a tick earlier, and the session ends with the last of them', () => {
  const { clock, until, ended, now } = start();
  until(12 * hour);
  clock.increment(12 * hour - 2 * minute - 1);
  expect(now().hasTag('asking')).toBe(false);
  clock.increment(1);
  expect(now().hasTag('asking')).toBe(true);
  clock.increment(2 * minute - 1);
  expect(ended()).toBe(0);
  clock.increment(1);
  expect([now().value, ended()]).toEqual(['over', 1]);
});

test('an end in thirty days is no reason to ask today', () => {
  const { clock, until, now } = start();
  until(30 * 24 * hour);
  for (let passed = 0; passed < 29 * 24; passed += 1) clock.increment(hour);
  expect(now().value).toBe('quiet');
  for (let passed = 0; passed < 24; passed += 1) clock.increment(hour);
  expect(now().value).toBe('over');
});

test('use in another tab puts the question off', () => {
  const { clock, until, now } = start();
  until(hour);
  clock.increment(hour - minute);
  expect(now().value).toBe('warning');
  until(2 * hour);
  expect(now().value).toBe('quiet');
  clock.increment(minute);
  expect(now().value).toBe('quiet');
});

test('to stay is one call; with its answer the question is gone', async () => {
  const { actor, clock, extend, until, now } = start();
  until(hour);
  clock.increment(hour - minute);
  actor.send({ type: 'stay.requested' });
  actor.send({ type: 'stay.requested' });
  expect(extend.calls).toHaveLength(1);
  until(2 * hour);
  extend.last().answer();
  await settled();
  expect(now().value).toBe('quiet');
});

test('a call that fails leaves the question standing, and one that hangs does not keep the session', async () => {
  const { actor, clock, extend, until, ended, now } = start();
  until(hour);
  clock.increment(hour - minute);
  actor.send({ type: 'stay.requested' });
  extend.last().fail('NETWORK');
  await settled();
  expect([now().value, now().context.failure?.code]).toEqual(['warning', 'NETWORK']);
  actor.send({ type: 'stay.requested' });
  expect(now().context.failure).toBeNull();
  clock.increment(minute);
  expect([now().value, ended()]).toEqual(['over', 1]);
});

test('a session that nothing makes longer is said to be so, once, and ends all the same', async () => {
  const { actor, clock, extend, until, ended, now } = start();
  until(hour);
  clock.increment(hour - minute);
  actor.send({ type: 'stay.requested' });
  until(hour);
  extend.last().answer();
  await settled();
  expect(now().hasTag('lasting')).toBe(true);
  actor.send({ type: 'warning.dismissed' });
  until(hour);
  expect(now().hasTag('asking')).toBe(false);
  clock.increment(minute);
  expect(ended()).toBe(1);
});

test('who stays in another tab stays here too: while this tab asks the server, and after its question was put away', async () => {
  const { actor, clock, extend, until, ended, now } = start();
  until(hour);
  clock.increment(hour - minute);
  actor.send({ type: 'stay.requested' });
  until(2 * hour);
  clock.increment(minute);
  expect([now().value, ended()]).toEqual(['quiet', 0]);
  clock.increment(hour - minute);
  actor.send({ type: 'stay.requested' });
  extend.last().answer();
  await settled();
  actor.send({ type: 'warning.dismissed' });
  expect(now().value).toBe('dismissed');
  until(3 * hour);
  clock.increment(minute);
  expect([now().value, ended()]).toEqual(['quiet', 0]);
});

test('a session that another tab opened anew does not end with the old one, and ends by its own token', () => {
  const { clock, until, replace, tokens, now } = start();
  until(hour, 'old');
  clock.increment(hour - minute);
  expect(now().hasTag('asking')).toBe(true);
  replace();
  expect(now().value).toBe('unknown');
  clock.increment(minute);
  expect(tokens).toEqual([]);
  until(3 * hour, 'new');
  clock.increment(2 * hour);
  expect([now().value, tokens]).toEqual(['over', ['new']]);
});

test('a machine that slept past the end wakes up to an end', () => {
  const { clock, until, ended } = start();
  clock.increment(hour);
  until(minute);
  expect(ended()).toBe(1);
});

test('an end that is told when it is over, because another tab knew of it, is measured anew', () => {
  const { clock, until, ended, now } = start();
  until(minute);
  clock.increment(minute);
  expect([now().value, ended()]).toEqual(['over', 1]);
  until(hour);
  expect(now().value).toBe('quiet');
  clock.increment(hour);
  expect([now().value, ended()]).toEqual(['over', 2]);
});
