/** The analytics: the figures, how a person looks at them, and the file that is made of them. */
import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import type { Analytics } from '../../../contract/analytics.ts';
import type { AddressRequested, AreaInput, BalancesChanged } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { exportMachine } from '../core/exportMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { analyticsKey, readAnalyticsQuery } from './analyticsQuery.ts';
import { analyticsViewMachine } from './analyticsViewMachine.ts';

/** The figures, by what stands behind the `?` of their call. */
export const analyticsMachine = createResourceMachine<Analytics>('analytics');

interface AnalyticsAreaContext {
  readonly now: () => number;
  /** Whose days are counted. */
  readonly timeZone: string;
  /** What stands behind the path of the screen. */
  readonly search: string;
}

const keyOf = ({ search, timeZone }: AnalyticsAreaContext) =>
  analyticsKey(readAnalyticsQuery(search), timeZone);

/** `timeZone`: a name of the IANA database. */
export function createAnalyticsArea(timeZone: string) {
  return setup({
    types: {
      context: {} as AnalyticsAreaContext,
      events: {} as ScreenShown | AddressRequested | BalancesChanged,
      input: {} as Pick<AreaInput, 'now' | 'shown'>,
      children: {} as {
        analytics: 'analytics';
        analyticsView: 'analyticsView';
        analyticsExport: 'analyticsExport';
      },
    },
    actors: {
      analytics: analyticsMachine,
      analyticsView: analyticsViewMachine,
      analyticsExport: exportMachine,
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
      refreshAnalytics: sendTo('analytics', { type: 'refresh.requested' }),
      passOn: sendParent((_, { to }: { to: string }) => ({ type: 'address.requested', to })),
    },
  }).createMachine({
    id: 'analyticsArea',
    context: ({ input }) => ({ now: input.now, timeZone, search: input.shown.search }),
    invoke: [
      {
        id: 'analytics',
        src: 'analytics',
        input: ({ context }) => ({ now: context.now, key: keyOf(context) }),
      },
      { id: 'analyticsView', src: 'analyticsView', input: ({ context }) => ({ search: context.search }) },
      { id: 'analyticsExport', src: 'analyticsExport' },
    ],
    on: {
      'screen.shown': {
        actions: [{ type: 'keepSearch', params: ({ event }) => event }, 'tellAnalytics', 'tellAnalyticsView'],
      },
      'balances.changed': { actions: 'refreshAnalytics' },
      'address.requested': { actions: { type: 'passOn', params: ({ event }) => event } },
    },
  });
}

export type AnalyticsRef = ActorRefFrom<typeof analyticsMachine>;
