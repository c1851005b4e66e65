/** What a signed-in account holder has open: each part starts when they first come to its screen and ends with the session. */
import { type ActorRefFrom, sendTo, setup } from 'xstate';
import type { Hold, Wallet } from '../../contract/wallet.ts';
import { createResourceMachine } from './createResourceMachine.ts';
import type { RouteName } from './location.ts';
import { walletViewMachine } from './walletViewMachine.ts';

/** The balances. */
export const walletMachine = createResourceMachine<Wallet>('wallet');
/** What makes up the pending and the frozen part. */
export const holdsMachine = createResourceMachine<readonly Hold[]>('holds');

/** Input: the clock, in milliseconds. */
export const holderMachine = setup({
  types: {
    context: {} as { readonly now: () => number },
    events: {} as { readonly type: 'screen.shown'; readonly name: RouteName },
    input: {} as { readonly now: () => number },
    children: {} as { wallet: 'wallet'; holds: 'holds'; walletView: 'walletView' },
  },
  actors: { wallet: walletMachine, holds: holdsMachine, walletView: walletViewMachine },
  guards: {
    isScreen: (_, { name, shown }: { name: RouteName; shown: RouteName }) => name === shown,
  },
  actions: {
    tellWallet: sendTo('wallet', { type: 'shown' }),
    tellHolds: sendTo('holds', { type: 'shown' }),
  },
}).createMachine({
  id: 'holder',
  type: 'parallel',
  context: ({ input }) => ({ now: input.now }),
  states: {
    wallet: {
      initial: 'unvisited',
      states: {
        unvisited: {
          on: {
            'screen.shown': {
              guard: { type: 'isScreen', params: ({ event }) => ({ name: 'wallet', shown: event.name }) },
              target: 'open',
            },
          },
        },
        open: {
          invoke: [
            { id: 'wallet', src: 'wallet', input: ({ context }) => ({ now: context.now }) },
            { id: 'holds', src: 'holds', input: ({ context }) => ({ now: context.now }) },
            { id: 'walletView', src: 'walletView' },
          ],
          on: {
            'screen.shown': {
              guard: { type: 'isScreen', params: ({ event }) => ({ name: 'wallet', shown: event.name }) },
              actions: ['tellWallet', 'tellHolds'],
            },
          },
        },
      },
    },
  },
});

export type WalletRef = ActorRefFrom<typeof walletMachine>;
export type HoldsRef = ActorRefFrom<typeof holdsMachine>;
