/** What a decision knows, hears and tells. */
import type { AnyActorRef } from 'xstate';
import type { Failure } from '../../../contract/failure.ts';
import type { FieldErrors } from '../../../contract/rules.ts';

/** For so long a confirmed decision is held and can be undone, in milliseconds. The server hears nothing of it before. */
export const undoTime = 10_000;

export interface DecisionInput<Subject> {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
  /** Tells this decision from others, to its parent. */
  readonly key: string;
  /** What is decided on, as it was when it was opened. */
  readonly subject: Subject;
}

export interface DecisionContext<Subject, Choice> extends DecisionInput<Subject> {
  /** What was chosen, with what was typed for it; kept when the server refuses it. */
  readonly choice: Choice | null;
  readonly errors: FieldErrors;
  readonly failure: Failure | null;
  readonly sendAt: number;
  /** Whole seconds until it is sent. */
  readonly secondsLeft: number;
}

export type DecisionEvent<Choice> =
  | { readonly type: 'choice.made'; readonly choice: Choice }
  /** What is typed beside it. */
  | { readonly type: 'choice.changed'; readonly choice: Choice }
  | { readonly type: 'choice.confirmed' }
  | { readonly type: 'choice.withdrawn' }
  | { readonly type: 'choice.undone' }
  | { readonly type: 'answer.requested' };

/** What became of a request whose answer was lost. `open`: nothing has come of it, it can be decided again. */
export type DecisionOutcome = 'done' | 'proposed' | 'open';

/** Told to the parent: `isLocked` while leaving the page would interrupt it. */
export interface DecisionChanged {
  readonly type: 'decision.changed';
  readonly key: string;
  readonly isLocked: boolean;
}

export interface DecisionSettled {
  readonly type: 'decision.settled';
  readonly key: string;
}

export interface Sent<Subject, Choice> {
  readonly subject: Subject;
  readonly choice: Choice;
}

/** Any decision, as a screen knows it. */
export interface DecisionRef<Subject, Choice> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    readonly context: DecisionContext<Subject, Choice>;
    hasTag(tag: 'locked' | 'unsure' | 'over'): boolean;
    matches(
      state:
        | 'reviewing'
        | 'confirming'
        | 'returned'
        | 'proposed'
        | 'done'
        | { readonly deciding: 'holding' | 'sending' | 'checking' | 'waiting' },
    ): boolean;
  };
  send(event: DecisionEvent<Choice>): void;
}
