/** Tells the server what a person has read: one mark after the other, in their order. */
import { assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf, unanswered } from '../../../contract/failure.ts';
import type { FailureCode } from '../../../contract/failureCodes.ts';
import { placeholderPromise, required } from './placeholders.ts';
import { withEvent } from './withEvent.ts';

interface MarkingContext<Target> {
  readonly waiting: readonly Target[];
  /** Why the last mark failed. A refused mark is given up and stays unread; any other is tried again. */
  readonly failure: Failure | null;
}

interface MarkRequested<Target> {
  readonly type: 'mark.requested';
  readonly target: Target;
}

/** The connection is back: try again now. */
interface RetryRequested {
  readonly type: 'retry.requested';
}

/** A mark was made, so what shows it has to be read again. */
export interface MarkMade {
  readonly type: 'mark.made';
}

/** Failures that pass: the same mark can succeed later. */
const passing: readonly FailureCode[] = ['NETWORK', 'INTERNAL', 'UNAVAILABLE', 'RATE_LIMITED'];

/** No input. It sends its parent `mark.made`. Tag: `busy` while a mark is being sent. */
export function createMarkingMachine<Target>(id: string) {
  return setup({
    types: {
      context: {} as MarkingContext<Target>,
      events: {} as MarkRequested<Target> | RetryRequested,
      tags: {} as 'busy',
    },
    actors: { mark: placeholderPromise<void, { readonly target: Target }>(`${id}.mark`) },
    guards: {
      isWaiting: ({ context }) => context.waiting.length > 0,
      isPassing: (_, { error }: { error: unknown }) => passing.includes(failureOf(error).code),
    },
    actions: {
      addTarget: assign(({ context }, { target }: { target: Target }) => ({
        waiting: [...context.waiting, target],
        failure: null,
      })),
      dropFirst: assign(({ context }) => ({ waiting: context.waiting.slice(1), failure: null })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
      keepNoAnswer: assign({ failure: unanswered }),
      tellMade: sendParent({ type: 'mark.made' }),
    },
    delays: { timeout: 15_000, untilRetry: 30_000 },
  }).createMachine({
    id,
    context: { waiting: [], failure: null },
    initial: 'ready',
    on: { 'mark.requested': { actions: withEvent('addTarget') } },
    states: {
      ready: { always: { guard: 'isWaiting', target: 'marking' } },
      marking: {
        tags: 'busy',
        invoke: {
          id: 'mark',
          src: 'mark',
          input: ({ context }) => ({ target: required(context.waiting[0] ?? null) }),
          onDone: { target: 'ready', actions: ['dropFirst', 'tellMade'] },
          onError: [
            { guard: withEvent('isPassing'), target: 'failed', actions: withEvent('keepFailure') },
            { target: 'ready', actions: ['dropFirst', withEvent('keepFailure')] },
          ],
        },
        after: { timeout: { target: 'failed', actions: 'keepNoAnswer' } },
      },
      failed: {
        after: { untilRetry: 'marking' },
        on: {
          'retry.requested': 'marking',
          'mark.requested': { target: 'marking', actions: withEvent('addTarget') },
        },
      },
    },
  });
}
