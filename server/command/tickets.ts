import {
  answerTicketCall,
  type OperatorTicket,
  openTicketsCall,
  readWholeTicket,
  resolveTicketCall,
  showTicketCall,
  type TicketLine,
} from '../../contract/supportTickets.ts';
import { text, ticketNumber } from './arguments.ts';
import { command, type Noun, printAll, type Tools } from './command.ts';

const takes = { NUMBER: ticketNumber };

export const tickets: Noun = {
  refusals: {
    NOT_FOUND: 'There is no ticket with this number.',
    STATUS_CONFLICT: 'The ticket is past that: see tickets show.',
  },
  commands: {
    'tickets list': command(
      'shows what people ask support, the longest waiting first',
      {},
      async (_, tools) =>
        printAll(
          tools,
          [
            ...(await tools.askAll(openTicketsCall)),
            ...(await tools.askAll(openTicketsCall, { status: 'inProgress' })),
          ].map(lineOf),
          'No ticket is waiting.',
        ),
    ),
    'tickets show': command(
      'shows a conversation, with the keys of its files in DATA_DIR/files or the bucket',
      takes,
      async ({ NUMBER: number }, tools) =>
        printTicket(tools, await readWholeTicket((before) => tools.ask(showTicketCall, { number, before }))),
    ),
    'tickets answer': command(
      'answers a ticket: its person is told',
      { ...takes, text: text('TEXT') },
      async ({ NUMBER: number, text }, { ask, print }) =>
        print(lineOf(await ask(answerTicketCall, { number, text }))),
    ),
    'tickets resolve': command(
      'calls a ticket resolved; its person may still open it again',
      takes,
      async ({ NUMBER: number }, { ask, print }) => print(lineOf(await ask(resolveTicketCall, { number }))),
    ),
  },
};

function lineOf({ number, updated_at, status, priority, category, subject, email }: TicketLine): string {
  return `#${number}  ${updated_at}  ${status}  ${priority}  ${category}  ${email ?? 'somebody'}: ${subject}`;
}

function printTicket({ print }: Tools, ticket: OperatorTicket) {
  print(lineOf(ticket));
  for (const { author, created_at, text, attachments } of ticket.messages) {
    print(`\n${author === 'me' ? 'Customer' : 'Support'}, ${created_at}\n${text}`);
    for (const { id, name } of attachments) print(`With ${name}, file ${id}`);
  }
  const steps = ticket.flow_record?.steps ?? [];
  if (steps.length > 0) print('\nLast steps');
  for (const { at, flow, state, event, problem, request_id } of steps) {
    print([at, flow, state, event, problem, request_id].filter((part) => part !== null).join('  '));
  }
}
