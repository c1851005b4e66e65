import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { secondFactors, sixDigits } from './factors.ts';
import { passkeyRequestOptions } from './passkeyRequest.ts';
import { passkeyAssertion } from './passkeys.ts';
import { capped, currentPassword, typedFactor } from './rules.ts';
import { answer, instant } from './schemas.ts';
import { givenId } from './textRules.ts';
import { accountAddress } from './walletSignIn.ts';

/**
 * The methods by which a person proves their presence: only second factors if the account has one; otherwise their sign-in methods, or a code
 * to their confirmed email address.
 */
export const stepUpMethods = [...secondFactors, 'wallet', 'openid', 'email', 'password'] as const;
export type StepUpMethod = (typeof stepUpMethods)[number];

/**
 * What a proof is for: a change of the password, the email address, the login methods, the second factors, the security settings or the
 * address book; ending other sessions; the export; closing the account; or the person's part of lifting a freeze.
 */
export const stepUpActions = [
  'password',
  'email',
  'methods',
  'factors',
  'security',
  'address',
  'sessions',
  'export',
  'unfreeze',
  'close',
] as const;
export type StepUpAction = (typeof stepUpActions)[number];

const method = z.enum(stepUpMethods, 'format');
/** A proof for a payment is bound to its quote, whose token, amount and recipient never change. */
const purpose = z.union(
  [z.strictObject({ action: z.enum(stepUpActions, 'format') }), z.strictObject({ quote_id: givenId })],
  'format',
);
export type StepUpPurpose = z.output<typeof purpose>;

export const stepUpOptionsCall = {
  method: 'POST',
  path: '/auth/step-up/options',
  summary:
    'List the methods for a fresh proof; `method: email` sends a code, `method: passkey` returns the browser’s options. A quote that the proof is for stays valid until `quote_expires_at`',
  access: 'session',
  status: 200,
  body: () => z.strictObject({ for: purpose, method: z.optional(z.enum(['email', 'passkey'], 'format')) }),
  answer: answer(
    z.object({
      methods: z.array(method),
      passkey: z.optional(z.nullable(passkeyRequestOptions)),
      quote_expires_at: z.optional(z.nullable(instant)),
    }),
  ),
  problems: ['VALIDATION_FAILED', 'RATE_LIMITED', 'NOT_FOUND', 'QUOTE_EXPIRED', 'QUOTE_USED'],
} as const satisfies Call;

export const stepUpCall = {
  method: 'POST',
  path: '/auth/step-up',
  summary:
    'Get a fresh proof of identity: by a second factor, a message signed with a linked wallet, an ID token, a code, or the password',
  access: 'session',
  status: 200,
  body: () =>
    z.strictObject({
      for: purpose,
      method,
      metamask_address: z.optional(accountAddress),
      message: z.optional(capped(2000, 'format')),
      signature: z.optional(capped(132, 'format').check(z.regex(/^0x[\da-f]{130}$/i, 'format'))),
      credential: z.optional(capped(16_384, 'format')),
      nonce: z.optional(capped(256, 'format')),
      code: z.optional(sixDigits),
      recovery_code: z.optional(typedFactor),
      assertion: z.optional(passkeyAssertion),
      password: z.optional(currentPassword),
    }),
  answer: answer(z.object({ proof: z.string(), expires_at: instant })),
  problems: ['FORBIDDEN', 'VALIDATION_FAILED', 'RATE_LIMITED', 'NOT_FOUND', 'QUOTE_EXPIRED', 'QUOTE_USED'],
} as const satisfies Call;
