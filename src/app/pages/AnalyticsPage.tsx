import { useSelector } from '@xstate/react';
import AnalyticsScreen from '../../screens/analytics/AnalyticsScreen.tsx';
import { timeZoneOf } from '../../services/core/timeZone.ts';
import { useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

export function AnalyticsPage({ app }: PageProps) {
  const analytics = useFlow(app, 'analytics', 'analytics');
  const view = useFlow(app, 'analytics', 'analyticsView');
  const file = useFlow(app, 'analytics', 'analyticsExport');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  if (!analytics || !view || !file) return null;
  return (
    <AnalyticsScreen
      analytics={analytics}
      view={view}
      file={file}
      preferences={preferences}
      timeZone={timeZoneOf()}
    />
  );
}
