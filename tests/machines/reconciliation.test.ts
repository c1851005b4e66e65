import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { Operation } from '../../contract/operations.ts';
import { reconciliationMachine } from '../../src/machines/money/reconciliationMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';

const key = '6f1c2d3e-0000-4000-8000-000000000001';
const done: Operation = { status: 'done', result: { id: 'exchange-1' }, problem: null };
const running: Operation = { status: 'running', result: null, problem: null };
const refused: Operation = {
  status: 'refused',
  result: null,
  problem: {
    type: 'about:blank',
    title: 'Unprocessable',
    status: 422,
    code: 'INSUFFICIENT_BALANCE',
    fields: { amount: 'insufficient', to: 'a rule of tomorrow' },
    request_id: 'r-1',
  },
};

const exploration = (now: number): Exploration<typeof reconciliationMachine> => ({
  input: { now: () => now, key, until: 60_000 },
  events: [{ type: 'answer.requested' }, { type: 'payment.repeated' }],
  answers: {
    readOperation: {
      done: [done, running, refused, { ...running, status: 'unknown' }],
      error: [
        new CallError(failure('NOT_FOUND', { requestId: 'r-2' })),
        new CallError(failure('NOT_FOUND')),
        new CallError(failure('NETWORK')),
      ],
    },
  },
  distinguish: ({ context }) => [Math.min(context.attempts, 7), context.failure?.code, context.reconciled],
});

describe('whatever happens', () => {
  test('every state is reached and can be left, and a question without an answer is asked again', () => {
    expectSound(reconciliationMachine, exploration(0));
  });

  test('while the quote is good it ends with what the provider said, or with the person', () => {
    for (const { snapshot, events } of explore(reconciliationMachine, exploration(0))) {
      if (snapshot.status !== 'done') continue;
      const last = events.at(-1);
      const { outcome } = snapshot.output;
      if (last === 'payment.repeated') expect(outcome, events.join(' → ')).toBe('repeat');
      else expect(['done', 'refused'], events.join(' → ')).toContain(outcome);
    }
  });

  test('it is sent again only from where nothing has arrived', () => {
    for (const { snapshot, events } of explore(reconciliationMachine, exploration(0))) {
      const path = events.join(' → ');
      expect(snapshot.can({ type: 'payment.repeated' }), path).toBe(snapshot.hasTag('absent'));
      if (snapshot.hasTag('absent')) expect(events.at(-1), path).toBe('xstate.error.actor.readOperation');
    }
  });
});

function start(until = 60_000, at = 0) {
  const clock = new SimulatedClock();
  clock.increment(at);
  const operation = manualCall<Operation, { readonly key: string }>();
  const actor = createActor(reconciliationMachine.provide({ actors: { readOperation: operation.logic } }), {
    clock,
    input: { now: () => clock.now(), key, until },
  }).start();
  const arrives = async (what: () => void) => {
    what();
    await settled();
  };
  return {
    actor,
    clock,
    operation,
    answer: (said: Operation) => arrives(() => operation.last().answer(said)),
    fail: (...why: Parameters<ReturnType<typeof operation.last>['fail']>) =>
      arrives(() => operation.last().fail(...why)),
    state: () => actor.getSnapshot(),
  };
}

test('it asks by the key at once, and hands on the answer that was lost', async () => {
  const { operation, answer, state } = start();
  expect(operation.last().input).toEqual({ key });
  await answer(done);
  expect(state().output).toEqual({ outcome: 'done', result: { id: 'exchange-1' } });
});

test('a refusal is told with its fields; a rule that is not known here reads as a wrong form', async () => {
  const { answer, state } = start();
  await answer(refused);
  expect(state().output).toEqual({
    outcome: 'refused',
    failure: {
      code: 'INSUFFICIENT_BALANCE',
      fields: { amount: 'insufficient', to: 'format' },
      retryAfter: null,
      requestId: 'r-1',
    },
  });
});

test.each([
  ['running', (it: ReturnType<typeof start>) => it.answer(running)],
  [
    'a status of a newer provider',
    (it: ReturnType<typeof start>) => it.answer({ ...running, status: 'unknown' }),
  ],
  ['a dead line', (it: ReturnType<typeof start>) => it.fail('NETWORK')],
  ['a server in trouble', (it: ReturnType<typeof start>) => it.fail('INTERNAL', { requestId: 'r-9' })],
  ['a 404 of somebody on the way', (it: ReturnType<typeof start>) => it.fail('NOT_FOUND')],
])('%s settles nothing: it is asked again after a second', async (_, happens) => {
  const it = start();
  await happens(it);
  expect(it.state().value).toBe('waiting');
  it.clock.increment(999);
  expect(it.operation.calls).toHaveLength(1);
  it.clock.increment(1);
  expect(it.operation.calls).toHaveLength(2);
});

test('questions come at growing distances, at most fifteen seconds', async () => {
  const it = start();
  const pauses: number[] = [];
  for (let times = 0; times < 7; times += 1) {
    await it.answer(running);
    const before = it.operation.calls.length;
    let waited = 0;
    while (it.operation.calls.length === before) {
      it.clock.increment(1_000);
      waited += 1_000;
    }
    pauses.push(waited);
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
});

test('a question that nobody answers is over after ten seconds', () => {
  const { clock, state } = start();
  clock.increment(9_999);
  expect(state().value).toBe('asking');
  clock.increment(1);
  expect(state().value).toBe('waiting');
});

test('who does not want to wait asks at once, and never twice at the same time', async () => {
  const { actor, operation, answer } = start();
  actor.send({ type: 'answer.requested' });
  expect(operation.calls).toHaveLength(1);
  await answer(running);
  actor.send({ type: 'answer.requested' });
  expect(operation.calls).toHaveLength(2);
});

test('nothing arrived while the quote is good: it stays absent until the quote is surely over, and is asked once more', async () => {
  const { clock, operation, fail, state } = start();
  await fail('NOT_FOUND', { requestId: 'r-1' });
  expect(state().value).toBe('absent');
  clock.increment(61_999);
  expect([state().value, operation.calls.length]).toEqual(['absent', 1]);
  clock.increment(1);
  expect([state().value, operation.calls.length]).toEqual(['asking', 2]);
  await fail('NOT_FOUND', { requestId: 'r-2' });
  expect(state().output).toEqual({ outcome: 'never' });
});

test('what arrived late after all is found by the last question', async () => {
  const { clock, fail, answer, state } = start();
  await fail('NOT_FOUND', { requestId: 'r-1' });
  clock.increment(62_000);
  await answer(done);
  expect(state().output).toEqual({ outcome: 'done', result: { id: 'exchange-1' } });
});

test('nothing arrived, and a person sends it again', async () => {
  const { actor, fail, state } = start();
  await fail('NOT_FOUND', { requestId: 'r-1' });
  actor.send({ type: 'payment.repeated' });
  expect(state().output).toEqual({ outcome: 'repeat' });
});

test.each([
  ['a millisecond before two seconds after the quote', 61_999, 'absent'],
  ['two seconds after the quote', 62_000, 'known'],
])('asked %s, what is missing is %s', async (_, at, value) => {
  const { fail, state } = start(60_000, at);
  await fail('NOT_FOUND', { requestId: 'r-1' });
  expect(state().value).toBe(value);
});
