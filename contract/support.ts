import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { failureCodes } from './failureCodes.ts';
import { pagedAnswer, pageSearch } from './paging.ts';
import { capped } from './rules.ts';
import { answer, instant, status } from './schemas.ts';
import { type TicketStatus, ticketSteps } from './statuses.ts';
import { givenId, givenInstant, onePathId, paragraphs, subject } from './textRules.ts';
import { fileTypes, largestFile } from './uploads.ts';

/** Spec section 3. */
export const ticketCategories = [
  'general',
  'technical',
  'account',
  'transaction',
  'security',
  'billing',
  'feature',
  'bug',
] as const;
/** Spec section 3. */
export const ticketPriorities = ['low', 'medium', 'high', 'urgent'] as const;
export const ticketStatuses = Object.keys(ticketSteps) as TicketStatus[];

/** The name of a machine, state or event, never text that a person could have typed. */
const word = capped(80, 'format').check(z.regex(/^[A-Za-z][A-Za-z0-9.]{0,79}$/, 'format'));

/**
 * The last steps of a person's flows, oldest first, which they may attach: never amounts, addresses, names, tokens or codes. Unknown fields
 * are refused.
 */
export const flowTrace = z.strictObject({
  version: z.literal(1),
  steps: z
    .array(
      z.strictObject({
        at: givenInstant,
        flow: word,
        state: word,
        event: z.nullable(word),
        problem: z.nullable(z.enum(failureCodes)),
        request_id: z.nullable(givenId),
      }),
    )
    .check(z.maxLength(100, 'too_long')),
});

const ticketLine = {
  id: z.string(),
  /** The ticket's name in conversation. */
  number: z.int(),
  subject: z.string(),
  category: status(ticketCategories),
  priority: status(ticketPriorities),
  status: status(ticketStatuses),
  /** Whether support has written since the person last read it. */
  unread: z.boolean(),
  created_at: instant,
  updated_at: instant,
};
const summary = z.object(ticketLine);

/** `size` in bytes. */
export const attachment = z.object({ id: z.string(), name: z.string(), size: z.int(), type: z.string() });

/** A ticket with its newest messages, oldest first. */
const ticket = z.object({
  ...ticketLine,
  flow_record: z.nullable(flowTrace),
  messages: z.array(
    z.object({
      id: z.string(),
      author: status(['me', 'support']),
      text: z.string(),
      attachments: z.array(attachment),
      created_at: instant,
    }),
  ),
  /** Whether the ticket has earlier messages. */
  has_earlier: z.optional(z.boolean()),
});

const one = answer(ticket);

/** The id of the message before which the page ends; without it, the newest messages are read. */
export const messagesBefore = z.optional(givenId);

/** The most files of one message. */
export const mostAttachments = 5;

const attachment_ids = z._default(
  z.array(givenId, 'format').check(
    z.maxLength(mostAttachments, 'too_long'),
    z.refine((ids) => new Set(ids).size === ids.length, 'format'),
  ),
  [],
);

export const uploadAttachmentCall = {
  method: 'POST',
  path: '/support/attachments',
  summary: 'Upload a file for a message; it is deleted unless a message uses it within a day',
  access: 'session',
  status: 201,
  upload: { field: 'file', maximum: largestFile, types: fileTypes },
  answer: answer(attachment),
  problems: ['RATE_LIMITED'],
} as const satisfies Call;

export const attachmentCall = {
  method: 'GET',
  path: '/support/attachments/{id}',
  params: onePathId,
  summary: 'Download a file that I attached',
  access: 'session',
  status: 200,
  download: fileTypes,
  answer: null,
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export const ticketsCall = {
  method: 'GET',
  path: '/support/tickets',
  summary: 'List my tickets, last updated first',
  access: 'session',
  status: 200,
  paged: true,
  search: z.object({ ...pageSearch, status: z.optional(z.enum(ticketStatuses, 'format')) }),
  answer: pagedAnswer(summary),
  problems: [],
} as const satisfies Call;

export const openTicketCall = {
  method: 'POST',
  path: '/support/tickets',
  summary: 'Open a ticket',
  access: 'session',
  status: 201,
  idempotent: true,
  // A message and a flow trace, each of maximum length.
  largestBody: 131_072,
  body: () =>
    z.strictObject({
      subject,
      category: z.enum(ticketCategories, 'format'),
      priority: z.enum(ticketPriorities, 'format'),
      message: paragraphs,
      attachment_ids,
      flow_record: z._default(z.nullable(flowTrace), null),
    }),
  answer: one,
  problems: ['RATE_LIMITED'],
} as const satisfies Call;

export const ticketCall = {
  method: 'GET',
  path: '/support/tickets/{id}',
  params: onePathId,
  summary:
    'Get a ticket with its newest messages, or those before the message with the id `before`, oldest first',
  access: 'session',
  status: 200,
  search: z.object({ before: messagesBefore }),
  answer: one,
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export const readTicketCall = {
  method: 'POST',
  path: '/support/tickets/{id}/read',
  params: onePathId,
  summary: 'Mark a ticket as read, as far as the message with the id `seen`; without it, as a whole',
  access: 'session',
  status: 204,
  // Not a body: calls of an app that does not send it have none.
  search: z.object({ seen: z.optional(givenId) }),
  answer: null,
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export const writeMessageCall = {
  method: 'POST',
  path: '/support/tickets/{id}/messages',
  params: onePathId,
  summary: 'Reply to a ticket; reopens a resolved one',
  access: 'session',
  status: 201,
  idempotent: true,
  body: () => z.strictObject({ message: paragraphs, attachment_ids }),
  answer: one,
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'RATE_LIMITED'],
} as const satisfies Call;

export const closeTicketCall = {
  method: 'POST',
  path: '/support/tickets/{id}/close',
  params: onePathId,
  summary: 'Close a ticket for good',
  access: 'session',
  status: 200,
  idempotent: true,
  answer: one,
  problems: ['NOT_FOUND', 'STATUS_CONFLICT'],
} as const satisfies Call;

export type FlowTrace = z.infer<typeof flowTrace>;
export type Attachment = z.infer<typeof attachment>;
export type TicketSummary = z.infer<typeof summary>;
export type Ticket = z.infer<typeof ticket>;
