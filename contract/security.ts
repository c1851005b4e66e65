import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { capped, email, onePathId, passwordWithConfirmation } from './rules.ts';
import { answer, instant } from './schemas.ts';

/** Where somebody is signed in. `device` is what can be told from the program's own words, null when nothing can. */
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
  summary: 'Where I am signed in, the latest use first',
  access: 'session',
  status: 200,
  answer: answer(z.array(openSession)),
  problems: [],
} as const satisfies Call;

export const endSessionCall = {
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  params: onePathId,
  summary: 'End one of my sessions',
  access: 'session',
  status: 204,
  answer: null,
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export const endOtherSessionsCall = {
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'End every session of mine but this one',
  access: 'session',
  status: 204,
  answer: null,
  problems: [],
} as const satisfies Call;

/** By what I can sign in. `pending_email` waits for its confirmation. */
const ways = z.object({
  password: z.boolean(),
  google: z.boolean(),
  metamask: z.array(z.string()),
  email_confirmed: z.boolean(),
  pending_email: z.nullable(z.string()),
});

export const waysCall = {
  method: 'GET',
  path: '/auth/ways',
  summary: 'By what I can sign in',
  access: 'session',
  status: 200,
  answer: answer(ways),
  problems: [],
} as const satisfies Call;

/** The password that the account has; empty for an account that has none yet. */
const ownPassword = capped(127);

export const changePasswordCall = {
  method: 'PUT',
  path: '/auth/password',
  summary: 'Change my password, or set the first one; ends my other sessions',
  access: 'session',
  status: 204,
  body: () => passwordWithConfirmation({ current_password: ownPassword }),
  answer: null,
  problems: ['VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const changeEmailCall = {
  method: 'PUT',
  path: '/auth/email',
  summary: 'Change my e-mail address; where letters can be written it waits until the new one is confirmed',
  access: 'session',
  status: 200,
  body: () => z.strictObject({ email, password: ownPassword }),
  answer: answer(z.object({ email: z.nullable(z.string()), pending_email: z.nullable(z.string()) })),
  problems: ['EMAIL_TAKEN', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export type OpenSession = z.infer<typeof openSession>;
export type WaysIn = z.infer<typeof ways>;
