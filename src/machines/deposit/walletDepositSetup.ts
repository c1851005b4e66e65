/** Types, calls, guards and actions of a deposit from a browser wallet. The states are in `walletDepositMachine.ts`. */
import { assign, sendParent, sendTo, setup } from 'xstate';
import { CallError, failureOf } from '../../../contract/failure.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { placeholderCallback, placeholderPromise, required } from '../core/placeholders.ts';
import type { SavedFlow } from '../core/savedFlow.ts';
import { tabLockMachine } from '../money/tabLockMachine.ts';
import { depositTrackingMachine } from './depositTrackingMachine.ts';
import { walletAssetMachine } from './walletAssetMachine.ts';
import { type Connected, walletConnectionMachine } from './walletConnectionMachine.ts';
import {
  amountIn,
  balanceIn,
  changeIn,
  type DepositOffer,
  type Findings,
  fitted,
  hashIn,
  moveProblem,
  offerOf,
  restored,
  type TransferRequest,
  untouched,
  type WalletDepositContext,
  type WalletDepositEvent,
  type WalletMove,
  walletDepositFlow,
} from './walletDeposit.ts';
import { isRefusedTransfer, walletProblemIn } from './walletProblem.ts';

type Failed = { readonly error: unknown };
type Stored = { readonly record: SavedFlow | null };

export const walletDepositSetup = setup({
  types: {
    context: {} as WalletDepositContext,
    events: {} as WalletDepositEvent,
    /** `locked` while money may be moving; `unsure` while it is unknown whether the wallet sent the transfer. */
    tags: {} as 'locked' | 'unsure',
    children: {} as {
      tabLock: 'tabLock';
      walletAsset: 'walletAsset';
      walletConnection: 'walletConnection';
      depositTracking: 'depositTracking';
      readBalance: 'readBalance';
      watchWallet: 'watchWallet';
      checkTransfer: 'checkTransfer';
      sendTransfer: 'sendTransfer';
    },
  },
  actors: {
    tabLock: tabLockMachine,
    walletAsset: walletAssetMachine,
    walletConnection: walletConnectionMachine,
    depositTracking: depositTrackingMachine,
    /** Resolves in minor units; null when the wallet reports no balance. */
    readBalance: placeholderPromise<string | null, Pick<TransferRequest, 'wallet' | 'account' | 'contract'>>(
      'readBalance',
    ),
    /** Sends `wallet.moved`. */
    watchWallet: placeholderCallback<{ readonly wallet: string }>('watchWallet'),
    checkTransfer: placeholderPromise<Findings, { readonly wallet: string; readonly token: string }>(
      'checkTransfer',
    ),
    /** Resolves with the wallet's answer, which should be the hash. */
    sendTransfer: placeholderPromise<unknown, TransferRequest>('sendTransfer'),
  },
  guards: {
    wasFollowed: (_, { record }: Stored) => restored(record).sent?.hash != null,
    wasSent: (_, { record }: Stored) => restored(record).sent !== null,
    hasOffer: ({ context }) => context.offer !== null,
    isOtherToken: ({ context }, { offer }: { offer: DepositOffer }) =>
      offer.token !== context.offer?.token || offer.chain.id !== context.offer.chain.id,
    isOtherAccount: ({ context }, move: WalletMove) => moveProblem(context, move) === 'accountChanged',
    isGone: ({ context }, move: WalletMove) => moveProblem(context, move) !== null,
    isValid: ({ context }) => amountIn(context).ok,
    isUnchanged: ({ context }, found: Findings) => changeIn(context, found) === null,
    isElsewhere: ({ context }, found: Findings) =>
      ['accountChanged', 'chainChanged'].includes(changeIn(context, found) ?? ''),
    isHash: (_, answer: unknown) => hashIn(answer) !== null,
    isRefusal: (_, { error }: Failed) => isRefusedTransfer(walletProblemIn(error, 'send')),
  },
  actions: {
    keepRecord: (_, _kept: { record: SavedFlow | null }) => {
      throw new Error(`provide ${walletDepositFlow}.keepRecord`);
    },
    restore: assign(({ context }, { record }: Stored) => {
      const found = restored(record);
      return { ...found, ...fitted({ ...context, ...found }) };
    }),
    keepOffer: assign(({ context }, { offer }: { offer: DepositOffer }) => ({
      offer,
      ...fitted({ ...context, offer }),
    })),
    keepAmount: assign((_, { amount }: { amount: string }) => ({ amount, problem: null, failure: null })),
    keepConnected: assign((_, { wallet, account }: Connected) => ({
      ...{ wallet, account, balance: null, problem: null, failure: null },
    })),
    keepMove: assign(({ context }, move: WalletMove) => ({
      problem: moveProblem(context, move),
      ...('account' in move && { account: move.account, balance: null }),
    })),
    keepBalance: assign(({ context }, minor: string | null) => ({
      balance: balanceIn(required(context.offer), minor),
    })),
    countSubmit: assign(({ context }) => ({ submits: context.submits + 1, problem: null, failure: null })),
    keepGarbled: assign({ problem: 'garbled' }),
    forgetProblem: assign({ problem: null, failure: null }),
    keepError: assign((_, { error }: Failed) => ({
      problem: error instanceof CallError ? ('unread' as const) : walletProblemIn(error, 'send'),
      failure: error instanceof CallError ? failureOf(error) : null,
    })),
    keepChange: assign(({ context }, found: Findings) => ({
      problem: changeIn(context, found),
      offer: offerOf(found.address) ?? context.offer,
    })),
    keepSent: assign(({ context }) => {
      const { token, address: to, chain } = required(context.offer);
      const read = amountIn(context);
      const amount = read.ok ? read.value.wire : '';
      return {
        sent: { token, amount, to, network: chain.name, account: required(context.account), hash: null },
      };
    }),
    keepHash: assign(({ context }, answer: unknown) => ({
      sent: { ...required(context.sent), hash: hashIn(answer) },
      problem: null,
    })),
    keepDeposit: assign((_, deposit: Transaction | null) => ({ deposit })),
    forgetSent: assign(({ context }) => ({
      ...{ sent: null, deposit: null },
      ...fitted({ ...context, sent: null }),
    })),
    beginAnew: assign(({ context }) => ({ ...untouched, token: context.offer?.token ?? '' })),
    tellLocked: sendParent((_, { isLocked }: { isLocked: boolean }) => ({
      type: 'lock.changed',
      flow: walletDepositFlow,
      isLocked,
    })),
    tellMoved: sendParent({ type: 'money.moved' }),
    tellTracking: sendTo('depositTracking', { type: 'outdated' }),
  },
});

/** The inputs of the calls in each state. */
export const inputs = {
  connection: ({ context: { offer, wallet, problem } }: Given) => ({
    ...{ chain: required(offer).chain, wallet: wallet?.id ?? null, problem },
  }),
  wallet: ({ context: { wallet } }: Given) => ({ wallet: required(wallet).id }),
  balance: ({ context: { wallet, account, offer } }: Given) => ({
    wallet: required(wallet).id,
    account: required(account),
    contract: required(offer).chain.contract,
  }),
  check: ({ context: { wallet, offer } }: Given) => ({
    wallet: required(wallet).id,
    token: required(offer).token,
  }),
  transfer: ({ context }: Given): TransferRequest => {
    const { address: to, chain } = required(context.offer);
    const read = amountIn(context);
    if (!read.ok) throw new Error('sent unchecked');
    const wallet = required(context.wallet).id;
    return {
      ...{ wallet, account: required(context.account), to, minor: read.value.minor },
      ...{ chainId: chain.id, contract: chain.contract },
    };
  },
  tracking: ({ context: { sent } }: Given) => ({
    hash: required(required(sent).hash),
    token: required(sent).token,
  }),
};

interface Given {
  readonly context: WalletDepositContext;
}
