/** The value of a wallet over time, and the page of one token. Its code loads after the balances, inside their screen. */
import { type ActorRefFrom, assign, forwardTo, sendTo, setup } from 'xstate';
import type { ListedToken } from '../../../contract/catalogue.ts';
import type { Page } from '../../../contract/paging.ts';
import type { Position, TotalHistory, TotalRange } from '../../../contract/portfolio.ts';
import type { Sparklines } from '../../../contract/rates.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import type { AreaInput, BalancesChanged, ConfirmationsArrived } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { withEvent } from '../core/withEvent.ts';
import { pageWithConfirmations } from '../money/confirmations.ts';
import { confirmationMachine } from '../profile/confirmationMachine.ts';
import { loginMethodsMachine } from '../profile/loginMethodsMachine.ts';
import { readTokenAddress } from './priceAddress.ts';
import { type RangeChosen, totalHistoryMachine } from './totalHistoryMachine.ts';

/** The cost of a token's position, by its symbol. */
export const positionMachine = createResourceMachine<Position>('position');
/** The tokens in the catalogue that match a symbol. */
export const listedMachine = createResourceMachine<readonly ListedToken[]>('listed');
/** The values of all tokens over the last day. */
export const sparklinesMachine = createResourceMachine<Sparklines>('sparklines');
/** The latest transactions of one or all tokens, by the query of the history. */
export const latestMachine = createResourceMachine<Page<Transaction>>('latest', pageWithConfirmations);

interface PortfolioContext extends Pick<AreaInput, 'now'> {
  readonly range: TotalRange;
  /** The token whose page is shown; null for none. */
  readonly symbol: string | null;
}

type PortfolioEvent = ScreenShown | BalancesChanged | ConfirmationsArrived | RangeChosen;

const keysOf = ({ range, symbol }: Pick<PortfolioContext, 'range' | 'symbol'>) => ({
  // The page of a token shows neither the total nor the list.
  totalHistory: symbol === null ? range : null,
  sparklines: symbol === null ? 'day' : null,
  position: symbol,
  listed: symbol && `${new URLSearchParams({ q: symbol })}`,
  latest: `${new URLSearchParams({ ...(symbol !== null && { token: symbol }), per_page: '5' })}`,
});
export const portfolioArea = setup({
  types: {
    context: {} as PortfolioContext,
    events: {} as PortfolioEvent,
    input: {} as Pick<AreaInput, 'now' | 'shown'>,
    children: {} as {
      totalHistory: 'totalHistory';
      sparklines: 'sparklines';
      position: 'position';
      listed: 'listed';
      latest: 'latest';
      loginMethods: 'loginMethods';
      confirmation: 'confirmation';
    },
  },
  actors: {
    totalHistory: totalHistoryMachine,
    sparklines: sparklinesMachine,
    position: positionMachine,
    listed: listedMachine,
    latest: latestMachine,
    loginMethods: loginMethodsMachine,
    confirmation: confirmationMachine,
  },
  actions: {
    keepRange: assign((_, { range }: { range: TotalRange }) => ({ range })),
    keepSymbol: assign((_, { shown }: { shown: ScreenShown }) => ({ symbol: readTokenAddress(shown) })),
    tellTotalHistory: sendTo('totalHistory', ({ context }: { context: PortfolioContext }) => ({
      type: 'screen.shown',
      key: keysOf(context).totalHistory,
    })),
    tellSparklines: sendTo('sparklines', ({ context }: { context: PortfolioContext }) => ({
      type: 'screen.shown',
      key: keysOf(context).sparklines,
    })),
    tellPosition: sendTo('position', ({ context }: { context: PortfolioContext }) => ({
      type: 'screen.shown',
      key: keysOf(context).position,
    })),
    tellListed: sendTo('listed', ({ context }: { context: PortfolioContext }) => ({
      type: 'screen.shown',
      key: keysOf(context).listed,
    })),
    tellLatest: sendTo('latest', ({ context }: { context: PortfolioContext }) => ({
      type: 'screen.shown',
      key: keysOf(context).latest,
    })),
    tellLoginMethods: sendTo('loginMethods', { type: 'screen.shown', key: 'loginMethods' }),
    refreshLoginMethods: sendTo('loginMethods', { type: 'refresh.requested' }),
    refreshTotalHistory: sendTo('totalHistory', { type: 'outdated' }),
    refreshPosition: sendTo('position', { type: 'outdated' }),
    refreshLatest: sendTo('latest', { type: 'outdated' }),
  },
  guards: {
    isOfToken: ({ context }) => context.symbol !== null,
    // Remaining setup steps are shown only after the existing data.
    isRead: (_, { data }: { data: TotalHistory | null }) => data !== null,
  },
}).createMachine({
  id: 'portfolioArea',
  context: ({ input: { now, shown } }) => ({ now, range: 'month', symbol: readTokenAddress(shown) }),
  invoke: [
    {
      id: 'totalHistory',
      src: 'totalHistory',
      input: ({ context }) => ({ now: context.now, key: keysOf(context).totalHistory }),
      onSnapshot: {
        guard: { type: 'isRead', params: ({ event }) => event.snapshot.context },
        actions: 'tellLoginMethods',
      },
    },
    {
      id: 'sparklines',
      src: 'sparklines',
      input: ({ context }) => ({ now: context.now, key: keysOf(context).sparklines }),
    },
    {
      id: 'position',
      src: 'position',
      input: ({ context }) => ({ now: context.now, key: keysOf(context).position }),
    },
    {
      id: 'listed',
      src: 'listed',
      input: ({ context }) => ({ now: context.now, key: keysOf(context).listed }),
    },
    {
      id: 'latest',
      src: 'latest',
      input: ({ context }) => ({ now: context.now, key: keysOf(context).latest }),
    },
    { id: 'loginMethods', src: 'loginMethods', input: ({ context }) => ({ now: context.now, key: null }) },
    {
      id: 'confirmation',
      src: 'confirmation',
      input: ({ context }) => ({ now: context.now }),
      onDone: { actions: 'refreshLoginMethods' },
    },
  ],
  on: {
    'screen.shown': {
      actions: [
        { type: 'keepSymbol', params: ({ event }) => ({ shown: event }) },
        ...(['tellTotalHistory', 'tellSparklines', 'tellPosition', 'tellListed', 'tellLatest'] as const),
      ],
    },
    'confirmations.arrived': { actions: forwardTo('latest') },
    'balances.changed': [
      { guard: 'isOfToken', actions: ['refreshPosition', 'refreshLatest'] },
      // Prices do not change with balances, so only those that are old are read again.
      { actions: ['refreshTotalHistory', 'refreshLatest', 'tellSparklines'] },
    ],
    'range.chosen': { actions: [withEvent('keepRange'), 'tellTotalHistory'] },
  },
});

export type SparklinesRef = ActorRefFrom<typeof sparklinesMachine>;
export type PositionRef = ActorRefFrom<typeof positionMachine>;
export type ListedRef = ActorRefFrom<typeof listedMachine>;
export type LatestRef = ActorRefFrom<typeof latestMachine>;
export type LoginMethodsRef = ActorRefFrom<typeof loginMethodsMachine>;
export type PortfolioRef = ActorRefFrom<typeof portfolioArea>;
