/** How a person looks at their history: what the address asks, and what is being typed before it is asked. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import type { AddressRequested } from '../core/areaMachine.ts';
import {
  addressOf,
  type FilterName,
  type HistoryQuery,
  noFilters,
  readHistoryQuery,
  withFilters,
} from './historyQuery.ts';

interface HistoryViewContext {
  /** What the address says. Only an address changes it. */
  readonly query: HistoryQuery;
  /** What is typed and not asked yet, over the filters of the query. */
  readonly typed: Partial<HistoryQuery['filters']>;
  /** Whether the filters are unfolded where there is little room. */
  readonly isPanelOpen: boolean;
}

type HistoryViewEvent =
  /** The screen is shown at an address with this behind its path. */
  | { readonly type: 'address.shown'; readonly search: string }
  /** Asked at once. */
  | { readonly type: 'filter.chosen'; readonly name: FilterName; readonly value: string }
  /** Asked after a pause. */
  | { readonly type: 'filter.typed'; readonly name: FilterName; readonly value: string }
  | { readonly type: 'filters.cleared' }
  | { readonly type: 'panel.toggled' }
  | { readonly type: 'details.closed' };

const requested = (query: HistoryQuery): AddressRequested => ({
  type: 'address.requested',
  to: addressOf(query),
});

/** Input: what is behind the path of the first address. It asks its parent for addresses: `address.requested`. */
export const historyViewMachine = setup({
  types: {
    context: {} as HistoryViewContext,
    events: {} as HistoryViewEvent,
    input: {} as { readonly search: string },
  },
  actions: {
    keepQuery: assign((_, { search }: { search: string }) => ({ query: readHistoryQuery(search) })),
    keepTyped: assign(({ context }, { name, value }: { name: FilterName; value: string }) => ({
      typed: { ...context.typed, [name]: value },
    })),
    forgetTyped: assign({ typed: {} }),
    togglePanel: assign(({ context }) => ({ isPanelOpen: !context.isPanelOpen })),
    askTyped: sendParent(({ context }: { context: HistoryViewContext }) =>
      requested(withFilters(context.query, context.typed)),
    ),
    askChosen: sendParent(
      (
        { context }: { context: HistoryViewContext },
        { name, value }: { readonly name: FilterName; readonly value: string },
      ) => requested(withFilters(context.query, { ...context.typed, [name]: value })),
    ),
    askAll: sendParent(({ context }: { context: HistoryViewContext }) =>
      requested(withFilters(context.query, noFilters)),
    ),
    askList: sendParent(({ context }: { context: HistoryViewContext }) =>
      requested({ ...context.query, id: '' }),
    ),
  },
  delays: { pause: 350 },
}).createMachine({
  id: 'historyView',
  context: ({ input }) => ({ query: readHistoryQuery(input.search), typed: {}, isPanelOpen: false }),
  initial: 'settled',
  on: {
    'filter.typed': {
      target: '.typing',
      actions: { type: 'keepTyped', params: ({ event }) => event },
      reenter: true,
    },
    'filter.chosen': { target: '.asking', actions: { type: 'askChosen', params: ({ event }) => event } },
    'filters.cleared': { target: '.settled', actions: ['forgetTyped', 'askAll'] },
    'panel.toggled': { actions: 'togglePanel' },
    'details.closed': { actions: 'askList' },
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

export type HistoryViewRef = ActorRefFrom<typeof historyViewMachine>;
