import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import type { ExportRef } from '../../machines/core/exportMachine.ts';
import type { CancellationRef } from '../../machines/history/cancellationMachine.ts';
import type { HistoryDetailsRef, HistoryRef } from '../../machines/history/historyArea.ts';
import type { HistoryViewRef } from '../../machines/history/historyViewMachine.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { UnavailableScreen } from '../core/ReadFailure.tsx';
import { isUnavailable } from '../core/unavailable.ts';
import { useMoneyWords } from '../money/moneyWords.ts';
import { ExportOutcome } from './ExportOutcome.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryFreshness } from './HistoryFreshness.tsx';
import { HistoryHeader } from './HistoryHeader.tsx';
import { HistoryResults } from './HistoryResults.tsx';

const TransactionDialog = lazy(() => import('./TransactionDialog.tsx'));

interface Props {
  history: HistoryRef;
  details: HistoryDetailsRef;
  view: HistoryViewRef;
  file: ExportRef;
  cancellation: CancellationRef;
  preferences: PreferencesRef;
}

/** Everything that moved, or was meant to: found by filters that live in the address. */
export default function HistoryScreen({ history, details, view, file, cancellation, preferences }: Props) {
  const isOpen = useSelector(view, (state) => state.context.query.id !== '');
  const { t } = useMoneyWords();
  const isHidden = useSelector(preferences, (state) => state.context.hideBalances);
  const isMissing = useSelector(history, isUnavailable);
  if (isMissing) return <UnavailableScreen title={t('transactions:history.title')} />;
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <HistoryHeader history={history} view={view} file={file} />
      <ExportOutcome file={file} />
      <HistoryFilters history={history} view={view} />
      <HistoryFreshness history={history} />
      <HistoryResults history={history} view={view} isHidden={isHidden} />
      <Suspense>
        {isOpen && (
          <TransactionDialog
            history={history}
            details={details}
            view={view}
            cancellation={cancellation}
            isHidden={isHidden}
          />
        )}
      </Suspense>
    </section>
  );
}
