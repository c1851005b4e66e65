import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import type { ExportRef } from '../../machines/core/exportMachine.ts';
import type { CancellationRef } from '../../machines/history/cancellationMachine.ts';
import type { HistoryDetailsRef, HistoryRef } from '../../machines/history/historyArea.ts';
import { fileName, filtersText, problemsOf } from '../../machines/history/historyQuery.ts';
import type { HistoryViewRef } from '../../machines/history/historyViewMachine.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { ExportHeader } from '../core/ExportHeader.tsx';
import { Freshness } from '../core/Freshness.tsx';
import { UnavailableScreen } from '../core/ReadFailure.tsx';
import { isUnavailable } from '../core/unavailable.ts';
import { useTexts } from '../core/useTexts.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
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
  const query = useSelector(view, (state) => state.context.query);
  const { page: _, ...filterProblems } = problemsOf(query);
  const { t } = useTexts('transactions');
  const isHidden = useSelector(preferences, (state) => state.context.hideBalances);
  const isMissing = useSelector(history, isUnavailable);
  if (isMissing) return <UnavailableScreen title={t('transactions:history.title')} />;
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <ExportHeader
        title={t('transactions:history.title')}
        resource={history}
        file={file}
        exported={
          Object.keys(filterProblems).length === 0
            ? { filters: filtersText(query), name: fileName(query) }
            : null
        }
      />
      <HistoryFilters history={history} view={view} />
      <Freshness resource={history} />
      <HistoryResults history={history} view={view} isHidden={isHidden} />
      <Suspense>
        {query.id !== '' && (
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
