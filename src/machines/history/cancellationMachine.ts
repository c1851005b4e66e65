/** Cancels a payment that has not started to move: asks for a confirmation, sends once, and follows until the outcome is known. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import type { Failure } from '../../../contract/failure.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { required } from '../core/placeholders.ts';
import type { StandingRef } from '../core/standingMachine.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { createSubmissionMachine } from '../money/createSubmissionMachine.ts';
import type { Outcome } from '../money/moneyFlow.ts';

export const cancellationSubmissionMachine = createSubmissionMachine<{ readonly id: string }, Transaction>();

interface CancellationInput {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
  /** A new idempotency key, a UUID. */
  readonly makeKey: () => string;
  readonly standing: StandingRef;
}

interface CancellationContext extends CancellationInput {
  /** The transaction to cancel. */
  readonly id: string | null;
  readonly key: string | null;
  /** Why it was refused; null when it was not, or never arrived. */
  readonly failure: Failure | null;
}

type CancellationEvent =
  | { readonly type: 'cancellation.requested'; readonly id: string }
  | { readonly type: 'cancellation.confirmed' }
  | { readonly type: 'cancellation.declined' }
  /** The transactions in their current state, each time they are read. */
  | { readonly type: 'transactions.read'; readonly lines: readonly Transaction[] };

/** How long a cancellation that was sent may still arrive and take effect, in milliseconds. */
const onItsWay = 60_000;

const asked = { target: 'asking', actions: withEvent('keepRequest') } as const;

/** Accepts another transaction only: this one is finished, or is being asked about already. */
const askedOther = {
  ...asked,
  guard: { type: 'isOther', params: asked.actions.params },
} as const;

/** Tags: `locked` from sending until the outcome is known. It tells its parent `lock.changed` and `money.moved`. */
export const cancellationMachine = setup({
  types: {
    context: {} as CancellationContext,
    events: {} as CancellationEvent,
    input: {} as CancellationInput,
    tags: {} as 'locked',
    children: {} as { submission: 'submission' },
  },
  actors: { submission: cancellationSubmissionMachine },
  guards: {
    isOther: ({ context }, { id }: { id: string }) => id !== context.id,
    isCancelled: (_, { type }: Outcome) => type === 'done',
    /** The transaction in question can no longer be cancelled. */
    isLate: ({ context }, { lines }: { lines: readonly Transaction[] }) =>
      lines.some(({ id, can_cancel }) => id === context.id && !can_cancel),
  },
  actions: {
    keepRequest: assign(({ context }, { id }: { id: string }) => ({
      id,
      key: context.makeKey(),
      failure: null,
    })),
    keepFailure: assign((_, outcome: Outcome) => ({
      failure: outcome.type === 'refused' ? outcome.failure : null,
    })),
    tellLocked: sendParent((_, { isLocked }: { isLocked: boolean }) => ({
      type: 'lock.changed',
      flow: 'cancellation',
      isLocked,
    })),
    tellMoved: sendParent({ type: 'money.moved' }),
  },
  /** `doubleClick`: the longest that systems take two presses for one double click. */
  delays: { doubleClick: 500 },
}).createMachine({
  id: 'cancellation',
  context: ({ input }) => ({ ...input, id: null, key: null, failure: null }),
  initial: 'ready',
  states: {
    ready: {
      on: { 'cancellation.requested': asked },
    },
    asking: {
      on: {
        'cancellation.requested': askedOther,
        'cancellation.declined': 'ready',
        'transactions.read': { guard: withEvent('isLate'), target: 'late' },
      },
      initial: 'unread',
      states: {
        // Ignore the second press of a double click, because nobody has read the question yet.
        unread: {
          after: { doubleClick: 'readable' },
          on: { 'cancellation.confirmed': {}, 'cancellation.declined': {} },
        },
        readable: { on: { 'cancellation.confirmed': '#cancellation.sending' } },
      },
    },
    sending: {
      tags: 'locked',
      entry: { type: 'tellLocked', params: { isLocked: true } },
      exit: { type: 'tellLocked', params: { isLocked: false } },
      invoke: {
        id: 'submission',
        src: 'submission',
        input: ({ context: { now, standing, id, key } }) => ({
          now,
          standing,
          key: required(key),
          request: { id: required(id) },
          acceptedUntil: () => now() + onItsWay,
          wasSent: false,
        }),
        onDone: [
          { guard: withOutput('isCancelled'), target: 'cancelled' },
          { target: 'refused', actions: withOutput('keepFailure') },
        ],
      },
    },
    /** The transaction moved on while the question was shown; nothing was sent. */
    late: {
      on: { 'cancellation.requested': askedOther },
    },
    cancelled: {
      entry: 'tellMoved',
      on: { 'cancellation.requested': askedOther },
    },
    refused: {
      entry: 'tellMoved',
      on: { 'cancellation.requested': asked },
    },
  },
});

export type CancellationRef = ActorRefFrom<typeof cancellationMachine>;
