import type { StepUpAction } from '../../../contract/stepUp.ts';
import type { Clock } from '../core/clock.ts';

/** Proofs that somebody has brought from an identity provider, until they are used or over. In memory alone. */
export interface StepUpProofs {
  keep(action: StepUpAction, proof: string, expiresAt: number): void;
  /** Null when there is none that holds. */
  find(action: StepUpAction): string | null;
  forget(action: StepUpAction): void;
  clear(): void;
}

export function createStepUpProofs({ now }: Pick<Clock, 'now'>): StepUpProofs {
  const kept = new Map<StepUpAction, { readonly proof: string; readonly expiresAt: number }>();
  return {
    keep: (action, proof, expiresAt) => {
      kept.set(action, { proof, expiresAt });
    },
    find(action) {
      const found = kept.get(action);
      return found && found.expiresAt > now() ? found.proof : null;
    },
    forget: (action) => {
      kept.delete(action);
    },
    clear: () => kept.clear(),
  };
}
