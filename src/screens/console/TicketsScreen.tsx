import { useSelector } from '@xstate/react';
import { ticketPriorities, ticketStatuses } from '../../../contract/support.ts';
import type { TicketLine } from '../../../contract/supportTickets.ts';
import { OneLine } from '../../components/base/OneLine.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import type { TicketsAreaRef } from '../../machines/console/ticketsArea.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { ReviewFrame } from './ReviewFrame.tsx';
import { TicketReview } from './TicketReview.tsx';

/** Support tickets: the list by status, or one ticket with its messages. */
export default function TicketsScreen({ area }: { area: TicketsAreaRef }) {
  const { t, locale } = useTexts('console');
  const opened = useSelector(area, ({ context }) => context.opened);
  const priorityOf = ({ priority }: TicketLine) => {
    const known = ticketPriorities.find((each) => each === priority);
    return known ? t(`console:tickets.priorities.${known}`) : t('console:tickets.other');
  };
  return (
    <ReviewFrame
      area={area}
      title={t('console:tickets.title')}
      empty={t('console:tickets.empty')}
      failed={t('console:tickets.failed')}
      nameOf={({ number, subject }) => `#${number} ${subject}`}
      itemKey={({ number }) => String(number)}
      statuses={ticketStatuses.map((value) => ({ value, label: t(`console:tickets.statuses.${value}`) }))}
      row={(item) => (
        <>
          <span className="w-16 shrink-0 text-muted tabular-nums">#{item.number}</span>
          <span className="flex min-w-0 flex-1 flex-col">
            <OneLine text={item.subject} />
            <OneLine className="text-muted text-sm" text={item.email ?? t('console:tickets.nobody')} />
          </span>
          <span className="flex shrink-0 flex-col items-end gap-1">
            <StatusBadge tone={item.priority === 'urgent' ? 'loss' : 'plain'}>{priorityOf(item)}</StatusBadge>
            <time dateTime={item.updated_at} className="hidden text-muted text-sm sm:block">
              {instantText(item.updated_at, locale)}
            </time>
          </span>
        </>
      )}
    >
      {(decision, details) => <TicketReview key={opened} area={area} decision={decision} details={details} />}
    </ReviewFrame>
  );
}
