/** The analytics: the figures, the value of the balances over time, how they are displayed, and their export. */
import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import type { Analytics } from '../../../contract/analytics.ts';
import type { TotalRange } from '../../../contract/portfolio.ts';
import type { AddressRequested, AreaInput, BalancesChanged } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { exportMachine } from '../core/exportMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { withEvent } from '../core/withEvent.ts';
import { type RangeChosen, totalHistoryMachine } from '../wallet/totalHistoryMachine.ts';
import { analyticsKey, readAnalyticsQuery } from './analyticsQuery.ts';
import { analyticsViewMachine } from './analyticsViewMachine.ts';

/** The figures, keyed by the query string of their request. */
export const analyticsMachine = createResourceMachine<Analytics>('analytics');

interface AnalyticsAreaContext {
  readonly now: () => number;
  /** The time zone in which days are counted. */
  readonly timeZone: string;
  /** The query string of the screen's address. */
  readonly search: string;
  /** The range of the chart of balances over time. */
  readonly range: TotalRange;
}

const keyOf = ({ search, timeZone }: AnalyticsAreaContext) =>
  analyticsKey(readAnalyticsQuery(search), timeZone);

/** `timeZone`: a name of the IANA database. */
export function createAnalyticsArea(timeZone: string) {
  return setup({
    types: {
      context: {} as AnalyticsAreaContext,
      events: {} as ScreenShown | AddressRequested | BalancesChanged | RangeChosen,
      input: {} as Pick<AreaInput, 'now' | 'shown'>,
      children: {} as {
        analytics: 'analytics';
        analyticsView: 'analyticsView';
        analyticsExport: 'analyticsExport';
        totalHistory: 'totalHistory';
      },
    },
    actors: {
      analytics: analyticsMachine,
      analyticsView: analyticsViewMachine,
      analyticsExport: exportMachine,
      totalHistory: totalHistoryMachine,
    },
    actions: {
      keepSearch: assign((_, { search }: { search: string }) => ({ search })),
      tellAnalytics: sendTo('analytics', ({ context }: { context: AnalyticsAreaContext }) => ({
        type: 'screen.shown',
        key: keyOf(context),
      })),
      tellAnalyticsView: sendTo('analyticsView', ({ context }: { context: AnalyticsAreaContext }) => ({
        type: 'address.shown',
        search: context.search,
      })),
      keepRange: assign((_, { range }: { range: TotalRange }) => ({ range })),
      tellTotalHistory: sendTo('totalHistory', ({ context }: { context: AnalyticsAreaContext }) => ({
        type: 'screen.shown',
        key: context.range,
      })),
      refreshTotalHistory: sendTo('totalHistory', { type: 'outdated' }),
      refreshAnalytics: sendTo('analytics', { type: 'refresh.requested' }),
      passOn: sendParent((_, { to }: { to: string }) => ({ type: 'address.requested', to })),
    },
  }).createMachine({
    id: 'analyticsArea',
    context: ({ input }) => ({ now: input.now, timeZone, search: input.shown.search, range: 'month' }),
    invoke: [
      {
        id: 'analytics',
        src: 'analytics',
        input: ({ context }) => ({ now: context.now, key: keyOf(context) }),
      },
      { id: 'analyticsView', src: 'analyticsView', input: ({ context }) => ({ search: context.search }) },
      { id: 'analyticsExport', src: 'analyticsExport' },
      {
        id: 'totalHistory',
        src: 'totalHistory',
        input: ({ context }) => ({ now: context.now, key: context.range }),
      },
    ],
    on: {
      'screen.shown': {
        actions: [withEvent('keepSearch'), 'tellAnalytics', 'tellAnalyticsView', 'tellTotalHistory'],
      },
      'balances.changed': { actions: ['refreshAnalytics', 'refreshTotalHistory'] },
      'range.chosen': { actions: [withEvent('keepRange'), 'tellTotalHistory'] },
      'address.requested': { actions: withEvent('passOn') },
    },
  });
}

export type AnalyticsRef = ActorRefFrom<typeof analyticsMachine>;
