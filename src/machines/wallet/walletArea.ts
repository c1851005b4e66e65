/** The wallet: its balances, what makes them up, and how a person looks at them. */
import { type ActorRefFrom, type SnapshotFrom, sendParent, sendTo, setup } from 'xstate';
import type { User } from '../../../contract/user.ts';
import type { Hold, Wallet } from '../../../contract/wallet.ts';
import type { AreaInput, BalancesChanged } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { walletViewMachine } from './walletViewMachine.ts';

/** The balances. */
export const walletMachine = createResourceMachine<Wallet>('wallet');
/** What makes up the pending and the frozen part. */
export const holdsMachine = createResourceMachine<readonly Hold[]>('holds');
/** The account, as old as the balances: one that is frozen or released meanwhile shows in both. */
export const accountMachine = createResourceMachine<User>('account');

export const walletArea = setup({
  types: {
    context: {} as Pick<AreaInput, 'now'>,
    events: {} as ScreenShown | BalancesChanged,
    input: {} as Pick<AreaInput, 'now'>,
    children: {} as { wallet: 'wallet'; holds: 'holds'; account: 'account'; walletView: 'walletView' },
  },
  actors: {
    wallet: walletMachine,
    holds: holdsMachine,
    account: accountMachine,
    walletView: walletViewMachine,
  },
  guards: {
    // While it is read anew, the last one is no news: the stream may have told a later one.
    isNews: (_, { account }: { account: SnapshotFrom<typeof accountMachine> }) =>
      account.matches({ ready: 'fresh' }),
  },
  actions: {
    reportAccount: sendParent((_, { user }: { user: User | null }) => ({ type: 'profile.changed', user })),
    tellAccount: sendTo('account', { type: 'screen.shown' }),
    refreshAccount: sendTo('account', { type: 'outdated' }),
    tellWallet: sendTo('wallet', { type: 'screen.shown' }),
    tellHolds: sendTo('holds', { type: 'screen.shown' }),
    refreshWallet: sendTo('wallet', { type: 'outdated' }),
    refreshHolds: sendTo('holds', { type: 'outdated' }),
  },
}).createMachine({
  id: 'walletArea',
  context: ({ input }) => ({ now: input.now }),
  invoke: [
    { id: 'wallet', src: 'wallet', input: ({ context }) => ({ now: context.now }) },
    { id: 'holds', src: 'holds', input: ({ context }) => ({ now: context.now }) },
    {
      id: 'account',
      src: 'account',
      input: ({ context }) => ({ now: context.now }),
      onSnapshot: {
        guard: { type: 'isNews', params: ({ event }) => ({ account: event.snapshot }) },
        actions: { type: 'reportAccount', params: ({ event }) => ({ user: event.snapshot.context.data }) },
      },
    },
    { id: 'walletView', src: 'walletView' },
  ],
  on: {
    'screen.shown': { actions: ['tellWallet', 'tellHolds', 'tellAccount'] },
    'balances.changed': { actions: ['refreshWallet', 'refreshHolds', 'refreshAccount'] },
  },
});

export type WalletRef = ActorRefFrom<typeof walletMachine>;
export type HoldsRef = ActorRefFrom<typeof holdsMachine>;
export type AccountRef = ActorRefFrom<typeof accountMachine>;
