/** The types of a decision: its context, its events, what it tells its parent, and its refused fields. */
import type { AnyActorRef } from 'xstate';
import type { Failure } from '../../../contract/failure.ts';
import type { FieldErrors } from '../../../contract/rules.ts';

/** How long a confirmed decision can be undone before it is sent, in milliseconds. */
export const undoTime = 10_000;

/** The codes after which it is unknown whether the request had an effect. */
export const unsureCodes: readonly string[] = [
  'NETWORK',
  'INTERNAL',
  'UNAVAILABLE',
  'INVALID_RESPONSE',
  'REQUEST_TIMEOUT',
];

/** The refused fields that the choice has, which are shown where they were typed. */
export function refusedFields(choice: unknown, { fields }: Failure): FieldErrors {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => Object.hasOwn(Object(choice), field)));
}

/** The refused fields that did not change from one choice to the next. */
export function stillRefused(refused: FieldErrors, before: unknown, after: unknown): FieldErrors {
  return Object.fromEntries(
    Object.entries(refused).filter(([field]) => Object(before)[field] === Object(after)[field]),
  );
}

export interface DecisionInput<Subject, Choice> {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
  /** Identifies this decision to its parent. */
  readonly key: string;
  /** The subject of the decision, as it was when opened. */
  readonly subject: Subject;
  /** What was chosen and typed for it before. */
  readonly choice?: Choice | null;
  readonly isTyped?: boolean;
}

export interface DecisionContext<Subject, Choice> extends DecisionInput<Subject, Choice> {
  /** The choice with its typed reason or note; kept when the server refuses it. */
  readonly choice: Choice | null;
  /** By field, the server's refusals among them. */
  readonly errors: FieldErrors;
  /** The server's refusals of fields that have not changed since. */
  readonly refused: FieldErrors;
  readonly failure: Failure | null;
  /** Whether what was decided, and is done, takes effect only once somebody else has done their part. */
  readonly isAwaited: boolean;
  /** Whether something was typed that was neither withdrawn nor decided, and would be missed. */
  readonly isTyped: boolean;
  readonly sendAt: number;
  /** Whole seconds until it is sent. */
  readonly secondsLeft: number;
}

/** A decision before its first choice. */
export const undecided = {
  choice: null,
  errors: {},
  refused: {},
  failure: null,
  isAwaited: false,
  isTyped: false,
  sendAt: 0,
  secondsLeft: 0,
} as const;

export type DecisionEvent<Choice> =
  | { readonly type: 'choice.made'; readonly choice: Choice }
  /** The typed reason or note changed. */
  | { readonly type: 'choice.changed'; readonly choice: Choice }
  | { readonly type: 'choice.confirmed' }
  | { readonly type: 'choice.withdrawn' }
  | { readonly type: 'choice.undone' }
  | { readonly type: 'answer.requested' };

/**
 * The outcome of a request, which is read where its answer was lost. `awaited`: it is done, and takes effect only once somebody else has done
 * their part. `open`: it had no effect, and the subject can be decided again. Reading it fails with STATUS_CONFLICT when the subject was
 * decided otherwise.
 */
export type DecisionOutcome = 'done' | 'awaited' | 'proposed' | 'open';

/** Told to the parent: `isLocked` while leaving the page would interrupt it. */
export interface DecisionChanged {
  readonly type: 'decision.changed';
  readonly key: string;
  readonly isLocked: boolean;
}

/** Told to the parent, which reads the list and the details again: the decision has ended, or its subject was decided otherwise. */
export interface DecisionSettled {
  readonly type: 'decision.settled';
  readonly key: string;
}

export interface Sent<Subject, Choice> {
  readonly subject: Subject;
  readonly choice: Choice;
}

/** The part of a decision machine that screens use. */
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
