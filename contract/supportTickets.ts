import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { paragraphs } from './rules.ts';
import { answer, instant } from './schemas.ts';
import { flowTrace } from './support.ts';

const line = {
  number: z.int(),
  email: z.nullable(z.string()),
  status: z.string(),
  priority: z.string(),
  category: z.string(),
  subject: z.string(),
  updated_at: instant,
};
const ticketLine = z.object(line);
const operatorTicket = z.object({
  ...line,
  flow_record: z.nullable(flowTrace),
  messages: z.array(
    z.object({
      author: z.string(),
      text: z.string(),
      attachments: z.array(z.object({ id: z.string(), name: z.string() })),
      created_at: instant,
    }),
  ),
});

const number = z.int('format').check(z.minimum(1, 'format'));
const problemsOfOne = ['NOT_FOUND', 'VALIDATION_FAILED'] as const;

export const openTicketsCall = {
  method: 'GET',
  path: '/tickets',
  summary: 'Tickets that are not done, the one that waits longest first',
  access: 'operator',
  status: 200,
  answer: answer(z.array(ticketLine)),
  problems: [],
} as const satisfies Call;

export const showTicketCall = {
  method: 'POST',
  path: '/tickets/show',
  summary: 'One ticket with its conversation',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ number }),
  answer: answer(operatorTicket),
  problems: problemsOfOne,
} as const satisfies Call;

export const answerTicketCall = {
  method: 'POST',
  path: '/tickets/answer',
  summary: 'Answer a ticket: its person is told',
  access: 'operator',
  status: 201,
  body: () => z.strictObject({ number, text: paragraphs }),
  answer: answer(operatorTicket),
  problems: [...problemsOfOne, 'STATUS_CONFLICT'],
} as const satisfies Call;

export const resolveTicketCall = {
  method: 'POST',
  path: '/tickets/resolve',
  summary: 'Call a ticket resolved; its person may still open it again',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ number }),
  answer: answer(operatorTicket),
  problems: [...problemsOfOne, 'STATUS_CONFLICT'],
} as const satisfies Call;

export type TicketLine = z.infer<typeof ticketLine>;
export type OperatorTicket = z.infer<typeof operatorTicket>;
