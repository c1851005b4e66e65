import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { capped, email, passwordWithConfirmation } from './rules.ts';
import { answer, instant } from './schemas.ts';
import { onePathId } from './textRules.ts';
import { accountAddress } from './walletSignIn.ts';

/** A session. `device` is read from the User-Agent header; null when it cannot be. */
const openSession = z.object({
  id: z.string(),
  device: z.nullable(z.string()),
  ip: z.string(),
  created_at: instant,
  last_seen_at: instant,
  current: z.boolean(),
});

export const sessionsCall = {
  method: 'GET',
  path: '/auth/sessions',
  summary: 'List my sessions, last used first',
  access: 'session',
  status: 200,
  answer: answer(z.array(openSession)),
  problems: [],
} as const satisfies Call;

export const endSessionCall = {
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  params: onePathId,
  summary: 'End one of my sessions; another session than this one needs a fresh proof (`Step-Up`)',
  access: 'session',
  status: 204,
  answer: null,
  problems: ['STEP_UP_REQUIRED', 'NOT_FOUND'],
} as const satisfies Call;

export const endOtherSessionsCall = {
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'End all my other sessions; needs a fresh proof (`Step-Up`)',
  access: 'session',
  status: 204,
  answer: null,
  problems: ['STEP_UP_REQUIRED'],
} as const satisfies Call;

/** Whether this server can send emails, as the one that verifies an address; older servers leave it out. */
const emails = z.optional(z.boolean());

/** The person's login methods. `pending_email` awaits its confirmation. */
const signInMethods = z.object({
  password: z.boolean(),
  google: z.boolean(),
  metamask: z.array(z.string()),
  email_confirmed: z.boolean(),
  pending_email: z.nullable(z.string()),
  emails,
});

export const loginMethodsCall = {
  method: 'GET',
  path: '/auth/methods',
  summary: 'List the account’s login methods',
  access: 'session',
  status: 200,
  answer: answer(signInMethods),
  problems: [],
} as const satisfies Call;

/** The account's current password; empty for an account without one. */
const ownPassword = capped(127);

export const changePasswordCall = {
  method: 'PUT',
  path: '/auth/password',
  summary: 'Change my password, or set the first one with a fresh proof (`Step-Up`); ends my other sessions',
  access: 'session',
  status: 204,
  body: () => passwordWithConfirmation({ current_password: ownPassword }),
  answer: null,
  problems: ['SETTINGS_LOCKED', 'STEP_UP_REQUIRED', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const changeEmailCall = {
  method: 'PUT',
  path: '/auth/email',
  summary:
    'Change my email address; needs the password or a fresh proof (`Step-Up`). Takes effect once verified by email, and ends my other sessions',
  access: 'session',
  status: 200,
  body: () => z.strictObject({ email, password: ownPassword }),
  answer: answer(z.object({ email: z.nullable(z.string()), pending_email: z.nullable(z.string()), emails })),
  problems: ['SETTINGS_LOCKED', 'STEP_UP_REQUIRED', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const removeLoginMethodCall = {
  method: 'POST',
  path: '/auth/methods/removal',
  summary: 'Remove a login method from my account; needs a fresh proof (`Step-Up`). The last one stays',
  access: 'session',
  status: 204,
  body: () =>
    z.strictObject({ method: z.enum(['wallet', 'openid'], 'format'), address: z.optional(accountAddress) }),
  answer: null,
  problems: ['SETTINGS_LOCKED', 'STEP_UP_REQUIRED', 'LAST_LOGIN_METHOD', 'NOT_FOUND', 'VALIDATION_FAILED'],
} as const satisfies Call;

export type OpenSession = z.infer<typeof openSession>;
export type SignInMethods = z.infer<typeof signInMethods>;
