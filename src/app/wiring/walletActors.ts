import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { FoundWallet, WalletSigning } from '../../machines/auth/browserWallet.ts';
import { createBrowserWallets } from '../../services/auth/browserWallets.ts';

/** The browser's wallets for a proof by one of them; `requestMessage` gets the message to sign from the server. */
export function walletActors(requestMessage: (address: string, signal: AbortSignal) => Promise<string>) {
  const wallets = createBrowserWallets();
  return {
    findWallets: fromPromise<readonly FoundWallet[], void>(() => wallets.find()),
    requestAccounts: fromPromise<readonly string[], { readonly wallet: string }>(({ input }) =>
      wallets.requestAccounts(input.wallet),
    ),
    requestMessage: fromPromise<string, { readonly address: string }>(({ input, signal }) =>
      requestMessage(input.address, signal),
    ),
    signMessage: fromPromise<string, WalletSigning>(({ input }) =>
      wallets.sign(input.wallet, input.address, input.message),
    ),
    watchAccounts: fromCallback<AnyEventObject, { readonly wallet: string }>(({ input, sendBack }) =>
      wallets.watch(input.wallet, (address) => sendBack({ type: 'account.switched', address })),
    ),
  };
}
