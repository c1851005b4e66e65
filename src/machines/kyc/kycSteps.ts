import { comparedDetails, type KycCase, type KycPart } from '../../../contract/kyc.ts';
import type { User } from '../../../contract/user.ts';

/** Where a person can be while they prepare their verification. */
const kycStepNames = ['details', 'identity', 'address', 'selfie', 'review'] as const;
export type KycStep = (typeof kycStepNames)[number];

/** What is known of a verification, and of whom. */
export interface Verification {
  readonly kyc: KycCase;
  readonly user: User;
  /** When the person was read, in milliseconds of the server's time. */
  readonly readAt: number;
}

/** How the case, or what is known of its person, stands now: told upwards by a preparation, and to it when that was read anew. */
export interface VerificationChanged {
  readonly type: 'verification.changed';
  readonly verification: Verification;
}

const isPart = (step: KycStep): step is KycPart => step !== 'details' && step !== 'review';

/** The steps of this case, in order: of one that was rejected only what failed is asked again. */
export function stepsOf({ kyc }: Verification): KycStep[] {
  const isFirst = kyc.status === 'expired' || kyc.documents.every(({ status }) => status === 'uploaded');
  const isOpen = (part: KycPart) => kyc.requirements.some((each) => each.part === part && each.is_open);
  return kycStepNames.filter((step) => (isPart(step) ? isOpen(step) : step === 'review' || isFirst));
}

/** Whether nothing is missing at this step any more. */
export function isComplete({ kyc, user }: Verification, step: KycStep): boolean {
  if (step === 'review') return false;
  if (step === 'details') return comparedDetails.every((name) => user[name] !== null);
  return kyc.requirements.some(({ part, is_met }) => part === step && is_met);
}

/** Where a person goes on: at the step where they were, unless something before it is missing. */
export function stepToResume(verification: Verification, left: string | null): KycStep {
  const steps = stepsOf(verification);
  const missing = steps.findIndex((step) => !isComplete(verification, step));
  const place = kycStepNames.find((step) => step === left);
  const at = place === undefined ? -1 : steps.indexOf(place);
  const isBegun = verification.kyc.status === 'inProgress';
  if (at !== -1) return steps[Math.min(at, missing)] ?? 'review';
  return (isBegun ? steps[missing] : steps[0]) ?? 'review';
}

export function nextStep(verification: Verification, step: KycStep): KycStep {
  const steps = stepsOf(verification);
  return steps[steps.indexOf(step) + 1] ?? 'review';
}

/** Null at the first one. */
export function stepBefore(verification: Verification, step: KycStep): KycStep | null {
  const steps = stepsOf(verification);
  return steps[steps.indexOf(step) - 1] ?? null;
}

/** Whether a person may go to this step: everything before it is there. */
export function canGo(verification: Verification, to: KycStep): boolean {
  const steps = stepsOf(verification);
  const at = steps.indexOf(to);
  return at !== -1 && steps.slice(0, at).every((step) => isComplete(verification, step));
}

/** The part that a step is about; null for the two that are about none. */
export function partOfStep(step: KycStep): KycPart | null {
  return isPart(step) ? step : null;
}
