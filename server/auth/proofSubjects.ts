import { createHash } from 'node:crypto';
import type { StepUpAction, StepUpPurpose } from '../../contract/stepUp.ts';

/** What a proof is kept for. */
export type ProofSubject = StepUpAction | `quote:${string}`;

export function subjectOf(purpose: StepUpPurpose): ProofSubject {
  return 'quote_id' in purpose ? `quote:${purpose.quote_id.toLowerCase()}` : purpose.action;
}

/** Long enough for a form that was filled in already, in milliseconds. */
export const proofLife = 5 * 60_000;

/** By how much the clocks of two servers may differ. */
const clockSkew = 60_000;

/** No proof that holds at `at` ends later: one that does was made before the clock was set back. */
export function latestEnd(at: Date): Date {
  return new Date(at.getTime() + proofLife + clockSkew);
}

/** Whether what was proven at `since` still holds at `at`. */
export function isFresh(since: Date, at: Date): boolean {
  const age = at.getTime() - since.getTime();
  return age < proofLife && age >= -clockSkew;
}

export function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
