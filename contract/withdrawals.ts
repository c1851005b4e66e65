import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { givenReason, refusalReasons } from './reasons.ts';
import { givenId, note, stoppableToken } from './rules.ts';
import { answer, decimal, instant } from './schemas.ts';

/** `is_stopped`: it waits until its token may leave again. */
const withdrawal = z.object({
  id: z.string(),
  kind: z.string(),
  email: z.nullable(z.string()),
  status: z.string(),
  token: z.string(),
  amount: decimal,
  fee: decimal,
  to: z.nullable(z.string()),
  is_stopped: z.boolean(),
  created_at: instant,
});

const problemsOfDeciding = ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'] as const;

export const withdrawalsCall = {
  method: 'GET',
  path: '/withdrawals',
  summary: 'What waits for a decision or for the network before it leaves, sent or withdrawn, oldest first',
  access: 'operator',
  status: 200,
  answer: answer(z.array(withdrawal)),
  problems: [],
} as const satisfies Call;

export const approveWithdrawalCall = {
  method: 'POST',
  path: '/withdrawals/approve',
  summary:
    'Let a payment go to the network; from then on it cannot be cancelled. Refused while its token may not leave',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ id: givenId }),
  answer: answer(withdrawal),
  problems: [...problemsOfDeciding, 'ACCOUNT_BLOCKED', 'WITHDRAWALS_DISABLED'],
} as const satisfies Call;

export const rejectWithdrawalCall = {
  method: 'POST',
  path: '/withdrawals/reject',
  summary: 'Refuse a payment: it has failed, its person reads why and has the money back',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ id: givenId, ...givenReason(refusalReasons) }),
  answer: answer(withdrawal),
  problems: problemsOfDeciding,
} as const satisfies Call;

/** `enabled`: what may leave now. `stops`: what may not, since when, and the reasons given. */
const tokensLeaving = answer(
  z.object({
    enabled: z.array(z.string()),
    stops: z.array(z.object({ token: z.string(), since: instant, why: z.nullable(z.string()) })),
  }),
);

export const enableWithdrawalsCall = {
  method: 'POST',
  path: '/withdrawals/enable',
  summary: 'Lift the stop of a token, or the one of all tokens; what was held goes on',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ token: stoppableToken }),
  answer: tokensLeaving,
  problems: ['VALIDATION_FAILED'],
} as const satisfies Call;

export const disableWithdrawalsCall = {
  method: 'POST',
  path: '/withdrawals/disable',
  summary: 'Let a token, or all of them, not leave for now; what has not reached the network is held',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ token: stoppableToken, why: z.optional(note) }),
  answer: tokensLeaving,
  problems: ['VALIDATION_FAILED'],
} as const satisfies Call;

export type Withdrawal = z.infer<typeof withdrawal>;
export type TokensLeaving = z.infer<typeof tokensLeaving>['data'];
