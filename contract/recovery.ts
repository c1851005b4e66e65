import * as z from 'zod/mini';
import { emailToken } from './accountEmails.ts';
import type { Call } from './call.ts';
import { email, note, passwordWithConfirmation } from './rules.ts';
import { answer, instant } from './schemas.ts';
import { givenId } from './textRules.ts';

/** How a recovery ended: by its link, by "This was not me", by a second factor of the person, … */
export const recoveryOutcomes = ['done', 'not_me', 'factor', 'operator', 'email_changed', 'expired'] as const;

/**
 * A recovery as operators see it. `telling`: the mail server has not accepted an email about it yet; `waiting` until `ready_at`; `ready`: the
 * link was sent to `email` and works until `link_expires_at`. `ended_by` is the operator who stopped it.
 */
export const recovery = z.object({
  status: z.enum(['telling', 'waiting', 'ready', ...recoveryOutcomes]),
  email: z.string(),
  reason: z.string(),
  proposed_by: z.string(),
  approved_by: z.nullable(z.string()),
  begun_at: instant,
  ready_at: z.nullable(instant),
  link_expires_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  ended_by: z.nullable(z.string()),
});

const toldRecovery = z.object({ id: z.string(), ...recovery.shape });

export const beginRecoveryCall = {
  method: 'POST',
  path: '/recoveries',
  summary:
    'Start the recovery of an account (`id`) for its verified person, whom support has identified as `reason` describes. All its email addresses are notified; after the waiting time a link is sent to `email` or to the verified address',
  access: 'operator',
  status: 201,
  body: () => z.strictObject({ id: givenId, email: z.optional(email), reason: note }),
  answer: answer(toldRecovery),
  problems: [
    'APPROVAL_REQUIRED',
    'NOT_FOUND',
    'KYC_REQUIRED',
    'EMAIL_TAKEN',
    'STATUS_CONFLICT',
    'VALIDATION_FAILED',
  ],
} as const satisfies Call;

export const stopRecoveryCall = {
  method: 'POST',
  path: '/recoveries/stop',
  summary: 'Stop the recovery of an account (`id`) before its link is used',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ id: givenId }),
  answer: answer(toldRecovery),
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const recoverAccountCall = {
  method: 'POST',
  path: '/auth/recovery',
  summary:
    'Finish a recovery: set a new password with the token from the email. Removes every other login method and second factor, and ends all sessions',
  access: 'public',
  status: 204,
  body: () => passwordWithConfirmation({ token: emailToken }),
  answer: null,
  problems: ['LINK_EXPIRED', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export type Recovery = z.infer<typeof recovery>;
export type RecoveryOutcome = (typeof recoveryOutcomes)[number];
