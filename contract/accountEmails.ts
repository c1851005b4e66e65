import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { capped, email, passwordWithConfirmation } from './rules.ts';

/** The token that a link in an email carries. */
const emailToken = capped(100).check(z.minLength(1, 'required'), z.regex(/^[\w-]{43}$/, 'format'));

export const askResetCall = {
  method: 'POST',
  path: '/auth/password/forgotten',
  summary:
    'Request an email with a link that sets a new password; the answer is the same whether anybody has the address',
  access: 'public',
  status: 204,
  body: () => z.strictObject({ email }),
  answer: null,
  problems: ['VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const resetPasswordCall = {
  method: 'POST',
  path: '/auth/password/reset',
  summary: 'Set a new password with the token of the email; ends every session of the account',
  access: 'public',
  status: 204,
  body: () => passwordWithConfirmation({ token: emailToken }),
  answer: null,
  problems: ['LINK_EXPIRED', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const askConfirmationCall = {
  method: 'POST',
  path: '/auth/email/unconfirmed',
  summary: 'Request the verification email again; the answer is the same whether anybody has the address',
  access: 'public',
  status: 204,
  body: () => z.strictObject({ email }),
  answer: null,
  problems: ['VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const confirmEmailCall = {
  method: 'POST',
  path: '/auth/email/confirm',
  summary: 'Confirm an email address with the token of the email',
  access: 'public',
  status: 204,
  body: () => z.strictObject({ token: emailToken }),
  answer: null,
  problems: ['LINK_EXPIRED', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;
