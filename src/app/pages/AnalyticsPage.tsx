import { useSelector } from '@xstate/react';
import AnalyticsScreen from '../../screens/analytics/AnalyticsScreen.tsx';
import TotalHistory from '../../screens/portfolio/TotalHistory.tsx';
import { useArea, useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

export function AnalyticsPage({ app }: PageProps) {
  const analytics = useFlow(app, 'analytics', 'analytics');
  const view = useFlow(app, 'analytics', 'analyticsView');
  const file = useFlow(app, 'analytics', 'analyticsExport');
  const totalHistory = useFlow(app, 'analytics', 'totalHistory');
  const area = useArea(app, 'analytics');
  const range = useSelector(area, (snapshot) => snapshot?.context.range);
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const isHidden = useSelector(preferences, (snapshot) => snapshot.context.hideBalances);
  if (!analytics || !view || !file || !totalHistory || !area || !range) return null;
  return (
    <AnalyticsScreen
      analytics={analytics}
      view={view}
      file={file}
      preferences={preferences}
      timeZone={area.getSnapshot().context.timeZone}
      now={area.getSnapshot().context.now}
    >
      <TotalHistory
        isSection
        history={totalHistory}
        range={range}
        onChoose={(chosen) => area.send({ type: 'range.chosen', range: chosen })}
        isHidden={isHidden}
      />
    </AnalyticsScreen>
  );
}
