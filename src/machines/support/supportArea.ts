/** Support: a page of tickets, one conversation, messages being written, and marking tickets as read. */

import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import type { Page } from '../../../contract/paging.ts';
import type { Ticket, TicketSummary } from '../../../contract/support.ts';
import type { AddressRequested, AreaEvent, AreaInput } from '../core/area.ts';
import { createMarkingMachine, type MarkMade } from '../core/createMarkingMachine.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { exportMachine } from '../core/exportMachine.ts';
import { withEvent } from '../core/withEvent.ts';
import { closingMachine, type TicketChanged } from './closingMachine.ts';
import { earlierMessagesMachine } from './earlierMessagesMachine.ts';
import type { MessageSent } from './message.ts';
import { newTicketMachine } from './newTicketMachine.ts';
import { repliesMachine } from './repliesMachine.ts';
import { readSupportQuery, supportAddress, ticketKey, ticketsKey } from './supportQuery.ts';

/** A page of tickets, by its query. */
export const ticketsMachine = createResourceMachine<Page<TicketSummary>>('tickets');
/** One ticket with its conversation, by its id. */
export const ticketMachine = createResourceMachine<Ticket>('ticket');

/** What was read of a ticket. */
export interface TicketMark {
  readonly id: string;
  /** The last message that was shown: a mark that is sent late leaves what came after it unread. */
  readonly seen: string | null;
}

/** Marks tickets as read, as far as they were shown. */
export const ticketMarksMachine = createMarkingMachine<TicketMark>('ticketMarks');

interface SupportContext {
  readonly input: AreaInput;
  readonly search: string;
  /** The answer that was marked last. */
  readonly marked: string | null;
  /** Whether another area is shown: nobody sees what arrives then. */
  readonly isLeft: boolean;
}

interface Shown {
  readonly search: string;
}

const list = ({ search }: Shown) => ticketsKey(readSupportQuery(search));
const conversation = ({ search }: Shown) => ticketKey(readSupportQuery(search));
/** A ticket and its last message. */
const answerOf = (ticket: Ticket | null) => ticket && `${ticket.id} ${ticket.messages.at(-1)?.id}`;

export const supportArea = setup({
  types: {
    context: {} as SupportContext,
    events: {} as AreaEvent | MarkMade | MessageSent | TicketChanged,
    input: {} as AreaInput,
    children: {} as {
      tickets: 'tickets';
      ticket: 'ticket';
      earlierMessages: 'earlierMessages';
      newTicket: 'newTicket';
      replies: 'replies';
      closing: 'closing';
      ticketMarks: 'ticketMarks';
      attachmentFile: 'attachmentFile';
    },
  },
  actors: {
    tickets: ticketsMachine,
    ticket: ticketMachine,
    earlierMessages: earlierMessagesMachine,
    newTicket: newTicketMachine,
    replies: repliesMachine,
    closing: closingMachine,
    ticketMarks: ticketMarksMachine,
    attachmentFile: exportMachine,
  },
  guards: {
    isUnread: ({ context }, { ticket }: { ticket: Ticket | null }) =>
      !context.isLeft &&
      ticket?.unread === true &&
      ticket.id === conversation(context) &&
      answerOf(ticket) !== context.marked,
    isNewShown: ({ context }, { flow }: MessageSent) =>
      flow === 'newTicket' && !context.isLeft && readSupportQuery(context.search).ticket === 'new',
  },
  actions: {
    keepShown: assign((_, { search }: Shown) => ({ search, isLeft: false })),
    keepLeft: assign({ isLeft: true }),
    keepMarked: assign((_, { ticket }: { ticket: Ticket | null }) => ({ marked: answerOf(ticket) })),
    tellTickets: sendTo('tickets', ({ context }: { context: SupportContext }) => ({
      type: 'screen.shown',
      key: list(context),
    })),
    tellTicket: sendTo('ticket', ({ context }: { context: SupportContext }) => ({
      type: 'screen.shown',
      key: conversation(context),
    })),
    tellReplies: sendTo('replies', ({ context }: { context: SupportContext }) => ({
      type: 'screen.shown',
      id: conversation(context),
    })),
    tellNewTicket: sendTo('newTicket', { type: 'screen.shown' }),
    refreshTickets: sendTo('tickets', { type: 'refresh.requested' }),
    refreshTicket: sendTo('ticket', { type: 'refresh.requested' }),
    markTicket: sendTo('ticketMarks', (_, { ticket }: { ticket: Ticket | null }) => ({
      type: 'mark.requested',
      target: { id: ticket?.id ?? '', seen: ticket?.messages.at(-1)?.id ?? null },
    })),
    retryMarks: sendTo('ticketMarks', { type: 'retry.requested' }),
    tellRead: sendParent({ type: 'notifications.read' }),
    askTicket: sendParent(
      (_, { ticket }: MessageSent): AddressRequested => ({
        type: 'address.requested',
        to: supportAddress({ status: null, page: 1, ticket: ticket.id }),
      }),
    ),
  },
}).createMachine({
  id: 'supportArea',
  context: ({ input }) => ({ input, search: input.shown.search, marked: null, isLeft: false }),
  invoke: [
    {
      id: 'tickets',
      src: 'tickets',
      input: ({ context }) => ({ now: context.input.now, key: list(context) }),
    },
    {
      id: 'ticket',
      src: 'ticket',
      input: ({ context }) => ({ now: context.input.now, key: conversation(context) }),
      onSnapshot: {
        guard: { type: 'isUnread', params: ({ event }) => ({ ticket: event.snapshot.context.data }) },
        actions: [
          { type: 'keepMarked', params: ({ event }) => ({ ticket: event.snapshot.context.data }) },
          { type: 'markTicket', params: ({ event }) => ({ ticket: event.snapshot.context.data }) },
        ],
      },
    },
    { id: 'earlierMessages', src: 'earlierMessages' },
    {
      id: 'newTicket',
      src: 'newTicket',
      input: ({ context }) => ({ ...context.input, flow: 'newTicket' }),
    },
    {
      id: 'replies',
      src: 'replies',
      input: ({ context }) => ({ ...context.input, id: conversation(context) }),
    },
    { id: 'closing', src: 'closing', input: ({ context }) => context.input },
    { id: 'ticketMarks', src: 'ticketMarks' },
    { id: 'attachmentFile', src: 'attachmentFile' },
  ],
  on: {
    // Reads again at each visit, because the stream may have missed an answer of support.
    'screen.shown': {
      actions: [
        withEvent('keepShown'),
        'tellTickets',
        'tellTicket',
        'tellReplies',
        'tellNewTicket',
        'refreshTickets',
        'refreshTicket',
      ],
    },
    'screen.left': { actions: 'keepLeft' },
    'notification.arrived': { actions: ['refreshTickets', 'refreshTicket'] },
    'data.outdated': { actions: ['refreshTickets', 'refreshTicket', 'retryMarks'] },
    'mark.made': { actions: ['refreshTickets', 'tellRead'] },
    'ticket.changed': { actions: ['refreshTickets', 'refreshTicket'] },
    'message.sent': [
      { guard: withEvent('isNewShown'), actions: ['refreshTickets', withEvent('askTicket')] },
      { actions: ['refreshTickets', 'refreshTicket'] },
    ],
  },
});

export type TicketsRef = ActorRefFrom<typeof ticketsMachine>;
export type TicketRef = ActorRefFrom<typeof ticketMachine>;
