import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { type Toast, toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { expectSound, explore } from '../support/paths.ts';

/** The words do not matter here, so any text stands for a key. */
const fact = (key: string): Toast => ({ tone: 'plain', key: key as Toast['key'], values: {} });

function start(isDrawn = true) {
  const clock = new SimulatedClock();
  const actor = createActor(toastsMachine, { clock, input: { now: () => clock.now() } }).start();
  if (isDrawn) actor.send({ type: 'drawing.started' });
  const raise = (key: string) => actor.send({ type: 'toast.raised', toast: fact(key) });
  const seen = () => actor.getSnapshot().context.toasts.map(({ key }) => key);
  const idOf = (key: string) =>
    actor.getSnapshot().context.toasts.find((toast) => toast.key === key)?.id ?? -1;
  return { actor, clock, raise, seen, idOf };
}

test('every state is reached and can be left; never are more than three seen, and quiet means none', () => {
  const exploration = {
    input: { now: () => 0 },
    events: [
      { type: 'toast.raised', toast: fact('a') },
      { type: 'toast.raised', toast: fact('b') },
      { type: 'toast.raised', toast: fact('c') },
      { type: 'toast.raised', toast: fact('d') },
      { type: 'toast.dismissed', id: 0 },
      { type: 'toast.dismissed', id: 1 },
      { type: 'toasts.withdrawn' },
      { type: 'drawing.started' },
      { type: 'reading.started' },
      { type: 'reading.ended' },
    ],
    answers: {},
    distinguish: ({ context }: { context: { toasts: readonly { id: number }[] } }) =>
      context.toasts.map(({ id }) => Math.min(id, 3)),
  } as const;
  expectSound(toastsMachine, exploration);
  for (const { snapshot } of explore(toastsMachine, exploration)) {
    expect(snapshot.context.toasts.length).toBeLessThanOrEqual(3);
    if (snapshot.matches({ held: 'undrawn' })) continue;
    expect(snapshot.matches('quiet')).toBe(snapshot.context.toasts.length === 0);
  }
});

test('a toast is seen for four seconds, each for its own', () => {
  const { clock, raise, seen } = start();
  raise('first');
  clock.increment(1000);
  raise('second');
  clock.increment(2999);
  expect(seen()).toEqual(['first', 'second']);
  clock.increment(1);
  expect(seen()).toEqual(['second']);
  clock.increment(999);
  expect(seen()).toEqual(['second']);
  clock.increment(1);
  expect(seen()).toEqual([]);
});

test('the four seconds of what is told before toasts can be drawn begin when they can', () => {
  const { actor, clock, raise, seen } = start(false);
  raise('withdrawn');
  actor.send({ type: 'toasts.withdrawn' });
  raise('first');
  clock.increment(20_000);
  raise('second');
  expect(seen()).toEqual(['first', 'second']);
  clock.increment(20_000);
  actor.send({ type: 'drawing.started' });
  clock.increment(3999);
  expect(seen()).toEqual(['first', 'second']);
  clock.increment(1);
  expect(seen()).toEqual([]);
});

test('the fourth toast sends the oldest away', () => {
  const { raise, seen } = start();
  for (const key of ['first', 'second', 'third', 'fourth']) raise(key);
  expect(seen()).toEqual(['second', 'third', 'fourth']);
});

test('the same fact told twice is seen once, as long as if it were new', () => {
  const { clock, raise, seen } = start();
  raise('first');
  clock.increment(3000);
  raise('first');
  expect(seen()).toEqual(['first']);
  clock.increment(3999);
  expect(seen()).toEqual(['first']);
  clock.increment(1);
  expect(seen()).toEqual([]);
});

test('nothing leaves while it is being read, and each keeps the time it had left', () => {
  const { actor, clock, raise, seen } = start();
  raise('first');
  clock.increment(3000);
  actor.send({ type: 'reading.started' });
  clock.increment(60_000);
  raise('second');
  expect(seen()).toEqual(['first', 'second']);
  clock.increment(60_000);
  actor.send({ type: 'reading.ended' });
  clock.increment(999);
  expect(seen()).toEqual(['first', 'second']);
  clock.increment(1);
  expect(seen()).toEqual(['second']);
  clock.increment(2999);
  expect(seen()).toEqual(['second']);
  clock.increment(1);
  expect(seen()).toEqual([]);
});

test('a dismissed toast is gone; the others stay their time', () => {
  const { actor, clock, raise, seen, idOf } = start();
  raise('first');
  raise('second');
  actor.send({ type: 'toast.dismissed', id: idOf('first') });
  expect(seen()).toEqual(['second']);
  clock.increment(4000);
  expect(seen()).toEqual([]);
});

test('the last toast dismissed under the pointer does not hold up the next one', () => {
  const { actor, clock, raise, seen, idOf } = start();
  raise('first');
  actor.send({ type: 'reading.started' });
  actor.send({ type: 'toast.dismissed', id: idOf('first') });
  raise('second');
  clock.increment(4000);
  expect(seen()).toEqual([]);
});

test('withdrawn, all are gone at once, also while they are being read', () => {
  const { actor, raise, seen } = start();
  raise('first');
  actor.send({ type: 'reading.started' });
  actor.send({ type: 'toasts.withdrawn' });
  expect(seen()).toEqual([]);
});
