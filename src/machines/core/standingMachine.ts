/** What may keep a signed-in person from moving money, as it is now: no connection, a frozen account. */
import { type ActorRefFrom, type AnyEventObject, assign, fromCallback, setup } from 'xstate';

export interface Standing {
  readonly isOffline: boolean;
  readonly isFrozen: boolean;
}

export const standingMachine = setup({
  types: {
    context: {} as Standing,
    events: {} as
      | { readonly type: 'connection.changed'; readonly isOffline: boolean }
      | { readonly type: 'account.told'; readonly isFrozen: boolean },
    input: {} as Pick<Standing, 'isFrozen'>,
  },
  actions: {
    keepConnection: assign((_, { isOffline }: Pick<Standing, 'isOffline'>) => ({ isOffline })),
    keepAccount: assign((_, { isFrozen }: Pick<Standing, 'isFrozen'>) => ({ isFrozen })),
  },
}).createMachine({
  id: 'standing',
  context: ({ input }) => ({ isOffline: false, isFrozen: input.isFrozen }),
  on: {
    'connection.changed': { actions: { type: 'keepConnection', params: ({ event }) => event } },
    'account.told': { actions: { type: 'keepAccount', params: ({ event }) => event } },
  },
});

export type StandingRef = ActorRefFrom<typeof standingMachine>;

/** Sends `standing.changed` with how things stand now, and again with each change. */
export const watchStanding = fromCallback<AnyEventObject, { readonly standing: StandingRef }>(
  ({ input: { standing }, sendBack }) => {
    const tell = ({ context }: { readonly context: Standing }) =>
      sendBack({ type: 'standing.changed', standing: context });
    const { unsubscribe } = standing.subscribe(tell);
    tell(standing.getSnapshot());
    return unsubscribe;
  },
);
