import { useSelector } from '@xstate/react';
import HistoryScreen from '../../screens/history/HistoryScreen.tsx';
import { useHolderFlow } from '../flows.ts';
import type { PageProps } from '../pageProps.ts';

export function HistoryPage({ app }: PageProps) {
  const history = useHolderFlow(app, 'history');
  const details = useHolderFlow(app, 'historyDetails');
  const view = useHolderFlow(app, 'historyView');
  const file = useHolderFlow(app, 'historyExport');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  if (!history || !details || !view || !file) return null;
  return (
    <HistoryScreen history={history} details={details} view={view} file={file} preferences={preferences} />
  );
}
