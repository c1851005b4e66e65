import type { Page } from 'playwright-core';
import { createWalletClient, type Hex, http, type LocalAccount } from 'viem';

interface Asked {
  readonly method: string;
  readonly params: unknown;
}

/** The first parameter of a call, as far as it is looked at. */
interface Given {
  readonly chainId?: string;
  readonly rpcUrls?: readonly string[];
  readonly to?: Hex;
  readonly data?: Hex;
  readonly value?: Hex;
}

/** What the page's half is told: an answer, an error with its code, or nothing ever. */
type Answer = { readonly result: unknown } | { readonly code: number; readonly message: string };

export interface ChainWallet {
  /** Every call since it was installed, in order. */
  readonly asked: Asked[];
  /** The next request to send is refused with this code, once; `hold`: it is never answered. */
  next: number | 'hold' | null;
}

/**
 * Announces a wallet (EIP-6963) to a page and to its later loads. It signs with a real key, knows no chain but Ethereum until it is told of
 * one, and speaks to the node that it is told of.
 */
export async function installChainWallet(page: Page, account: LocalAccount): Promise<ChainWallet> {
  const wallet: ChainWallet = { asked: [], next: null };
  const known = new Map<string, string>([['0x1', 'http://127.0.0.1:1']]);
  let at = '0x1';

  async function send({ to, data, value, chainId }: Given) {
    const url = known.get(at);
    if (!url || !to || !data || !value || chainId !== at) throw new Error('not a transfer on this chain');
    const client = createWalletClient({ account, transport: http(url) });
    return client.sendTransaction({ to, data, value: BigInt(value), chain: null });
  }

  async function forward(method: string, params: unknown): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(known.get(at) ?? '', { method: 'POST', body, headers });
    return ((await answer.json()) as { result: unknown }).result;
  }

  const methods: Readonly<Record<string, (given: Given) => Promise<Answer> | Answer>> = {
    eth_accounts: () => ({ result: [account.address] }),
    eth_requestAccounts: () => ({ result: [account.address] }),
    eth_chainId: () => ({ result: at }),
    wallet_addEthereumChain: ({ chainId = '', rpcUrls: [url = ''] = [] }) => {
      known.set(chainId, url);
      return { result: null };
    },
    wallet_switchEthereumChain: ({ chainId = '' }) => {
      if (!known.has(chainId)) return { code: 4902, message: 'Unrecognized chain ID' };
      at = chainId;
      return { result: null };
    },
    wallet_watchAsset: () => ({ result: true }),
    eth_sendTransaction: async (given) => {
      const { next } = wallet;
      wallet.next = null;
      if (next === 'hold') return new Promise(() => {});
      return next === null ? { result: await send(given) } : { code: next, message: 'refused' };
    },
  };

  await page.exposeFunction('askWallet', async (method: string, params: unknown) => {
    wallet.asked.push({ method, params });
    const [given] = Array.isArray(params) ? params : [params];
    return methods[method]?.(given) ?? { result: await forward(method, params) };
  });
  await page.addInitScript(() => {
    const page = window as unknown as {
      askWallet(method: string, params: unknown): Promise<Answer & { result?: unknown }>;
    };
    const provider = {
      on: () => {},
      removeListener: () => {},
      async request({ method, params }: { method: string; params?: unknown }) {
        const told = await page.askWallet(method, params ?? []);
        if ('code' in told) throw Object.assign(new Error(told.message), { code: told.code });
        return told.result;
      },
    };
    const info = {
      uuid: '350670db-19fa-4704-a166-e52e178b59d2',
      name: 'Real Wallet',
      icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
      rdns: 'example.wallet',
    };
    const announce = () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
      );
    window.addEventListener('eip6963:requestProvider', announce);
  });
  return wallet;
}
