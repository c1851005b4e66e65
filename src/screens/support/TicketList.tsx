import { useSelector } from '@xstate/react';
import { LifeBuoy } from 'lucide-react';
import type { Page } from '../../../contract/paging.ts';
import { type TicketSummary, ticketStatuses } from '../../../contract/support.ts';
import { DataTable } from '../../components/base/DataTable.tsx';
import { Empty } from '../../components/base/Empty.tsx';
import { Link } from '../../components/base/Link.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { Pagination } from '../../components/base/Pagination.tsx';
import { Row, RowLabel } from '../../components/base/Row.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { TabLinks } from '../../components/base/TabLinks.tsx';
import { UnreadMark } from '../../components/base/UnreadMark.tsx';
import type { NewTicketRef } from '../../machines/support/newTicketMachine.ts';
import type { TicketsRef } from '../../machines/support/supportArea.ts';
import { newTicketAddress, type SupportQuery, supportAddress } from '../../machines/support/supportQuery.ts';
import { instantText, shortDayText } from '../core/dates.ts';
import { Freshness } from '../core/Freshness.tsx';
import { ListPlaces } from '../core/ListPlaces.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { statusTones } from './supportTexts.ts';

interface Props {
  tickets: TicketsRef;
  newTicket: NewTicketRef;
  query: SupportQuery;
}

/** The person's tickets, and the link to a new one. */
export function TicketList({ tickets, newTicket, query }: Props) {
  const { t } = useTexts('support');
  const hasDraft = useSelector(newTicket, (draft) => {
    const { subject, message } = draft.context.values;
    return draft.hasTag('unsure') || subject !== '' || message !== '';
  });
  const of = (status: SupportQuery['status']) => supportAddress({ status, page: 1, ticket: null });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 max-w-prose flex-1 basis-64 text-muted">{t('support:intro')}</p>
        <LinkButton variant="primary" href={newTicketAddress}>
          {t(hasDraft ? 'support:list.continue' : 'support:list.new')}
        </LinkButton>
      </div>
      <TabLinks
        label={t('support:list.filter')}
        links={[
          { href: of(null), label: t('support:list.all'), isCurrent: query.status === null },
          ...ticketStatuses.map((status) => ({
            href: of(status),
            label: t(`support:statuses.${status}`),
            isCurrent: query.status === status,
          })),
        ]}
      />
      <Freshness resource={tickets} />
      <ResourceView
        resource={tickets}
        placeholder={<ListPlaces label={t('support:list.loading')} />}
        failed={t('support:list.failed')}
        className="flex flex-col gap-4"
      >
        {(page) => <Results page={page} query={query} />}
      </ResourceView>
    </>
  );
}

function Results({ page: { data, meta }, query }: { page: Page<TicketSummary>; query: SupportQuery }) {
  const { t, locale } = useTexts('support');
  const { page, per_page, total } = meta;
  const last = Math.max(1, Math.ceil(total / per_page));
  const isBeyond = data.length === 0 && total > 0;
  return (
    <>
      <DataTable<TicketSummary, 'subject' | 'status' | 'updated'>
        caption={t('support:list.title')}
        rows={data}
        rowKey={({ id }) => id}
        line={({ id, number, subject, category, status, unread, updated_at }) => (
          <Row
            href={supportAddress({ ...query, ticket: id })}
            mark={
              <span className="flex w-3 shrink-0">
                {unread && <UnreadMark label={t('support:list.unread')} />}
              </span>
            }
            title={<bdi>{subject}</bdi>}
            under={`${t('support:list.number', { number })} · ${t(`support:categories.${category}`)}`}
            value={
              <StatusBadge isInline tone={statusTones[status]}>
                {t(`support:statuses.${status}`)}
              </StatusBadge>
            }
            aside={
              <>
                <RowLabel>{t('support:list.updated')}</RowLabel>
                <time dateTime={updated_at}>{shortDayText(updated_at, locale)}</time>
              </>
            }
          />
        )}
        columns={[
          {
            id: 'subject',
            label: t('support:list.subject'),
            isRowHeader: true,
            cell: ({ id, number, subject, category, unread }) => (
              <span className="flex flex-col">
                <Link
                  href={supportAddress({ ...query, ticket: id })}
                  className="inline-flex min-h-touch items-center gap-2 [overflow-wrap:anywhere] @xl:min-h-0"
                >
                  {unread && <UnreadMark label={t('support:list.unread')} />}
                  <bdi>{subject}</bdi>
                </Link>
                <span className="text-muted text-sm">
                  {t('support:list.number', { number })} · {t(`support:categories.${category}`)}
                </span>
              </span>
            ),
          },
          {
            id: 'status',
            label: t('support:list.status'),
            cell: ({ status }) => (
              <StatusBadge tone={statusTones[status]}>{t(`support:statuses.${status}`)}</StatusBadge>
            ),
          },
          {
            id: 'updated',
            label: t('support:list.updated'),
            cell: ({ updated_at }) => (
              <time dateTime={updated_at} className="text-sm">
                {instantText(updated_at, locale)}
              </time>
            ),
          },
        ]}
        empty={
          <Empty
            icon={LifeBuoy}
            title={t(
              isBeyond
                ? 'support:list.beyond'
                : query.status === null
                  ? 'support:list.empty'
                  : 'support:list.emptyStatus',
            )}
            action={
              isBeyond && (
                <LinkButton href={supportAddress({ ...query, page: last, ticket: null })}>
                  {t('support:list.toLast')}
                </LinkButton>
              )
            }
          >
            {t('support:list.emptyText')}
          </Empty>
        }
      />
      {!isBeyond && (
        <Pagination
          label={t('support:pages.label')}
          page={page}
          last={last}
          hrefOf={(to) => supportAddress({ ...query, page: to, ticket: null })}
          labels={{
            back: t('support:pages.back'),
            next: t('support:pages.next'),
            more: t('support:pages.more'),
            page: (each) => t('support:pages.page', { page: each.toLocaleString(locale) }),
          }}
          onTurn={() => document.getElementById('page-title')?.focus()}
        />
      )}
    </>
  );
}
