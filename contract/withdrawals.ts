import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { givenId, note, tokenSymbol } from './rules.ts';
import { answer, decimal, instant } from './schemas.ts';

const withdrawal = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  status: z.string(),
  token: z.string(),
  amount: decimal,
  fee: decimal,
  to: z.nullable(z.string()),
  created_at: instant,
});

const problemsOfDeciding = ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'] as const;

export const withdrawalsCall = {
  method: 'GET',
  path: '/withdrawals',
  summary: 'Withdrawals that wait for a decision or for the network, oldest first',
  access: 'operator',
  status: 200,
  answer: answer(z.array(withdrawal)),
  problems: [],
} as const satisfies Call;

export const approveWithdrawalCall = {
  method: 'POST',
  path: '/withdrawals/approve',
  summary: 'Let a withdrawal go to the network; from then on it cannot be cancelled',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ id: givenId }),
  answer: answer(withdrawal),
  problems: [...problemsOfDeciding, 'ACCOUNT_BLOCKED'],
} as const satisfies Call;

export const rejectWithdrawalCall = {
  method: 'POST',
  path: '/withdrawals/reject',
  summary: 'Refuse a withdrawal: it has failed, its person reads why and has the money back',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ id: givenId, why: note }),
  answer: answer(withdrawal),
  problems: problemsOfDeciding,
} as const satisfies Call;

const byToken = z.strictObject({ token: tokenSymbol });
const tokensLeaving = answer(z.object({ enabled: z.array(z.string()) }));

export const enableWithdrawalsCall = {
  method: 'POST',
  path: '/withdrawals/enable',
  summary: 'Let a token leave again',
  access: 'operator',
  status: 200,
  body: () => byToken,
  answer: tokensLeaving,
  problems: ['VALIDATION_FAILED'],
} as const satisfies Call;

export const disableWithdrawalsCall = {
  method: 'POST',
  path: '/withdrawals/disable',
  summary: 'Let a token not leave for now; what was asked for before goes on',
  access: 'operator',
  status: 200,
  body: () => byToken,
  answer: tokensLeaving,
  problems: ['VALIDATION_FAILED'],
} as const satisfies Call;

export type Withdrawal = z.infer<typeof withdrawal>;
