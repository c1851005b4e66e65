/** How the history is displayed. `isPanelOpen`: the filters are unfolded on a narrow screen. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { createFilterMachine } from '../core/createFilterMachine.ts';
import {
  addressOf,
  filtersText,
  type HistoryQuery,
  noFilters,
  readHistoryQuery,
  withFilters,
} from './historyQuery.ts';

export const historyViewMachine = createFilterMachine({
  id: 'historyView',
  read: readHistoryQuery,
  addressOf,
  withFilters,
  cleared: (query) => withFilters(query, noFilters),
  display: { isPanelOpen: false },
});

export type HistoryViewRef = ActorRefFrom<typeof historyViewMachine>;

/** The query without its page and details, which the filters do not depend on. Compared by `haveSameFilters`. */
export const selectFilters = ({
  context: { query },
}: SnapshotFrom<typeof historyViewMachine>): HistoryQuery => withFilters(query, {});

export const haveSameFilters = (one: HistoryQuery, other: HistoryQuery): boolean =>
  filtersText(one) === filtersText(other);
