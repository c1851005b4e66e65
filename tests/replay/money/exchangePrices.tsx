import { createActor } from 'xstate';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import {
  exchangeHistoryMachine,
  exchangePricesMachine,
} from '../../../src/machines/money/exchangePricesMachine.ts';
import { ratesMachine } from '../../../src/machines/wallet/ratesMachine.ts';
import ExchangePrices from '../../../src/screens/exchange/ExchangePrices.tsx';
import { press, tick } from '../../support/replay/gestures.ts';
import { outsideResource, readings, whenSlowOrFailed } from '../../support/replay/resourceMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const rates = createActor(ratesMachine, { input: { now: () => 0, random: () => 0 } });
const isShown = (actor: { getSnapshot: () => { hasTag: (tag: 'shown') => boolean } }) =>
  actor.getSnapshot().hasTag('shown');

export const map = screenMap({
  machine: exchangePricesMachine,
  covers: [exchangeHistoryMachine],
  input: (now) => ({ now, pair: { from: 'ZST', to: 'USDT' } }),
  screen: (actor) => (
    <>
      <PageTitle>Exchange</PageTitle>
      <ExchangePrices prices={actor} live={rates} />
    </>
  ),
  isShown,
  person: [
    {
      events: [{ type: 'range.chosen', range: 'week' }],
      by: tick('7d'),
      offered: (actor) => actor.getSnapshot().context.range !== 'week',
    },
    {
      at: 'history',
      events: [{ type: 'refresh.requested' }],
      by: press('Try again'),
      offered: (history) => whenSlowOrFailed(history.getSnapshot()),
    },
  ],
  outside: [
    ...outsideResource('history'),
    { event: { type: 'screen.shown' } },
    { event: { type: 'pair.shown', pair: { from: 'ZST', to: 'STO' } } },
    // The form changes, and its tokens stay.
    { event: { type: 'pair.shown', pair: { from: 'ZST', to: 'USDT' } } },
  ],
  answers: {
    watchRoom: { says: [{ type: 'room.given' }, { type: 'room.taken' }] },
    'history.load': readings({ symbol: 'ZST', range: 'day', points: [] }),
  },
  distinguish: (actor) => {
    const { symbol, range } = actor.getSnapshot().context;
    const { key, dataKey } = actor.getSnapshot().children.history?.getSnapshot().context ?? {};
    return [symbol, range, key, dataKey];
  },
  until: (actor) => {
    const { symbol, range } = actor.getSnapshot().context;
    return symbol !== 'ZST' || range !== 'day';
  },
  views: ['24h', '7d', '30d', '1y'],
});
