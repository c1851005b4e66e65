/** Sending, withdrawing and receiving: the flow of outgoing payments, the deposit address, and the data for both. */

import { type ActorRefFrom, assign, enqueueActions, forwardTo, sendParent, sendTo, setup } from 'xstate';
import type { DepositAddress } from '../../../contract/addresses.ts';
import type { Page } from '../../../contract/paging.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import type { Wallet } from '../../../contract/wallet.ts';
import type {
  AreaInput,
  AreaReport,
  BalancesChanged,
  ConfirmationsArrived,
  ScreenLeft,
} from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { withEvent } from '../core/withEvent.ts';
import { pageWithConfirmations } from './confirmations.ts';
import { type PaymentKind, type PaymentSnapshot, paymentMachine } from './paymentMachine.ts';
import { savedRecipientsMachine } from './savedRecipientsMachine.ts';
import {
  askedOf,
  entryAt,
  readTransactionsQuery,
  receiveKeys,
  transactionsAddress,
} from './transactionsQuery.ts';

/** The balances for the form. */
export const paymentWalletMachine = createResourceMachine<Wallet>('paymentWallet');
/** The person's deposit address for a token, by its symbol; it is made at the first request. */
export const receiveAddressMachine = createResourceMachine<DepositAddress>('receiveAddress');
/** The latest deposits of a token, by the query of the history. */
export const depositsMachine = createResourceMachine<Page<Transaction>>('deposits', pageWithConfirmations);

interface TransactionsContext {
  readonly input: AreaInput;
  readonly search: string;
  /** The tab through which the person last came to the form; null before the first time. */
  readonly entry: PaymentKind | null;
}

type TransactionsEvent = ScreenShown | ScreenLeft | BalancesChanged | ConfirmationsArrived | AreaReport;
interface Followed {
  readonly snapshot: PaymentSnapshot;
}

/** The keys of the data for the current address. */
const readAgain = ['tellWallet', 'tellAddress', 'tellDeposits'] as const;
const balances = (_: unknown, { data }: { data: Wallet | null }) =>
  ({ type: 'balances.known', tokens: data?.tokens ?? null }) as const;
const recipient = (_: unknown, { snapshot }: Followed) =>
  ({ type: 'recipient.known', to: snapshot.context.values.to }) as const;

export const transactionsArea = setup({
  types: {
    context: {} as TransactionsContext,
    events: {} as TransactionsEvent,
    input: {} as AreaInput,
    children: {} as {
      payment: 'payment';
      paymentWallet: 'paymentWallet';
      receiveAddress: 'receiveAddress';
      deposits: 'deposits';
      savedRecipients: 'savedRecipients';
    },
  },
  actors: {
    payment: paymentMachine,
    paymentWallet: paymentWalletMachine,
    receiveAddress: receiveAddressMachine,
    deposits: depositsMachine,
    savedRecipients: savedRecipientsMachine,
  },
  guards: {
    isPayment: (_, { search }: { search: string }) => entryAt(search) !== null,
    isAddressOld: ({ context }, { snapshot }: Followed) => {
      const { token, amount } = askedOf(context);
      const { prefill, values } = snapshot.context;
      const isShown = token !== undefined && prefill.token === token && prefill.amount === amount;
      const isOld = values.token !== token || amount !== undefined;
      return isShown && isOld && (snapshot.matches('drafting') || snapshot.matches('reviewing'));
    },
    hasFailed: (_, { hasFailed }: { hasFailed: boolean }) => hasFailed,
  },
  actions: {
    keepSearch: assign(({ context: { entry } }, { search }: { search: string }) => ({
      search,
      entry: entryAt(search) ?? entry,
    })),
    /**
     * A person who comes by the other tab wants another payment, so the receipt of the last one is closed. Nobody has seen the receipt of
     * a restored payment before they come to the form for the first time.
     */
    leaveReceipt: enqueueActions(({ context, enqueue }, { search }: { search: string }) => {
      const isOther = context.entry !== null && entryAt(search) !== context.entry;
      if (isOther) enqueue.sendTo('payment', { type: 'flow.restarted' });
    }),
    tellPayment: sendTo(
      'payment',
      ({ context }: { context: TransactionsContext }) =>
        ({ type: 'address.shown', prefill: askedOf(context) }) as const,
    ),
    tellBalances: sendTo('payment', balances),
    tellRecipient: sendTo('savedRecipients', recipient),
    tellChanged: sendTo('payment', { type: 'balances.changed' }),
    tellWallet: sendTo('paymentWallet', { type: 'screen.shown' }),
    tellAddress: sendTo('receiveAddress', ({ context }: { context: TransactionsContext }) => ({
      type: 'screen.shown',
      key: receiveKeys(context).address,
    })),
    tellDeposits: sendTo('deposits', ({ context }: { context: TransactionsContext }) => ({
      type: 'screen.shown',
      key: receiveKeys(context).deposits,
    })),
    refreshWallet: sendTo('paymentWallet', { type: 'outdated' }),
    refreshDeposits: sendTo('deposits', { type: 'outdated' }),
    tellAddressFailed: sendTo(({ context }) => context.input.toasts, {
      type: 'toast.raised',
      toast: { tone: 'loss', key: 'addressFailed', values: {} },
    }),
    openPart: enqueueActions(({ enqueue }, shown: ScreenShown) => {
      if (!readTransactionsQuery(shown.search).isByWallet) return;
      enqueue.sendParent({ type: 'area.requested', shown: { ...shown, area: 'walletDeposit' } });
    }),
    /** The address names the form's token, so it is changed when another token is chosen. It loses its amount once the form has it. */
    reportToken: sendParent(({ context }: { context: TransactionsContext }, { snapshot }: Followed) => ({
      type: 'address.requested',
      to: transactionsAddress(entryAt(context.search) ?? 'send', snapshot.context.values.token),
    })),
    report: sendParent((_, report: AreaReport) => report),
  },
}).createMachine({
  id: 'transactionsArea',
  context: ({ input }) => ({ input, search: input.shown.search, entry: entryAt(input.shown.search) }),
  entry: { type: 'openPart', params: ({ context }) => context.input.shown },
  invoke: [
    {
      id: 'payment',
      src: 'payment',
      input: ({ context }) => ({ ...context.input, prefill: askedOf(context) }),
      onSnapshot: [
        { guard: withEvent('isAddressOld'), actions: [withEvent('tellRecipient'), withEvent('reportToken')] },
        { actions: withEvent('tellRecipient') },
      ],
    },
    {
      id: 'paymentWallet',
      src: 'paymentWallet',
      input: ({ context }) => ({ now: context.input.now }),
      onSnapshot: { actions: { type: 'tellBalances', params: ({ event }) => event.snapshot.context } },
    },
    {
      id: 'receiveAddress',
      src: 'receiveAddress',
      input: ({ context }) => ({ now: context.input.now, key: receiveKeys(context).address }),
      onSnapshot: {
        guard: {
          type: 'hasFailed',
          params: ({ event }) => ({ hasFailed: event.snapshot.matches('failed') }),
        },
        actions: 'tellAddressFailed',
      },
    },
    { id: 'savedRecipients', src: 'savedRecipients', input: ({ context }) => ({ now: context.input.now }) },
    {
      id: 'deposits',
      src: 'deposits',
      input: ({ context }) => ({ now: context.input.now, key: receiveKeys(context).deposits }),
    },
  ],
  on: {
    'screen.left': { actions: forwardTo('savedRecipients') },
    'screen.shown': [
      {
        guard: withEvent('isPayment'),
        actions: [
          withEvent('leaveReceipt'),
          withEvent('keepSearch'),
          'tellPayment',
          ...readAgain,
          forwardTo('savedRecipients'),
        ],
      },
      { actions: [withEvent('keepSearch'), withEvent('openPart'), ...readAgain] },
    ],
    'balances.changed': {
      actions: ['refreshWallet', 'refreshDeposits', 'tellChanged', forwardTo('savedRecipients')],
    },
    'confirmations.arrived': { actions: [forwardTo('deposits'), forwardTo('payment')] },
    'money.moved': { actions: withEvent('report') },
    'lock.changed': { actions: withEvent('report') },
    'address.requested': { actions: withEvent('report') },
  },
});

export type PaymentWalletRef = ActorRefFrom<typeof paymentWalletMachine>;
export type ReceiveAddressRef = ActorRefFrom<typeof receiveAddressMachine>;
export type DepositsRef = ActorRefFrom<typeof depositsMachine>;
