/** Frozen accounts, and accounts found by search: to freeze, release or recover them, or to refund what a closed one holds. */
import type { OperatorAccount } from '../../../contract/operatorAccounts.ts';
import type { GivenFreezeReason } from '../../../contract/reasons.ts';
import { refundFields } from '../../../contract/refunds.ts';
import { checkFields, type FieldErrors } from '../../../contract/rules.ts';
import { createDecisionMachine } from './createDecisionMachine.ts';
import { createListMachine, createPartMachine } from './createListMachine.ts';
import { createReviewAreaMachine, type ReviewAreaRef } from './createReviewAreaMachine.ts';
import type { DecisionOutcome, DecisionRef } from './decision.ts';

export type FreezeChoice =
  /** `reason`: empty until one is chosen. `note` is shown to the account holder. */
  | { readonly verdict: 'freeze'; readonly reason: GivenFreezeReason | ''; readonly note: string }
  | { readonly verdict: 'unfreeze' }
  | RecoveryChoice
  | { readonly verdict: 'stopRecovery' }
  | RefundChoice;

/** `reason`: how the person was identified, seen by operators only. `email`: a new address for the account; empty to keep the old one. */
export interface RecoveryChoice {
  readonly verdict: 'recover';
  readonly reason: string;
  readonly email: string;
}

/** Pays what a closed account holds of `token` to an address outside. `reason`: how the person was identified. */
export interface RefundChoice {
  readonly verdict: 'refund';
  readonly token: string;
  readonly to: string;
  readonly reason: string;
}

function missingIn(choice: FreezeChoice): FieldErrors {
  if (choice.verdict === 'refund') {
    const { verdict: _, ...typed } = choice;
    const checked = checkFields(refundFields, typed);
    return checked.ok ? {} : checked.fields;
  }
  const needsReason = choice.verdict === 'freeze' || choice.verdict === 'recover';
  return needsReason && choice.reason.trim() === '' ? { reason: 'required' } : {};
}

export const freezePart = createPartMachine<OperatorAccount>();
export const freezeList = createListMachine('freezeList', freezePart);
export const freezeDecision = createDecisionMachine<OperatorAccount, FreezeChoice, DecisionOutcome>(
  'freezeDecision',
  missingIn,
);
export const freezesArea = createReviewAreaMachine<OperatorAccount, FreezeChoice, never, DecisionOutcome>({
  area: 'freezes',
  keyOf: ({ id }) => id,
  list: freezeList,
  decision: freezeDecision,
});

/** Whether a recovery is running and can still be stopped. */
export const goesOn = ({ status }: NonNullable<OperatorAccount['recovery']>) =>
  status === 'telling' || status === 'waiting' || status === 'ready';

export type FreezeDecisionRef = DecisionRef<OperatorAccount, FreezeChoice>;
export type FreezesAreaRef = ReviewAreaRef<OperatorAccount, FreezeChoice>;
