/** Ending where somebody is signed in: one place, or all but this one. Asked for, confirmed, done. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { OpenSession } from '../../../contract/security.ts';
import { placeholderPromise } from '../core/placeholders.ts';

interface EndSessionContext {
  /** Which one; null for all others. */
  readonly session: OpenSession | null;
  readonly failure: Failure | null;
}

type EndSessionEvent =
  | { readonly type: 'ending.requested'; readonly session: OpenSession | null }
  | { readonly type: 'ending.confirmed' }
  | { readonly type: 'ending.declined' };

/** Told upwards once it is done: all of them, or one. */
export interface SessionsEnded {
  readonly type: 'sessions.ended';
  readonly isOne: boolean;
}

const requested = {
  target: '#endSession.confirming',
  actions: {
    type: 'keepSession',
    params: ({ event }: { event: { readonly session: OpenSession | null } }) => event,
  },
} as const;

/** Tag: `busy` while it is being ended. */
export const endSessionMachine = setup({
  types: { context: {} as EndSessionContext, events: {} as EndSessionEvent, tags: {} as 'busy' },
  actors: { endSession: placeholderPromise<void, { readonly id: string | null }>('endSession') },
  actions: {
    keepSession: assign((_, { session }: { session: OpenSession | null }) => ({ session, failure: null })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    report: sendParent(({ context }) => ({ type: 'sessions.ended', isOne: context.session !== null })),
  },
}).createMachine({
  id: 'endSession',
  context: { session: null, failure: null },
  initial: 'ready',
  states: {
    ready: { on: { 'ending.requested': requested } },
    confirming: { on: { 'ending.confirmed': 'ending', 'ending.declined': 'ready' } },
    ending: {
      tags: 'busy',
      invoke: {
        id: 'endSession',
        src: 'endSession',
        input: ({ context }) => ({ id: context.session?.id ?? null }),
        onDone: { target: 'ready', actions: 'report' },
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
      on: { 'ending.declined': 'ready' },
    },
    failed: {
      on: { 'ending.requested': requested, 'ending.confirmed': 'ending', 'ending.declined': 'ready' },
    },
  },
});

export type EndSessionRef = ActorRefFrom<typeof endSessionMachine>;
