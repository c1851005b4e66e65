import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import { createResourceMachine, type Loaded } from '../../src/machines/core/createResourceMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';

const machine = createResourceMachine<string>('balance');

const exploration: Exploration<typeof machine> = {
  input: { now: () => 0 },
  events: [{ type: 'refresh.requested' }, { type: 'shown' }],
  answers: {
    load: {
      done: [
        { data: '12.75', loadedAt: 0 },
        { data: '12.00', loadedAt: 0, failure: failure('NETWORK') },
      ],
      error: [new CallError(failure('NETWORK'))],
    },
    refresh: { done: [{ data: '13.00', loadedAt: 0 }], error: [new CallError(failure('INTERNAL'))] },
  },
  distinguish: ({ context }) => [context.data, context.failure?.code],
};

function start() {
  const clock = new SimulatedClock();
  const load = manualCall<Loaded<string>, { readonly fresh: boolean }>();
  const actor = createActor(machine.provide({ actors: { load: load.logic } }), {
    clock,
    input: { now: () => clock.now() },
  }).start();
  const answer = async (data: string, loadedAt = clock.now()) => {
    load.last().answer({ data, loadedAt });
    await settled();
  };
  const fail = async () => {
    load.last().fail('NETWORK');
    await settled();
  };
  return { actor, clock, load, answer, fail, now: () => actor.getSnapshot() };
}

describe('paths', () => {
  test('every state is reached and can be left, and a hanging call has a way out', () => {
    expectSound(machine, exploration);
  });

  test('whatever happens', () => {
    const paths = explore(machine, exploration);
    expect(paths.length).toBeGreaterThan(10);
    for (const { snapshot, events } of paths) {
      const { context } = snapshot;
      const path = events.join(' → ');
      const isKnown = snapshot.matches('ready') || snapshot.matches('refreshing');
      if (isKnown) expect(context.data, path).not.toBeNull();
      if (snapshot.matches('loading')) expect(context.data, path).toBeNull();
      if (snapshot.matches('ready')) expect(context.failure, path).toBeNull();
      if (snapshot.matches('failed')) expect(context.failure, path).not.toBeNull();
    }
  });
});

test('what this browser has kept is never taken for fresh, and is read anew when its screen is shown', async () => {
  const { actor, load, now } = start();
  load.last().answer({ data: '12.00', loadedAt: -60_000, failure: failure('NETWORK') });
  await settled();
  expect(now().value).toBe('failed');
  expect(now().context).toMatchObject({ data: '12.00', loadedAt: -60_000, failure: { code: 'NETWORK' } });
  actor.send({ type: 'shown' });
  expect(now().value).toEqual({ refreshing: 'prompt' });
  expect(load.last().input).toEqual({ fresh: true });
});

test('until the first answer the data is unknown, and the cache will do', async () => {
  const { load, answer, now } = start();
  expect(now().context.data).toBeNull();
  expect(load.last().input).toEqual({ fresh: false });
  await answer('12.75');
  expect(now().value).toEqual({ ready: 'fresh' });
  expect(now().context).toMatchObject({ data: '12.75', loadedAt: 0 });
});

test('data is stale five minutes after the provider gave it, not a tick earlier', async () => {
  const { clock, answer, now } = start();
  await answer('12.75');
  clock.increment(299_999);
  expect(now().hasTag('stale')).toBe(false);
  clock.increment(1);
  expect(now().hasTag('stale')).toBe(true);
});

test('an answer from the cache is as old as it is', async () => {
  const { clock, answer, now } = start();
  clock.increment(300_000);
  await answer('12.75', 1000);
  clock.increment(999);
  expect(now().hasTag('stale')).toBe(false);
  clock.increment(1);
  expect(now().hasTag('stale')).toBe(true);
});

test('shown again, fresh data stands and old data is read anew behind what is seen', async () => {
  const { actor, clock, load, answer, now } = start();
  await answer('12.75');
  actor.send({ type: 'shown' });
  expect(load.calls).toHaveLength(1);
  clock.increment(300_000);
  actor.send({ type: 'shown' });
  expect(load.last().input).toEqual({ fresh: true });
  expect(now().context.data).toBe('12.75');
  await answer('13.00');
  expect(now().value).toEqual({ ready: 'fresh' });
  expect(now().context.data).toBe('13.00');
});

test('a second request while one runs sends nothing', async () => {
  const { actor, load, answer } = start();
  await answer('12.75');
  actor.send({ type: 'refresh.requested' });
  actor.send({ type: 'refresh.requested' });
  actor.send({ type: 'shown' });
  expect(load.calls).toHaveLength(2);
});

test('what changes while it is read is read once more, past the cache, and the older answer is not taken', async () => {
  const { actor, load, answer, now } = start();
  actor.send({ type: 'outdated' });
  expect(load.calls.map(({ input, signal }) => [input.fresh, signal.aborted])).toEqual([
    [false, true],
    [true, false],
  ]);
  await answer('12.75');
  actor.send({ type: 'outdated' });
  actor.send({ type: 'outdated' });
  expect(load.calls.map(({ signal }) => signal.aborted)).toEqual([true, false, true, false]);
  load.at(2).answer({ data: '12.75', loadedAt: 0 });
  await settled();
  expect(now().hasTag('busy')).toBe(true);
  await answer('6.00');
  expect([now().value, now().context.data, load.last().input.fresh]).toEqual([
    { ready: 'fresh' },
    '6.00',
    true,
  ]);
  actor.send({ type: 'outdated' });
  load.last().fail('NETWORK');
  await settled();
  actor.send({ type: 'outdated' });
  expect([load.calls.length, now().value]).toEqual([6, { refreshing: 'prompt' }]);
});

test('the last good data stands beside a failure, which stands until a good answer', async () => {
  const { actor, answer, fail, now } = start();
  await answer('12.75');
  actor.send({ type: 'refresh.requested' });
  await fail();
  expect(now().value).toBe('failed');
  expect(now().context).toMatchObject({ data: '12.75', failure: { code: 'NETWORK' } });

  actor.send({ type: 'refresh.requested' });
  expect(now().matches('refreshing')).toBe(true);
  expect(now().context.failure?.code).toBe('NETWORK');
  await answer('13.00');
  expect(now().context).toMatchObject({ data: '13.00', failure: null });
});

test('a first read that failed is read again when asked for, and when its screen is shown again', async () => {
  const { actor, load, fail, now } = start();
  await fail();
  expect(now().value).toBe('failed');
  expect(now().context.data).toBeNull();
  actor.send({ type: 'refresh.requested' });
  expect(now().matches('loading')).toBe(true);
  await fail();
  actor.send({ type: 'shown' });
  expect(load.calls).toHaveLength(3);
});

test('a read that hangs is called slow after ten seconds, and can then be asked for again', async () => {
  const { actor, clock, load, answer, now } = start();
  clock.increment(9_999);
  actor.send({ type: 'refresh.requested' });
  expect(load.calls).toHaveLength(1);
  expect(now().hasTag('slow')).toBe(false);
  clock.increment(1);
  expect(now().hasTag('slow')).toBe(true);
  actor.send({ type: 'refresh.requested' });
  expect(load.at(0).signal.aborted).toBe(true);
  expect(load.last().input).toEqual({ fresh: true });

  load.at(0).answer({ data: 'late', loadedAt: 0 });
  await answer('12.75');
  expect(now().context.data).toBe('12.75');
});
