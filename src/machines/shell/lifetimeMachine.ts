/** How long the session lasts: before it ends for inactivity, the person is asked whether they are still here. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { placeholderCallback, placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent } from '../core/withEvent.ts';

interface LifetimeContext {
  readonly now: () => number;
  /** When the session ends unless it is used, in milliseconds of the server's time; null while unknown. */
  readonly until: number | null;
  /** The token of the session whose end that is; null while unknown. */
  readonly token: string | null;
  /** Why the last attempt to extend the session failed. */
  readonly failure: Failure | null;
}

/** The session was used, here or in another tab. */
interface SessionExtended {
  readonly type: 'session.extended';
  readonly token: string;
  readonly until: number;
}

type LifetimeEvent =
  | SessionExtended
  /** Another tab opened a new session of the same person; its end is not known yet. */
  | { readonly type: 'session.replaced' }
  | { readonly type: 'stay.requested' }
  | { readonly type: 'warning.dismissed' };

/** How long before the end the person is asked, in milliseconds. */
const warningTime = 120_000;
/** Browser timers cannot exceed 24 days, and after sleep they fire late. */
const longestWait = 3_600_000;

/** The session was extended, by this tab or another, so the question is withdrawn. */
const extended = { guard: withEvent('isLonger'), target: 'quiet', actions: withEvent('keepEnd') } as const;

/** Input: the clock, in milliseconds. Tags: `asking` while the person is asked, `busy` while the server is, `lasting` when nothing can extend the session. */
export const lifetimeMachine = setup({
  types: {
    context: {} as LifetimeContext,
    events: {} as LifetimeEvent,
    input: {} as Pick<LifetimeContext, 'now'>,
    tags: {} as 'asking' | 'busy' | 'lasting',
  },
  actors: {
    /** Sends `session.extended`, at once if the end is already known, and `session.replaced`. */
    watchLifetime: placeholderCallback('watchLifetime'),
    /** Makes a call that counts as use of the session. */
    extendSession: placeholderPromise<void, void>('extendSession'),
  },
  guards: {
    isLonger: ({ context }, { until }: { until: number }) => until - warningTime > context.now(),
    isKnown: ({ context }) => context.until !== null,
    isOver: ({ context }) => context.now() >= (context.until ?? Number.POSITIVE_INFINITY),
    isNear: ({ context }) => context.now() >= (context.until ?? Number.POSITIVE_INFINITY) - warningTime,
  },
  actions: {
    keepEnd: assign((_, { token, until }: SessionExtended) => ({ token, until })),
    forgetEnd: assign({ token: null, until: null, failure: null }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forgetFailure: assign({ failure: null }),
    /** Ends the session with this token, unless another tab knows of a later end, which is then told; a newer one stays. */
    endSession: (_, _measured: { token: string }) => {
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
  context: ({ input }) => ({ now: input.now, until: null, token: null, failure: null }),
  invoke: { id: 'watchLifetime', src: 'watchLifetime' },
  on: {
    'session.extended': { target: '.measuring', actions: withEvent('keepEnd') },
    'session.replaced': { target: '.unknown', actions: 'forgetEnd' },
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
        onError: { target: 'warning', actions: withEvent('keepFailure') },
      },
      on: { 'session.extended': [extended, { actions: withEvent('keepEnd') }] },
      after: { untilOver: 'over' },
    },
    lasting: {
      tags: ['asking', 'lasting'],
      on: { 'warning.dismissed': 'dismissed' },
      after: { untilOver: 'over' },
    },
    dismissed: {
      on: {
        'session.extended': [extended, { target: 'dismissed', reenter: true, actions: withEvent('keepEnd') }],
      },
      after: { untilOver: 'over' },
    },
    over: {
      entry: { type: 'endSession', params: ({ context }) => ({ token: required(context.token) }) },
    },
  },
});

export type LifetimeRef = ActorRefFrom<typeof lifetimeMachine>;
