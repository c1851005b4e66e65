import { fromPromise } from 'xstate';
import type { KeysetPage } from '../../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../../contract/reading.ts';
import type { TicketLine } from '../../../contract/supportTickets.ts';
import { readPartKey } from '../../machines/console/createListMachine.ts';
import type { DecisionOutcome } from '../../machines/console/decision.ts';
import {
  type OpenedTicket,
  type TicketChoice,
  ticketDecision,
  ticketDetails,
  ticketList,
  ticketPart,
  ticketsArea,
} from '../../machines/console/ticketsArea.ts';
import { decidedOtherwise, readAt, requireOwn } from '../../services/console/operatorCalls.ts';
import { createTicketReview } from '../../services/console/ticketCalls.ts';
import type { ConsoleServices } from '../core/services.ts';

interface Sent {
  readonly subject: TicketLine;
  readonly choice: TicketChoice;
}

export function openTickets({ http, fetchFile, clock }: ConsoleServices) {
  const review = createTicketReview({ http, fetchFile });
  const part = ticketPart.provide({
    actors: {
      load: fromPromise<Loaded<KeysetPage<TicketLine>>, ReadRequest>(({ input: { key, fresh }, signal }) => {
        const { filter, after } = readPartKey(key);
        return readAt(clock, () => review.list(filter, after, { fresh, signal }));
      }),
    },
  });
  const details = ticketDetails.provide({
    actors: {
      load: fromPromise<Loaded<OpenedTicket>, ReadRequest>(({ input: { key }, signal }) =>
        readAt(clock, () => review.open(Number(key), signal)),
      ),
    },
  });
  const decision = ticketDecision.provide({
    actors: {
      send: fromPromise<void, Sent>(({ input: { subject, choice } }) => {
        const { number } = subject;
        if (choice.verdict === 'answer') return review.answer(number, choice.text, choice.seen);
        return choice.verdict === 'resolve' ? review.resolve(number, choice.seen) : review.reopen(number);
      }),
      readOutcome: fromPromise<DecisionOutcome, Sent>(async ({ input: { subject, choice } }) => {
        const { status, resolved_by, messages } = await review.read(subject.number);
        if (choice.verdict === 'answer') {
          // The server keeps a text trimmed and in form NFC.
          const kept = choice.text.trim().normalize('NFC');
          const later = messages.slice(choice.seen);
          const found = later.find(({ author, text }) => author === 'support' && text === kept);
          if (!found) return 'open';
          await requireOwn({ http }, found.operator);
          return 'done';
        }
        // Its person has closed it, which is for good.
        if (status === 'closed') throw decidedOtherwise();
        if (choice.verdict === 'reopen') return status === 'resolved' ? 'open' : 'done';
        if (status !== 'resolved') return 'open';
        await requireOwn({ http }, resolved_by);
        return 'done';
      }),
    },
  });
  return ticketsArea.provide({
    actors: { list: ticketList.provide({ actors: { part } }), details, decision },
  });
}
