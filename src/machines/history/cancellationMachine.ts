/** Taking back a payment that has not begun to move: asked first, sent once, known to the end. */
import { type ActorRefFrom, assign, forwardTo, sendParent, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { isRefusal } from '../money/moneyFlow.ts';
import { type Reconciled, reconciliationMachine } from '../money/reconciliationMachine.ts';

interface CancellationInput {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
  /** A new idempotency key, a UUID. */
  readonly makeKey: () => string;
}

interface CancellationContext extends CancellationInput {
  /** The transaction that is to be taken back. */
  readonly id: string | null;
  readonly key: string | null;
  readonly sentAt: number;
  readonly failure: Failure | null;
}

type CancellationEvent =
  | { readonly type: 'cancellation.requested'; readonly id: string }
  | { readonly type: 'cancellation.confirmed' }
  | { readonly type: 'cancellation.declined' }
  /** What transactions are now, as often as they are read. */
  | { readonly type: 'transactions.read'; readonly lines: readonly Transaction[] }
  | { readonly type: 'answer.requested' }
  | { readonly type: 'payment.repeated' };

/** For so long one that has not arrived may still arrive, in milliseconds; it would do what was asked for. */
const onItsWay = 60_000;

const asked = {
  target: 'asking',
  actions: { type: 'keepRequest', params: ({ event }: { event: { readonly id: string } }) => event },
} as const;

/** Tags: `busy` while it is sent, `locked` while its outcome is not known. It tells its parent `lock.changed` and `money.moved`. */
export const cancellationMachine = setup({
  types: {
    context: {} as CancellationContext,
    events: {} as CancellationEvent,
    input: {} as CancellationInput,
    tags: {} as 'busy' | 'locked',
    children: {} as { cancelTransaction: 'cancelTransaction'; reconciliation: 'reconciliation' },
  },
  actors: {
    cancelTransaction: placeholderPromise<Transaction, { readonly id: string; readonly key: string }>(
      'cancelTransaction',
    ),
    reconciliation: reconciliationMachine,
  },
  guards: {
    isRefusal: (_, { error }: { error: unknown }) => isRefusal(error),
    isCancelled: (_, { output }: { output: Reconciled }) => output.outcome === 'done',
    isRepeated: (_, { output }: { output: Reconciled }) => output.outcome === 'repeat',
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
    keepSent: assign(({ context }) => ({ sentAt: context.now() })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    /** One that never arrived has failed for no reason that anybody gave. */
    keepOutcome: assign((_, { output }: { output: Reconciled }) => ({
      failure: output.outcome === 'refused' ? output.failure : failureOf(null),
    })),
    tellLocked: sendParent((_, { isLocked }: { isLocked: boolean }) => ({
      type: 'lock.changed',
      flow: 'cancellation',
      isLocked,
    })),
    tellMoved: sendParent({ type: 'money.moved' }),
  },
  /** `doubleClick`: the longest that systems take two presses for one double click. */
  delays: { timeout: 15_000, doubleClick: 500 },
}).createMachine({
  id: 'cancellation',
  context: ({ input }) => ({ ...input, id: null, key: null, sentAt: 0, failure: null }),
  initial: 'ready',
  states: {
    ready: {
      on: { 'cancellation.requested': asked },
    },
    asking: {
      on: {
        'cancellation.declined': 'ready',
        'transactions.read': {
          guard: { type: 'isLate', params: ({ event }) => event },
          target: 'late',
        },
      },
      initial: 'unread',
      states: {
        // The second press of a double click asks for nothing: nobody has read the question yet.
        unread: { after: { doubleClick: 'readable' } },
        readable: { on: { 'cancellation.confirmed': '#cancellation.sending' } },
      },
    },
    sending: {
      tags: ['busy', 'locked'],
      entry: ['keepSent', { type: 'tellLocked', params: { isLocked: true } }],
      exit: { type: 'tellLocked', params: { isLocked: false } },
      invoke: {
        id: 'cancelTransaction',
        src: 'cancelTransaction',
        input: ({ context }) => ({ id: required(context.id), key: required(context.key) }),
        onDone: 'cancelled',
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'refused',
            actions: {
              type: 'keepFailure',
              params: ({ event }) => ({ failure: failureOf(event.error) }),
            },
          },
          { target: 'reconciling' },
        ],
      },
      after: { timeout: 'reconciling' },
    },
    reconciling: {
      tags: 'locked',
      entry: { type: 'tellLocked', params: { isLocked: true } },
      exit: { type: 'tellLocked', params: { isLocked: false } },
      invoke: {
        id: 'reconciliation',
        src: 'reconciliation',
        input: ({ context }) => ({
          now: context.now,
          key: required(context.key),
          until: context.sentAt + onItsWay,
        }),
        onDone: [
          { guard: { type: 'isCancelled', params: ({ event }) => event }, target: 'cancelled' },
          { guard: { type: 'isRepeated', params: ({ event }) => event }, target: 'sending' },
          { target: 'refused', actions: { type: 'keepOutcome', params: ({ event }) => event } },
        ],
      },
      on: {
        'answer.requested': { actions: forwardTo('reconciliation') },
        'payment.repeated': { actions: forwardTo('reconciliation') },
      },
    },
    /** Nothing was sent: the question had no answer any more. */
    late: {
      on: { 'cancellation.requested': asked },
    },
    cancelled: {
      entry: 'tellMoved',
      on: { 'cancellation.requested': asked },
    },
    refused: {
      entry: 'tellMoved',
      on: { 'cancellation.requested': asked },
    },
  },
});

export type CancellationRef = ActorRefFrom<typeof cancellationMachine>;
