import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { capped } from './rules.ts';
import { timeZone } from './timeZone.ts';

/** A month, `2026-10`, or a year, `2026`, between 1970 and 2998. */
export const statementPeriod = capped(7, 'format').check(
  z.refine((text) => /^\d{4}(-(0[1-9]|1[0-2]))?$/.test(text), 'format'),
  z.refine((text) => text >= '1970' && text < '2999', 'format'),
);

const search = z.object({ period: statementPeriod, time_zone: z._default(timeZone, 'UTC') });

export const statementCall = {
  method: 'GET',
  path: '/statements',
  summary:
    'Download the statement of a month or year in `time_zone` as CSV: opening and closing balances of each token, and all movements. One statement at a time. The current period ends now',
  access: 'session',
  status: 200,
  search,
  answer: null,
  file: 'text/csv',
  problems: ['RATE_LIMITED', 'UNAVAILABLE'],
} as const satisfies Call;

export const statementPdfCall = {
  method: 'GET',
  path: '/statements/pdf',
  summary:
    'Download the same statement as PDF in the language of `Accept-Language`. One statement at a time, of either format',
  access: 'session',
  status: 200,
  search,
  answer: null,
  file: 'application/pdf',
  problems: ['RATE_LIMITED', 'UNAVAILABLE'],
} as const satisfies Call;
