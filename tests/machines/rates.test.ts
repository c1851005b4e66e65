import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { ratesMachine, selectAge } from '../../src/machines/wallet/ratesMachine.ts';
import { failure } from '../support/actors.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';

const rates = { pairs: [], as_of: '2026-11-20T09:00:00.000Z' };
const notification = { unread: 2, newest: null };
const lost = { type: 'stream.closed', failure: failure('NETWORK') } as const;
const arrived = { type: 'rates.arrived', rates } as const;

const exploration: Exploration<typeof ratesMachine> = {
  input: { now: () => 0, random: () => 0 },
  events: [
    arrived,
    lost,
    { type: 'stream.closed', failure: null },
    { type: 'stream.closed', failure: failure('UNSUPPORTED') },
    { type: 'stream.heard' },
    { type: 'notification.arrived', notification },
    { type: 'page.hidden' },
    { type: 'page.shown' },
    { type: 'connection.lost' },
    { type: 'connection.returned' },
    { type: 'retry.requested' },
  ],
  answers: { watchStream: {}, watchPage: {} },
  distinguish: ({ context }) => [
    context.rates !== null,
    context.failure?.code,
    Math.min(context.attempts, 2),
    context.notification,
  ],
};

function start(random = 1) {
  const clock = new SimulatedClock();
  let opened = 0;
  let open = 0;
  const watchStream = fromCallback(() => {
    opened += 1;
    open += 1;
    return () => {
      open -= 1;
    };
  });
  const actor = createActor(
    ratesMachine.provide({ actors: { watchStream, watchPage: fromCallback(() => {}) } }),
    {
      clock,
      input: { now: () => clock.now(), random: () => random },
    },
  ).start();
  return { actor, clock, now: () => actor.getSnapshot(), opened: () => opened, open: () => open };
}

describe('paths', () => {
  test('every state is reached and can be left', () => {
    expectSound(ratesMachine, exploration);
  });

  test('whatever happens', () => {
    const paths = explore(ratesMachine, exploration);
    expect(paths.length).toBeGreaterThan(20);
    for (const { snapshot, events } of paths) {
      const path = events.join(' → ');
      if (snapshot.hasTag('live')) expect(snapshot.context.rates, path).not.toBeNull();
      if (snapshot.hasTag('live')) expect(snapshot.context.failure, path).toBeNull();
      expect(snapshot.hasTag('live'), path).toBe(!snapshot.hasTag('stale'));
      expect(snapshot.children.watchStream !== undefined, path).toBe(snapshot.matches('open'));
    }
  });
});

test('it is live with the first rates, and stays so as long as the line says something', () => {
  const { actor, clock, now } = start();
  expect(now().hasTag('connecting')).toBe(true);
  expect(selectAge(now(), clock.now())).toBeNull();
  actor.send(arrived);
  expect(now().hasTag('live')).toBe(true);
  for (let pulse = 0; pulse < 5; pulse += 1) {
    clock.increment(44_999);
    actor.send({ type: 'stream.heard' });
  }
  expect(now().hasTag('live')).toBe(true);
  expect(selectAge(now(), clock.now())).toBe(0);
  clock.increment(44_999);
  expect(now().hasTag('live')).toBe(true);
  clock.increment(1);
  expect(now().hasTag('stale')).toBe(true);
  expect(now().context.rates).toEqual(rates);
  expect(selectAge(now(), clock.now())).toBe(45_000);
});

test('a provider without a stream is not asked again by itself', () => {
  const { actor, clock, now, opened } = start();
  actor.send({ type: 'stream.closed', failure: failure('UNSUPPORTED') });
  clock.increment(600_000);
  actor.send({ type: 'page.hidden' });
  actor.send({ type: 'page.shown' });
  expect(now().hasTag('stale')).toBe(true);
  expect(opened()).toBe(1);
  actor.send({ type: 'retry.requested' });
  expect(opened()).toBe(2);
});

test('a clock that is set back makes nothing younger than now', () => {
  const { actor, now } = start();
  actor.send(arrived);
  expect(selectAge(now(), -5_000)).toBe(0);
});

test.each([
  [1, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
  [0, [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]],
])('with chance %i each attempt waits longer, up to half a minute', (random, waits) => {
  const { actor, clock, now, opened } = start(random);
  for (const [index, wait] of waits.entries()) {
    actor.send(lost);
    expect(now().value).toBe('waiting');
    clock.increment(wait - 1);
    expect(opened()).toBe(index + 1);
    clock.increment(1);
    expect(opened()).toBe(index + 2);
  }
  actor.send(arrived);
  actor.send(lost);
  clock.increment(random === 1 ? 1_000 : 500);
  expect(opened()).toBe(waits.length + 2);
});

test('a provider that says when to come back is not asked earlier', () => {
  const { actor, clock, opened } = start();
  actor.send({ type: 'stream.closed', failure: failure('UNAVAILABLE', { retryAfter: 40 }) });
  clock.increment(39_999);
  expect(opened()).toBe(1);
  clock.increment(1);
  expect(opened()).toBe(2);
});

test('a line that opens and says nothing is given up', () => {
  const { clock, now, open } = start();
  clock.increment(45_000);
  expect(now().value).toBe('waiting');
  expect(open()).toBe(0);
});

test('while nobody looks there is no line, and what is known is old until it is heard again', () => {
  const { actor, clock, now, open } = start();
  actor.send(arrived);
  actor.send({ type: 'page.hidden' });
  expect({ open: open(), isStale: now().hasTag('stale') }).toEqual({ open: 0, isStale: true });
  clock.increment(3_600_000);
  actor.send({ type: 'connection.lost' });
  actor.send({ type: 'connection.returned' });
  expect(open()).toBe(0);
  actor.send({ type: 'page.shown' });
  expect({ open: open(), isStale: now().hasTag('stale') }).toEqual({ open: 1, isStale: true });
  expect(selectAge(now(), clock.now())).toBe(3_600_000);
  actor.send(arrived);
  expect(now().hasTag('live')).toBe(true);
});

test('without a connection nothing is tried until there is one again', () => {
  const { actor, clock, now, opened } = start();
  actor.send({ type: 'connection.lost' });
  expect(now().hasTag('offline')).toBe(true);
  clock.increment(600_000);
  expect(opened()).toBe(1);
  actor.send({ type: 'connection.returned' });
  expect(opened()).toBe(2);
});

test('a person who does not want to wait is served at once', () => {
  const { actor, opened } = start();
  actor.send(lost);
  actor.send({ type: 'retry.requested' });
  expect(opened()).toBe(2);
});

test('what the line tells of notifications is kept, whatever becomes of the line', () => {
  const { actor, now } = start();
  actor.send({ type: 'notification.arrived', notification });
  actor.send(lost);
  expect(now().context.notification).toEqual(notification);
});
