import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { capped, currentPassword } from './rules.ts';
import { answer, instant } from './schemas.ts';
import { accountAddress } from './walletSignIn.ts';

/** A proof of this kind lets a call through that answers STEP_UP_REQUIRED without it. It fits one use, of one session. */
export const stepUpHeader = 'Step-Up';

/** By what somebody may show that they are still there: what they sign in by, or a code to their confirmed email address. */
export const stepUpMethods = ['wallet', 'openid', 'email', 'password'] as const;
export type StepUpMethod = (typeof stepUpMethods)[number];

/** What a proof is for: a password, an email address, or the login methods of an account. */
export const stepUpActions = ['password', 'email', 'methods'] as const;
export type StepUpAction = (typeof stepUpActions)[number];

const method = z.enum(stepUpMethods, 'format');
const purpose = z.strictObject({ action: z.enum(stepUpActions, 'format') });

export const stepUpOptionsCall = {
  method: 'POST',
  path: '/auth/step-up/options',
  summary: 'By what I can prove that it is me; with `method: email` a code is sent to my address',
  access: 'session',
  status: 200,
  body: () => z.strictObject({ for: purpose, method: z.optional(z.literal('email', 'format')) }),
  answer: answer(z.object({ methods: z.array(method) })),
  problems: ['VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const stepUpCall = {
  method: 'POST',
  path: '/auth/step-up',
  summary:
    'A fresh proof that it is me: a message signed by a linked wallet, an ID token, a code, or the password',
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
      code: z.optional(capped(6, 'format').check(z.regex(/^\d{6}$/, 'format'))),
      password: z.optional(currentPassword),
    }),
  answer: answer(z.object({ proof: z.string(), expires_at: instant })),
  problems: ['FORBIDDEN', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;
