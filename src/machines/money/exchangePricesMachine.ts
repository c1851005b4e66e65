/** The chart beside an exchange, with the prices of its token. Prices are read only when the page has room for it. */
import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import type { RateHistory, RateRange } from '../../../contract/rates.ts';
import { valueToken } from '../../../contract/tokens.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { placeholderCallback } from '../core/placeholders.ts';
import { withEvent } from '../core/withEvent.ts';

/** The prices of a token, by its symbol and the range: `ZST/week`. */
export const exchangeHistoryMachine = createResourceMachine<RateHistory>('exchangeHistory');

export interface ExchangePair {
  readonly from: string;
  readonly to: string;
}

interface ExchangePricesContext {
  readonly now: () => number;
  readonly symbol: string;
  readonly range: RateRange;
  /** Whether the prices are older than an answer is fresh. */
  readonly isStale: boolean;
}

type ExchangePricesEvent =
  | { readonly type: 'screen.shown' }
  /** The form shows these tokens; sent at every change of the form. */
  | { readonly type: 'pair.shown'; readonly pair: ExchangePair }
  | { readonly type: 'range.chosen'; readonly range: RateRange }
  /** Sent by `watchRoom` at once and when the room changes. */
  | { readonly type: 'room.given' }
  | { readonly type: 'room.taken' };

/** Prices are in USDT: the chart shows the token that is bought, or the one that is sold for USDT. */
const symbolOf = ({ from, to }: ExchangePair) => (to === valueToken.symbol ? from : to);
const keyOf = ({ symbol, range }: Pick<ExchangePricesContext, 'symbol' | 'range'>) => `${symbol}/${range}`;

export const exchangePricesMachine = setup({
  types: {
    context: {} as ExchangePricesContext,
    events: {} as ExchangePricesEvent,
    input: {} as Pick<ExchangePricesContext, 'now'> & { readonly pair: ExchangePair },
    children: {} as { history: 'history'; watchRoom: 'watchRoom' },
    tags: {} as 'shown',
  },
  actors: { history: exchangeHistoryMachine, watchRoom: placeholderCallback('watchRoom') },
  guards: {
    isOtherToken: ({ context }, { pair }: { pair: ExchangePair }) => symbolOf(pair) !== context.symbol,
    isStale: ({ context }) => context.isStale,
  },
  actions: {
    keepToken: assign((_, { pair }: { pair: ExchangePair }) => ({ symbol: symbolOf(pair) })),
    keepRange: assign((_, { range }: { range: RateRange }) => ({ range })),
    keepAge: assign((_, { isStale }: { isStale: boolean }) => ({ isStale })),
    tellHistory: sendTo('history', ({ context }: { context: ExchangePricesContext }) => ({
      type: 'screen.shown',
      key: keyOf(context),
    })),
  },
}).createMachine({
  id: 'exchangePrices',
  context: ({ input: { now, pair } }) => ({ now, symbol: symbolOf(pair), range: 'day', isStale: false }),
  invoke: [
    {
      id: 'history',
      src: 'history',
      input: ({ context }) => ({ now: context.now, key: null }),
      onSnapshot: {
        actions: { type: 'keepAge', params: ({ event }) => ({ isStale: event.snapshot.hasTag('stale') }) },
      },
    },
    { id: 'watchRoom', src: 'watchRoom' },
  ],
  initial: 'absent',
  on: { 'pair.shown': { guard: withEvent('isOtherToken'), actions: withEvent('keepToken') } },
  states: {
    absent: { on: { 'room.given': 'shown' } },
    shown: {
      tags: 'shown',
      entry: 'tellHistory',
      on: {
        'room.taken': 'absent',
        'screen.shown': { actions: 'tellHistory' },
        'pair.shown': [
          { guard: withEvent('isOtherToken'), actions: [withEvent('keepToken'), 'tellHistory'] },
          // Not by a timer: each call is a use of the session, which would not end on a page that is left open.
          { guard: 'isStale', actions: 'tellHistory' },
        ],
        'range.chosen': { actions: [withEvent('keepRange'), 'tellHistory'] },
      },
    },
  },
});

export type ExchangePricesRef = ActorRefFrom<typeof exchangePricesMachine>;
