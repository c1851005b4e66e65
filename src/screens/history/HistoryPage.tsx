import { ReceiptText } from 'lucide-react';
import { memo } from 'react';
import type { Page } from '../../../contract/paging.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { DataTable } from '../../components/base/DataTable.tsx';
import { Empty } from '../../components/base/Empty.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { Pagination } from '../../components/base/Pagination.tsx';
import { addressOf, hasFilters, readHistoryQuery } from '../../machines/history/historyQuery.ts';
import { instantDayText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { TransactionRow } from './TransactionRow.tsx';
import { useTransactionColumns } from './useTransactionColumns.tsx';

interface Props {
  page: Page<Transaction>;
  /** The query string of this page. */
  search: string;
  isHidden: boolean;
}

const summaryId = 'history-summary';

/**
 * A page of the history, the total number, and links to other pages. Memoised, so that it is drawn again for other data and not while that is
 * loading.
 */
export const HistoryPage = memo(function HistoryPage({ page: { data, meta }, search, isHidden }: Props) {
  const { t, locale } = useTexts('transactions');
  const asked = readHistoryQuery(search);
  const columns = useTransactionColumns(asked, isHidden);
  const { page, per_page, total } = meta;
  const last = Math.max(1, Math.ceil(total / per_page));
  const isBeyond = data.length === 0 && page > last;
  const number = (value: number) => value.toLocaleString(locale);
  return (
    <>
      <p
        id={summaryId}
        role="status"
        tabIndex={-1}
        className="focus-elsewhere scroll-mt-20 text-muted text-sm"
      >
        {t('transactions:history.found', { count: total })}
        {last > 1 && !isBeyond && (
          <> · {t('transactions:pages.at', { page: number(page), last: number(last) })}</>
        )}
      </p>
      {isBeyond ? (
        <Empty
          icon={ReceiptText}
          title={t('transactions:problems.beyond', { page: number(page) })}
          action={
            <LinkButton href={addressOf({ ...asked, page: String(last) })}>
              {t('transactions:pages.toLast')}
            </LinkButton>
          }
        >
          {t('transactions:problems.beyondNext', { last: number(last) })}
        </Empty>
      ) : (
        <DataTable
          caption={t('transactions:history.title')}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          line={(transaction) => (
            <TransactionRow
              transaction={transaction}
              href={addressOf({ ...asked, id: transaction.id })}
              isHidden={isHidden}
            />
          )}
          groupOf={({ created_at }) => instantDayText(created_at, locale)}
          empty={
            <Empty
              icon={ReceiptText}
              title={t(hasFilters(asked) ? 'transactions:empty.filtered' : 'transactions:empty.title')}
              action={
                hasFilters(asked) ? undefined : (
                  <LinkButton href="/wallet">{t('transactions:empty.toWallet')}</LinkButton>
                )
              }
            >
              {t(hasFilters(asked) ? 'transactions:empty.filteredText' : 'transactions:empty.text')}
            </Empty>
          }
        />
      )}
      {!isBeyond && (
        <Pagination
          label={t('transactions:pages.label')}
          page={page}
          last={last}
          hrefOf={(to) => addressOf({ ...asked, page: String(to) })}
          labels={{
            back: t('transactions:pages.back'),
            next: t('transactions:pages.next'),
            more: t('transactions:pages.more'),
            page: (each) => t('transactions:pages.page', { page: number(each) }),
          }}
          onTurn={() => document.getElementById(summaryId)?.focus()}
        />
      )}
    </>
  );
});
