import { createActor } from 'xstate';
import type { Analytics } from '../../../contract/analytics.ts';
import { analyticsMachine } from '../../../src/machines/analytics/analyticsArea.ts';
import { readAnalyticsQuery, withFilters } from '../../../src/machines/analytics/analyticsQuery.ts';
import { analyticsViewMachine } from '../../../src/machines/analytics/analyticsViewMachine.ts';
import { daysOf } from '../../../src/machines/core/datePresets.ts';
import { exportMachine } from '../../../src/machines/core/exportMachine.ts';
import AnalyticsScreen from '../../../src/screens/analytics/AnalyticsScreen.tsx';
import { preferencesActor } from '../../support/preferences.ts';
import { pick, press, raise, tick } from '../../support/replay/gestures.ts';
import { standingResource } from '../../support/replay/resourceMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const figures: Analytics = {
  buckets: [{ period: '2026-11-20', type: 'transaction_send', count: 2, value: '1200.5', unpriced: 0 }],
  totals: [{ type: 'transaction_send', count: 2, value: '1200.5', unpriced: 0 }],
};
const frame = {
  file: createActor(exportMachine),
  preferences: preferencesActor(),
  timeZone: 'UTC',
  now: () => 0,
  analytics: standingResource(analyticsMachine, figures),
};
const search = 'date_from=2026-11-20';

export const view = screenMap({
  machine: analyticsViewMachine,
  input: () => ({ search }),
  screen: (actor) => <AnalyticsScreen {...frame} view={actor} />,
  person: [
    {
      events: [{ type: 'filter.chosen', name: 'type', value: 'transaction_send' }],
      by: pick(/Event$/, 'Sent'),
    },
    {
      events: [{ type: 'filter.typed', name: 'date_from', value: '2026-11-21' }],
      by: raise(/^day.*From/i),
      offered: (actor) => {
        const { query, typed } = actor.getSnapshot().context;
        return (typed.date_from ?? query.date_from) === '2026-11-20';
      },
    },
    {
      events: [{ type: 'filters.cleared' }],
      by: press('Clear filters'),
      offered: (actor) => actor.getSnapshot().context.query.date_from !== '',
    },
    {
      events: [
        {
          type: 'query.requested',
          query: withFilters(readAnalyticsQuery(search), daysOf('month', '1970-01-01')),
        },
      ],
      by: tick('This month'),
      offered: (actor) => actor.getSnapshot().context.query.date_from !== '',
    },
    {
      events: [{ type: 'filter.chosen', name: 'date_from', value: '' }],
      by: press(/^Remove filter From/),
      offered: (actor) => actor.getSnapshot().context.query.date_from !== '',
    },
    ...[true, false].map((isPanelOpen) => ({
      events: [{ type: 'display.chosen', display: { isPanelOpen } }],
      by: press('Filters'),
      offered: (actor: { getSnapshot: () => { context: { display: { isPanelOpen: boolean } } } }) =>
        actor.getSnapshot().context.display.isPanelOpen !== isPanelOpen,
    })),
    ...(['table', 'chart'] as const).map((shape) => ({
      events: [{ type: 'display.chosen', display: { shape } }],
      by: tick(shape === 'chart' ? 'Chart' : 'Table'),
      offered: (actor: { getSnapshot: () => { context: { display: { shape: string } } } }) =>
        actor.getSnapshot().context.display.shape !== shape,
    })),
  ],
  outside: [search, ''].map((text) => ({
    event: { type: 'address.shown', search: text },
    isNavigation: true,
  })),
  answers: {},
  distinguish: (actor) => {
    const { query, typed, display } = actor.getSnapshot().context;
    return [query, typed, display];
  },
  // Other fields and choices are as these are.
  views: [
    ...['Refresh', 'Export CSV', /^(?:7 days|30 days|This month|This year)$/, /(?:Event|Group by)$/],
    ...['Count', 'Volume', 'Chart', 'Table', /over time/, /^(?:month|day|year)/i],
  ],
});
