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
    'Report "This was not me" with the token from an email: freezes the account, ends its sessions, cancels pending withdrawals and opens a ticket. Repeating the call changes nothing',
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
  summary: 'Report the same about a notification; also ends this session',
  access: 'session',
  status: 200,
  answer: answer(report),
  problems: ['NOT_FOUND', 'LINK_EXPIRED', 'RATE_LIMITED'],
} as const satisfies Call;

export const proveUnfreezeCall = {
  method: 'POST',
  path: '/security/unfreeze',
  summary:
    'Confirm that the freeze set by "This was not me" may be lifted; needs a fresh proof (`Step-Up`). Support has to confirm it too, before or after',
  access: 'session',
  status: 200,
  answer: answer(user),
  problems: ['STEP_UP_REQUIRED', 'STATUS_CONFLICT'],
} as const satisfies Call;

export type NotMeReport = z.infer<typeof report>;
