import { useSelector } from '@xstate/react';
import { FileText } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import type { ExportRef } from '../../machines/core/exportMachine.ts';
import type { CancellationRef } from '../../machines/history/cancellationMachine.ts';
import type { HistoryDetailsRef, HistoryRef } from '../../machines/history/historyArea.ts';
import { fileName, filtersText, problemsOf } from '../../machines/history/historyQuery.ts';
import {
  type HistoryViewRef,
  haveSameFilters,
  selectFilters,
} from '../../machines/history/historyViewMachine.ts';
import type { StatementRef } from '../../machines/history/statementMachine.ts';
import { monthsBetween, usualPeriod } from '../../machines/history/statementPeriods.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { ExportHeader } from '../core/ExportHeader.tsx';
import { Freshness } from '../core/Freshness.tsx';
import { lazyPart } from '../core/lazyPart.tsx';
import { UnavailableScreen } from '../core/ReadFailure.tsx';
import { isUnavailable } from '../core/unavailable.ts';
import { useTexts } from '../core/useTexts.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryResults } from './HistoryResults.tsx';

const StatementDialog = lazyPart(() => import('./StatementDialog.tsx'));
const TransactionDialog = lazyPart(() => import('./TransactionDialog.tsx'));

interface Props {
  history: HistoryRef;
  details: HistoryDetailsRef;
  view: HistoryViewRef;
  file: ExportRef;
  cancellation: CancellationRef;
  statement: StatementRef;
  /** When the account was opened (RFC 3339), if known. */
  since: string | null;
  /** The clock, in milliseconds. */
  now: () => number;
  /** The time zone of the filters' days. */
  timeZone: string;
  preferences: PreferencesRef;
}

/** All completed and attempted transactions, with filters in the address. */
export default function HistoryScreen({
  history,
  details,
  view,
  file,
  cancellation,
  statement,
  since,
  now,
  timeZone,
  preferences,
}: Props) {
  const query = useSelector(view, selectFilters, haveSameFilters);
  const isDetailed = useSelector(view, (state) => state.context.query.id !== '');
  const { t } = useTexts('transactions');
  const isHidden = useSelector(preferences, (state) => state.context.hideBalances);
  const isMissing = useSelector(history, isUnavailable);
  const isStatementOpen = useSelector(statement, (state) => state.matches('open'));
  const months = monthsBetween(since === null ? now() : Date.parse(since), now());
  if (isMissing) return <UnavailableScreen title={t('transactions:history.title')} />;
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-4 md:gap-6">
      <ExportHeader
        title={t('transactions:history.title')}
        resource={history}
        file={file}
        exported={
          Object.keys(problemsOf(query)).length === 0
            ? { filters: filtersText(query), name: fileName(query) }
            : null
        }
      >
        <Button
          variant="secondary"
          onPress={() => statement.send({ type: 'statement.opened', period: usualPeriod(months) })}
        >
          <FileText {...iconProps} />
          <span className="max-sm:sr-only">{t('transactions:statements.title')}</span>
        </Button>
      </ExportHeader>
      <HistoryFilters history={history} view={view} timeZone={timeZone} now={now} />
      <Freshness resource={history} />
      <HistoryResults history={history} view={view} isHidden={isHidden} />
      <Suspense>{isStatementOpen && <StatementDialog statement={statement} months={months} />}</Suspense>
      <Suspense>
        {isDetailed && (
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
