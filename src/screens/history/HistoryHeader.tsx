import { useSelector } from '@xstate/react';
import { Download, RefreshCw } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { ExportRef } from '../../machines/core/exportMachine.ts';
import type { HistoryRef } from '../../machines/history/historyArea.ts';
import { fileName, filtersText, problemsOf } from '../../machines/history/historyQuery.ts';
import type { HistoryViewRef } from '../../machines/history/historyViewMachine.ts';
import { useMoneyWords } from '../money/moneyWords.ts';

interface Props {
  history: HistoryRef;
  view: HistoryViewRef;
  file: ExportRef;
}

/** The page's name, and what can be done with the whole list. */
export function HistoryHeader({ history, view, file }: Props) {
  const { t } = useMoneyWords();
  const isBusy = useSelector(history, (state) => state.hasTag('busy') && !state.hasTag('slow'));
  const isAsked = useSelector(history, (state) => !state.matches('unasked'));
  const isExporting = useSelector(file, (state) => state.hasTag('busy'));
  const query = useSelector(view, (state) => state.context.query);
  const { page: _, ...filterProblems } = problemsOf(query);
  const reason = Object.keys(filterProblems).length > 0 ? t('transactions:history.filtersFirst') : undefined;

  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="mr-auto">
        <PageTitle>{t('transactions:history.title')}</PageTitle>
      </div>
      <Button
        variant="secondary"
        isPending={isBusy}
        onPress={() => history.send({ type: 'refresh.requested' })}
        reason={isAsked ? undefined : t('transactions:history.filtersFirst')}
      >
        <RefreshCw {...iconProps} />
        {t('common:actions.refresh')}
      </Button>
      <Button
        variant="secondary"
        isPending={isExporting}
        reason={reason}
        onPress={() =>
          file.send({ type: 'export.requested', filters: filtersText(query), name: fileName(query) })
        }
      >
        <Download {...iconProps} />
        {t('transactions:export.action')}
      </Button>
    </div>
  );
}
