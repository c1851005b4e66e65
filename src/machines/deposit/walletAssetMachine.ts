/** Asks a browser wallet to add a token to its list. No money moves. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { type WalletDepositProblem, walletProblemIn } from './walletProblem.ts';

/** A token, and the wallet that should list it. */
export interface AssetRequest {
  readonly wallet: string;
  readonly contract: string;
  readonly ticker: string;
  readonly decimals: number;
}

interface AssetContext {
  readonly request: AssetRequest | null;
  readonly problem: WalletDepositProblem | null;
}

type AssetEvent =
  | ({ readonly type: 'asset.requested' } & AssetRequest)
  /** The person stops waiting for the wallet. */
  | { readonly type: 'asset.left' };

export const walletAssetMachine = setup({
  types: { context: {} as AssetContext, events: {} as AssetEvent },
  actors: { watchAsset: placeholderPromise<boolean, AssetRequest>('watchAsset') },
  guards: { isAdded: (_, isAdded: boolean) => isAdded },
  actions: {
    keepRequest: assign((_, { wallet, contract, ticker, decimals }: AssetRequest) => ({
      request: { wallet, contract, ticker, decimals },
      problem: null,
    })),
    keepRejected: assign({ problem: 'assetRejected' }),
    keepError: assign((_, { error }: { error: unknown }) => ({ problem: walletProblemIn(error, 'asset') })),
  },
}).createMachine({
  id: 'walletAsset',
  context: { request: null, problem: null },
  initial: 'offered',
  on: { 'asset.requested': { target: '.asking', actions: withEvent('keepRequest') } },
  states: {
    offered: {},
    asking: {
      on: { 'asset.requested': {}, 'asset.left': 'offered' },
      invoke: {
        id: 'watchAsset',
        src: 'watchAsset',
        input: ({ context }) => required(context.request),
        onDone: [
          { guard: withOutput('isAdded'), target: 'added' },
          { target: 'refused', actions: 'keepRejected' },
        ],
        onError: { target: 'refused', actions: withEvent('keepError') },
      },
    },
    added: {},
    refused: {},
  },
});

export type WalletAssetRef = ActorRefFrom<typeof walletAssetMachine>;
