/** Whether others may pay a person by username or email address: switched, saved on the server, read again after a lost answer. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf, isLost, unanswered } from '../../../contract/failure.ts';
import type { User } from '../../../contract/user.ts';
import { placeholderPromise } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';

interface DiscoverabilityContext {
  /** The setting that was requested last. */
  readonly wanted: boolean;
  readonly failure: Failure | null;
}

type DiscoverabilityEvent = { readonly type: 'discoverability.chosen'; readonly wanted: boolean };

/** Told to the parent: the user as the server now knows them. */
export interface DiscoverabilityChanged {
  readonly type: 'discoverability.changed';
  readonly user: User;
}

/** Tag: `busy` while the answer is awaited; the old setting stays until then. */
export const discoverabilityMachine = setup({
  types: {
    context: {} as DiscoverabilityContext,
    events: {} as DiscoverabilityEvent,
    tags: {} as 'busy',
  },
  actors: {
    setDiscoverability: placeholderPromise<User, { readonly wanted: boolean }>('setDiscoverability'),
  },
  guards: {
    isLost: (_, { error }: { error: unknown }) => isLost(failureOf(error)),
  },
  actions: {
    keepWanted: assign((_, { wanted }: { wanted: boolean }) => ({ wanted, failure: null })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    keepNoAnswer: assign({ failure: unanswered }),
    report: sendParent((_, user: User) => ({ type: 'discoverability.changed', user })),
    reportOutdated: sendParent({ type: 'person.outdated' }),
  },
  delays: { timeout: 15_000 },
}).createMachine({
  id: 'discoverability',
  context: { wanted: false, failure: null },
  initial: 'ready',
  states: {
    ready: { on: { 'discoverability.chosen': { target: 'saving', actions: withEvent('keepWanted') } } },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'setDiscoverability',
        src: 'setDiscoverability',
        input: ({ context: { wanted } }) => ({ wanted }),
        onDone: { target: 'ready', actions: withOutput('report') },
        onError: [
          {
            guard: withEvent('isLost'),
            target: 'ready',
            actions: [withEvent('keepFailure'), 'reportOutdated'],
          },
          { target: 'ready', actions: withEvent('keepFailure') },
        ],
      },
      after: { timeout: { target: 'ready', actions: ['keepNoAnswer', 'reportOutdated'] } },
    },
  },
});

export type DiscoverabilityRef = ActorRefFrom<typeof discoverabilityMachine>;
