/** A deposit from a browser wallet: connect, choose an amount, send once through the wallet, and follow until it is credited. */
import { type ActorRefFrom, forwardTo, type SnapshotFrom } from 'xstate';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { depositRecordOf, untouched, type WalletDepositContext } from './walletDeposit.ts';
import { inputs, walletDepositSetup } from './walletDepositSetup.ts';

const record = {
  type: 'keepRecord',
  params: ({ context }: { context: WalletDepositContext }) => ({ record: depositRecordOf(context) }),
} as const;
/** Another token was chosen, so the wallet has to be on its chain. */
const otherToken = {
  guard: withEvent('isOtherToken'),
  target: '#walletDeposit.connecting',
  reenter: true,
  actions: withEvent('keepOffer'),
} as const;
/** It is unknown whether the wallet sent the transfer: the person can say that it did not, or start over. */
const unsure = {
  'transfer.denied': {
    target: '#walletDeposit.awaitingOffer',
    actions: ['forgetSent', 'forgetProblem', record],
  },
  'flow.restarted': { target: '#walletDeposit.awaitingOffer', actions: ['beginAnew', record] },
} as const;
const restarted = unsure['flow.restarted'];

export const walletDepositMachine = walletDepositSetup.createMachine({
  id: 'walletDeposit',
  context: { ...untouched, offer: null, token: '', wallet: null, account: null },
  invoke: [
    { id: 'tabLock', src: 'tabLock' },
    { id: 'walletAsset', src: 'walletAsset' },
  ],
  initial: 'claiming',
  on: {
    'offer.known': { actions: withEvent('keepOffer') },
    'tabLock.lost': '.openElsewhere',
    'tabLock.held': [
      { guard: withEvent('wasFollowed'), target: '.following', actions: withEvent('restore') },
      { guard: withEvent('wasSent'), target: '.unsure', actions: withEvent('restore') },
      { target: '.awaitingOffer', actions: withEvent('restore') },
    ],
  },
  states: {
    claiming: {},
    openElsewhere: { on: { 'takeover.requested': { actions: forwardTo('tabLock') } } },
    awaitingOffer: {
      always: { guard: 'hasOffer', target: 'connecting' },
    },
    connecting: {
      invoke: {
        id: 'walletConnection',
        src: 'walletConnection',
        input: inputs.connection,
        onDone: { target: 'drafting', actions: withOutput('keepConnected') },
      },
      on: { 'offer.known': otherToken },
    },
    drafting: {
      invoke: [
        {
          id: 'readBalance',
          src: 'readBalance',
          input: inputs.balance,
          onDone: { actions: withOutput('keepBalance') },
          // Without a balance no amount is refused here; the wallet itself reports missing funds.
          onError: {},
        },
        {
          id: 'watchWallet',
          src: 'watchWallet',
          input: inputs.wallet,
        },
      ],
      on: {
        'amount.changed': { actions: [withEvent('keepAmount'), record] },
        'transfer.requested': [
          { guard: 'isValid', target: 'checking', actions: 'countSubmit' },
          { actions: 'countSubmit' },
        ],
        'wallet.changed': { target: 'connecting', actions: 'forgetProblem' },
        'offer.known': otherToken,
        'wallet.moved': [
          {
            guard: withEvent('isOtherAccount'),
            target: 'drafting',
            reenter: true,
            actions: withEvent('keepMove'),
          },
          { guard: withEvent('isGone'), target: 'connecting', actions: withEvent('keepMove') },
        ],
      },
    },
    checking: {
      invoke: {
        id: 'checkTransfer',
        src: 'checkTransfer',
        input: inputs.check,
        onDone: [
          { guard: withOutput('isUnchanged'), target: 'sending', actions: 'keepSent' },
          { guard: withOutput('isElsewhere'), target: 'connecting', actions: withOutput('keepChange') },
          { target: 'drafting', actions: withOutput('keepChange') },
        ],
        onError: { target: 'drafting', actions: withEvent('keepError') },
      },
      // During this check only another token matters: the token's address is compared with the shown one.
      on: { 'transfer.left': 'drafting', 'offer.known': [otherToken, {}] },
    },
    sending: {
      tags: 'locked',
      // Stored before the wallet is asked, so that after a reload the transfer counts as possibly sent.
      entry: [record, { type: 'tellLocked', params: { isLocked: true } }],
      exit: { type: 'tellLocked', params: { isLocked: false } },
      invoke: {
        id: 'sendTransfer',
        src: 'sendTransfer',
        input: inputs.transfer,
        onDone: [
          { guard: withOutput('isHash'), target: 'following', actions: [withOutput('keepHash'), record] },
          { target: 'unsure', actions: 'keepGarbled' },
        ],
        onError: [
          {
            guard: withEvent('isRefusal'),
            target: 'drafting',
            actions: [withEvent('keepError'), 'forgetSent', record],
          },
          { target: 'unsure', actions: withEvent('keepError') },
        ],
      },
      initial: 'asking',
      states: {
        asking: { on: { 'transfer.left': 'left' } },
        /** The wallet may still answer, and its answer counts. */
        left: { tags: 'unsure', on: unsure },
      },
    },
    unsure: { tags: 'unsure', on: unsure },
    following: {
      invoke: {
        id: 'depositTracking',
        src: 'depositTracking',
        input: inputs.tracking,
        onSnapshot: {
          actions: { type: 'keepDeposit', params: ({ event }) => event.snapshot.context.deposit },
        },
        onDone: { target: 'settled', actions: withOutput('keepDeposit') },
      },
      on: { 'balances.changed': { actions: 'tellTracking' }, 'flow.restarted': restarted },
    },
    settled: {
      entry: [{ type: 'keepRecord', params: { record: null } }, 'tellMoved'],
      on: { 'flow.restarted': restarted },
    },
  },
});

export type WalletDepositRef = ActorRefFrom<typeof walletDepositMachine>;
export type WalletDepositSnapshot = SnapshotFrom<typeof walletDepositMachine>;
