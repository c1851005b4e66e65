import { useSelector } from '@xstate/react';
import { selectSession } from '../../machines/appSelectors.ts';
import HistoryScreen from '../../screens/history/HistoryScreen.tsx';
import { timeZoneOf } from '../../services/core/timeZone.ts';
import { useArea, useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

export function HistoryPage({ app }: PageProps) {
  const history = useFlow(app, 'history', 'history');
  const details = useFlow(app, 'history', 'historyDetails');
  const view = useFlow(app, 'history', 'historyView');
  const file = useFlow(app, 'history', 'historyExport');
  const statement = useFlow(app, 'history', 'statement');
  const area = useArea(app, 'history');
  const since = useSelector(app, selectSession)?.user.created_at ?? null;
  const cancellation = useFlow(app, 'history', 'cancellation');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  if (!history || !details || !view || !file || !cancellation || !statement || !area) return null;
  return (
    <HistoryScreen
      history={history}
      details={details}
      view={view}
      file={file}
      cancellation={cancellation}
      statement={statement}
      since={since}
      now={area.getSnapshot().context.now}
      timeZone={timeZoneOf()}
      preferences={preferences}
    />
  );
}
