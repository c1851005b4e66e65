import * as z from 'zod/mini';
import { decimal, instant } from './schemas.ts';

/**
 * Of a rolling window, in USDT: how much may leave in it, how much has left or waits to, and how much more may. `more_at`: when the
 * oldest of it is out of the window, so that more may leave; null while nothing is in it.
 */
const spanLimit = z.object({
  limit: decimal,
  used: decimal,
  left: decimal,
  more_at: z.nullable(instant),
});

/**
 * What a person may pay to outside addresses: in 24 hours (`day`) and in 30 days (`month`), by whether they are verified. `own`: what
 * they have set for themselves, for 24 hours and for one payment; missing when they have set neither.
 */
export const leavingLimits = z.object({
  verified: z.boolean(),
  day: spanLimit,
  month: spanLimit,
  own: z.optional(z.object({ day: z.nullable(decimal), payment: z.nullable(decimal) })),
});

export type LeavingLimits = z.infer<typeof leavingLimits>;

/** So many wallets may log in to one account. */
export const walletsPerAccount = 10;

/** An account has at most so many passkeys. */
export const passkeysPerAccount = 10;
