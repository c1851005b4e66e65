import type { Failure } from '../../../contract/failure.ts';
import type { PasskeyRequestOptions } from '../../../contract/passkeyRequest.ts';
import type { Clock } from '../core/clock.ts';
import type { ProofSubject } from './proofSubjects.ts';

/** Proofs that wait for their calls, until they are used or expire, and what refusals offered. In memory only. */
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
  /** Keeps what the refusal of a payment said about its proof, so that it need not be requested. */
  keepOffer(quoteId: string, refusal: Failure): void;
  /** The methods of that refusal, and until when the quote is valid. Null after the first time. */
  takeMethods(subject: ProofSubject): Pick<Failure, 'methods' | 'until'> | null;
  /** The challenge of that refusal. Null after the first time: a challenge is used once. */
  takeChallenge(subject: ProofSubject): PasskeyRequestOptions | null;
  clear(): void;
}

export function createStepUpProofs({ now }: Pick<Clock, 'now'>): StepUpProofs {
  const kept = new Map<
    ProofSubject,
    Promise<{ readonly proof: string; readonly expiresAt: number } | null>
  >();
  const methods = new Map<ProofSubject, Pick<Failure, 'methods' | 'until'>>();
  const challenges = new Map<ProofSubject, PasskeyRequestOptions>();
  return {
    keepOffer(quoteId, refusal) {
      methods.set(`quote:${quoteId}`, refusal);
      if (refusal.passkey) challenges.set(`quote:${quoteId}`, refusal.passkey);
    },
    takeMethods: (subject) => take(methods, subject),
    takeChallenge: (subject) => take(challenges, subject),
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
    clear() {
      for (const each of [kept, methods, challenges]) each.clear();
    },
  };
}

function take<Value>(kept: Map<ProofSubject, Value>, subject: ProofSubject): Value | null {
  const found = kept.get(subject) ?? null;
  kept.delete(subject);
  return found;
}
