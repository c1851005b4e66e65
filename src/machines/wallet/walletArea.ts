/** The wallet: its balances, their parts, and how they are displayed. */
import {
  type ActorRefFrom,
  assign,
  enqueueActions,
  forwardTo,
  type SnapshotFrom,
  sendParent,
  sendTo,
  setup,
} from 'xstate';
import type { User } from '../../../contract/user.ts';
import type { Hold, Wallet } from '../../../contract/wallet.ts';
import type { AreaInput, BalancesChanged, ConfirmationsArrived } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { withEvent } from '../core/withEvent.ts';
import { readTokenAddress } from './priceAddress.ts';
import { walletViewMachine } from './walletViewMachine.ts';

/** The balances. */
export const walletMachine = createResourceMachine<Wallet>('wallet');
/** The holds that make up the pending and the frozen balances. */
export const holdsMachine = createResourceMachine<readonly Hold[]>('holds', (holds, { id, seen, needed }) =>
  holds.map((hold) => (hold.operation_id === id ? { ...hold, confirmations: { seen, needed } } : hold)),
);
/** The account, read along with the balances so that a freeze or its end shows in both. */
export const accountMachine = createResourceMachine<User>('account');

interface WalletAreaContext extends Pick<AreaInput, 'now' | 'shown'> {
  /** Whether the data beside the balances was requested: after the balances loaded, or at once on a token's page. */
  readonly isAsked: boolean;
  /** When the account that was reported last was read; null before the first report. */
  readonly reportedAt: number | null;
}

export const walletArea = setup({
  types: {
    context: {} as WalletAreaContext,
    events: {} as ScreenShown | BalancesChanged | ConfirmationsArrived,
    input: {} as Pick<AreaInput, 'now' | 'shown'>,
    children: {} as { wallet: 'wallet'; holds: 'holds'; account: 'account'; walletView: 'walletView' },
  },
  actors: {
    wallet: walletMachine,
    holds: holdsMachine,
    account: accountMachine,
    walletView: walletViewMachine,
  },
  guards: {
    isFirst: ({ context }, { data }: { data: Wallet | null }) => data !== null && !context.isAsked,
    isAsked: ({ context }, shown: ScreenShown) => context.isAsked || readTokenAddress(shown) !== null,
    // Don't report cached data during a reload: the stream may have sent a newer status.
    // Each read is reported once: the resource tells its snapshot after every event, and the user may have changed meanwhile.
    isReadAnew: ({ context }, { account }: { account: SnapshotFrom<typeof accountMachine> }) =>
      account.context.loadedAt !== context.reportedAt && account.matches({ ready: 'fresh' }),
  },
  actions: {
    keepShown: assign((_, shown: ScreenShown) => ({ shown })),
    keepAsked: assign({ isAsked: true }),
    keepReported: assign((_, { loadedAt }: { loadedAt: number | null }) => ({ reportedAt: loadedAt })),
    requestPortfolio: sendParent(({ context: { shown } }: { context: WalletAreaContext }) => ({
      type: 'area.requested',
      shown: { ...shown, area: 'portfolio' },
    })),
    reportAccount: sendParent((_, { data, loadedAt }: { data: User | null; loadedAt: number | null }) => ({
      type: 'profile.changed',
      user: data,
      readAt: loadedAt,
    })),
    tellAccount: sendTo('account', { type: 'screen.shown' }),
    refreshAccount: sendTo('account', { type: 'outdated' }),
    tellWallet: sendTo('wallet', { type: 'screen.shown' }),
    tellHolds: sendTo('holds', { type: 'screen.shown' }),
    refreshWallet: sendTo('wallet', { type: 'outdated' }),
    refreshHolds: sendTo('holds', { type: 'outdated' }),
  },
}).createMachine({
  id: 'walletArea',
  context: ({ input }) => ({ now: input.now, shown: input.shown, isAsked: false, reportedAt: null }),
  entry: enqueueActions(({ context: { shown }, enqueue, check }) => {
    if (!check({ type: 'isAsked', params: shown })) return;
    enqueue('keepAsked');
    enqueue('requestPortfolio');
  }),
  invoke: [
    {
      id: 'wallet',
      src: 'wallet',
      input: ({ context }) => ({ now: context.now }),
      onSnapshot: {
        guard: { type: 'isFirst', params: ({ event }) => event.snapshot.context },
        actions: ['keepAsked', 'requestPortfolio'],
      },
    },
    { id: 'holds', src: 'holds', input: ({ context }) => ({ now: context.now }) },
    {
      id: 'account',
      src: 'account',
      input: ({ context }) => ({ now: context.now }),
      onSnapshot: {
        guard: { type: 'isReadAnew', params: ({ event }) => ({ account: event.snapshot }) },
        actions: [
          { type: 'keepReported', params: ({ event }) => event.snapshot.context },
          { type: 'reportAccount', params: ({ event }) => event.snapshot.context },
        ],
      },
    },
    { id: 'walletView', src: 'walletView' },
  ],
  on: {
    'screen.shown': [
      {
        guard: withEvent('isAsked'),
        actions: [
          withEvent('keepShown'),
          ...(['keepAsked', 'tellWallet', 'tellHolds', 'tellAccount', 'requestPortfolio'] as const),
        ],
      },
      { actions: [withEvent('keepShown'), ...(['tellWallet', 'tellHolds', 'tellAccount'] as const)] },
    ],
    'confirmations.arrived': { actions: forwardTo('holds') },
    'balances.changed': { actions: ['refreshWallet', 'refreshHolds', 'refreshAccount'] },
  },
});

export type WalletRef = ActorRefFrom<typeof walletMachine>;
export type HoldsRef = ActorRefFrom<typeof holdsMachine>;
export type AccountRef = ActorRefFrom<typeof accountMachine>;
