import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { answer, decimal, instant, status } from './schemas.ts';

export const exportAccountCall = {
  method: 'POST',
  path: '/profile/export',
  summary:
    'Everything that is kept about me as one JSON object of lists, with a fresh proof (`Step-Up`); amounts are decimal strings',
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
    'What keeps my account from being closed, all of it, and until when what the law demands would be kept',
  access: 'session',
  status: 200,
  answer: answer(closing),
  problems: [],
} as const satisfies Call;

export const closeAccountCall = {
  method: 'POST',
  path: '/profile/close',
  summary:
    'Close my account, with a fresh proof (`Step-Up`): all its sessions end, and it is never opened again. STATUS_CONFLICT while anything of `GET /profile/closing` is in the way',
  access: 'session',
  status: 204,
  clearsCache: true,
  answer: null,
  problems: ['STEP_UP_REQUIRED', 'STATUS_CONFLICT'],
} as const satisfies Call;

export type Closing = z.infer<typeof closing>;
export type ClosingObstacle = Closing['obstacles'][number];
