import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { solvedCaptcha } from './captcha.ts';
import {
  country,
  currentPassword,
  dateOfBirth,
  email,
  passwordWithConfirmation,
  personName,
  phone,
  terms,
  typedFactor,
  username,
} from './rules.ts';
import { answer } from './schemas.ts';
import { readUser, user } from './user.ts';

/** The registration form (spec section 3), checked for a day (`YYYY-MM-DD`), because the age rule depends on it. */
export function registration(today: string) {
  return passwordWithConfirmation(registrationFields(today));
}

const registrationFields = (today: string) => ({
  first_name: personName,
  last_name: personName,
  username,
  email,
  phone,
  date_of_birth: dateOfBirth(today),
  country,
  terms,
});

/** The login form (spec section 3). `remember` keeps the session for 30 days instead of one. */
export const credentials = z.strictObject({
  email,
  password: currentPassword,
  remember: z.boolean('format'),
});

const token = z.string().check(z.minLength(1));

/** Spec section 4: without a token nothing is stored, so an answer without one is invalid. */
const session = answer(z.object({ token, user }));
const readSession = (host: string) => answer(z.object({ token, user: readUser(host) }));
/** The answer of every call that opens a session. */
export const sessionAnswer = { answer: session, reads: readSession } as const;

export const registerCall = {
  method: 'POST',
  path: '/auth/register',
  fixed: true,
  summary: 'Create an account with an email address and a password, and log in',
  access: 'public',
  status: 201,
  body: (today) => passwordWithConfirmation({ ...registrationFields(today), captcha: solvedCaptcha }),
  ...sessionAnswer,
  problems: [
    'EMAIL_TAKEN',
    'USERNAME_TAKEN',
    'EMAIL_UNVERIFIED',
    'CAPTCHA_FAILED',
    'VALIDATION_FAILED',
    'RATE_LIMITED',
  ],
} as const satisfies Call;

/** The same for a provider without a captcha. */
export const registerWithoutCaptchaCall = { ...registerCall, body: registration } as const satisfies Call;

export const loginCall = {
  method: 'POST',
  path: '/auth/login',
  fixed: true,
  summary:
    'Log in with an email address and a password; also with `captcha` after wrong attempts, and with `otp` if the account has a second factor',
  access: 'public',
  status: 200,
  body: () => z.extend(credentials, { captcha: z.optional(solvedCaptcha), otp: z.optional(typedFactor) }),
  ...sessionAnswer,
  problems: [
    'INVALID_CREDENTIALS',
    'ACCOUNT_BLOCKED',
    'EMAIL_UNVERIFIED',
    'SECOND_FACTOR_REQUIRED',
    'CAPTCHA_FAILED',
    'VALIDATION_FAILED',
    'RATE_LIMITED',
  ],
} as const satisfies Call;

export const logoutCall = {
  method: 'POST',
  path: '/auth/logout',
  clearsCache: true,
  summary: 'Log out: end this session and invalidate its token',
  access: 'session',
  status: 204,
  answer: null,
  problems: [],
} as const satisfies Call;

export type ToldSession = z.infer<typeof session>['data'];
export type Session = z.infer<ReturnType<typeof readSession>>['data'];
export type Credentials = z.input<typeof credentials>;
export type Registration = z.input<ReturnType<typeof registration>>;
