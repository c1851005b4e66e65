/** How the figures are displayed. */
import type { ActorRefFrom } from 'xstate';
import { createFilterMachine } from '../core/createFilterMachine.ts';
import { addressOf, readAnalyticsQuery, withFilters } from './analyticsQuery.ts';

export type Measure = 'count' | 'value';

interface Display {
  readonly measure: Measure;
  readonly shape: 'chart' | 'table';
  /** The filters are unfolded on a narrow screen. */
  readonly isPanelOpen: boolean;
}

const display: Display = { measure: 'count', shape: 'chart', isPanelOpen: false };

export const analyticsViewMachine = createFilterMachine({
  id: 'analyticsView',
  read: readAnalyticsQuery,
  addressOf,
  withFilters,
  cleared: (query) => withFilters(query, { type: '', date_from: '', date_to: '' }),
  display,
});

export type AnalyticsViewRef = ActorRefFrom<typeof analyticsViewMachine>;
