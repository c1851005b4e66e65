import { type EIP6963ProviderDetail, eip6963RequestProvider } from '@metamask/providers';

/** What a page may know about a wallet before connecting. `icon` is a `data:` URL. */
interface FoundWallet {
  readonly id: string;
  readonly name: string | null;
  readonly icon: string | null;
}

/** The part of EIP-1193 that is used here. */
interface WalletProvider {
  request(call: { readonly method: string; readonly params?: object }): Promise<unknown>;
  on?(event: WalletEvent, listener: (data: unknown) => void): unknown;
  removeListener?(event: WalletEvent, listener: (data: unknown) => void): unknown;
}

type WalletEvent = 'accountsChanged' | 'chainChanged' | 'disconnect';

/** The wallets in this browser. Their errors are passed on unchanged (EIP-1193: `code`). */
export interface BrowserWallets {
  find(): Promise<FoundWallet[]>;
  /** The accounts that a wallet already shows to this site, without asking the person. */
  shownAccounts(id: string): Promise<string[]>;
  requestAccounts(id: string): Promise<string[]>;
  sign(id: string, address: string, message: string): Promise<string>;
  /** Reports the account that a wallet shows to this site, or null, on each change. */
  watch(id: string, tell: (address: string | null) => void): () => void;
  /** Any other call, with the wallet's own answer. */
  request(id: string, method: string, params?: object): Promise<unknown>;
  /** Reports a change of the wallet's chain (the id as the wallet sends it), and a disconnect. */
  watchChain(id: string, tell: { chain(id: unknown): void; lost(): void }): () => void;
}

/** Extensions announce themselves on request; one slower than this is listed the next time. In milliseconds. */
const longestWait = 300;
const injectedId = 'injected';

export function createBrowserWallets(): BrowserWallets {
  const announced = new Map<string, EIP6963ProviderDetail>();
  let isListening = false;

  function providerOf(id: string): WalletProvider {
    const provider = id === injectedId ? injected() : announced.get(id)?.provider;
    if (!provider) throw new Error(`the wallet ${id} has gone`);
    return provider as WalletProvider;
  }

  return {
    async find() {
      // Called once: it keeps listening, so that later wallets are added too.
      if (!isListening) eip6963RequestProvider((detail) => announced.set(detail.info.uuid, detail));
      isListening = true;
      await new Promise((resolve) => setTimeout(resolve, longestWait));
      const found = [...announced.values()].map(({ info }) => ({
        id: info.uuid,
        name: info.name,
        icon: info.icon,
      }));
      if (found.length > 0) return found;
      const lone = injected();
      return lone ? [{ id: injectedId, name: lone.isMetaMask ? 'MetaMask' : null, icon: null }] : [];
    },
    async shownAccounts(id) {
      return addressesIn(await providerOf(id).request({ method: 'eth_accounts' }));
    },
    async requestAccounts(id) {
      return addressesIn(await providerOf(id).request({ method: 'eth_requestAccounts' }));
    },
    async sign(id, address, message) {
      const signature = await providerOf(id).request({
        method: 'personal_sign',
        params: [hexOf(message), address],
      });
      if (typeof signature !== 'string') throw new Error('the wallet answered no signature');
      return signature;
    },
    watch(id, tell) {
      return listen(providerOf(id), 'accountsChanged', (accounts) => tell(addressesIn(accounts)[0] ?? null));
    },
    async request(id, method, params) {
      return providerOf(id).request({ method, ...(params && { params }) });
    },
    watchChain(id, tell) {
      const provider = providerOf(id);
      const stops = [
        listen(provider, 'chainChanged', (chain) => tell.chain(chain)),
        listen(provider, 'disconnect', () => tell.lost()),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

function listen(provider: WalletProvider, event: WalletEvent, listener: (data: unknown) => void): () => void {
  provider.on?.(event, listener);
  return () => provider.removeListener?.(event, listener);
}

/** A wallet that injects itself in the way used before EIP-6963. */
function injected(): (WalletProvider & { readonly isMetaMask?: unknown }) | null {
  const { ethereum } = window as { ethereum?: unknown };
  const isProvider = typeof ethereum === 'object' && ethereum !== null && 'request' in ethereum;
  return isProvider ? (ethereum as WalletProvider) : null;
}

function addressesIn(accounts: unknown): string[] {
  return Array.isArray(accounts) ? accounts.filter((account) => typeof account === 'string') : [];
}

function hexOf(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
