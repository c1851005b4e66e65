import { useSelector } from '@xstate/react';
import type { Ticket } from '../../../contract/support.ts';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { ExportRef } from '../../machines/core/exportMachine.ts';
import type { ClosingRef } from '../../machines/support/closingMachine.ts';
import type { EarlierMessagesRef } from '../../machines/support/earlierMessagesMachine.ts';
import type { NewTicketRef } from '../../machines/support/newTicketMachine.ts';
import type { RepliesRef } from '../../machines/support/repliesMachine.ts';
import type { TicketRef, TicketsRef } from '../../machines/support/supportArea.ts';
import type { SupportQuery } from '../../machines/support/supportQuery.ts';
import { instantText } from '../core/dates.ts';
import { UnavailableScreen } from '../core/ReadFailure.tsx';
import { isUnavailable } from '../core/unavailable.ts';
import { useTexts } from '../core/useTexts.ts';
import { Conversation } from './Conversation.tsx';
import { NewTicket } from './NewTicket.tsx';
import { TicketList } from './TicketList.tsx';

interface Props {
  tickets: TicketsRef;
  ticket: TicketRef;
  earlier: EarlierMessagesRef;
  newTicket: NewTicketRef;
  replies: RepliesRef;
  closing: ClosingRef;
  /** The download of an attachment. */
  file: ExportRef;
  /** The query of the address. */
  query: SupportQuery;
}

/** The list of tickets, one ticket with its conversation, or a new ticket. */
export default function SupportScreen({ tickets, newTicket, query, ...conversation }: Props) {
  const { t, locale } = useTexts('support');
  const isMissing = useSelector(tickets, isUnavailable);
  const sent = useSelector(conversation.ticket, ({ context: { data } }) => lastOfMine(data, query));
  if (isMissing) return <UnavailableScreen title={t('support:title')} />;
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <PageTitle>{t('support:title')}</PageTitle>
      <LiveRegion
        message={sent === null ? '' : t('support:ticket.sent', { time: instantText(sent, locale) })}
      />
      {query.ticket === null && <TicketList tickets={tickets} newTicket={newTicket} query={query} />}
      {query.ticket === 'new' && <NewTicket newTicket={newTicket} query={query} />}
      {query.ticket !== null && query.ticket !== 'new' && <Conversation query={query} {...conversation} />}
    </section>
  );
}

/** When the person wrote the last message of the shown ticket; null when support did, or while it is loading. */
function lastOfMine(ticket: Ticket | null, query: SupportQuery): string | null {
  const last = ticket?.id === query.ticket ? ticket?.messages.at(-1) : undefined;
  return last?.author === 'me' ? last.created_at : null;
}
