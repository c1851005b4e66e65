import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { answer, decimal, instant, status } from './schemas.ts';

export const exportAccountCall = {
  method: 'POST',
  path: '/profile/export',
  summary:
    'Download all data stored about me as one JSON object of lists; needs a fresh proof (`Step-Up`). Amounts are decimal strings',
  access: 'session',
  status: 200,
  file: 'application/json',
  answer: null,
  problems: ['STEP_UP_REQUIRED', 'RATE_LIMITED'],
} as const satisfies Call;

/**
 * What prevents closing an account: a freeze, locked settings, available tokens, tokens held for something else, unfinished payments, or open
 * deposits.
 */
export const closingObstacles = ['frozen', 'locked', 'balance', 'hold', 'payment', 'deposit'] as const;

/** How many years after its closing an account's ledger and identity checks are kept with the owner's name. */
export const closedYears = 5;

/** `token` and `amount` of what is left, in units of the token. `until`: when the settings lock ends, if its end was requested. */
const obstacle = z.object({
  reason: status(closingObstacles),
  token: z.nullable(z.string()),
  amount: z.nullable(decimal),
  until: z.nullable(instant),
});

const closing = z.object({ obstacles: z.array(obstacle), kept_until: instant });

export const closingCall = {
  method: 'GET',
  path: '/profile/closing',
  summary:
    'List everything that prevents closing my account, and until when the law requires data to be kept',
  access: 'session',
  status: 200,
  answer: answer(closing),
  problems: [],
} as const satisfies Call;

export const closeAccountCall = {
  method: 'POST',
  path: '/profile/close',
  summary:
    'Close my account for good and end all its sessions; needs a fresh proof (`Step-Up`). STATUS_CONFLICT while `GET /profile/closing` lists an obstacle',
  access: 'session',
  status: 204,
  clearsCache: true,
  answer: null,
  problems: ['STEP_UP_REQUIRED', 'STATUS_CONFLICT'],
} as const satisfies Call;

export type Closing = z.infer<typeof closing>;
export type ClosingObstacle = Closing['obstacles'][number];
