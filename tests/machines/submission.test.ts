import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { Exchange, ExchangeQuote } from '../../contract/exchange.ts';
import type { Operation } from '../../contract/operations.ts';
import { exchangeSubmissionMachine } from '../../src/machines/money/exchangeMachine.ts';
import { tabLockMachine } from '../../src/machines/money/tabLockMachine.ts';
import { manualCall, settled } from '../support/actors.ts';
import { exchangeSubmissionExploration } from '../support/exchangeFlow.ts';
import { atEase, exchangeQuote } from '../support/moneyFlow.ts';
import { type Exploration, everyStep, expectSound, explore } from '../support/paths.ts';

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

const quietTabLock = tabLockMachine.provide({ actions: { tellHeld: () => {}, tellLost: () => {} } });
const tabLockExploration: Exploration<typeof quietTabLock> = {
  input: undefined,
  events: [
    { type: 'tabLock.held' },
    { type: 'tabLock.taken' },
    { type: 'tabLock.lost' },
    { type: 'record.read', record: null },
    { type: 'takeover.requested' },
  ],
  answers: { claimTabLock: {}, readRecord: {}, untilFree: { done: [undefined] } },
  distinguish: ({ context }) => context.takesOver,
};

describe('whatever happens', () => {
  const paths = (more = {}) => explore(exchangeSubmissionMachine, exchangeSubmissionExploration(more));

  test('every state is reached and can be left, and a question without an answer is asked again', () => {
    expectSound(exchangeSubmissionMachine, exchangeSubmissionExploration());
    expectSound(quietTabLock, tabLockExploration);
  });

  test('while it can be accepted it ends with what the provider said', () => {
    for (const { snapshot, events } of paths()) {
      if (snapshot.status === 'done') {
        expect(['done', 'refused'], events.join(' → ')).toContain(snapshot.output.type);
      }
    }
  });

  test('it is sent again only from where nothing has arrived, and under the same key', () => {
    const again = everyStep(exchangeSubmissionMachine, exchangeSubmissionExploration()).filter(
      ({ from, to }) => to.matches('sending') && !from.matches('sending'),
    );
    expect(again.length).toBeGreaterThan(0);
    for (const { from, event, to } of again) {
      expect([event.type, from.hasTag('absent')]).toEqual(['payment.repeated', true]);
      expect([to.context.key, to.context.request]).toEqual([from.context.key, from.context.request]);
    }
    for (const { snapshot, events } of paths()) {
      const { isOffline } = snapshot.context;
      const canRepeat = snapshot.can({ type: 'payment.repeated' });
      expect(canRepeat, events.join(' → ')).toBe(snapshot.hasTag('absent') && !isOffline);
    }
  });

  test.each([
    ['was sent before a reload', { wasSent: true }],
    ['cannot be read any more', { wasSent: true, request: null }],
  ])('what %s is asked about first, and never sent by itself', (_, more) => {
    for (const { snapshot, events } of paths(more)) {
      if (snapshot.matches('sending')) expect(events).toContain('payment.repeated');
    }
    expect(paths(more).some(({ snapshot }) => snapshot.matches('sending'))).toBe(!('request' in more));
  });
});

function start(until = 60_000, at = 0) {
  const clock = new SimulatedClock();
  clock.increment(at);
  const operation = manualCall<Operation, { readonly key: string }>();
  const send = manualCall<Exchange, { readonly request: ExchangeQuote; readonly key: string }>();
  const standing = atEase();
  const actor = createActor(
    exchangeSubmissionMachine.provide({ actors: { readOperation: operation.logic, send: send.logic } }),
    {
      clock,
      input: {
        now: () => clock.now(),
        standing,
        key,
        request: exchangeQuote('first'),
        acceptedUntil: () => until,
        wasSent: true,
      },
    },
  ).start();
  const arrives = async (what: () => void) => {
    what();
    await settled();
  };
  return {
    actor,
    clock,
    operation,
    send,
    standing,
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
  expect(state().output).toEqual({ type: 'done', result: { id: 'exchange-1' } });
});

test('a refusal is told with its fields; a rule that is not known here reads as a wrong form', async () => {
  const { answer, state } = start();
  await answer(refused);
  expect(state().output).toEqual({
    type: 'refused',
    failure: {
      code: 'INSUFFICIENT_BALANCE',
      fields: { amount: 'insufficient', to: 'format' },
      retryAfter: null,
      requestId: 'r-1',
    },
  });
});

test('a refusal is told with its moment, its allowance and its bound, as in the answer that was lost', async () => {
  const more = {
    until: '2026-11-21T09:00:00.000Z',
    allowance: { limit: '100', left: '40' },
    bound: { amount: '2.75', token: 'ZST' },
  };
  const { problem } = refused;
  const { answer, state } = start();
  await answer({ ...refused, problem: problem && { ...problem, ...more } });
  expect(state().output).toMatchObject({ type: 'refused', failure: more });
  const later = start();
  await later.answer({ ...refused, problem: problem && { ...problem, until: 'soon' } });
  expect(later.state().output).toMatchObject({ type: 'refused', failure: { until: undefined } });
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
  expect(it.state().value).toEqual({ reconciling: 'waiting' });
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
  expect(state().value).toEqual({ reconciling: 'asking' });
  clock.increment(1);
  expect(state().value).toEqual({ reconciling: 'waiting' });
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
  expect(state().value).toEqual({ reconciling: 'absent' });
  clock.increment(61_999);
  expect([state().value, operation.calls.length]).toEqual([{ reconciling: 'absent' }, 1]);
  clock.increment(1);
  expect([state().value, operation.calls.length]).toEqual([{ reconciling: 'asking' }, 2]);
  await fail('NOT_FOUND', { requestId: 'r-2' });
  expect(state().output).toEqual({ type: 'never' });
});

test('what arrived late after all is found by the last question', async () => {
  const { clock, fail, answer, state } = start();
  await fail('NOT_FOUND', { requestId: 'r-1' });
  clock.increment(62_000);
  await answer(done);
  expect(state().output).toEqual({ type: 'done', result: { id: 'exchange-1' } });
});

test('nothing arrived, and a person sends it again', async () => {
  const { actor, fail, send } = start();
  await fail('NOT_FOUND', { requestId: 'r-1' });
  actor.send({ type: 'payment.repeated' });
  expect(send.calls.map(({ input }) => input)).toEqual([{ request: exchangeQuote('first'), key }]);
});

test.each([
  ['a millisecond before two seconds after the quote', 61_999, { reconciling: 'absent' }],
  ['two seconds after the quote', 62_000, 'known'],
])('asked %s, what is missing is %s', async (_, at, value) => {
  const { fail, state } = start(60_000, at);
  await fail('NOT_FOUND', { requestId: 'r-1' });
  expect(state().value).toEqual(value);
});

test('a question that was asked too early decides nothing when its answer comes after the quote: it is asked once more', async () => {
  const { clock, operation, fail, state } = start(60_000, 59_000);
  clock.increment(3_500);
  await fail('NOT_FOUND', { requestId: 'r-1' });
  clock.increment(0);
  expect([state().value, operation.calls.length]).toEqual([{ reconciling: 'asking' }, 2]);
  await fail('NOT_FOUND', { requestId: 'r-2' });
  expect(state().output).toEqual({ type: 'never' });
});

const day = 86_400_000;

test.each([
  ['was never there until 89 days after its quote', 60_000 + 89 * day, 'never'],
  ['may have been forgotten after that', 60_001 + 89 * day, 'forgotten'],
])('a key that is not found %s', async (_, at, type) => {
  const { fail, state } = start(60_000, at);
  await fail('NOT_FOUND', { requestId: 'r-1' });
  expect(state().output).toEqual({ type });
});
