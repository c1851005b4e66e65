/** Sending, withdrawing and receiving: two flows of money, the address to receive at, and what all of it is drafted by. */

import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import type { DepositAddress } from '../../../contract/addresses.ts';
import type { Page } from '../../../contract/paging.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import type { Wallet } from '../../../contract/wallet.ts';
import type { AreaInput, AreaReport, BalancesChanged } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { type PaymentKind, type PaymentSnapshot, sendMachine, withdrawMachine } from './paymentMachine.ts';
import { readTransactionsQuery, transactionsAddress } from './transactionsQuery.ts';

/** The balances that a payment is drafted by. */
export const paymentWalletMachine = createResourceMachine<Wallet>('paymentWallet');
/** A person's address for a token, by its symbol; made when it is first asked for. */
export const receiveAddressMachine = createResourceMachine<DepositAddress>('receiveAddress');
/** The last deposits of a token, by the query of the history. */
export const depositsMachine = createResourceMachine<Page<Transaction>>('deposits');

interface TransactionsContext {
  readonly input: AreaInput;
  readonly search: string;
}

type TransactionsEvent = ScreenShown | BalancesChanged | AreaReport;

const keysOf = ({ search }: Pick<TransactionsContext, 'search'>) => {
  const { tab, token } = readTransactionsQuery(search);
  const shown = tab === 'receive' ? (token ?? 'ZST') : null;
  return { address: shown, deposits: shown && `kind=deposit&token=${shown}&per_page=10` };
};

const askedOf = (context: TransactionsContext): { readonly token?: string } => {
  const { token } = readTransactionsQuery(context.search);
  return token === null ? {} : { token };
};
/** What the address asks of a flow whose tab is shown; of the other one it asks nothing. */
const askedFirst = (context: TransactionsContext, kind: PaymentKind): { readonly token?: string } =>
  readTransactionsQuery(context.search).tab === kind ? askedOf(context) : {};
const told = ({ context }: { context: TransactionsContext }) =>
  ({ type: 'address.shown', prefill: askedOf(context) }) as const;
/** The address names the token of the form: another one that is chosen there is asked for. */
const followForm = (kind: PaymentKind) =>
  ({
    guard: {
      type: 'hasOtherToken',
      params: ({ event }: { event: { readonly snapshot: PaymentSnapshot } }) => ({ ...event, kind }),
    },
    actions: {
      type: 'report',
      params: ({ event }: { event: { readonly snapshot: PaymentSnapshot } }) =>
        ({
          type: 'address.requested',
          to: transactionsAddress(kind, event.snapshot.context.values.token),
        }) as const,
    },
  }) as const;
const keepSearch = {
  type: 'keepSearch',
  params: ({ event }: { event: { readonly search: string } }) => event,
} as const;
/** What is read for the screen, as its address is now. */
const readAgain = ['tellWallet', 'tellAddress', 'tellDeposits'] as const;
const balances = (_: unknown, { data }: { data: Wallet | null }) =>
  ({ type: 'balances.known', tokens: data?.tokens ?? null }) as const;

export const transactionsArea = setup({
  types: {
    context: {} as TransactionsContext,
    events: {} as TransactionsEvent,
    input: {} as AreaInput,
    children: {} as {
      send: 'send';
      withdraw: 'withdraw';
      paymentWallet: 'paymentWallet';
      receiveAddress: 'receiveAddress';
      deposits: 'deposits';
    },
  },
  actors: {
    send: sendMachine,
    withdraw: withdrawMachine,
    paymentWallet: paymentWalletMachine,
    receiveAddress: receiveAddressMachine,
    deposits: depositsMachine,
  },
  guards: {
    isOfTab: (_, { search, kind }: { search: string; kind: PaymentKind }) =>
      readTransactionsQuery(search).tab === kind,
    hasOtherToken: ({ context }, { kind, snapshot }: { kind: PaymentKind; snapshot: PaymentSnapshot }) => {
      const { token } = askedFirst(context, kind);
      const { prefill, values } = snapshot.context;
      const isShown = token !== undefined && prefill.token === token;
      return isShown && values.token !== token && snapshot.matches('drafting');
    },
    hasFailed: (_, { hasFailed }: { hasFailed: boolean }) => hasFailed,
  },
  actions: {
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    tellSend: sendTo('send', told),
    tellWithdraw: sendTo('withdraw', told),
    tellSendBalances: sendTo('send', balances),
    tellWithdrawBalances: sendTo('withdraw', balances),
    tellSendChanged: sendTo('send', { type: 'balances.changed' }),
    tellWithdrawChanged: sendTo('withdraw', { type: 'balances.changed' }),
    tellWallet: sendTo('paymentWallet', { type: 'screen.shown' }),
    tellAddress: sendTo('receiveAddress', ({ context }: { context: TransactionsContext }) => ({
      type: 'screen.shown',
      key: keysOf(context).address,
    })),
    tellDeposits: sendTo('deposits', ({ context }: { context: TransactionsContext }) => ({
      type: 'screen.shown',
      key: keysOf(context).deposits,
    })),
    refreshWallet: sendTo('paymentWallet', { type: 'outdated' }),
    refreshDeposits: sendTo('deposits', { type: 'outdated' }),
    tellAddressFailed: sendTo(({ context }) => context.input.notifications, {
      type: 'toast.raised',
      toast: { tone: 'loss', key: 'addressFailed', values: {} },
    }),
    report: sendParent((_, report: AreaReport) => report),
  },
}).createMachine({
  id: 'transactionsArea',
  context: ({ input }) => ({ input, search: input.shown.search }),
  invoke: [
    {
      id: 'send',
      src: 'send',
      input: ({ context }) => ({ ...context.input, prefill: askedFirst(context, 'send') }),
      onSnapshot: followForm('send'),
    },
    {
      id: 'withdraw',
      src: 'withdraw',
      input: ({ context }) => ({ ...context.input, prefill: askedFirst(context, 'withdraw') }),
      onSnapshot: followForm('withdraw'),
    },
    {
      id: 'paymentWallet',
      src: 'paymentWallet',
      input: ({ context }) => ({ now: context.input.now }),
      onSnapshot: {
        actions: [
          { type: 'tellSendBalances', params: ({ event }) => event.snapshot.context },
          { type: 'tellWithdrawBalances', params: ({ event }) => event.snapshot.context },
        ],
      },
    },
    {
      id: 'receiveAddress',
      src: 'receiveAddress',
      input: ({ context }) => ({ now: context.input.now, key: keysOf(context).address }),
      onSnapshot: {
        guard: {
          type: 'hasFailed',
          params: ({ event }) => ({ hasFailed: event.snapshot.matches('failed') }),
        },
        actions: 'tellAddressFailed',
      },
    },
    {
      id: 'deposits',
      src: 'deposits',
      input: ({ context }) => ({ now: context.input.now, key: keysOf(context).deposits }),
    },
  ],
  on: {
    'screen.shown': [
      {
        guard: { type: 'isOfTab', params: ({ event }) => ({ search: event.search, kind: 'send' }) },
        actions: [keepSearch, 'tellSend', ...readAgain],
      },
      {
        guard: { type: 'isOfTab', params: ({ event }) => ({ search: event.search, kind: 'withdraw' }) },
        actions: [keepSearch, 'tellWithdraw', ...readAgain],
      },
      { actions: [keepSearch, ...readAgain] },
    ],
    'balances.changed': {
      actions: ['refreshWallet', 'refreshDeposits', 'tellSendChanged', 'tellWithdrawChanged'],
    },
    'money.moved': { actions: { type: 'report', params: ({ event }) => event } },
    'lock.changed': { actions: { type: 'report', params: ({ event }) => event } },
    'address.requested': { actions: { type: 'report', params: ({ event }) => event } },
  },
});

export type PaymentWalletRef = ActorRefFrom<typeof paymentWalletMachine>;
export type ReceiveAddressRef = ActorRefFrom<typeof receiveAddressMachine>;
export type DepositsRef = ActorRefFrom<typeof depositsMachine>;
