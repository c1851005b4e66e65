import { createHash } from 'node:crypto';
import type { StepUpAction, StepUpPurpose } from '../../contract/stepUp.ts';

/** The purpose that a proof is stored for. */
export type ProofSubject = StepUpAction | `quote:${string}`;

export function subjectOf(purpose: StepUpPurpose): ProofSubject {
  return 'quote_id' in purpose ? `quote:${purpose.quote_id.toLowerCase()}` : purpose.action;
}

/** Long enough for submitting a form that was already filled in, in milliseconds. */
export const proofLife = 5 * 60_000;

/** The tolerated difference between the clocks of two servers, in milliseconds. */
const clockSkew = 60_000;

/** The latest end of a proof valid at `at`: one that ends later was made before the clock was set back. */
export function latestEnd(at: Date): Date {
  return new Date(at.getTime() + proofLife + clockSkew);
}

/** Whether a proof made at `since` is still valid at `at`. */
export function isFresh(since: Date, at: Date): boolean {
  const age = at.getTime() - since.getTime();
  return age < proofLife && age >= -clockSkew;
}

export function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
