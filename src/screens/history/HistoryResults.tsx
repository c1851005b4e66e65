import { useSelector } from '@xstate/react';
import { ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { Empty } from '../../components/base/Empty.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import type { HistoryRef } from '../../machines/history/historyArea.ts';
import { addressOf, problemsOf, readHistoryQuery } from '../../machines/history/historyQuery.ts';
import type { HistoryViewRef } from '../../machines/history/historyViewMachine.ts';
import { ReadFailure } from '../core/ReadFailure.tsx';
import { useMoneyWords } from '../money/moneyWords.ts';
import { HistoryPage } from './HistoryPage.tsx';

interface Props {
  history: HistoryRef;
  view: HistoryViewRef;
  isHidden: boolean;
}

/** The page of lines that was asked for; while another is on its way, the last one keeps its place. */
export function HistoryResults({ history, view, isHidden }: Props) {
  const { t } = useMoneyWords();
  const state = useSelector(history, (snapshot) => snapshot);
  const query = useSelector(view, (snapshot) => snapshot.context.query);
  const { key, data, dataKey, failure } = state.context;
  const isBusy = state.hasTag('busy');
  const asked = useMemo(() => readHistoryQuery(dataKey ?? ''), [dataKey]);
  const toFirst = addressOf({ ...query, page: '', id: '' });

  if (key === null) {
    const isPage = problemsOf(query).page !== undefined;
    return (
      <Empty
        icon={ReceiptText}
        title={t(isPage ? 'transactions:problems.page' : 'transactions:problems.title')}
        action={isPage && <LinkButton href={toFirst}>{t('transactions:pages.toFirst')}</LinkButton>}
      >
        {t(isPage ? 'transactions:problems.pageNext' : 'transactions:problems.next')}
      </Empty>
    );
  }
  if (!data && failure) {
    return (
      <ReadFailure
        failure={failure}
        title={t('transactions:history.failed')}
        safe={t('transactions:history.safe')}
        isRetrying={isBusy && !state.hasTag('slow')}
        onRetry={() => history.send({ type: 'refresh.requested' })}
      />
    );
  }
  if (!data) {
    return (
      <div aria-busy className="flex flex-col gap-3">
        <p role="status" className="sr-only">
          {t('transactions:history.loading')}
        </p>
        {places.map((place) => (
          <Skeleton key={place} className="h-16" />
        ))}
      </div>
    );
  }

  return (
    <HistoryPage page={data} asked={asked} isBusy={isBusy} isOld={key !== dataKey} isHidden={isHidden} />
  );
}

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
