import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { createResourceMachine } from '../../src/machines/core/createResourceMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';

const machine = createResourceMachine<string>('balance');

function start() {
  const clock = new SimulatedClock();
  const load = manualCall<Loaded<string>, ReadRequest>();
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

test('what this browser has kept is never taken for fresh, and is read anew when its screen is shown', async () => {
  const { actor, load, now } = start();
  load.last().answer({ data: '12.00', loadedAt: -60_000, failure: failure('NETWORK') });
  await settled();
  expect(now().value).toBe('failed');
  expect(now().context).toMatchObject({ data: '12.00', loadedAt: -60_000, failure: { code: 'NETWORK' } });
  actor.send({ type: 'screen.shown' });
  expect(now().value).toEqual({ loading: 'prompt' });
  expect(load.last().input).toEqual({ key: 'balance', fresh: false });
});

test('until the first answer the data is unknown, and the cache will do', async () => {
  const { load, answer, now } = start();
  expect(now().context.data).toBeNull();
  expect(load.last().input).toEqual({ key: 'balance', fresh: false });
  await answer('12.75');
  expect(now().value).toEqual({ ready: 'fresh' });
  expect(now().context).toMatchObject({ data: '12.75', loadedAt: 0 });
});

test('news of the data changes it and nothing else, and what is not known stays so', async () => {
  const counting = createResourceMachine<string>('balance', (data, { seen }) => `${data} ${seen}`);
  const load = manualCall<Loaded<string>, ReadRequest>();
  const actor = createActor(counting.provide({ actors: { load: load.logic } }), {
    input: { now: () => 0 },
  }).start();
  const news = { type: 'confirmations.arrived', id: 't-1', seen: 4, needed: 12 } as const;
  actor.send(news);
  expect(actor.getSnapshot().context.data).toBeNull();
  load.last().answer({ data: '12.75', loadedAt: 0 });
  await settled();
  actor.send(news);
  const { value, context } = actor.getSnapshot();
  expect(value).toEqual({ ready: 'fresh' });
  expect(context).toMatchObject({ data: '12.75 4', loadedAt: 0 });
  expect(load.calls).toHaveLength(1);
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
  actor.send({ type: 'screen.shown' });
  expect(load.calls).toHaveLength(1);
  clock.increment(300_000);
  actor.send({ type: 'screen.shown' });
  // The cache knows as well how old it is, and another area may have read it since.
  expect(load.last().input).toEqual({ key: 'balance', fresh: false });
  expect(now().context.data).toBe('12.75');
  await answer('13.00');
  expect(now().value).toEqual({ ready: 'fresh' });
  expect(now().context.data).toBe('13.00');
});

test.each(['refresh.requested', 'outdated'] as const)(
  'whatever is %s while it is read is read once more, past the cache, and the older answer is seen but not fresh',
  async (type) => {
    const { actor, load, answer, now } = start();
    actor.send({ type });
    actor.send({ type });
    actor.send({ type: 'screen.shown' });
    expect(load.calls.map(({ input, signal }) => [input.fresh, signal.aborted])).toEqual([[false, false]]);
    const states = new Set<string>();
    actor.subscribe((state) => states.add(JSON.stringify(state.value)));
    await answer('12.75');
    expect([...states]).toEqual(['{"loading":"prompt"}']);
    expect([now().hasTag('busy'), now().context.data, load.calls.length]).toEqual([true, '12.75', 2]);
    expect(load.last().input.fresh).toBe(true);
    await answer('6.00');
    expect([now().value, now().context.data, load.calls.length]).toEqual([{ ready: 'fresh' }, '6.00', 2]);
  },
);

test('what changes while a read fails is read once more', async () => {
  const { actor, load, answer, fail, now } = start();
  actor.send({ type: 'outdated' });
  await fail();
  expect([now().hasTag('busy'), load.last().input.fresh, load.calls.length]).toEqual([true, true, 2]);
  await fail();
  expect([now().value, load.calls.length]).toEqual(['failed', 2]);
  actor.send({ type: 'outdated' });
  actor.send({ type: 'outdated' });
  load.last().answer({ data: 'kept', loadedAt: -60_000, failure: failure('NETWORK') });
  await settled();
  expect([now().hasTag('busy'), now().context.data, load.calls.length]).toEqual([true, 'kept', 4]);
  await answer('6.00');
  expect([now().value, load.calls.length]).toEqual([{ ready: 'fresh' }, 4]);
});

test('the last good data stands beside a failure, which stands until a good answer', async () => {
  const { actor, answer, fail, now } = start();
  await answer('12.75');
  actor.send({ type: 'refresh.requested' });
  await fail();
  expect(now().value).toBe('failed');
  expect(now().context).toMatchObject({ data: '12.75', failure: { code: 'NETWORK' } });

  actor.send({ type: 'refresh.requested' });
  expect(now().matches('loading')).toBe(true);
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
  actor.send({ type: 'screen.shown' });
  expect(load.calls).toHaveLength(3);
});

test('a read that hangs is called slow after ten seconds, and can then be asked for again', async () => {
  const { actor, clock, load, answer, now } = start();
  clock.increment(9_999);
  actor.send({ type: 'refresh.requested' });
  expect(load.calls).toHaveLength(1);
  expect(load.at(0).signal.aborted).toBe(false);
  expect(now().hasTag('slow')).toBe(false);
  clock.increment(1);
  expect(now().hasTag('slow')).toBe(true);
  actor.send({ type: 'refresh.requested' });
  expect(load.at(0).signal.aborted).toBe(true);
  expect(load.last().input).toEqual({ key: 'balance', fresh: true });

  load.at(0).answer({ data: 'late', loadedAt: 0 });
  await answer('12.75');
  expect(now().context.data).toBe('12.75');
});

const list = createResourceMachine<string>('list');

const pages: Exploration<typeof list> = {
  input: { now: () => 0, key: 'page=1' },
  events: [
    { type: 'screen.shown', key: 'page=1' },
    { type: 'screen.shown', key: 'page=2' },
    { type: 'screen.shown', key: null },
    { type: 'screen.shown' },
    { type: 'refresh.requested' },
    { type: 'outdated' },
  ],
  answers: {
    load: {
      done: [
        { data: 'lines', loadedAt: 0 },
        { data: 'older lines', loadedAt: 0, failure: failure('NETWORK') },
      ],
      error: [new CallError(failure('NETWORK')), new CallError(failure('INTERNAL'))],
    },
  },
  distinguish: ({ context }) => [context.key, context.dataKey, context.data, context.failure?.code],
};

describe('what is read by a key', () => {
  test('every state is reached and can be left, and a hanging call has a way out', () => {
    expectSound(list, pages);
  });

  test('whatever happens, what is ready is what was asked', () => {
    const paths = explore(list, pages);
    expect(paths.length).toBeGreaterThan(15);
    for (const { snapshot, events } of paths) {
      const { key, dataKey, failure: why } = snapshot.context;
      const path = events.join(' → ');
      if (snapshot.matches('ready')) expect([dataKey, why], path).toEqual([key, null]);
      if (snapshot.matches('unasked')) expect(key, path).toBeNull();
      else expect(key, path).not.toBeNull();
      if (snapshot.matches('failed')) expect(why, path).not.toBeNull();
    }
  });

  function start() {
    const clock = new SimulatedClock();
    const load = manualCall<Loaded<string>, ReadRequest>();
    const actor = createActor(list.provide({ actors: { load: load.logic } }), {
      clock,
      input: { now: () => clock.now(), key: 'page=1' },
    }).start();
    const answer = async (data: string) => {
      load.last().answer({ data, loadedAt: clock.now() });
      await settled();
    };
    return { actor, clock, load, answer, state: () => actor.getSnapshot() };
  }

  test('the last page stays while the next is read, and an answer that comes too late is not taken for it', async () => {
    const { actor, load, answer, state } = start();
    await answer('first');
    actor.send({ type: 'screen.shown', key: 'page=2' });
    actor.send({ type: 'screen.shown', key: 'page=3' });
    expect(state().context).toMatchObject({ key: 'page=3', data: 'first', dataKey: 'page=1' });
    expect(load.at(1).signal.aborted).toBe(true);
    load.at(1).answer({ data: 'second', loadedAt: 0 });
    await settled();
    expect(state().context.data).toBe('first');
    await answer('third');
    expect(state().context).toMatchObject({ data: 'third', dataKey: 'page=3' });
  });

  test('asked the same again it reads nothing, unless what it has is five minutes old', async () => {
    const { actor, clock, load, answer } = start();
    await answer('first');
    clock.increment(299_999);
    actor.send({ type: 'screen.shown', key: 'page=1' });
    expect(load.calls).toHaveLength(1);
    clock.increment(1);
    actor.send({ type: 'screen.shown', key: 'page=1' });
    expect(load.calls).toHaveLength(2);
  });

  test('a failure keeps the last data, and a refresh asks past the cache', async () => {
    const { actor, load, answer, state } = start();
    await answer('first');
    actor.send({ type: 'screen.shown', key: 'page=2' });
    load.last().fail('NETWORK');
    await settled();
    expect(state().context).toMatchObject({ data: 'first', failure: { code: 'NETWORK' } });
    actor.send({ type: 'refresh.requested' });
    expect(load.calls.map(({ input }) => input)).toEqual([
      { key: 'page=1', fresh: false },
      { key: 'page=2', fresh: false },
      { key: 'page=2', fresh: true },
    ]);
  });

  test('a failure is not left standing when its screen is shown again', async () => {
    const { actor, load } = start();
    load.last().fail('NETWORK');
    await settled();
    actor.send({ type: 'screen.shown', key: 'page=1' });
    expect(load.calls).toHaveLength(2);
  });

  test('is slow after ten seconds, and then can be asked anew', () => {
    const { actor, clock, load, state } = start();
    clock.increment(9_999);
    expect(state().hasTag('slow')).toBe(false);
    clock.increment(1);
    expect(state().hasTag('slow')).toBe(true);
    actor.send({ type: 'refresh.requested' });
    expect(load.calls).toHaveLength(2);
  });
});
