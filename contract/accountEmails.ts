import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { capped, email, passwordWithConfirmation } from './rules.ts';
import { answer, instant } from './schemas.ts';

export const emailToken = capped(100).check(z.minLength(1, 'required'), z.regex(/^[\w-]{43}$/, 'format'));

/** Whether the server could ever have sent this token: a part of one, or anything else, needs no request (decision 245). */
export const isEmailToken = (token: string) => emailToken.safeParse(token).success;

export const askResetCall = {
  method: 'POST',
  path: '/auth/password/forgotten',
  summary:
    'Request an email with a password reset link; the answer does not reveal whether an account has the address',
  access: 'public',
  status: 204,
  body: () => z.strictObject({ email }),
  answer: null,
  problems: ['VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const resetPasswordCall = {
  method: 'POST',
  path: '/auth/password/reset',
  summary: 'Set a new password with the token from the email; ends all sessions of the account',
  access: 'public',
  status: 204,
  body: () => passwordWithConfirmation({ token: emailToken }),
  answer: null,
  problems: ['LINK_EXPIRED', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const askConfirmationCall = {
  method: 'POST',
  path: '/auth/email/unconfirmed',
  summary:
    'Request the verification email again; the answer does not reveal whether an account has the address',
  access: 'public',
  status: 204,
  body: () => z.strictObject({ email }),
  answer: null,
  problems: ['VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

/** When the email was sent, and from when another one can be requested; null when no address is left to verify. */
const sentConfirmation = z.nullable(z.object({ sent_at: instant, again_at: instant }));

export const sendConfirmationCall = {
  method: 'POST',
  path: '/auth/email/confirmation',
  summary: 'Request the verification email for my own address; null if it is verified or missing',
  access: 'session',
  status: 200,
  answer: answer(sentConfirmation),
  problems: ['STATUS_CONFLICT', 'RATE_LIMITED'],
} as const satisfies Call;

export const confirmEmailCall = {
  method: 'POST',
  path: '/auth/email/confirm',
  summary: 'Verify an email address with the token from the email',
  access: 'public',
  status: 204,
  body: () => z.strictObject({ token: emailToken }),
  answer: null,
  problems: ['SETTINGS_LOCKED', 'LINK_EXPIRED', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export type SentConfirmation = z.infer<typeof sentConfirmation>;
