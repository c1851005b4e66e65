/** Taking back a payment that has not begun to move: asked first, sent once, known to the end. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { required } from '../core/placeholders.ts';
import type { StandingRef } from '../core/standingMachine.ts';
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
  /** The transaction that is to be taken back. */
  readonly id: string | null;
  readonly key: string | null;
  readonly failure: Failure | null;
}

type CancellationEvent =
  | { readonly type: 'cancellation.requested'; readonly id: string }
  | { readonly type: 'cancellation.confirmed' }
  | { readonly type: 'cancellation.declined' }
  /** What transactions are now, as often as they are read. */
  | { readonly type: 'transactions.read'; readonly lines: readonly Transaction[] };

/** For so long one that has not arrived may still arrive, in milliseconds; it would do what was asked for. */
const onItsWay = 60_000;

const asked = {
  target: 'asking',
  actions: { type: 'keepRequest', params: ({ event }: { event: { readonly id: string } }) => event },
} as const;

/** Only another one than this: this one has come to its end, or is asked about already. */
const askedOther = {
  ...asked,
  guard: { type: 'isOther', params: asked.actions.params },
} as const;

/** Tags: `locked` from when it is sent until its outcome is known. It tells its parent `lock.changed` and `money.moved`. */
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
    /** It is the one that is asked about, and has moved on. */
    isLate: ({ context }, { lines }: { lines: readonly Transaction[] }) =>
      lines.some(({ id, can_cancel }) => id === context.id && !can_cancel),
  },
  actions: {
    keepRequest: assign(({ context }, { id }: { id: string }) => ({
      id,
      key: context.makeKey(),
      failure: null,
    })),
    /** One that never arrived has failed for no reason that anybody gave. */
    keepFailure: assign((_, outcome: Outcome) => ({
      failure: outcome.type === 'refused' ? outcome.failure : failureOf(null),
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
        'transactions.read': {
          guard: { type: 'isLate', params: ({ event }) => event },
          target: 'late',
        },
      },
      initial: 'unread',
      states: {
        // The second press of a double click asks for nothing: nobody has read the question yet.
        unread: { after: { doubleClick: 'readable' }, on: { 'cancellation.confirmed': {} } },
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
          { guard: { type: 'isCancelled', params: ({ event }) => event.output }, target: 'cancelled' },
          { target: 'refused', actions: { type: 'keepFailure', params: ({ event }) => event.output } },
        ],
      },
    },
    /** Nothing was sent: the question had no answer any more. */
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
