/** What became of a payment whose answer was lost: asked by its key until that is known. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { Operation } from '../../../contract/operations.ts';
import { ruleNames } from '../../../contract/rules.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';

/**
 * `done`: it happened, `result` is the answer that was lost. `refused`: it was refused. `never`: it did not arrive and no
 * longer can, for its quote is over. `repeat`: it did not arrive, and the person sends it again under the same key.
 */
export type Reconciled =
  | { readonly outcome: 'done'; readonly result: unknown }
  | { readonly outcome: 'refused'; readonly failure: Failure }
  | { readonly outcome: 'never' }
  | { readonly outcome: 'repeat' };

interface ReconciliationInput {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
  readonly key: string;
  /** Until when the quote is good, in milliseconds: what arrives later is refused. */
  readonly until: number;
}

interface ReconciliationContext extends ReconciliationInput {
  /** How often it was asked. */
  readonly attempts: number;
  /** Why the last question had no answer. */
  readonly failure: Failure | null;
  readonly reconciled: Reconciled | null;
}

type ReconciliationEvent =
  /** A person does not want to wait for the next question. */
  { readonly type: 'answer.requested' } | { readonly type: 'payment.repeated' };

/** The clocks of two sides are never the same: a quote is taken for over so much later, in milliseconds. */
const margin = 2_000;
const steps = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

function refusalOf({ problem }: Operation): Failure {
  const fields = Object.entries(problem?.fields ?? {}).map(([name, said]) => {
    const rule = ruleNames.find((each) => each === said) ?? 'format';
    return [name, rule] as const;
  });
  return {
    code: problem?.code ?? 'GENERAL',
    fields: Object.fromEntries(fields),
    retryAfter: null,
    requestId: problem?.request_id ?? null,
  };
}

/** Tags: `busy` while it asks, `absent` when nothing has arrived so far. */
export const reconciliationMachine = setup({
  types: {
    context: {} as ReconciliationContext,
    events: {} as ReconciliationEvent,
    input: {} as ReconciliationInput,
    output: {} as Reconciled,
    tags: {} as 'busy' | 'absent',
  },
  actors: { readOperation: placeholderPromise<Operation, { readonly key: string }>('readOperation') },
  guards: {
    isDone: (_, { status }: Operation) => status === 'done',
    isRefused: (_, { status }: Operation) => status === 'refused',
    /** Said by the server itself: somebody on the way there may answer 404 to anything. */
    isAbsent: (_, { failure }: { failure: Failure }) =>
      failure.code === 'NOT_FOUND' && failure.requestId !== null,
    isOver: ({ context }) => context.now() >= context.until + margin,
  },
  actions: {
    countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    keepResult: assign((_, { result }: Operation) => ({ reconciled: { outcome: 'done', result } as const })),
    keepRefusal: assign((_, operation: Operation) => ({
      reconciled: { outcome: 'refused', failure: refusalOf(operation) } as const,
    })),
    keepNever: assign({ reconciled: { outcome: 'never' } }),
    keepRepeat: assign({ reconciled: { outcome: 'repeat' } }),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    forgetFailure: assign({ failure: null }),
  },
  delays: {
    timeout: 10_000,
    pause: ({ context }) => steps[Math.min(context.attempts, steps.length) - 1] ?? steps[0],
    untilOver: ({ context }) => Math.max(0, context.until + margin - context.now()),
  },
}).createMachine({
  id: 'reconciliation',
  context: ({ input }) => ({ ...input, attempts: 0, failure: null, reconciled: null }),
  output: ({ context }) => required(context.reconciled),
  initial: 'asking',
  states: {
    asking: {
      tags: 'busy',
      entry: 'countAttempt',
      invoke: {
        id: 'readOperation',
        src: 'readOperation',
        input: ({ context }) => ({ key: context.key }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'known',
            actions: { type: 'keepResult', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'known',
            actions: { type: 'keepRefusal', params: ({ event }) => event.output },
          },
          { target: 'waiting', actions: 'forgetFailure' },
        ],
        onError: [
          {
            guard: { type: 'isAbsent', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            target: 'judging',
            actions: 'forgetFailure',
          },
          {
            target: 'waiting',
            actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
          },
        ],
      },
      after: { timeout: 'waiting' },
    },
    waiting: { after: { pause: 'asking' }, on: { 'answer.requested': 'asking' } },
    judging: {
      always: [{ guard: 'isOver', target: 'known', actions: 'keepNever' }, { target: 'absent' }],
    },
    // The request may still be on its way: until its quote is over, it is sent again under the same key or not at all.
    absent: {
      tags: 'absent',
      after: { untilOver: 'asking' },
      on: { 'payment.repeated': { target: 'known', actions: 'keepRepeat' }, 'answer.requested': 'asking' },
    },
    known: { type: 'final' },
  },
});

export type ReconciliationRef = ActorRefFrom<typeof reconciliationMachine>;
