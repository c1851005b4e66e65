import { useSelector } from '@xstate/react';
import HistoryScreen from '../../screens/history/HistoryScreen.tsx';
import { useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

export function HistoryPage({ app }: PageProps) {
  const history = useFlow(app, 'history', 'history');
  const details = useFlow(app, 'history', 'historyDetails');
  const view = useFlow(app, 'history', 'historyView');
  const file = useFlow(app, 'history', 'historyExport');
  const cancellation = useFlow(app, 'history', 'cancellation');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  if (!history || !details || !view || !file || !cancellation) return null;
  return (
    <HistoryScreen
      history={history}
      details={details}
      view={view}
      file={file}
      cancellation={cancellation}
      preferences={preferences}
    />
  );
}
