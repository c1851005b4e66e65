import type { Clock } from '../core/clock.ts';
import type { ProofSubject } from './proofSubjects.ts';

/** Proofs brought from an identity provider, until they are used or expire. In memory only. */
export interface StepUpProofs {
  keep(subject: ProofSubject, proof: string, expiresAt: number): void;
  /** Null when there is no valid one. */
  find(subject: ProofSubject): string | null;
  forget(subject: ProofSubject): void;
  clear(): void;
}

export function createStepUpProofs({ now }: Pick<Clock, 'now'>): StepUpProofs {
  const kept = new Map<ProofSubject, { readonly proof: string; readonly expiresAt: number }>();
  return {
    keep: (subject, proof, expiresAt) => {
      kept.set(subject, { proof, expiresAt });
    },
    find(subject) {
      const found = kept.get(subject);
      return found && found.expiresAt > now() ? found.proof : null;
    },
    forget: (subject) => {
      kept.delete(subject);
    },
    clear: () => kept.clear(),
  };
}
