/** Support tickets with their conversations, to answer and to resolve. */
import type { OperatorTicket, TicketLine } from '../../../contract/supportTickets.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { createDecisionMachine } from './createDecisionMachine.ts';
import { createListMachine, createPartMachine } from './createListMachine.ts';
import { createReviewAreaMachine, type ReviewAreaRef } from './createReviewAreaMachine.ts';
import type { DecisionRef } from './decision.ts';

/** A ticket with its files: each file's address inside this page, null when its bytes could not be read. */
export interface OpenedTicket {
  readonly ticket: OperatorTicket;
  readonly opened: readonly { readonly file: string; readonly url: string | null }[];
}

/** `seen`: the number of messages that the operator has read. */
export type TicketChoice =
  | { readonly verdict: 'answer'; readonly text: string; readonly seen: number }
  | { readonly verdict: 'resolve'; readonly seen: number }
  | { readonly verdict: 'reopen' };

export const ticketPart = createPartMachine<TicketLine>();
export const ticketList = createListMachine('ticketList', ticketPart);
export const ticketDecision = createDecisionMachine<TicketLine, TicketChoice>('ticketDecision', (choice) =>
  choice.verdict === 'answer' && choice.text.trim() === '' ? { message: 'required' } : {},
);
export const ticketDetails = createResourceMachine<OpenedTicket>('details');
export const ticketsArea = createReviewAreaMachine<TicketLine, TicketChoice, OpenedTicket>({
  area: 'tickets',
  keyOf: ({ number }) => String(number),
  list: ticketList,
  decision: ticketDecision,
  details: ticketDetails,
});

export type TicketDecisionRef = DecisionRef<TicketLine, TicketChoice>;
export type TicketsAreaRef = ReviewAreaRef<TicketLine, TicketChoice, OpenedTicket>;
