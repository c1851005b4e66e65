import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { capped } from './rules.ts';
import { answer, instant } from './schemas.ts';

/**
 * A proof of work in ALTCHA's format (v2), so the names are ALTCHA's. The signature covers all of `parameters`, which must be sent back
 * unchanged.
 */
const challenge = z.lazy(() =>
  z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      data: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
    signature: z.string(),
  }),
);

/** A solved captcha: the challenge and its solution as JSON in base64, in ALTCHA's format. */
export const solvedCaptcha = capped(4096).check(z.minLength(1, 'required'));

export const captchaCall = {
  method: 'GET',
  path: '/auth/captcha',
  summary: 'Get a proof-of-work challenge (ALTCHA v2); its solution is valid once, until `expires_at`',
  access: 'public',
  status: 200,
  answer: answer(z.object({ challenge, expires_at: instant })),
  problems: ['RATE_LIMITED'],
} as const satisfies Call;

export type Challenge = z.infer<typeof challenge>;
