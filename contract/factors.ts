import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { passkey } from './passkeys.ts';
import { capped } from './rules.ts';
import { answer, instant } from './schemas.ts';

/**
 * What a person can have as a second factor, beside a password, a wallet or an identity provider. A recovery code replaces a lost one; a
 * passkey also logs in by itself.
 */
export const secondFactors = ['passkey', 'totp', 'recovery_code'] as const;
export type SecondFactor = (typeof secondFactors)[number];

/** How many recovery codes are made at once. */
export const recoveryCodeCount = 10;

/** The six digits of an authenticator app, or of an email. */
export const sixDigits = capped(6, 'format').check(z.regex(/^\d{6}$/, 'format'));

const codes = z.object({ recovery_codes: z.array(z.string()) });

const told = z.object({
  totp: z.nullable(z.object({ created_at: instant, last_used_at: z.nullable(instant) })),
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
});

export const factorsCall = {
  method: 'GET',
  path: '/auth/factors',
  summary: 'List my second factors',
  access: 'session',
  status: 200,
  answer: answer(told),
  problems: [],
} as const satisfies Call;

export const addTotpCall = {
  method: 'POST',
  path: '/auth/totp',
  summary:
    'Create a secret for an authenticator app (RFC 6238); needs a fresh proof (`Step-Up`). A code from the app activates it within 15 minutes',
  access: 'session',
  status: 200,
  answer: answer(z.object({ secret: z.string(), uri: z.string() })),
  problems: ['SETTINGS_LOCKED', 'STEP_UP_REQUIRED'],
} as const satisfies Call;

export const confirmTotpCall = {
  method: 'POST',
  path: '/auth/totp/confirm',
  summary:
    'Activate the authenticator app with a code from it; returns recovery codes, which are shown only once',
  access: 'session',
  status: 200,
  body: () => z.strictObject({ code: sixDigits }),
  answer: answer(codes),
  problems: ['SETTINGS_LOCKED', 'STATUS_CONFLICT', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const removeTotpCall = {
  method: 'DELETE',
  path: '/auth/totp',
  summary:
    'Remove the authenticator app and end my other sessions; needs a proof by a second factor (`Step-Up`)',
  access: 'session',
  status: 204,
  answer: null,
  problems: ['SETTINGS_LOCKED', 'STEP_UP_REQUIRED', 'NOT_FOUND'],
} as const satisfies Call;

export const renewRecoveryCodesCall = {
  method: 'POST',
  path: '/auth/recovery-codes',
  summary: 'Replace the recovery codes; needs a proof by a second factor (`Step-Up`)',
  access: 'session',
  status: 200,
  answer: answer(codes),
  problems: ['SETTINGS_LOCKED', 'STEP_UP_REQUIRED', 'NOT_FOUND'],
} as const satisfies Call;

export type Factors = z.infer<typeof told>;
