import * as z from 'zod/mini';
import { decimal, instant } from './schemas.ts';

/**
 * A rolling window, in USDT: its limit, how much of it is used, and how much is left. `more_at`: when the oldest payment leaves the window, so
 * that more may be paid; null when it has none.
 */
const spanLimit = z.object({
  limit: decimal,
  used: decimal,
  left: decimal,
  more_at: z.nullable(instant),
});

/**
 * How much a person may pay to outside addresses in 24 hours (`day`) and in 30 days (`month`), depending on whether they are verified. `own`:
 * the person's own limits for 24 hours and for one payment; missing when they have set none.
 */
export const leavingLimits = z.object({
  verified: z.boolean(),
  day: spanLimit,
  month: spanLimit,
  own: z.optional(z.object({ day: z.nullable(decimal), payment: z.nullable(decimal) })),
});

export type LeavingLimits = z.infer<typeof leavingLimits>;

/** The most wallets that may log in to one account. */
export const walletsPerAccount = 10;

export const passkeysPerAccount = 10;
