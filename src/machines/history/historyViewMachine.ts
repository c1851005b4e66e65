/** How the history is displayed. `isPanelOpen`: the filters are unfolded on a narrow screen. */
import type { ActorRefFrom } from 'xstate';
import { createFilterMachine } from '../core/createFilterMachine.ts';
import { addressOf, noFilters, readHistoryQuery, withFilters } from './historyQuery.ts';

export const historyViewMachine = createFilterMachine({
  id: 'historyView',
  read: readHistoryQuery,
  addressOf,
  withFilters,
  cleared: (query) => withFilters(query, noFilters),
  display: { isPanelOpen: false },
});

export type HistoryViewRef = ActorRefFrom<typeof historyViewMachine>;
