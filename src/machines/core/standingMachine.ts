/** What currently keeps a signed-in person from moving money: no connection, or a frozen account. */
import { type ActorRefFrom, type AnyEventObject, assign, fromCallback, setup } from 'xstate';
import { withEvent } from './withEvent.ts';

export interface Standing {
  readonly isOffline: boolean;
  readonly isFrozen: boolean;
}

interface StandingContext extends Standing {
  /** When the account status was told; data that was read earlier does not override it. */
  readonly toldAt: number;
}

export const standingMachine = setup({
  types: {
    context: {} as StandingContext,
    events: {} as
      | { readonly type: 'connection.changed'; readonly isOffline: boolean }
      | { readonly type: 'account.told'; readonly isFrozen: boolean; readonly at: number },
    input: {} as Pick<Standing, 'isFrozen'>,
  },
  actions: {
    keepConnection: assign((_, { isOffline }: Pick<Standing, 'isOffline'>) => ({ isOffline })),
    keepAccount: assign(({ context }, { isFrozen, at }: Pick<Standing, 'isFrozen'> & { at: number }) => ({
      isFrozen,
      toldAt: Math.max(context.toldAt, at),
    })),
  },
}).createMachine({
  id: 'standing',
  context: ({ input }) => ({ isOffline: false, isFrozen: input.isFrozen, toldAt: Number.NEGATIVE_INFINITY }),
  on: {
    'connection.changed': { actions: withEvent('keepConnection') },
    'account.told': { actions: withEvent('keepAccount') },
  },
});

export type StandingRef = ActorRefFrom<typeof standingMachine>;

/** Sends `standing.changed` at once and with each change. */
export const watchStanding = fromCallback<AnyEventObject, { readonly standing: StandingRef }>(
  ({ input: { standing }, sendBack }) => {
    const tell = ({ context }: { readonly context: Standing }) =>
      sendBack({ type: 'standing.changed', standing: context });
    const { unsubscribe } = standing.subscribe(tell);
    tell(standing.getSnapshot());
    return unsubscribe;
  },
);
