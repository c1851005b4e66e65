import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { keysetAnswer, keysetSearch } from './paging.ts';
import { givenReason, refusalReasons } from './reasons.ts';
import { capped, note } from './rules.ts';
import { answer, decimal, instant } from './schemas.ts';
import { givenId, pathId, stoppableToken } from './textRules.ts';

/**
 * `value`: in USDT at the time of the request, null when unknown. `is_stopped`: it waits until withdrawals of its token are resumed.
 * `proposal`: an open proposal to approve it, which another operator decides.
 */
export const withdrawal = z.object({
  id: z.string(),
  kind: z.string(),
  email: z.nullable(z.string()),
  status: z.string(),
  token: z.string(),
  amount: decimal,
  fee: decimal,
  to: z.nullable(z.string()),
  value: z.nullable(decimal),
  is_stopped: z.boolean(),
  proposal: z.nullable(z.object({ number: z.int(), proposed_by: z.string() })),
  created_at: instant,
});

const problemsOfDeciding = ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'] as const;

export const withdrawalsCall = {
  method: 'GET',
  path: '/withdrawals',
  summary:
    'List payments to outside addresses that wait for a decision (`pending`) or for the network (`processing`), oldest first',
  access: 'operator',
  status: 200,
  paged: true,
  search: z.object({ status: z.optional(z.enum(['pending', 'processing'], 'format')), ...keysetSearch }),
  answer: keysetAnswer(withdrawal),
  problems: ['VALIDATION_FAILED'],
} as const satisfies Call;

export const withdrawalCall = {
  method: 'GET',
  path: '/withdrawals/{id}',
  summary: 'Get a payment to an outside address, whatever its status',
  access: 'operator',
  status: 200,
  params: z.object({ id: pathId }),
  answer: answer(withdrawal),
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export const approveWithdrawalCall = {
  method: 'POST',
  path: '/withdrawals/approve',
  summary:
    'Approve a payment for the network; it can no longer be cancelled. Refused while withdrawals of its token are stopped',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ id: givenId }),
  answer: answer(withdrawal),
  problems: [
    ...problemsOfDeciding,
    'LIMIT_EXCEEDED',
    'APPROVAL_REQUIRED',
    'ACCOUNT_BLOCKED',
    'WITHDRAWALS_DISABLED',
    'ADDRESS_NOT_ALLOWED',
  ],
} as const satisfies Call;

export const rejectWithdrawalCall = {
  method: 'POST',
  path: '/withdrawals/reject',
  summary:
    'Reject a payment, also an approved one that cannot be on the network yet: it fails, its person sees the reason and gets the funds back',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ id: givenId, ...givenReason(refusalReasons) }),
  answer: answer(withdrawal),
  problems: problemsOfDeciding,
} as const satisfies Call;

/** `enabled`: the tokens that can be withdrawn now. `stops`: the stopped ones, since when, and the given reasons. */
const tokensLeaving = answer(
  z.object({
    enabled: z.array(z.string()),
    stops: z.array(z.object({ token: z.string(), since: instant, why: z.nullable(z.string()) })),
  }),
);

export const enableWithdrawalsCall = {
  method: 'POST',
  path: '/withdrawals/enable',
  summary: 'Resume withdrawals of a token or of all tokens; held payments continue',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ token: stoppableToken }),
  answer: tokensLeaving,
  problems: ['VALIDATION_FAILED'],
} as const satisfies Call;

export const disableWithdrawalsCall = {
  method: 'POST',
  path: '/withdrawals/disable',
  summary: 'Stop withdrawals of a token or of all tokens; payments that are not on the network yet are held',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ token: stoppableToken, why: z.optional(note) }),
  answer: tokensLeaving,
  problems: ['VALIDATION_FAILED'],
} as const satisfies Call;

const transactionHash = capped(66, 'format').check(z.regex(/^0x[\da-f]{64}$/i, 'format'));

export const renumberPaymentCall = {
  method: 'POST',
  path: '/payments/renumber',
  summary:
    'Give a payment another nonce of the hot wallet after the transaction `tx_hash`, signed elsewhere with its key, used its nonce for good. If that transaction made the payment itself, it is recorded as such',
  access: 'operator',
  status: 200,
  body: () =>
    z.strictObject({
      id: givenId,
      tx_hash: transactionHash,
    }),
  answer: answer(z.object({ id: z.string(), outcome: z.enum(['paid', 'placed_again']) })),
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const settleWithdrawalCall = {
  method: 'POST',
  path: '/withdrawals/settle',
  summary:
    'Settle a payment that the network does not settle by itself: `tx_hash` made it, or nothing did (null) and the funds are returned. Refused unless every node confirms that',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ id: givenId, tx_hash: z.nullable(transactionHash) }),
  answer: answer(z.object({ id: z.string(), outcome: z.enum(['paid', 'not_paid']) })),
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const walletNonceCall = {
  method: 'POST',
  path: '/withdrawals/nonce',
  summary:
    'Set the hot wallet’s next nonce to `nonce`. Refused unless a node reports it, or if a payment has that nonce or a later one',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ nonce: z.int('format').check(z.minimum(0, 'too_small')) }),
  answer: answer(z.object({ wallet: z.string(), nonce: z.int() })),
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export type Withdrawal = z.infer<typeof withdrawal>;
export type TokensLeaving = z.infer<typeof tokensLeaving>['data'];
