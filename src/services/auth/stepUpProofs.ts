import type { Clock } from '../core/clock.ts';
import type { ProofSubject } from './proofSubjects.ts';

/** Proofs brought from an identity provider, until they are used or expire. In memory only. */
export interface StepUpProofs {
  keep(subject: ProofSubject, proof: string, expiresAt: number): void;
  /** Keeps the proof that is being requested; a failed request leaves none. */
  keepRequested(
    subject: ProofSubject,
    requested: Promise<{ readonly proof: string; readonly expires_at: string }>,
  ): void;
  /** Waits for one that is being requested. Null when there is no valid one. */
  find(subject: ProofSubject): Promise<string | null>;
  forget(subject: ProofSubject): void;
  clear(): void;
}

export function createStepUpProofs({ now }: Pick<Clock, 'now'>): StepUpProofs {
  const kept = new Map<
    ProofSubject,
    Promise<{ readonly proof: string; readonly expiresAt: number } | null>
  >();
  return {
    keep: (subject, proof, expiresAt) => {
      kept.set(subject, Promise.resolve({ proof, expiresAt }));
    },
    keepRequested: (subject, requested) => {
      const proof = requested.then(
        ({ proof, expires_at }) => ({ proof, expiresAt: Date.parse(expires_at) }),
        () => null,
      );
      kept.set(subject, proof);
    },
    async find(subject) {
      const found = await kept.get(subject);
      return found && found.expiresAt > now() ? found.proof : null;
    },
    forget: (subject) => {
      kept.delete(subject);
    },
    clear: () => kept.clear(),
  };
}
