import { createActor } from 'xstate';
import { analyticsMachine } from '../../../src/machines/analytics/analyticsArea.ts';
import { analyticsViewMachine } from '../../../src/machines/analytics/analyticsViewMachine.ts';
import { exportMachine } from '../../../src/machines/core/exportMachine.ts';
import AnalyticsScreen from '../../../src/screens/analytics/AnalyticsScreen.tsx';
import { preferencesActor } from '../../support/preferences.ts';
import { press } from '../../support/replay/gestures.ts';
import { resourceMap } from '../../support/replay/resourceMap.ts';

const frame = {
  file: createActor(exportMachine),
  preferences: preferencesActor(),
  timeZone: 'UTC',
  now: () => 0,
};
const fields = [
  'Export CSV',
  'Filters',
  /(?:Event|From|To|Group by)$/,
  /^(?:7 days|30 days|This month|This year)$/,
];

export const analytics = resourceMap({
  machine: analyticsMachine,
  data: [{ buckets: [], totals: [] }],
  keys: ['time_zone=UTC', 'type=kyc_submitted&time_zone=UTC', null],
  screen: (actor) => (
    <AnalyticsScreen
      {...frame}
      analytics={actor}
      view={createActor(analyticsViewMachine, { input: { search: '' } })}
    />
  ),
  person: [
    {
      events: [{ type: 'refresh.requested' }],
      by: press('Refresh'),
      offered: (actor) => {
        const read = actor.getSnapshot();
        return !read.matches('unasked') && (!read.hasTag('busy') || read.hasTag('slow'));
      },
    },
  ],
  views: fields,
});
