import { ArrowLeftRight } from 'lucide-react';
import { memo } from 'react';
import type { Exchange } from '../../../contract/exchange.ts';
import type { Page } from '../../../contract/paging.ts';
import { DataTable } from '../../components/base/DataTable.tsx';
import { Empty } from '../../components/base/Empty.tsx';
import { Link } from '../../components/base/Link.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { Pagination } from '../../components/base/Pagination.tsx';
import { Row, RowLabel } from '../../components/base/Row.tsx';
import { StatusBadge, type Tone } from '../../components/base/StatusBadge.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { ExpandableAmount } from '../../components/money/ExpandableAmount.tsx';
import { TokenMark } from '../../components/money/TokenMark.tsx';
import type { ExchangesRef } from '../../machines/money/exchangeArea.ts';
import { exchangesAddress } from '../../machines/money/exchangeMachine.ts';
import { instantText } from '../core/dates.ts';
import { Freshness } from '../core/Freshness.tsx';
import { ListPlaces } from '../core/ListPlaces.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  /** The query of the address. */
  search: string;
  exchanges: ExchangesRef;
  isHidden: boolean;
}

const tones: Readonly<Record<Exchange['status'], Tone>> = {
  pending: 'wait',
  completed: 'gain',
  failed: 'loss',
  cancelled: 'plain',
  unknown: 'plain',
};

/** The completed exchanges, newest first. */
export const ExchangeList = memo(function ExchangeList({ search, exchanges, isHidden }: Props) {
  const { t } = useTexts('exchange', 'transactions');
  return (
    <section aria-labelledby="exchanges" className="flex flex-col gap-3">
      <h2 id="exchanges" className="font-semibold text-lg">
        {t('exchange:list.title')}
      </h2>
      <Freshness resource={exchanges} />
      <ResourceView
        resource={exchanges}
        placeholder={<ListPlaces label={t('exchange:list.loading')} count={1} size="h-14 md:h-40" />}
        failed={t('exchange:list.failed')}
        className="flex flex-col gap-3"
      >
        {(page) => <Results page={page} search={search} isHidden={isHidden} />}
      </ResourceView>
    </section>
  );
});

interface ResultsProps extends Omit<Props, 'exchanges'> {
  page: Page<Exchange>;
}

function Results({ page: { data, meta }, search, isHidden }: ResultsProps) {
  const { t, locale, amountLabels } = useTexts('exchange', 'transactions');
  if (meta.total === 0) {
    return (
      <Empty icon={ArrowLeftRight} title={t('exchange:list.empty')}>
        {t('exchange:list.emptyText')}
      </Empty>
    );
  }
  const last = Math.ceil(meta.total / meta.per_page);
  if (data.length === 0 && meta.page > last) {
    return (
      <Empty
        icon={ArrowLeftRight}
        title={t('transactions:problems.beyond', { page: meta.page.toLocaleString(locale) })}
        action={
          <LinkButton href={exchangesAddress(search, last)}>{t('transactions:pages.toLast')}</LinkButton>
        }
      >
        {t('transactions:problems.beyondNext', { last: last.toLocaleString(locale) })}
      </Empty>
    );
  }
  const shared = { locale, labels: amountLabels, isHidden };
  const money = (value: string, token: string, size?: 'xs') => (
    <Amount {...shared} value={value} token={token} significantDigits={6} {...(size && { size })} />
  );
  const exact = (value: string, token: string) => (
    <ExpandableAmount {...shared} value={value} token={token} more={t('transactions:flow.allDigits')} />
  );
  const href = (id: string) => `/transactions/history?id=${id}`;
  return (
    <>
      <DataTable<Exchange, 'when' | 'paid' | 'received' | 'status'>
        caption={t('exchange:list.title')}
        rows={data}
        rowKey={({ id }) => id}
        line={({ id, from, to, pay, receive, status, created_at }) => (
          <Row
            href={href(id)}
            mark={<TokenMark symbol={to} />}
            title={`${from} → ${to}`}
            under={
              <>
                <time dateTime={created_at}>{instantText(created_at, locale)}</time>
                {status === 'completed' ? (
                  <span className="sr-only"> · {t('exchange:statuses.completed')}</span>
                ) : (
                  <>
                    {' ·\u00a0'}
                    <StatusBadge isInline tone={tones[status]}>
                      {t(`exchange:statuses.${status}`)}
                    </StatusBadge>
                  </>
                )}
              </>
            }
            value={
              <>
                <RowLabel>{t('exchange:list.received')}</RowLabel>
                {money(receive, to)}
              </>
            }
            aside={
              <>
                <RowLabel>{t('exchange:list.paid')}</RowLabel>
                {money(pay, from, 'xs')}
              </>
            }
          />
        )}
        columns={[
          {
            id: 'when',
            label: t('exchange:list.when'),
            isRowHeader: true,
            cell: ({ id, created_at }) => <Link href={href(id)}>{instantText(created_at, locale)}</Link>,
          },
          {
            id: 'paid',
            label: t('exchange:list.paid'),
            isNumeric: true,
            cell: ({ pay, from }) => exact(pay, from),
          },
          {
            id: 'received',
            label: t('exchange:list.received'),
            isNumeric: true,
            cell: ({ receive, to }) => exact(receive, to),
          },
          {
            id: 'status',
            label: t('exchange:list.status'),
            cell: ({ status }) => (
              <StatusBadge tone={tones[status]}>{t(`exchange:statuses.${status}`)}</StatusBadge>
            ),
          },
        ]}
      />
      <Pagination
        label={t('exchange:list.pages')}
        page={meta.page}
        last={last}
        hrefOf={(page) => exchangesAddress(search, page)}
        labels={{
          back: t('transactions:pages.back'),
          next: t('transactions:pages.next'),
          more: t('transactions:pages.more'),
          page: (page) => t('transactions:pages.page', { page }),
        }}
      />
    </>
  );
}
