import { comparedDetails, type KycCase, type KycPart, partOf } from '../../../contract/kyc.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import type { User } from '../../../contract/user.ts';

const kycStepNames = ['details', 'identity', 'address', 'selfie', 'review'] as const;
export type KycStep = (typeof kycStepNames)[number];

/** A case and its person. */
export interface Verification {
  readonly kyc: KycCase;
  readonly user: User;
  /** When the user was read, in milliseconds of the server's time. */
  readonly readAt: number;
}

/** A verification as it was read, with the stored step of the preparation; null for none. */
export interface VerificationRead extends Verification {
  readonly keptStep: string | null;
}

/** The case or its user was read or changed: sent to the parent by a preparation, and to the preparation after a read. */
export interface VerificationChanged {
  readonly type: 'verification.changed';
  readonly verification: Verification;
}

const isPart = (step: KycStep): step is KycPart => step !== 'details' && step !== 'review';

/** The steps of this case, in order; a rejected case has only the steps of its failed parts. */
export function stepsOf({ kyc }: Verification): KycStep[] {
  const isFirst = kyc.status === 'expired' || kyc.documents.every(({ status }) => status === 'uploaded');
  const isOpen = (part: KycPart) => kyc.requirements.some((each) => each.part === part && each.is_open);
  return kycStepNames.filter((step) => (isPart(step) ? isOpen(step) : step === 'review' || isFirst));
}

/** Whether the step has everything it needs. */
export function isComplete({ kyc, user }: Verification, step: KycStep): boolean {
  if (step === 'details') return comparedDetails.every((name) => user[name] !== null);
  return kyc.requirements.some(({ part, is_met }) => part === step && is_met);
}

/**
 * What a submission was refused for, without the parts that are there now. The details stay: a case is read with the known profile, which
 * may be older than the refusal.
 */
export function stillMissing({ kyc }: Verification, refused: FieldErrors): FieldErrors {
  const isThere = (name: string) => kyc.requirements.some(({ part, is_met }) => part === name && is_met);
  return Object.fromEntries(Object.entries(refused).filter(([name]) => !isThere(name)));
}

/** The step where a person continues: the one they left, unless an earlier one is incomplete. */
export function stepToResume(verification: Verification, left: string | null): KycStep {
  const steps = stepsOf(verification);
  const missing = steps.findIndex((step) => !isComplete(verification, step));
  const at = steps.findIndex((step) => step === left);
  const isBegun = verification.kyc.status === 'inProgress';
  if (at !== -1) return steps[Math.min(at, missing)] ?? 'review';
  return (isBegun ? steps[missing] : steps[0]) ?? 'review';
}

export function nextStep(verification: Verification, step: KycStep): KycStep {
  const steps = stepsOf(verification);
  return steps[steps.indexOf(step) + 1] ?? 'review';
}

/** Null for the first step. */
export function stepBefore(verification: Verification, step: KycStep): KycStep | null {
  const steps = stepsOf(verification);
  return steps[steps.indexOf(step) - 1] ?? null;
}

/** Whether a person may go to this step: all earlier ones are complete. */
export function canGo(verification: Verification, to: KycStep): boolean {
  const steps = stepsOf(verification);
  const at = steps.indexOf(to);
  return at !== -1 && steps.slice(0, at).every((step) => isComplete(verification, step));
}

/** The part of a step; null for the two steps without one. */
export function partOfStep(step: KycStep): KycPart | null {
  return isPart(step) ? step : null;
}

export function documentsOf(kyc: KycCase, part: KycPart): KycCase['documents'] {
  return kyc.documents.filter(({ type }) => type !== 'unknown' && partOf(type) === part);
}

/** Whether two cases have other documents for a step's part. */
export function hasOtherDocuments(one: KycCase, other: KycCase, step: KycStep): boolean {
  const ids = (kyc: KycCase) => (isPart(step) ? documentsOf(kyc, step).map(({ id }) => id) : []);
  return ids(one).join() !== ids(other).join();
}
