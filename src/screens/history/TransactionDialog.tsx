import './receipt.css';
import { useSelector } from '@xstate/react';
import { Printer } from 'lucide-react';
import type { Transaction } from '../../../contract/transactions.ts';
import { Button } from '../../components/base/Button.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { Wordmark } from '../../components/shell/Wordmark.tsx';
import type { CancellationRef } from '../../machines/history/cancellationMachine.ts';
import type { HistoryDetailsRef, HistoryRef } from '../../machines/history/historyArea.ts';
import type { HistoryViewRef } from '../../machines/history/historyViewMachine.ts';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';
import { Cancellation } from './Cancellation.tsx';
import { tokensOf } from './moves.ts';
import { TransactionFacts } from './TransactionFacts.tsx';

interface Props {
  history: HistoryRef;
  details: HistoryDetailsRef;
  view: HistoryViewRef;
  cancellation: CancellationRef;
  isHidden: boolean;
}

/** Everything about one transaction. The data of the list is shown while the rest loads. */
export default function TransactionDialog({ history, details, view, cancellation, isHidden }: Props) {
  const { t } = useTexts('transactions');
  const query = useSelector(view, (state) => state.context.query);
  const { id } = query;
  const listed = useSelector(history, (state) => state.context.data?.data.find((line) => line.id === id));
  const { data, dataKey, failure } = useSelector(details, (state) => state.context);
  const isWaiting = useSelector(details, (state) => state.hasTag('busy') && !state.hasTag('slow'));
  const line = newest(dataKey === id ? data : null, listed);

  const title = line
    ? `${t(`transactions:kinds.${line.kind}`)} ${tokensOf(line)}`
    : t('transactions:details.title');

  return (
    <Dialog
      isOpen
      onOpenChange={() => view.send({ type: 'query.requested', query: { ...query, id: '' } })}
      title={title}
      closeLabel={t('common:actions.close')}
    >
      {line ? (
        <div className="flex flex-col gap-5">
          <div data-receipt className="flex flex-col gap-5">
            <div className="receipt-only">
              <Wordmark />
              <span>{title}</span>
            </div>
            <TransactionFacts transaction={line} isHidden={isHidden} />
          </div>
          <div>
            <Button variant="secondary" onPress={() => window.print()}>
              <Printer {...iconProps} />
              {t('transactions:details.print')}
            </Button>
          </div>
          <Cancellation transaction={line} cancellation={cancellation} />
        </div>
      ) : isWaiting ? (
        <div role="status">
          <span className="sr-only">{t('common:loading')}</span>
          <Skeleton className="h-64" />
        </div>
      ) : (
        <div role="alert" className="flex flex-col items-start gap-3">
          <p>
            {failure?.code === 'NOT_FOUND'
              ? t('transactions:details.missing')
              : t(failure ? failureText[failure.code].sentence : 'common:form.slow')}
          </p>
          <Button variant="secondary" onPress={() => details.send({ type: 'refresh.requested' })}>
            {t('common:actions.tryAgain')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

/** The newer of the two: the details may be older than the list when reading them again failed. */
function newest(details: Transaction | null, listed: Transaction | undefined): Transaction | undefined {
  if (!details || !listed) return details ?? listed;
  return Date.parse(listed.updated_at) > Date.parse(details.updated_at) ? listed : details;
}
