/** Connects a browser wallet for a deposit: chooses the wallet, its account, and the right chain. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import type { DepositChain } from '../../../contract/addresses.ts';
import type { FoundWallet } from '../auth/browserWallet.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { type WalletDepositProblem, type WalletStep, walletProblemIn } from './walletProblem.ts';

/** The chain of a deposit, with the name of its network. */
export type NamedChain = DepositChain & { readonly name: string };

export interface ConnectionInput {
  readonly chain: NamedChain;
  /** The wallet that was connected before; it is used again if it is still available. */
  readonly wallet: string | null;
  /** Why the earlier connection can no longer be used. */
  readonly problem: WalletDepositProblem | null;
}

export interface Connected {
  readonly wallet: FoundWallet;
  readonly account: string;
}

interface ConnectionContext {
  readonly chain: NamedChain;
  readonly known: string | null;
  readonly wallets: readonly FoundWallet[];
  readonly wallet: FoundWallet | null;
  readonly account: string | null;
  readonly problem: WalletDepositProblem | null;
}

type ConnectionEvent =
  | { readonly type: 'wallet.wanted' }
  | { readonly type: 'wallet.picked'; readonly id: string }
  /** The person stops waiting for the wallet. */
  | { readonly type: 'wallet.left' };

const failing = (step: WalletStep) =>
  ({
    target: '#walletConnection.failed',
    actions: {
      type: 'keepError',
      params: ({ event }: { event: { error: unknown } }) => ({ error: event.error, step }),
    },
  }) as const;
/** Where to go after the wallet reports that it switched chains. */
const arriving = [
  { guard: withOutput('isThere'), target: '#walletConnection.ready' },
  {
    target: '#walletConnection.failed',
    actions: { type: 'keepProblem', params: { problem: 'notSwitched' } },
  },
] as const;

/** Tags: `waiting` while the wallet waits for its user. */
export const walletConnectionMachine = setup({
  types: {
    context: {} as ConnectionContext,
    events: {} as ConnectionEvent,
    input: {} as ConnectionInput,
    output: {} as Connected,
    tags: {} as 'waiting',
  },
  actors: {
    findWallets: placeholderPromise<readonly FoundWallet[], void>('findWallets'),
    requestAccounts: placeholderPromise<readonly string[], { readonly wallet: string }>('requestAccounts'),
    /** Resolves with the wallet's chain after the switch. */
    switchChain: placeholderPromise<number | null, { readonly wallet: string; readonly id: number }>(
      'switchChain',
    ),
    addChain: placeholderPromise<number | null, { readonly wallet: string; readonly chain: NamedChain }>(
      'addChain',
    ),
  },
  guards: {
    hasProblem: ({ context }) => context.problem !== null,
    hasWallet: ({ context }) => context.wallet !== null,
    isFound: ({ context }, { id }: { id: string }) => context.wallets.some((wallet) => wallet.id === id),
    isThere: ({ context }, at: number | null) => at === context.chain.id,
    /** The wallet does not know the chain, but it can be added. */
    canBeAdded: ({ context }, { error }: { error: unknown }) =>
      walletProblemIn(error, 'switch') === 'chainUnknown' && context.chain.rpc_url !== null,
  },
  actions: {
    keepWallets: assign(({ context }, wallets: readonly FoundWallet[]) => ({
      wallets,
      wallet:
        wallets.length === 1
          ? required(wallets[0] ?? null)
          : (wallets.find(({ id }) => id === context.known) ?? null),
      problem: wallets.length === 0 ? 'notInstalled' : null,
    })),
    keepWallet: assign(({ context }, { id }: { id: string }) => ({
      wallet: context.wallets.find((wallet) => wallet.id === id) ?? null,
    })),
    keepAccount: assign((_, accounts: readonly string[]) => ({
      account: accounts[0] ?? null,
      problem: accounts.length === 0 ? 'noAccounts' : null,
    })),
    keepError: assign((_, { error, step }: { error: unknown; step: WalletStep }) => ({
      problem: walletProblemIn(error, step),
    })),
    keepProblem: assign((_, { problem }: { problem: WalletDepositProblem }) => ({ problem })),
    forgetProblem: assign({ problem: null, account: null }),
    /** After leaving a wallet, the person chooses a wallet again. */
    forgetWallet: assign({ problem: null, account: null, wallet: null, known: null }),
  },
}).createMachine({
  id: 'walletConnection',
  context: ({ input: { chain, wallet, problem } }) => ({
    ...{ chain, problem },
    ...{ known: wallet, wallets: [], wallet: null, account: null },
  }),
  output: ({ context }) => ({ wallet: required(context.wallet), account: required(context.account) }),
  initial: 'starting',
  on: { 'wallet.left': { target: '.offered', actions: 'forgetWallet' } },
  states: {
    starting: { always: [{ guard: 'hasProblem', target: 'failed' }, { target: 'discovering' }] },
    offered: { on: { 'wallet.wanted': 'discovering' } },
    discovering: {
      entry: 'forgetProblem',
      invoke: {
        id: 'findWallets',
        src: 'findWallets',
        onDone: { target: 'choosing', actions: withOutput('keepWallets') },
        onError: failing('connect'),
      },
    },
    choosing: {
      always: [
        { guard: 'hasProblem', target: 'failed' },
        { guard: 'hasWallet', target: 'connecting' },
      ],
      on: { 'wallet.picked': { guard: withEvent('isFound'), actions: withEvent('keepWallet') } },
    },
    connecting: {
      tags: 'waiting',
      invoke: {
        id: 'requestAccounts',
        src: 'requestAccounts',
        input: ({ context }) => ({ wallet: required(context.wallet).id }),
        onDone: { target: 'connected', actions: withOutput('keepAccount') },
        onError: failing('connect'),
      },
    },
    connected: { always: [{ guard: 'hasProblem', target: 'failed' }, { target: 'switching' }] },
    switching: {
      tags: 'waiting',
      invoke: {
        id: 'switchChain',
        src: 'switchChain',
        input: ({ context }) => ({ wallet: required(context.wallet).id, id: context.chain.id }),
        onDone: arriving,
        onError: [{ guard: withEvent('canBeAdded'), target: 'adding' }, failing('switch')],
      },
    },
    adding: {
      tags: 'waiting',
      invoke: {
        id: 'addChain',
        src: 'addChain',
        input: ({ context }) => ({ wallet: required(context.wallet).id, chain: context.chain }),
        onDone: arriving,
        onError: failing('add'),
      },
    },
    failed: { on: { 'wallet.wanted': 'discovering' } },
    ready: { type: 'final' },
  },
});

export type WalletConnectionRef = ActorRefFrom<typeof walletConnectionMachine>;
