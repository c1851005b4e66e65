import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { secondFactors } from './factors.ts';
import { pagedAnswer, pageSearch } from './paging.ts';
import { instant, status } from './schemas.ts';

/** The first step of a sign-in. */
export const signInMethodNames = ['password', 'wallet', 'google', 'passkey'] as const;
export type SignInMethodName = (typeof signInMethodNames)[number];

/**
 * How a sign-in ended. `code_missing`: the first step succeeded, and no code for the second arrived. `throttled`: too many codes were tried.
 * `refused`: the first step succeeded, but the account refuses logins, for example because its email address is not verified.
 */
export const signInOutcomes = [
  'succeeded',
  'wrong_password',
  'wrong_code',
  'code_missing',
  'throttled',
  'refused',
] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

/**
 * A sign-in, or `attempts` that failed in the same way from the same place between `first_at` and `at`. `network` is the coarse part of the
 * address in CIDR notation; `device` is read from the User-Agent header, null when it cannot be.
 */
export const signIn = z.object({
  id: z.string(),
  first_at: instant,
  at: instant,
  device: z.nullable(z.string()),
  network: z.string(),
  method: status(signInMethodNames),
  second_factor: z.nullable(status(secondFactors)),
  outcome: status(signInOutcomes),
  attempts: z.int(),
});

export const signInsCall = {
  method: 'GET',
  path: '/auth/sign-ins',
  summary: 'List logins and login attempts of the last 180 days, newest first',
  access: 'session',
  status: 200,
  paged: true,
  search: z.object(pageSearch),
  answer: pagedAnswer(signIn),
  problems: [],
} as const satisfies Call;

export type SignIn = z.infer<typeof signIn>;
