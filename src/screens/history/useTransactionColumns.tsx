import type { Transaction } from '../../../contract/transactions.ts';
import type { DataColumn } from '../../components/base/DataTable.tsx';
import { Link } from '../../components/base/Link.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { TokenMark } from '../../components/money/TokenMark.tsx';
import { addressOf, type HistoryQuery } from '../../machines/history/historyQuery.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { Counterparty } from './Counterparty.tsx';
import { MovedAmount } from './MovedAmount.tsx';
import { statusTones, tokensOf } from './moves.ts';
import { awaitedConfirmations } from './OnChain.tsx';

type Column = 'what' | 'counterparty' | 'status' | 'amount';

/** The columns of the history: kind and time, counterparty, status, and amount. */
export function useTransactionColumns(
  query: HistoryQuery,
  isHidden: boolean,
): DataColumn<Transaction, Column>[] {
  const { t, locale } = useTexts('transactions');
  return [
    {
      id: 'what',
      label: t('transactions:columns.what'),
      isRowHeader: true,
      cell: (transaction) => (
        <span className="flex items-center gap-3">
          <TokenMark symbol={transaction.exchange?.to ?? transaction.token} />
          <span className="flex flex-col">
            <Link
              href={addressOf({ ...query, id: transaction.id })}
              className="inline-flex min-h-touch items-center @xl:min-h-0"
            >
              {t(`transactions:kinds.${transaction.kind}`)} {tokensOf(transaction)}
            </Link>
            <time dateTime={transaction.created_at} className="text-muted text-sm">
              {instantText(transaction.created_at, locale)}
            </time>
          </span>
        </span>
      ),
    },
    {
      id: 'counterparty',
      label: t('transactions:columns.counterparty'),
      cell: (transaction) => (
        <span className="text-sm">
          <Counterparty transaction={transaction} />
        </span>
      ),
    },
    {
      id: 'status',
      label: t('transactions:columns.status'),
      cell: (transaction) => <Status transaction={transaction} />,
    },
    {
      id: 'amount',
      label: t('transactions:columns.amount'),
      isNumeric: true,
      cell: (transaction) => <MovedAmount transaction={transaction} isHidden={isHidden} />,
    },
  ];
}

/** The status of a transaction, and its confirmations. */
function Status({ transaction }: { transaction: Transaction }) {
  const { t } = useTexts('transactions');
  const { status } = transaction;
  const awaited = awaitedConfirmations(transaction);
  return (
    <span className="flex flex-col items-start gap-1">
      <StatusBadge tone={statusTones[status]}>{t(`transactions:statuses.${status}`)}</StatusBadge>
      {awaited && (
        <span className="text-muted text-sm tabular-nums">
          {t('common:confirmations', { seen: awaited.seen, count: awaited.needed })}
        </span>
      )}
    </span>
  );
}
