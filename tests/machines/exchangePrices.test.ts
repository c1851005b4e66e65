import { expect, test } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import type { RateHistory } from '../../contract/rates.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import {
  exchangeHistoryMachine,
  exchangePricesMachine,
} from '../../src/machines/money/exchangePricesMachine.ts';
import { manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';

const pair = { from: 'ZST', to: 'USDT' };

function start(room: 'room.given' | 'room.taken') {
  const clock = new SimulatedClock();
  const load = manualCall<Loaded<RateHistory>, ReadRequest>();
  const actor = createActor(
    exchangePricesMachine.provide({
      actors: {
        history: exchangeHistoryMachine.provide({ actors: { load: load.logic } }),
        watchRoom: fromCallback(({ sendBack }) => sendBack({ type: room })),
      },
    }),
    { clock, input: { now: () => clock.now(), pair } },
  ).start();
  const asked = () => load.calls.map(({ input }) => input.key);
  return { actor, asked, load, clock };
}

test('every state is reached, and none is a dead end', () => {
  expectSound(exchangePricesMachine, {
    input: { now: () => 0, pair },
    events: [
      { type: 'screen.shown' },
      { type: 'pair.shown', pair: { from: 'USDT', to: 'STO' } },
      { type: 'range.chosen', range: 'week' },
      { type: 'room.given' },
      { type: 'room.taken' },
    ],
    answers: { history: {}, watchRoom: {} },
  });
});

test('with room beside the form, the prices follow its tokens and the range', async () => {
  const { actor, asked } = start('room.given');
  await settled();
  actor.send({ type: 'pair.shown', pair: { from: 'USDT', to: 'ZST' } });
  actor.send({ type: 'pair.shown', pair: { from: 'ZST', to: 'STO' } });
  await settled();
  actor.send({ type: 'range.chosen', range: 'year' });
  await settled();
  actor.send({ type: 'pair.shown', pair: { from: 'STO', to: 'USDT' } });
  await settled();
  expect(asked()).toEqual(['ZST/day', 'STO/day', 'STO/year']);
});

test('without room no prices are asked for, until there is some', async () => {
  const { actor, asked } = start('room.taken');
  actor.send({ type: 'pair.shown', pair: { from: 'ZST', to: 'STO' } });
  actor.send({ type: 'screen.shown' });
  await settled();
  expect(asked()).toEqual([]);
  expect(actor.getSnapshot().hasTag('shown')).toBe(false);
  actor.send({ type: 'room.given' });
  await settled();
  expect(asked()).toEqual(['STO/day']);
});

test('prices that are old are read again once the form changes, not while nobody is there, nor after a failure', async () => {
  const { actor, asked, load, clock } = start('room.given');
  const change = () => actor.send({ type: 'pair.shown', pair });
  await settled();
  load.last().answer({ data: { symbol: 'ZST', range: 'day', points: [] }, loadedAt: 0 });
  await settled();
  clock.increment(299_999);
  change();
  expect(asked()).toEqual(['ZST/day']);
  clock.increment(3_600_000);
  expect(asked()).toEqual(['ZST/day']);
  change();
  change();
  expect(asked()).toEqual(['ZST/day', 'ZST/day']);
  load.last().fail('NETWORK');
  await settled();
  clock.increment(3_600_000);
  change();
  expect(asked()).toHaveLength(2);
});
