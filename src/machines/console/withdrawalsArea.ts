/** Withdrawals that wait for approval, and the decisions on them. */
import type { RefusalReason } from '../../../contract/reasons.ts';
import type { Withdrawal } from '../../../contract/withdrawals.ts';
import { createDecisionMachine } from './createDecisionMachine.ts';
import { createListMachine, createPartMachine } from './createListMachine.ts';
import { createReviewAreaMachine, type ReviewAreaRef } from './createReviewAreaMachine.ts';
import type { DecisionRef } from './decision.ts';

export type WithdrawalChoice =
  | { readonly verdict: 'approve' }
  /** `reason`: empty until one is chosen. `note` is shown to the account holder. */
  | { readonly verdict: 'reject'; readonly reason: RefusalReason | ''; readonly note: string };

export const withdrawalPart = createPartMachine<Withdrawal>();
export const withdrawalList = createListMachine('withdrawalList', withdrawalPart);
export const withdrawalDecision = createDecisionMachine<Withdrawal, WithdrawalChoice>(
  'withdrawalDecision',
  (choice) => (choice.verdict === 'reject' && choice.reason === '' ? { reason: 'required' } : {}),
);
export const withdrawalsArea = createReviewAreaMachine<Withdrawal, WithdrawalChoice>({
  area: 'withdrawals',
  keyOf: ({ id }) => id,
  list: withdrawalList,
  decision: withdrawalDecision,
});

export type WithdrawalDecisionRef = DecisionRef<Withdrawal, WithdrawalChoice>;
export type WithdrawalsAreaRef = ReviewAreaRef<Withdrawal, WithdrawalChoice>;
