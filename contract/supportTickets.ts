import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { keysetAnswer, positionSearch } from './paging.ts';
import { answer, instant } from './schemas.ts';
import { type TicketStatus, ticketSteps } from './statuses.ts';
import { flowTrace, messagesBefore } from './support.ts';
import { givenId, paragraphs, pathId, pathNumber } from './textRules.ts';
import { fileTypes } from './uploads.ts';
import { toldFreeze } from './user.ts';

/** A ticket in a list. `resolved_by` is the operator who resolved it; null while it is open, and for older tickets. */
const line = {
  number: z.int(),
  email: z.nullable(z.string()),
  status: z.string(),
  priority: z.string(),
  category: z.string(),
  subject: z.string(),
  updated_at: instant,
  resolved_by: z.nullable(z.string()),
};
const ticketLine = z.object(line);
const operatorTicket = z.object({
  ...line,
  /** The owner's account, and whether it is frozen. */
  account: z.object({ id: z.string(), freeze: toldFreeze }),
  flow_record: z.nullable(flowTrace),
  messages: z.array(
    z.object({
      id: z.string(),
      author: z.string(),
      /** The operator who wrote for support. The person does not see it. */
      operator: z.nullable(z.string()),
      text: z.string(),
      attachments: z.array(z.object({ id: z.string(), name: z.string(), size: z.int(), type: z.string() })),
      created_at: instant,
    }),
  ),
  has_earlier: z.boolean(),
});

const number = z.int('format').check(z.minimum(1, 'format'));
/** The number of messages that the operator has read: STATUS_CONFLICT when there are more. Without it the decision applies whatever was written. */
const seen = z.optional(z.int('format').check(z.minimum(0, 'too_small'), z.maximum(1e9, 'too_large')));
const problemsOfOne = ['NOT_FOUND', 'VALIDATION_FAILED'] as const;

export const openTicketsCall = {
  method: 'GET',
  path: '/tickets',
  summary: 'List tickets by status: open ones longest waiting first, others latest first',
  access: 'operator',
  status: 200,
  paged: true,
  search: z.object({
    status: z._default(z.enum(Object.keys(ticketSteps) as TicketStatus[], 'format'), 'open'),
    ...positionSearch,
  }),
  answer: keysetAnswer(ticketLine),
  problems: [],
} as const satisfies Call;

export const showTicketCall = {
  method: 'POST',
  path: '/tickets/show',
  summary:
    'Get a ticket with its newest messages, or those before the message with the id `before`: at most 1,000 with 400,000 characters together',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ number, before: messagesBefore }),
  answer: answer(operatorTicket),
  problems: problemsOfOne,
} as const satisfies Call;

export const answerTicketCall = {
  method: 'POST',
  path: '/tickets/answer',
  summary: 'Reply to a ticket and notify its person; `id` makes the call idempotent',
  access: 'operator',
  status: 201,
  body: () => z.strictObject({ number, seen, text: paragraphs, id: z.optional(givenId) }),
  answer: answer(operatorTicket),
  problems: [...problemsOfOne, 'STATUS_CONFLICT', 'IDEMPOTENCY_MISMATCH'],
} as const satisfies Call;

export const resolveTicketCall = {
  method: 'POST',
  path: '/tickets/resolve',
  summary: 'Mark a ticket as resolved; its person can reopen it',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ number, seen }),
  answer: answer(operatorTicket),
  problems: [...problemsOfOne, 'STATUS_CONFLICT'],
} as const satisfies Call;

export const reopenTicketCall = {
  method: 'POST',
  path: '/tickets/reopen',
  summary: 'Reopen a resolved ticket',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ number }),
  answer: answer(operatorTicket),
  problems: [...problemsOfOne, 'STATUS_CONFLICT'],
} as const satisfies Call;

export const ticketFileCall = {
  method: 'GET',
  path: '/tickets/{number}/files/{file}',
  params: z.object({ number: pathNumber, file: pathId }),
  summary: 'Download a file of a ticket',
  access: 'operator',
  status: 200,
  download: fileTypes,
  answer: null,
  problems: ['NOT_FOUND'],
} as const satisfies Call;

/** Reads a ticket with all of its messages: in one call, unless they exceed the limits of an answer. */
export async function readWholeTicket(
  readPart: (before?: string) => Promise<OperatorTicket>,
): Promise<OperatorTicket> {
  const newest = await readPart();
  let { messages, has_earlier } = newest;
  for (let first = messages[0]; has_earlier && first; first = messages[0]) {
    const part = await readPart(first.id);
    messages = [...part.messages, ...messages];
    has_earlier = part.has_earlier;
  }
  return { ...newest, messages, has_earlier };
}

export type TicketLine = z.infer<typeof ticketLine>;
export type OperatorTicket = z.infer<typeof operatorTicket>;
