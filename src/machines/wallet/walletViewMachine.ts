/** How the wallet is displayed: the order and search of the tokens, and the open part of the balance. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { withEvent } from '../core/withEvent.ts';

export type TokenColumn = 'token' | 'balance' | 'value' | 'change';
export type BalancePartName = 'available' | 'pending' | 'frozen';

export interface TokenOrder {
  readonly column: TokenColumn;
  readonly direction: 'ascending' | 'descending';
}

interface WalletViewContext {
  readonly order: TokenOrder;
  readonly search: string;
  /** The part that was opened last; the state tells whether it is open. */
  readonly part: BalancePartName;
}

type WalletViewEvent =
  | { readonly type: 'order.chosen'; readonly order: TokenOrder }
  | { readonly type: 'search.changed'; readonly search: string }
  | { readonly type: 'part.opened'; readonly part: BalancePartName }
  | { readonly type: 'part.closed' };

/** No input. Lives as long as the wallet area, so it is kept while other pages are visited. */
export const walletViewMachine = setup({
  types: { context: {} as WalletViewContext, events: {} as WalletViewEvent },
  actions: {
    setOrder: assign((_, { order }: { order: TokenOrder }) => ({ order })),
    setSearch: assign((_, { search }: { search: string }) => ({ search })),
    setPart: assign((_, { part }: { part: BalancePartName }) => ({ part })),
  },
}).createMachine({
  id: 'walletView',
  context: { order: { column: 'value', direction: 'descending' }, search: '', part: 'available' },
  initial: 'overview',
  on: {
    'order.chosen': { actions: withEvent('setOrder') },
    'search.changed': { actions: withEvent('setSearch') },
  },
  states: {
    overview: { on: { 'part.opened': { target: 'explaining', actions: withEvent('setPart') } } },
    explaining: { on: { 'part.closed': 'overview' } },
  },
});

export type WalletViewRef = ActorRefFrom<typeof walletViewMachine>;
