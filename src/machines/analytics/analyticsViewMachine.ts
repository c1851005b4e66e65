/** How a person looks at their figures: what the address asks, what is being typed before it is asked, and what is drawn of it. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import type { AddressRequested } from '../core/areaMachine.ts';
import {
  type AnalyticsFilter,
  type AnalyticsQuery,
  addressOf,
  readAnalyticsQuery,
} from './analyticsQuery.ts';

export type Measure = 'count' | 'value';
export type FigureShape = 'chart' | 'table';

interface AnalyticsViewContext {
  /** What the address says. Only an address changes it. */
  readonly query: AnalyticsQuery;
  /** What is typed and not asked yet, over the query. */
  readonly typed: Partial<AnalyticsQuery>;
  readonly measure: Measure;
  readonly shape: FigureShape;
}

type AnalyticsViewEvent =
  /** The screen is shown at an address with this behind its path. */
  | { readonly type: 'address.shown'; readonly search: string }
  /** Asked at once. */
  | { readonly type: 'filter.chosen'; readonly name: AnalyticsFilter; readonly value: string }
  /** Asked after a pause. */
  | { readonly type: 'filter.typed'; readonly name: AnalyticsFilter; readonly value: string }
  | { readonly type: 'filters.cleared' }
  | { readonly type: 'measure.chosen'; readonly measure: Measure }
  | { readonly type: 'shape.chosen'; readonly shape: FigureShape };

const requested = (query: AnalyticsQuery): AddressRequested => ({
  type: 'address.requested',
  to: addressOf(query),
});

/** Input: what is behind the path of the first address. It asks its parent for addresses: `address.requested`. */
export const analyticsViewMachine = setup({
  types: {
    context: {} as AnalyticsViewContext,
    events: {} as AnalyticsViewEvent,
    input: {} as { readonly search: string },
  },
  actions: {
    keepQuery: assign((_, { search }: { search: string }) => ({ query: readAnalyticsQuery(search) })),
    keepTyped: assign(({ context }, { name, value }: { name: AnalyticsFilter; value: string }) => ({
      typed: { ...context.typed, [name]: value },
    })),
    keepMeasure: assign((_, { measure }: { measure: Measure }) => ({ measure })),
    keepShape: assign((_, { shape }: { shape: FigureShape }) => ({ shape })),
    forgetTyped: assign({ typed: {} }),
    askTyped: sendParent(({ context }: { context: AnalyticsViewContext }) =>
      requested({ ...context.query, ...context.typed }),
    ),
    askChosen: sendParent(
      (
        { context }: { context: AnalyticsViewContext },
        { name, value }: { readonly name: AnalyticsFilter; readonly value: string },
      ) => requested({ ...context.query, ...context.typed, [name]: value }),
    ),
    askAll: sendParent(({ context }: { context: AnalyticsViewContext }) =>
      requested({ ...context.query, type: '', date_from: '', date_to: '' }),
    ),
  },
  delays: { pause: 350 },
}).createMachine({
  id: 'analyticsView',
  context: ({ input }) => ({
    query: readAnalyticsQuery(input.search),
    typed: {},
    measure: 'count',
    shape: 'chart',
  }),
  initial: 'settled',
  on: {
    'filter.typed': {
      target: '.typing',
      actions: { type: 'keepTyped', params: ({ event }) => event },
      reenter: true,
    },
    'filter.chosen': { target: '.asking', actions: { type: 'askChosen', params: ({ event }) => event } },
    'filters.cleared': { target: '.settled', actions: ['forgetTyped', 'askAll'] },
    'measure.chosen': { actions: { type: 'keepMeasure', params: ({ event }) => event } },
    'shape.chosen': { actions: { type: 'keepShape', params: ({ event }) => event } },
  },
  states: {
    settled: {
      on: {
        'address.shown': {
          actions: [{ type: 'keepQuery', params: ({ event }) => event }, 'forgetTyped'],
        },
      },
    },
    /** An address that arrives now was asked for before the last key. */
    typing: {
      after: { pause: { target: 'asking', actions: 'askTyped' } },
      on: { 'address.shown': { actions: { type: 'keepQuery', params: ({ event }) => event } } },
    },
    asking: {
      on: {
        'address.shown': {
          target: 'settled',
          actions: [{ type: 'keepQuery', params: ({ event }) => event }, 'forgetTyped'],
        },
      },
    },
  },
});

export type AnalyticsViewRef = ActorRefFrom<typeof analyticsViewMachine>;
