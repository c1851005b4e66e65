/** How long a session still lasts: before it ends for want of use, a person is asked whether they are here. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { placeholderCallback, placeholderPromise } from '../core/placeholders.ts';

interface LifetimeContext {
  readonly now: () => number;
  /** When the session ends unless it is used, in milliseconds of the server's time; null while nobody has said. */
  readonly until: number | null;
  /** Why the session could not be made longer, when a person wanted it last. */
  readonly failure: Failure | null;
}

type LifetimeEvent =
  /** The session was used, here or in another tab. */
  | { readonly type: 'session.extended'; readonly until: number }
  | { readonly type: 'stay.requested' }
  | { readonly type: 'warning.dismissed' };

/** How long before its end a person is asked. */
const warningTime = 120_000;
/** Browsers cannot wait for longer than 24 days, and a machine that sleeps wakes up late. */
const longestWait = 3_600_000;

/** By this tab, or another: nobody has to be asked for now. */
const extended = {
  guard: { type: 'isLonger', params: ({ event }: { event: { readonly until: number } }) => event },
  target: 'quiet',
  actions: { type: 'keepEnd', params: ({ event }: { event: { readonly until: number } }) => event },
} as const;

/** Input: the clock, in milliseconds. Tags: `asking` while a person is to answer, `busy` while the server is, `lasting` when nothing makes it longer. */
export const lifetimeMachine = setup({
  types: {
    context: {} as LifetimeContext,
    events: {} as LifetimeEvent,
    input: {} as Pick<LifetimeContext, 'now'>,
    tags: {} as 'asking' | 'busy' | 'lasting',
  },
  actors: {
    /** Sends `session.extended`, and at once what is known already. */
    watchLifetime: placeholderCallback('watchLifetime'),
    /** A call of which the server hears that the session is used. */
    extendSession: placeholderPromise<void, void>('extendSession'),
  },
  guards: {
    isLonger: ({ context }, { until }: { until: number }) => until - warningTime > context.now(),
    isKnown: ({ context }) => context.until !== null,
    isOver: ({ context }) => context.now() >= (context.until ?? Number.POSITIVE_INFINITY),
    isNear: ({ context }) => context.now() >= (context.until ?? Number.POSITIVE_INFINITY) - warningTime,
  },
  actions: {
    keepEnd: assign((_, { until }: { until: number }) => ({ until })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    forgetFailure: assign({ failure: null }),
    endSession: () => {
      throw new Error('provide endSession');
    },
  },
  delays: {
    untilNear: ({ context }) =>
      Math.min(longestWait, Math.max(0, (context.until ?? 0) - warningTime - context.now())),
    untilOver: ({ context }) => Math.max(0, (context.until ?? 0) - context.now()),
  },
}).createMachine({
  id: 'lifetime',
  context: ({ input }) => ({ now: input.now, until: null, failure: null }),
  invoke: { id: 'watchLifetime', src: 'watchLifetime' },
  on: {
    'session.extended': {
      target: '.measuring',
      actions: { type: 'keepEnd', params: ({ event }) => event },
    },
  },
  initial: 'unknown',
  states: {
    unknown: {},
    measuring: {
      always: [
        { guard: 'isOver', target: 'over' },
        { guard: 'isNear', target: 'warning' },
        { target: 'quiet' },
      ],
    },
    quiet: { entry: 'forgetFailure', after: { untilNear: 'measuring' } },
    warning: {
      tags: 'asking',
      on: { 'stay.requested': 'staying' },
      after: { untilOver: 'over' },
    },
    staying: {
      tags: ['asking', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        id: 'extendSession',
        src: 'extendSession',
        onDone: [{ guard: 'isNear', target: 'lasting' }, { target: 'quiet' }],
        onError: {
          target: 'warning',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
      on: { 'session.extended': [extended, { actions: { type: 'keepEnd', params: ({ event }) => event } }] },
      after: { untilOver: 'over' },
    },
    lasting: {
      tags: ['asking', 'lasting'],
      on: { 'warning.dismissed': 'dismissed' },
      after: { untilOver: 'over' },
    },
    dismissed: {
      on: {
        'session.extended': [
          extended,
          {
            target: 'dismissed',
            reenter: true,
            actions: { type: 'keepEnd', params: ({ event }) => event },
          },
        ],
      },
      after: { untilOver: 'over' },
    },
    over: { entry: 'endSession' },
  },
});

export type LifetimeRef = ActorRefFrom<typeof lifetimeMachine>;
