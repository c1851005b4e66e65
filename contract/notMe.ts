import * as z from 'zod/mini';
import { emailToken } from './accountEmails.ts';
import type { Call } from './call.ts';
import { answer, instant } from './schemas.ts';
import { onePathId } from './textRules.ts';
import { user } from './user.ts';

/**
 * The effects of a "This was not me" report: the ticket's number, how many payments were cancelled, and how many were already approved and
 * wait until the freeze is lifted. `lifted_at`: when it was lifted; null until then.
 */
const report = z.object({
  reported_at: instant,
  ticket: z.int(),
  cancelled: z.int(),
  held: z.int(),
  lifted_at: z.nullable(instant),
});

export const notMeCall = {
  method: 'POST',
  path: '/security/not-me',
  summary:
    '"This was not me", with the token of an email: freezes the account, ends its sessions, cancels what waits to leave and opens a ticket. Pressed again the answer is the same',
  access: 'public',
  status: 200,
  body: () => z.strictObject({ token: emailToken }),
  answer: answer(report),
  problems: ['NOT_FOUND', 'LINK_EXPIRED', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const notMeNotificationCall = {
  method: 'POST',
  path: '/notifications/{id}/not-me',
  params: onePathId,
  summary: 'The same about something in my inbox; ends this session too',
  access: 'session',
  status: 200,
  answer: answer(report),
  problems: ['NOT_FOUND', 'LINK_EXPIRED', 'RATE_LIMITED'],
} as const satisfies Call;

export const proveUnfreezeCall = {
  method: 'POST',
  path: '/security/unfreeze',
  summary:
    'My part of lifting the freeze that "This was not me" has set, with a fresh proof (`Step-Up`); the other part is support’s, in any order',
  access: 'session',
  status: 200,
  answer: answer(user),
  problems: ['STEP_UP_REQUIRED', 'STATUS_CONFLICT'],
} as const satisfies Call;

export type NotMeReport = z.infer<typeof report>;
