import { useSelector } from '@xstate/react';
import { ReceiptText } from 'lucide-react';
import { Empty } from '../../components/base/Empty.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import type { HistoryRef } from '../../machines/history/historyArea.ts';
import { addressOf, problemsOf } from '../../machines/history/historyQuery.ts';
import type { HistoryViewRef } from '../../machines/history/historyViewMachine.ts';
import { ListPlaces } from '../core/ListPlaces.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { HistoryPage } from './HistoryPage.tsx';

interface Props {
  history: HistoryRef;
  view: HistoryViewRef;
  isHidden: boolean;
}

/** The requested page; the last one stays while another is loading. */
export function HistoryResults({ history, view, isHidden }: Props) {
  const { t } = useTexts('transactions');
  const isAsked = useSelector(history, (state) => !state.matches('unasked'));
  if (!isAsked) return <Unasked view={view} />;
  return (
    <ResourceView
      isDeferred
      resource={history}
      placeholder={<ListPlaces label={t('transactions:history.loading')} count={8} size="h-14 md:h-16" />}
      failed={t('transactions:history.failed')}
      safe={t('transactions:history.safe')}
      className="flex flex-col gap-4"
    >
      {(page, key) => <HistoryPage page={page} search={key} isHidden={isHidden} />}
    </ResourceView>
  );
}

/** What to change in an address that cannot be asked for. */
function Unasked({ view }: Pick<Props, 'view'>) {
  const { t } = useTexts('transactions');
  const query = useSelector(view, (state) => state.context.query);
  const isPage = problemsOf(query).page !== undefined;
  const toFirst = addressOf({ ...query, page: '', id: '' });
  return (
    <div role="status">
      <Empty
        icon={ReceiptText}
        title={t(isPage ? 'transactions:problems.page' : 'transactions:problems.title')}
        action={isPage && <LinkButton href={toFirst}>{t('transactions:pages.toFirst')}</LinkButton>}
      >
        {t(isPage ? 'transactions:problems.pageNext' : 'transactions:problems.next')}
      </Empty>
    </div>
  );
}
