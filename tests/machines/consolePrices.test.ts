import { expect, test } from 'vitest';
import { fromPromise, SimulatedClock } from 'xstate';
import type { PriceState } from '../../contract/rates.ts';
import { mayCall } from '../../src/machines/console/consoleAreas.ts';
import { type Sent, undoTime } from '../../src/machines/console/decision.ts';
import {
  type PriceChoice,
  priceDecision,
  pricesArea,
  readFigure,
} from '../../src/machines/console/pricesArea.ts';
import { asChild, settled } from '../support/actors.ts';
import { consoleNow, price } from '../support/consoleAreas.ts';
import { expectSound } from '../support/paths.ts';

test('the area of prices has no dead end', () => {
  expectSound(pricesArea, {
    input: { now: () => consoleNow, operator: { name: 'anna', role: 'treasury' } },
    events: [
      { type: 'item.opened', item: price },
      { type: 'item.closed' },
      { type: 'decision.settled', key: price.pair },
    ],
    answers: { list: {}, details: {} },
    distinguish: ({ context }) => context.opened,
  });
});

test('is for treasury and administrators', () => {
  const roles = ['support', 'compliance', 'treasury', 'administrator'];
  expect(roles.filter((role) => mayCall(role, 'GET /rates'))).toEqual(['treasury', 'administrator']);
});

const confirmed = (subject: PriceState, choice: PriceChoice) => {
  const { child } = asChild(priceDecision, { now: () => consoleNow, key: subject.pair, subject });
  child.send({ type: 'choice.made', choice });
  child.send({ type: 'choice.confirmed' });
  return child.getSnapshot();
};
const set = (rate: string, confirm = false): PriceChoice => ({ verdict: 'set', rate, confirm });

test.each([
  ['', { rate: 'required' }],
  ['two', { rate: 'format' }],
  ['0', { rate: 'too_small' }],
  ['-2', { rate: 'format' }],
  ['1,23.4', { rate: 'ambiguous' }],
  // More than 1.25 times away from 2, either way.
  ['2.51', { confirm: 'required' }],
  ['1.59', { confirm: 'required' }],
])('a price of “%s” is not sent', (rate, errors) => {
  const snapshot = confirmed(price, set(rate));
  expect(snapshot.value).toBe('confirming');
  expect(snapshot.context.errors).toEqual(errors);
});

test.each([set('2.5'), set('1.6'), set('9', true), set('0.01', true)])('%j is held, then sent', (choice) => {
  expect(confirmed(price, choice).matches({ deciding: 'holding' })).toBe(true);
});

test('a first price is far from none', () => {
  expect(confirmed({ ...price, rate: null }, set('70000')).matches('deciding')).toBe(true);
});

test('rules are figures both', () => {
  const snapshot = confirmed(price, { verdict: 'rules', quote_move: '', jump: 'wide' });
  expect(snapshot.context.errors).toEqual({ quote_move: 'required', jump: 'format' });
});

test('a figure is sent as the wire has it', () => {
  expect(['1.50', '2.510', '3'].map(readFigure)).toEqual(
    ['1.5', '2.51', '3'].map((value) => ({ ok: true, value })),
  );
});

test('a price that is undone in its ten seconds is never sent', async () => {
  const clock = new SimulatedClock();
  const sent: unknown[] = [];
  const logic = priceDecision.provide({
    actors: {
      send: fromPromise<void, Sent<PriceState, PriceChoice>>(async ({ input }) => void sent.push(input)),
    },
  });
  const now = () => consoleNow + clock.now();
  const { child } = asChild(logic, { now, key: price.pair, subject: price }, clock);
  child.send({ type: 'choice.made', choice: set('2.1') });
  child.send({ type: 'choice.confirmed' });
  clock.increment(undoTime - 1);
  child.send({ type: 'choice.undone' });
  clock.increment(60_000);
  await settled();
  expect(sent).toEqual([]);
});
