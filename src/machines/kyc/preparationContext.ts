/** What a preparation of a verification is given, knows and hears. */
import type { Failure } from '../../../contract/failure.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import type { ScreenLeft, SignedInInput } from '../core/area.ts';
import type { PictureTaken } from './cameraMachine.ts';
import type { CaseChanged, CaseOutdated } from './documentMachine.ts';
import type { KycStep, Verification, VerificationChanged } from './kycSteps.ts';

export interface PreparationInput {
  readonly input: Pick<SignedInInput, 'now' | 'makeKey' | 'readRecord'>;
  readonly verification: Verification;
}

export interface PreparationContext extends PreparationInput {
  readonly step: KycStep;
  readonly key: string;
  /** Whether the documents of the step were last changed elsewhere, as in another tab. */
  readonly isChangedElsewhere: boolean;
  readonly failure: Failure | null;
  /** The parts and details that a submission was refused for. */
  readonly refused: FieldErrors;
}

export type PreparationEvent =
  | CaseChanged
  | CaseOutdated
  | VerificationChanged
  | PictureTaken
  | ScreenLeft
  | { readonly type: 'step.requested'; readonly step: KycStep }
  | { readonly type: 'step.continued' }
  | { readonly type: 'submission.requested' };
