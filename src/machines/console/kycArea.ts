/** Identity verifications that wait for a decision, each with its documents. */
import type { DocumentType } from '../../../contract/kyc.ts';
import type { KycLine, KycReview } from '../../../contract/kycReview.ts';
import type { DocumentReason } from '../../../contract/reasons.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { createDecisionMachine } from './createDecisionMachine.ts';
import { createListMachine, createPartMachine } from './createListMachine.ts';
import { createReviewAreaMachine, type ReviewAreaRef } from './createReviewAreaMachine.ts';
import type { DecisionRef } from './decision.ts';

export type KycChoice =
  | { readonly verdict: 'approve' }
  | {
      readonly verdict: 'reject';
      /** Empty until one is chosen, like `reason`. */
      readonly document: DocumentType | '';
      readonly reason: DocumentReason | '';
      /** Shown to the person as it was typed. */
      readonly note: string;
    };

/** An opened document: its address inside this page, null when its bytes could not be read. */
interface OpenedDocument {
  readonly file: string;
  readonly url: string | null;
}

/** A case with everything that a decision needs. */
export interface KycCase {
  readonly review: KycReview;
  readonly opened: readonly OpenedDocument[];
}

function missingOf(choice: KycChoice): FieldErrors {
  if (choice.verdict === 'approve') return {};
  return {
    ...(choice.document === '' && { document: 'required' as const }),
    ...(choice.reason === '' && { reason: 'required' as const }),
  };
}

export const kycPart = createPartMachine<KycLine>();
export const kycList = createListMachine('kycList', kycPart);
export const kycDecision = createDecisionMachine<KycLine, KycChoice>('kycDecision', missingOf);
export const kycDetails = createResourceMachine<KycCase>('details');
export const kycArea = createReviewAreaMachine<KycLine, KycChoice, KycCase>({
  area: 'kyc',
  keyOf: ({ id }) => id,
  list: kycList,
  decision: kycDecision,
  details: kycDetails,
});

export type KycDecisionRef = DecisionRef<KycLine, KycChoice>;
export type KycAreaRef = ReviewAreaRef<KycLine, KycChoice, KycCase>;
