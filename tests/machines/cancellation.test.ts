import { expect, test } from 'vitest';
import { type ActorRefFrom, createActor, SimulatedClock, setup } from 'xstate';
import type { Operation } from '../../contract/operations.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { Transaction } from '../../contract/transactions.ts';
import {
  type CancellationRef,
  cancellationMachine,
  cancellationSubmissionMachine,
} from '../../src/machines/history/cancellationMachine.ts';
import {
  historyArea,
  historyDetailsMachine,
  historyMachine,
} from '../../src/machines/history/historyArea.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { atEase, paymentDone } from '../support/moneyFlow.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';

interface Page {
  readonly data: readonly Transaction[];
  readonly meta: { readonly page: number; readonly per_page: number; readonly total: number };
}

const quiet = cancellationMachine.provide({ actions: { tellLocked: () => {}, tellMoved: () => {} } });
const exploration: Exploration<typeof quiet> = {
  input: { now: () => 0, makeKey: () => 'key', standing: atEase() },
  events: [
    { type: 'cancellation.requested', id: 'a' },
    { type: 'cancellation.requested', id: 'b' },
    { type: 'cancellation.confirmed' },
    { type: 'cancellation.declined' },
    { type: 'transactions.read', lines: [{ ...paymentDone, id: 'a', can_cancel: false }] },
  ],
  answers: {
    submission: {
      done: [
        { type: 'done', result: paymentDone },
        { type: 'refused', failure: failure('STATUS_CONFLICT') },
        { type: 'never' },
      ],
    },
  },
};

test('every state is reached and can be left, and the call has a way out', () => {
  expectSound(quiet, exploration);
});

test('nothing is sent that was not asked first', () => {
  for (const { snapshot, events } of explore(quiet, exploration)) {
    expect(snapshot.can({ type: 'cancellation.confirmed' }), events.join(' → ')).toBe(
      snapshot.matches({ asking: 'readable' }),
    );
  }
});

function start() {
  const clock = new SimulatedClock();
  const told: string[] = [];
  const cancel = manualCall<
    Transaction,
    { readonly request: { readonly id: string }; readonly key: string }
  >();
  const operation = manualCall<Operation, { readonly key: string }>();
  let keys = 0;
  const machine = cancellationMachine.provide({
    actors: {
      submission: cancellationSubmissionMachine.provide({
        actors: { send: cancel.logic, readOperation: operation.logic },
      }),
    },
  });
  const parent = createActor(
    setup({ actors: { machine } }).createMachine({
      invoke: {
        id: 'flow',
        src: 'machine',
        input: { now: () => clock.now(), makeKey: () => `key-${++keys}`, standing: atEase() },
      },
      on: { '*': { actions: ({ event }) => told.push(event.type) } },
    }),
    { clock },
  ).start();
  const actor = parent.getSnapshot().children.flow as CancellationRef;
  actor.send({ type: 'cancellation.requested', id: 'a' });
  clock.increment(500);
  actor.send({ type: 'cancellation.confirmed' });
  actor.send({ type: 'cancellation.confirmed' });
  return { actor, clock, told, cancel, operation, state: () => actor.getSnapshot() };
}

test('it is sent once, and what it frees is told', async () => {
  const { cancel, state, told } = start();
  expect(cancel.calls.map(({ input }) => input)).toEqual([{ request: { id: 'a' }, key: 'key-1' }]);
  cancel.last().answer(paymentDone);
  await settled();
  expect(state().value).toBe('cancelled');
  expect(told).toEqual(['lock.changed', 'lock.changed', 'money.moved']);
});

test('a lost answer is asked about by the key, and sent again under the same one when nothing arrived', async () => {
  const { cancel, operation, state } = start();
  cancel.last().fail('NETWORK');
  await settled();
  expect([state().value, operation.last().input]).toEqual(['sending', { key: 'key-1' }]);
  operation.last().fail('NOT_FOUND', { requestId: 'r' });
  await settled();
  state().children.submission?.send({ type: 'payment.repeated' });
  await settled();
  expect(cancel.calls.map(({ input }) => input.key)).toEqual(['key-1', 'key-1']);
});

test('no answer in fifteen seconds is a lost one; a minute without arriving is none at all', async () => {
  const { clock, operation, state } = start();
  clock.increment(14_999);
  expect(operation.calls).toHaveLength(0);
  clock.increment(1);
  expect(operation.calls).toHaveLength(1);
  operation.last().fail('NOT_FOUND', { requestId: 'r' });
  await settled();
  clock.increment(47_000);
  operation.last().fail('NOT_FOUND', { requestId: 'r' });
  await settled();
  expect([state().value, state().context.failure]).toEqual(['refused', null]);
});

test('what has begun to move is not cancelled, and why', async () => {
  const { actor, cancel, state } = start();
  cancel.last().fail('STATUS_CONFLICT', { requestId: 'r' });
  await settled();
  expect([state().value, state().context.failure?.code]).toEqual(['refused', 'STATUS_CONFLICT']);
  actor.send({ type: 'cancellation.requested', id: 'b' });
  expect(state().context).toMatchObject({ id: 'b', key: 'key-2', failure: null });
});

test('a double click on the first button answers nothing: the question stands half a second before it can be', () => {
  const clock = new SimulatedClock();
  const actor = createActor(quiet, {
    clock,
    input: { now: () => 0, makeKey: () => 'key', standing: atEase() },
  }).start();
  actor.send({ type: 'cancellation.requested', id: 'a' });
  clock.increment(499);
  actor.send({ type: 'cancellation.confirmed' });
  actor.send({ type: 'cancellation.declined' });
  expect(actor.getSnapshot().matches('asking')).toBe(true);
  clock.increment(1);
  actor.send({ type: 'cancellation.confirmed' });
  expect(actor.getSnapshot().value).toBe('sending');
});

test('whoever keeps it sends nothing', () => {
  const clock = new SimulatedClock();
  const actor = createActor(quiet, {
    clock,
    input: { now: () => 0, makeKey: () => 'key', standing: atEase() },
  }).start();
  actor.send({ type: 'cancellation.requested', id: 'a' });
  clock.increment(500);
  actor.send({ type: 'cancellation.declined' });
  expect(actor.getSnapshot().value).toBe('ready');
});

test.each([
  ['moves on', { id: 'a', status: 'processing', can_cancel: false }, 'late'],
  ['is read again as it was', { id: 'a', status: 'pending', can_cancel: true }, 'asking'],
  ['waits while another one moves on', { id: 'b', status: 'completed', can_cancel: false }, 'asking'],
] as const)('what is asked about %s: the question is closed only when it has no answer', (_, change, at) => {
  const clock = new SimulatedClock();
  const actor = createActor(quiet, {
    clock,
    input: { now: () => 0, makeKey: () => 'key', standing: atEase() },
  }).start();
  actor.send({ type: 'cancellation.requested', id: 'a' });
  clock.increment(500);
  actor.send({ type: 'transactions.read', lines: [{ ...paymentDone, ...change }] });
  expect(actor.getSnapshot().matches(at)).toBe(true);
  expect(actor.getSnapshot().can({ type: 'cancellation.confirmed' })).toBe(at === 'asking');
});

test.each(['details', 'list'] as const)(
  'the history tells it what became of the transaction, as soon as its %s say so',
  async (source) => {
    const list = manualCall<Loaded<Page>, ReadRequest>();
    const load = manualCall<Loaded<Transaction>, ReadRequest>();
    const shown = {
      type: 'screen.shown',
      name: 'history',
      area: 'history',
      search: '?id=a',
      params: {},
    } as const;
    const parent = createActor(
      setup({
        actors: {
          historyArea: historyArea.provide({
            actors: {
              history: historyMachine.provide({ actors: { load: list.logic } }),
              historyDetails: historyDetailsMachine.provide({ actors: { load: load.logic } }),
            },
          }),
        },
      }).createMachine({
        invoke: {
          id: 'area',
          src: 'historyArea',
          input: { now: () => 0, makeKey: () => 'key', standing: atEase(), shown },
        },
      }),
    ).start();
    const area = parent.getSnapshot().children.area as ActorRefFrom<typeof historyArea>;
    const { cancellation } = area.getSnapshot().children;
    const read = async (change: Partial<Transaction>) => {
      load.last().answer({ data: { ...paymentDone, id: 'a', ...change }, loadedAt: 0 });
      await settled();
    };
    await read({ status: 'pending', can_cancel: true });
    cancellation?.send({ type: 'cancellation.requested', id: 'a' });
    area.send({ type: 'balances.changed' });
    expect(cancellation?.getSnapshot().matches('asking')).toBe(true);
    const now = { ...paymentDone, id: 'a', status: 'completed', can_cancel: false } as const;
    if (source === 'details') await read(now);
    else {
      load.last().fail('NETWORK');
      list.last().answer({ data: { data: [now], meta: { page: 1, per_page: 20, total: 1 } }, loadedAt: 0 });
      await settled();
    }
    expect(cancellation?.getSnapshot().value).toBe('late');
  },
);
