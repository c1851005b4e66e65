import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { makeAddressCall } from '../../../../contract/addresses.ts';
import type { Transaction } from '../../../../contract/transactions.ts';
import type { FoundWallet } from '../../../machines/auth/browserWallet.ts';
import { depositTrackingMachine } from '../../../machines/deposit/depositTrackingMachine.ts';
import { type AssetRequest, walletAssetMachine } from '../../../machines/deposit/walletAssetMachine.ts';
import {
  type NamedChain,
  walletConnectionMachine,
} from '../../../machines/deposit/walletConnectionMachine.ts';
import {
  type Findings,
  type TransferRequest,
  walletDepositFlow,
} from '../../../machines/deposit/walletDeposit.ts';
import { depositAddressMachine, walletDepositArea } from '../../../machines/deposit/walletDepositArea.ts';
import { walletDepositMachine } from '../../../machines/deposit/walletDepositMachine.ts';
import { createBrowserWallets } from '../../../services/auth/browserWallets.ts';
import {
  addChain,
  chainIdIn,
  readChainId,
  readTokenBalance,
  sendTransfer,
  switchChain,
  watchAsset,
} from '../../../services/deposit/walletTransfers.ts';
import { readTransactions } from '../../../services/history/transactions.ts';
import { readReceiveAddress } from '../../../services/money/addresses.ts';
import { loader } from '../loader.ts';
import type { Services } from '../services.ts';
import { moneyFlowServices } from './moneyFlow.ts';

interface OfWallet {
  readonly wallet: string;
}

export function createArea(services: Services) {
  const { http, data } = services;
  const wallets = createBrowserWallets();
  const { actors } = moneyFlowServices(walletDepositFlow, services);
  return walletDepositArea.provide({
    actors: {
      depositAddress: depositAddressMachine.provide({
        actors: { load: loader(services, readReceiveAddress) },
      }),
      walletDeposit: walletDepositMachine.provide({
        actors: {
          ...actors,
          walletConnection: walletConnectionMachine.provide({
            actors: {
              findWallets: fromPromise<readonly FoundWallet[], void>(() => wallets.find()),
              requestAccounts: fromPromise<readonly string[], OfWallet>(({ input }) =>
                wallets.requestAccounts(input.wallet),
              ),
              switchChain: fromPromise<number | null, OfWallet & { readonly id: number }>(({ input }) =>
                switchChain(wallets, input.wallet, input.id),
              ),
              addChain: fromPromise<number | null, OfWallet & { readonly chain: NamedChain }>(({ input }) => {
                const { id, name, native_currency, rpc_url, explorer_url } = input.chain;
                if (rpc_url === null) throw new Error('a chain without a node cannot be told');
                return addChain(wallets, input.wallet, {
                  ...{
                    id,
                    name,
                    nativeCurrency: native_currency,
                    rpcUrl: rpc_url,
                    explorerUrl: explorer_url,
                  },
                });
              }),
            },
          }),
          walletAsset: walletAssetMachine.provide({
            actors: {
              watchAsset: fromPromise<boolean, AssetRequest>(({ input }) =>
                watchAsset(wallets, input.wallet, input),
              ),
            },
          }),
          readBalance: fromPromise<string | null, Pick<TransferRequest, 'wallet' | 'account' | 'contract'>>(
            ({ input }) => readTokenBalance(wallets, input),
          ),
          watchWallet: fromCallback<AnyEventObject, OfWallet>(({ input: { wallet }, sendBack }) => {
            const stops = [
              wallets.watch(wallet, (account) => sendBack({ type: 'wallet.moved', account })),
              wallets.watchChain(wallet, {
                chain: (id) => sendBack({ type: 'wallet.moved', chainId: chainIdIn(id) }),
                lost: () => sendBack({ type: 'wallet.moved', isLost: true }),
              }),
            ];
            return () => {
              for (const stop of stops) stop();
            };
          }),
          checkTransfer: fromPromise<Findings, OfWallet & { readonly token: string }>(
            async ({ input: { wallet, token }, signal }) => {
              const [accounts, chainId, address] = await Promise.all([
                wallets.shownAccounts(wallet),
                readChainId(wallets, wallet),
                http(makeAddressCall, { body: { token }, signal }),
              ]);
              return { accounts, chainId, address: address.data };
            },
          ),
          sendTransfer: fromPromise<unknown, TransferRequest>(({ input }) => sendTransfer(wallets, input)),
          depositTracking: depositTrackingMachine.provide({
            actors: {
              readDeposit: fromPromise<Transaction | null, { readonly hash: string; readonly token: string }>(
                async ({ input: { hash, token }, signal }) => {
                  const key = `${new URLSearchParams({ kind: 'deposit', token, q: hash, per_page: '5' })}`;
                  const read = { input: { key, fresh: true }, signal };
                  const lines = (await readTransactions(http, await data(), read)).data.data;
                  return lines.find(({ tx_hash }) => tx_hash?.toLowerCase() === hash) ?? null;
                },
              ),
            },
          }),
        },
        actions: { keepRecord: (_, { record }) => void services.records.keep(walletDepositFlow, record) },
      }),
    },
  });
}
