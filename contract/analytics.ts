import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { answer, decimal, status } from './schemas.ts';
import { searchedDay } from './textRules.ts';
import { timeZone } from './timeZone.ts';

/** Spec section 3. */
export const eventTypes = [
  'registration_email',
  'registration_metamask',
  'registration_google',
  'transaction_send',
  'transaction_receive',
  'transaction_deposit',
  'transaction_withdraw',
  'transaction_exchange',
  'user_frozen',
  'user_unfrozen',
  'kyc_submitted',
  'kyc_approved',
  'kyc_rejected',
] as const;

export const groupings = ['daily', 'monthly', 'yearly'] as const;

/** Days are those of `time_zone`; `date_to` is included. */
const search = z
  .object({
    type: z.optional(z.enum(eventTypes, 'format')),
    date_from: z.optional(searchedDay),
    date_to: z.optional(searchedDay),
    group_by: z._default(z.enum(groupings, 'format'), 'daily'),
    time_zone: z._default(timeZone, 'UTC'),
  })
  .check(
    z.refine(({ date_from = '', date_to = '9' }) => date_from <= date_to, {
      error: 'order',
      path: ['date_to'],
    }),
  );

const type = status(eventTypes);

/** How often an event happened, and its value in USDT at that time. `value` leaves out `unpriced` events, for which no price was known. */
const figures = { count: z.int(), value: decimal, unpriced: z.int() };

/** `period` is a day, month or year: `2026-11-20`, `2026-11`, `2026`. Periods without events are left out. */
const analytics = z.object({
  buckets: z.array(z.object({ period: z.string(), type, ...figures })),
  totals: z.array(z.object({ type, ...figures })),
  /** The value of all fees of these days, each at its own time. Null when one event type is requested; missing from an older server. */
  fees: z.optional(z.nullable(z.object({ value: decimal, unpriced: z.int() }))),
});

export const analyticsCall = {
  method: 'GET',
  path: '/analytics',
  summary: 'Count and value my events by day, month or year',
  access: 'session',
  status: 200,
  search,
  answer: answer(analytics),
  problems: [],
} as const satisfies Call;

export const exportAnalyticsCall = {
  method: 'GET',
  path: '/analytics/export',
  summary: 'Download the same figures as CSV',
  access: 'session',
  status: 200,
  search,
  answer: null,
  file: 'text/csv',
  problems: [],
} as const satisfies Call;

export type Analytics = z.infer<typeof analytics>;
export type EventType = (typeof eventTypes)[number];
