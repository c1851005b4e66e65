/** Proves control of a browser wallet's account: choose a wallet, connect, sign a message, send the signature. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import { CallError, failureOf } from '../../../contract/failure.ts';
import { placeholderCallback, placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import {
  accountAmong,
  type FoundWallet,
  isSameAddress,
  notBegun,
  problemIn,
  type WalletContext,
  type WalletEvent,
  type WalletInput,
  type WalletProblem,
  type WalletProof,
  type WalletSigning,
} from './browserWallet.ts';

/** How this use of a wallet differs from others. `initial`: whether the person has to choose the wallet login first. */
interface WalletUse {
  readonly initial: 'offered' | 'discovering';
}

/** Where a failed wallet call leads. `otherwise`: the problem when the error itself does not say. */
const failing = (otherwise: WalletProblem) =>
  ({
    target: '#browserWallet.failed',
    actions: {
      type: 'keepError',
      params: ({ event }: { event: { error: unknown } }) => ({ error: event.error, otherwise }),
    },
  }) as const;

/** Output: the server's answer to the proof. Tags: `instead` while this is drawn in place of the form, `waiting` while the wallet is asked, `busy` while the server is. */
export function createBrowserWalletMachine<Answer>({ initial }: WalletUse) {
  return setup({
    types: {
      context: {} as WalletContext<Answer>,
      input: {} as WalletInput,
      events: {} as WalletEvent,
      output: {} as Answer,
      tags: {} as 'instead' | 'waiting' | 'busy',
    },
    actors: {
      findWallets: placeholderPromise<readonly FoundWallet[], void>('findWallets'),
      requestAccounts: placeholderPromise<readonly string[], { readonly wallet: string }>('requestAccounts'),
      requestMessage: placeholderPromise<string, { readonly address: string }>('requestMessage'),
      signMessage: placeholderPromise<string, WalletSigning>('signMessage'),
      submitProof: placeholderPromise<Answer, WalletProof>('submitProof'),
      /** Sends `account.switched`. */
      watchAccounts: placeholderCallback<{ readonly wallet: string }>('watchAccounts'),
    },
    guards: {
      hasOne: ({ context }) => context.wallets.length === 1,
      isFound: ({ context }, { id }: { id: string }) => context.wallets.some((wallet) => wallet.id === id),
      hasProblem: ({ context }) => context.problem !== null,
      isOther: ({ context }, { address }: { address: string | null }) =>
        !isSameAddress(context.address, address),
    },
    actions: {
      keepWallets: assign((_, wallets: readonly FoundWallet[]) => ({
        wallets,
        wallet: wallets[0] ?? null,
        problem: wallets.length === 0 ? 'notInstalled' : null,
      })),
      keepWallet: assign(({ context }, { id }: { id: string }) => ({
        wallet: context.wallets.find((wallet) => wallet.id === id) ?? null,
      })),
      keepAccount: assign(({ context }, accounts: readonly string[]) =>
        accountAmong(accounts, context.linked),
      ),
      switchAccount: assign(({ context }, { address }: { address: string | null }) => ({
        ...accountAmong(address === null ? [] : [address], context.linked),
        isSwitched: true,
      })),
      keepMessage: assign((_, message: string) => ({ message })),
      keepSignature: assign((_, signature: string) => ({ signature })),
      keepAnswer: assign((_, answer: Answer) => ({ answer })),
      keepError: assign((_, { error, otherwise }: { error: unknown; otherwise: WalletProblem }) => ({
        problem: problemIn(error, otherwise),
        failure: error instanceof CallError ? failureOf(error) : null,
      })),
      forgetAll: assign(notBegun),
    },
  }).createMachine({
    id: 'browserWallet',
    context: ({ input }) => ({ ...notBegun, linked: input.linked, wallets: [], answer: null }),
    output: ({ context }) => required(context.answer),
    initial,
    on: { 'wallet.left': { target: '.offered', actions: 'forgetAll' } },
    states: {
      offered: { on: { 'wallet.wanted': 'discovering' } },
      discovering: {
        tags: ['instead', 'busy'],
        entry: 'forgetAll',
        invoke: {
          id: 'findWallets',
          src: 'findWallets',
          onDone: { target: 'choosing', actions: withOutput('keepWallets') },
          onError: failing('connectionFailed'),
        },
      },
      choosing: {
        tags: 'instead',
        always: [
          { guard: 'hasProblem', target: 'failed' },
          { guard: 'hasOne', target: 'connecting' },
        ],
        on: {
          'wallet.picked': {
            guard: withEvent('isFound'),
            target: 'connecting',
            actions: withEvent('keepWallet'),
          },
        },
      },
      connecting: {
        tags: ['instead', 'waiting'],
        invoke: {
          id: 'requestAccounts',
          src: 'requestAccounts',
          input: ({ context }) => ({ wallet: required(context.wallet).id }),
          onDone: { target: 'connected', actions: withOutput('keepAccount') },
          onError: failing('connectionFailed'),
        },
      },
      connected: { always: [{ guard: 'hasProblem', target: 'failed' }, { target: 'proving' }] },
      proving: {
        tags: 'instead',
        invoke: {
          id: 'watchAccounts',
          src: 'watchAccounts',
          input: ({ context }) => ({ wallet: required(context.wallet).id }),
        },
        on: {
          'account.switched': {
            guard: withEvent('isOther'),
            target: 'connected',
            actions: withEvent('switchAccount'),
          },
        },
        initial: 'preparing',
        states: {
          preparing: {
            tags: 'busy',
            invoke: {
              id: 'requestMessage',
              src: 'requestMessage',
              input: ({ context }) => ({ address: required(context.address) }),
              onDone: { target: 'signing', actions: withOutput('keepMessage') },
              onError: failing('refused'),
            },
          },
          signing: {
            tags: 'waiting',
            invoke: {
              id: 'signMessage',
              src: 'signMessage',
              input: ({ context }) => ({
                wallet: required(context.wallet).id,
                address: required(context.address),
                message: required(context.message),
              }),
              onDone: { target: '#browserWallet.posting', actions: withOutput('keepSignature') },
              onError: failing('refused'),
            },
          },
        },
      },
      // Later account switches do not matter, because the signature fixes the account.
      posting: {
        tags: ['instead', 'busy'],
        invoke: {
          id: 'submitProof',
          src: 'submitProof',
          input: ({ context }) => ({
            address: required(context.address),
            message: required(context.message),
            signature: required(context.signature),
          }),
          onDone: { target: 'admitted', actions: withOutput('keepAnswer') },
          onError: failing('refused'),
        },
      },
      failed: { tags: 'instead', on: { 'wallet.wanted': 'discovering' } },
      admitted: { type: 'final' },
    },
  });
}

/** Signs in: the server's answer is a session. */
export const browserWalletMachine = createBrowserWalletMachine<Session>({ initial: 'offered' });

export type BrowserWalletRef = ActorRefFrom<typeof browserWalletMachine>;
