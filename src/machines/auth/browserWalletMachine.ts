/** A proof by the key of a browser wallet's account: which wallet, its account, a message, its signature, and what the server answers to it. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import { CallError, type Failure, failureOf } from '../../../contract/failure.ts';
import { placeholderCallback, placeholderPromise, required } from '../core/placeholders.ts';

/** A wallet that the browser has. `icon` is a `data:` address of a picture. */
export interface FoundWallet {
  readonly id: string;
  readonly name: string | null;
  readonly icon: string | null;
}

/** Spec section 8; `alreadyLinked`: every account that the wallet shows is one of this person's login methods; `alreadyOpen` is a connection that failed because the wallet still waits for an answer. */
export type WalletProblem =
  | 'notInstalled'
  | 'noAccounts'
  | 'alreadyLinked'
  | 'rejected'
  | 'alreadyOpen'
  | 'connectionFailed'
  | 'refused';

interface WalletInput {
  /** Accounts that are not asked for: those that are added already. */
  readonly linked: readonly string[];
}

interface WalletContext<Answer> extends WalletInput {
  readonly wallets: readonly FoundWallet[];
  readonly wallet: FoundWallet | null;
  /** The account that signs. */
  readonly address: string | null;
  /** The account was changed in the wallet, so the proof has begun anew. */
  readonly isSwitched: boolean;
  readonly message: string | null;
  readonly signature: string | null;
  readonly problem: WalletProblem | null;
  /** Why the server refused, when it was the server. */
  readonly failure: Failure | null;
  readonly answer: Answer | null;
}

type WalletEvent =
  | { readonly type: 'wallet.wanted' }
  | { readonly type: 'wallet.picked'; readonly id: string }
  | { readonly type: 'wallet.left' }
  /** Null: the wallet no longer shows this site any account. */
  | { readonly type: 'account.switched'; readonly address: string | null };

export interface WalletSigning {
  readonly wallet: string;
  readonly address: string;
  readonly message: string;
}

export interface WalletProof {
  readonly address: string;
  readonly message: string;
  readonly signature: string;
}

/** What an error of a wallet means (EIP-1193: 4001, JSON-RPC of the extension: -32002). */
function problemIn(error: unknown, otherwise: WalletProblem): WalletProblem {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code === 4001) return 'rejected';
  return code === -32002 ? 'alreadyOpen' : otherwise;
}

/** What tells one use of a wallet from another. `initial`: whether a person has yet to choose this way. */
interface WalletUse {
  readonly initial: 'offered' | 'discovering';
}

const isSameAddress = (one: string | null, other: string | null) =>
  one?.toLowerCase() === other?.toLowerCase();

/** The first account that is none of the linked ones; null when there is none. */
const freeAmong = (addresses: readonly string[], linked: readonly string[]) =>
  addresses.find((address) => !linked.some((each) => isSameAddress(each, address))) ?? null;

/** Output: what the server answers to the proof. Tags: `instead` while it is drawn in place of the form, `waiting` while the wallet is asked, `busy` while the server is. */
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
      hasNone: (_, { wallets }: { wallets: readonly FoundWallet[] }) => wallets.length === 0,
      hasOne: (_, { wallets }: { wallets: readonly FoundWallet[] }) => wallets.length === 1,
      isFound: ({ context }, { id }: { id: string }) => context.wallets.some((wallet) => wallet.id === id),
      isEmpty: (_, { addresses }: { addresses: readonly string[] }) => addresses.length === 0,
      isAllLinked: ({ context }, { addresses }: { addresses: readonly string[] }) =>
        addresses.length > 0 && freeAmong(addresses, context.linked) === null,
      isGone: (_, { address }: { address: string | null }) => address === null,
      isOther: ({ context }, { address }: { address: string | null }) =>
        !isSameAddress(context.address, address),
    },
    actions: {
      keepWallets: assign((_, { wallets }: { wallets: readonly FoundWallet[] }) => ({
        wallets,
        wallet: wallets[0] ?? null,
      })),
      keepWallet: assign(({ context }, { id }: { id: string }) => ({
        wallet: context.wallets.find((wallet) => wallet.id === id) ?? null,
      })),
      keepAddress: assign((_, { address, isSwitched }: { address: string | null; isSwitched: boolean }) => ({
        address,
        isSwitched,
      })),
      keepMessage: assign((_, { message }: { message: string }) => ({ message })),
      keepSignature: assign((_, { signature }: { signature: string }) => ({ signature })),
      keepAnswer: assign((_, { answer }: { answer: Answer }) => ({ answer })),
      keepProblem: assign((_, { problem }: { problem: WalletProblem }) => ({ problem, failure: null })),
      keepError: assign((_, { error, otherwise }: { error: unknown; otherwise: WalletProblem }) => ({
        problem: problemIn(error, otherwise),
        failure: error instanceof CallError ? failureOf(error) : null,
      })),
      forgetAll: assign({
        wallet: null,
        address: null,
        isSwitched: false,
        message: null,
        signature: null,
        problem: null,
        failure: null,
      }),
    },
  }).createMachine({
    id: 'browserWallet',
    context: ({ input }) => ({
      linked: input.linked,
      wallets: [],
      wallet: null,
      address: null,
      isSwitched: false,
      message: null,
      signature: null,
      problem: null,
      failure: null,
      answer: null,
    }),
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
          onDone: [
            {
              guard: { type: 'hasNone', params: ({ event }) => ({ wallets: event.output }) },
              target: 'failed',
              actions: { type: 'keepProblem', params: { problem: 'notInstalled' } },
            },
            {
              guard: { type: 'hasOne', params: ({ event }) => ({ wallets: event.output }) },
              target: 'connecting',
              actions: { type: 'keepWallets', params: ({ event }) => ({ wallets: event.output }) },
            },
            {
              target: 'choosing',
              actions: { type: 'keepWallets', params: ({ event }) => ({ wallets: event.output }) },
            },
          ],
          onError: {
            target: 'failed',
            actions: {
              type: 'keepError',
              params: ({ event }) => ({ error: event.error, otherwise: 'connectionFailed' }),
            },
          },
        },
      },
      choosing: {
        tags: 'instead',
        on: {
          'wallet.picked': {
            guard: { type: 'isFound', params: ({ event }) => event },
            target: 'connecting',
            actions: { type: 'keepWallet', params: ({ event }) => event },
          },
        },
      },
      connecting: {
        tags: ['instead', 'waiting'],
        invoke: {
          id: 'requestAccounts',
          src: 'requestAccounts',
          input: ({ context }) => ({ wallet: required(context.wallet).id }),
          onDone: [
            {
              guard: { type: 'isEmpty', params: ({ event }) => ({ addresses: event.output }) },
              target: 'failed',
              actions: { type: 'keepProblem', params: { problem: 'noAccounts' } },
            },
            {
              guard: { type: 'isAllLinked', params: ({ event }) => ({ addresses: event.output }) },
              target: 'failed',
              actions: { type: 'keepProblem', params: { problem: 'alreadyLinked' } },
            },
            {
              target: 'proving',
              actions: {
                type: 'keepAddress',
                params: ({ context, event }) => ({
                  address: freeAmong(event.output, context.linked),
                  isSwitched: false,
                }),
              },
            },
          ],
          onError: {
            target: 'failed',
            actions: {
              type: 'keepError',
              params: ({ event }) => ({ error: event.error, otherwise: 'connectionFailed' }),
            },
          },
        },
      },
      proving: {
        tags: 'instead',
        invoke: {
          id: 'watchAccounts',
          src: 'watchAccounts',
          input: ({ context }) => ({ wallet: required(context.wallet).id }),
        },
        on: {
          'account.switched': [
            {
              guard: { type: 'isGone', params: ({ event }) => event },
              target: 'failed',
              actions: { type: 'keepProblem', params: { problem: 'noAccounts' } },
            },
            {
              guard: {
                type: 'isAllLinked',
                params: ({ event }) => ({ addresses: event.address === null ? [] : [event.address] }),
              },
              target: 'failed',
              actions: { type: 'keepProblem', params: { problem: 'alreadyLinked' } },
            },
            {
              guard: { type: 'isOther', params: ({ event }) => event },
              target: '.preparing',
              reenter: true,
              actions: {
                type: 'keepAddress',
                params: ({ event }) => ({ address: event.address, isSwitched: true }),
              },
            },
          ],
        },
        initial: 'preparing',
        states: {
          preparing: {
            tags: 'busy',
            invoke: {
              id: 'requestMessage',
              src: 'requestMessage',
              input: ({ context }) => ({ address: required(context.address) }),
              onDone: {
                target: 'signing',
                actions: { type: 'keepMessage', params: ({ event }) => ({ message: event.output }) },
              },
              onError: {
                target: '#browserWallet.failed',
                actions: {
                  type: 'keepError',
                  params: ({ event }) => ({ error: event.error, otherwise: 'refused' }),
                },
              },
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
              onDone: {
                target: '#browserWallet.posting',
                actions: { type: 'keepSignature', params: ({ event }) => ({ signature: event.output }) },
              },
              onError: {
                target: '#browserWallet.failed',
                actions: {
                  type: 'keepError',
                  params: ({ event }) => ({ error: event.error, otherwise: 'refused' }),
                },
              },
            },
          },
        },
      },
      // From here on the account in the wallet may change as it likes: the signature says whose it is.
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
          onDone: {
            target: 'admitted',
            actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          onError: {
            target: 'failed',
            actions: {
              type: 'keepError',
              params: ({ event }) => ({ error: event.error, otherwise: 'refused' }),
            },
          },
        },
      },
      failed: { tags: 'instead', on: { 'wallet.wanted': 'discovering' } },
      admitted: { type: 'final' },
    },
  });
}

/** Signing in: the answer is a session. */
export const browserWalletMachine = createBrowserWalletMachine<Session>({ initial: 'offered' });

export type BrowserWalletRef = ActorRefFrom<typeof browserWalletMachine>;
