/** What a signed-in account holder has open: each part starts when they first come to its screen and ends with the session. */
import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import type { Transaction } from '../../contract/transactions.ts';
import type { Hold, Wallet } from '../../contract/wallet.ts';
import { createKeyedResourceMachine } from './createKeyedResourceMachine.ts';
import { createResourceMachine } from './createResourceMachine.ts';
import { exportMachine } from './exportMachine.ts';
import { listKey, readHistoryQuery } from './historyQuery.ts';
import { type AddressRequested, historyViewMachine } from './historyViewMachine.ts';
import type { RouteName } from './location.ts';
import { walletViewMachine } from './walletViewMachine.ts';

/** The balances. */
export const walletMachine = createResourceMachine<Wallet>('wallet');
/** What makes up the pending and the frozen part. */
export const holdsMachine = createResourceMachine<readonly Hold[]>('holds');

/** One page of the history, and how many lines there are in all. */
interface TransactionPage {
  readonly data: readonly Transaction[];
  readonly meta: { readonly page: number; readonly per_page: number; readonly total: number };
}

/** A page of the history, by what stands behind the `?`. */
export const historyMachine = createKeyedResourceMachine<TransactionPage>('history');
/** One line of the history, by its id. */
export const historyDetailsMachine = createKeyedResourceMachine<Transaction>('historyDetails');

interface HolderContext {
  readonly now: () => number;
  /** What stands behind the path of the screen that is shown. */
  readonly search: string;
}

type HolderEvent =
  | { readonly type: 'screen.shown'; readonly name: RouteName; readonly search: string }
  /** A part asks for another address of its own screen. */
  | AddressRequested;

const keysOf = ({ search }: HolderContext) => {
  const query = readHistoryQuery(search);
  return { list: listKey(query), details: query.id === '' ? null : query.id };
};
const keepSearch = {
  type: 'keepSearch',
  params: ({ event }: { event: { readonly search: string } }) => event,
} as const;

/** Input: the clock, in milliseconds. Passes on what its parts ask of the address: `address.requested`. */
export const holderMachine = setup({
  types: {
    context: {} as HolderContext,
    events: {} as HolderEvent,
    input: {} as { readonly now: () => number },
    children: {} as {
      wallet: 'wallet';
      holds: 'holds';
      walletView: 'walletView';
      history: 'history';
      historyDetails: 'historyDetails';
      historyView: 'historyView';
      historyExport: 'historyExport';
    },
  },
  actors: {
    wallet: walletMachine,
    holds: holdsMachine,
    walletView: walletViewMachine,
    history: historyMachine,
    historyDetails: historyDetailsMachine,
    historyView: historyViewMachine,
    historyExport: exportMachine,
  },
  guards: {
    isScreen: (_, { name, shown }: { name: RouteName; shown: RouteName }) => name === shown,
  },
  actions: {
    tellWallet: sendTo('wallet', { type: 'shown' }),
    tellHolds: sendTo('holds', { type: 'shown' }),
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    tellHistory: sendTo('history', ({ context }: { context: HolderContext }) => ({
      type: 'asked',
      key: keysOf(context).list,
    })),
    tellHistoryDetails: sendTo('historyDetails', ({ context }: { context: HolderContext }) => ({
      type: 'asked',
      key: keysOf(context).details,
    })),
    tellHistoryView: sendTo('historyView', ({ context }: { context: HolderContext }) => ({
      type: 'address.shown',
      search: context.search,
    })),
    passOn: sendParent((_, { to }: { to: string }) => ({ type: 'address.requested', to })),
  },
}).createMachine({
  id: 'holder',
  type: 'parallel',
  context: ({ input }) => ({ now: input.now, search: '' }),
  on: { 'address.requested': { actions: { type: 'passOn', params: ({ event }) => event } } },
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
    history: {
      initial: 'unvisited',
      states: {
        unvisited: {
          on: {
            'screen.shown': {
              guard: { type: 'isScreen', params: ({ event }) => ({ name: 'history', shown: event.name }) },
              target: 'open',
              actions: keepSearch,
            },
          },
        },
        open: {
          invoke: [
            {
              id: 'history',
              src: 'history',
              input: ({ context }) => ({ now: context.now, key: keysOf(context).list }),
            },
            {
              id: 'historyDetails',
              src: 'historyDetails',
              input: ({ context }) => ({ now: context.now, key: keysOf(context).details }),
            },
            {
              id: 'historyView',
              src: 'historyView',
              input: ({ context }) => ({ search: context.search }),
            },
            { id: 'historyExport', src: 'historyExport' },
          ],
          on: {
            'screen.shown': {
              guard: { type: 'isScreen', params: ({ event }) => ({ name: 'history', shown: event.name }) },
              actions: [keepSearch, 'tellHistory', 'tellHistoryDetails', 'tellHistoryView'],
            },
          },
        },
      },
    },
  },
});

export type WalletRef = ActorRefFrom<typeof walletMachine>;
export type HoldsRef = ActorRefFrom<typeof holdsMachine>;
export type HistoryRef = ActorRefFrom<typeof historyMachine>;
export type HistoryDetailsRef = ActorRefFrom<typeof historyDetailsMachine>;
