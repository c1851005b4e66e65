import { useSelector } from '@xstate/react';
import { canStep, ticketSteps } from '../../../contract/statuses.ts';
import type { Ticket } from '../../../contract/support.ts';
import { Button } from '../../components/base/Button.tsx';
import { ConfirmDialog } from '../../components/base/ConfirmDialog.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import type { ExportRef } from '../../machines/core/exportMachine.ts';
import type { ClosingRef } from '../../machines/support/closingMachine.ts';
import type { EarlierMessagesRef } from '../../machines/support/earlierMessagesMachine.ts';
import type { RepliesRef } from '../../machines/support/repliesMachine.ts';
import type { TicketRef } from '../../machines/support/supportArea.ts';
import { newTicketAddress, type SupportQuery } from '../../machines/support/supportQuery.ts';
import { Freshness } from '../core/Freshness.tsx';
import { failureText } from '../core/failureText.ts';
import { ListPlaces } from '../core/ListPlaces.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { AllTickets } from './AllTickets.tsx';
import { Messages } from './Messages.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { statusTones } from './supportTexts.ts';
import { TicketRail } from './TicketRail.tsx';

interface Flows {
  earlier: EarlierMessagesRef;
  replies: RepliesRef;
  closing: ClosingRef;
  file: ExportRef;
}

interface Props extends Flows {
  ticket: TicketRef;
  query: SupportQuery;
}

/** One ticket: its messages, the reply, and its status. */
export function Conversation({ ticket, query, ...flows }: Props) {
  const { t } = useTexts('support');
  const isTold = useSelector(
    ticket,
    ({ context: { data, dataKey, key } }) => data !== null && dataKey === key,
  );
  return (
    <div className="flex flex-col gap-6">
      <AllTickets query={query} />
      <Freshness resource={ticket} isEmpty={!isTold} />
      <ResourceView
        resource={ticket}
        isExact
        placeholder={<ListPlaces label={t('support:ticket.loading')} />}
        failed={t('support:ticket.failed')}
        missing={{ title: t('support:ticket.missing'), text: t('support:ticket.missingText') }}
      >
        {(told) => <Told ticket={told} {...flows} />}
      </ResourceView>
    </div>
  );
}

function Told({ ticket, earlier, replies, closing, file }: Flows & { ticket: Ticket }) {
  const { t } = useTexts('support');
  const { id, number, subject, category, priority, status } = ticket;
  const reply = useSelector(replies, (state) => state.context.replies[id]);
  // A question that was left open is about another ticket.
  const isOfThis = useSelector(closing, ({ context }) => context.id === id);
  const isOpen = canStep(ticketSteps, status, 'closed');
  return (
    <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="flex min-w-0 flex-col gap-2">
        <StepTitle key={id}>
          <bdi className="[overflow-wrap:anywhere]">{subject}</bdi>
        </StepTitle>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          <StatusBadge tone={statusTones[status]}>{t(`support:statuses.${status}`)}</StatusBadge>
          {t('support:list.number', { number })} · {t(`support:categories.${category}`)} ·{' '}
          {t('support:ticket.priority', { priority: t(`support:priorities.${priority}`) })}
        </p>
      </div>
      <div className="row-span-2 flex flex-col gap-4 lg:col-start-2 lg:row-start-1">
        <TicketRail ticket={ticket} />
        {isOpen && (
          <div>
            <Button variant="secondary" onPress={() => closing.send({ type: 'close.requested', id })}>
              {t('support:closing.action')}
            </Button>
          </div>
        )}
        {isOfThis && <ClosingDialog closing={closing} />}
      </div>
      <div className="flex min-w-0 max-w-3xl flex-col gap-6">
        <Messages key={id} ticket={ticket} earlier={earlier} file={file} />
        {isOpen && reply && <ReplyForm reply={reply} isResolved={status === 'resolved'} />}
        {!isOpen && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <p ref={takeLostFocus} tabIndex={-1} className="focus-elsewhere text-muted">
              {t('support:ticket.closedText')}
            </p>
            <LinkButton href={newTicketAddress}>{t('support:list.new')}</LinkButton>
          </div>
        )}
      </div>
    </div>
  );
}

export function ClosingDialog({ closing }: Pick<Props, 'closing'>) {
  const { t } = useTexts('support');
  const state = useSelector(closing, (snapshot) => snapshot);
  const { failure } = state.context;
  if (!state.hasTag('asking')) return null;
  return (
    <ConfirmDialog
      isOpen
      title={t('support:closing.title')}
      confirmLabel={t('support:closing.confirm')}
      cancelLabel={t('common:actions.cancel')}
      isPending={state.hasTag('busy')}
      onConfirm={() => closing.send({ type: 'close.confirmed' })}
      onCancel={() => closing.send({ type: 'close.declined' })}
    >
      <p>{t('support:closing.text')}</p>
      {failure && (
        <p role="alert" className="pt-3 text-loss">
          {t(failureText[failure.code].sentence)} {t(failureText[failure.code].next)}
        </p>
      )}
    </ConfirmDialog>
  );
}
