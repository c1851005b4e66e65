import type { Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"%3E%3Cscript%3Ealert(1)%3C/script%3E%3C/svg%3E';

export interface AnnouncedWallet {
  readonly name: string;
  readonly uuid: string;
}

/**
 * Puts wallets with real keys into every page: announced (EIP-6963), or alone as `window.ethereum`. `wallet.switch` in the page changes
 * the account of one; `wallet.refuse` is the code that it answers with.
 */
export async function installWallets(page: Page, wallets: readonly AnnouncedWallet[], isAnnounced: boolean) {
  const accounts = [generatePrivateKey(), generatePrivateKey()].map((key) => privateKeyToAccount(key));
  await page.exposeFunction('signAs', (address: string, raw: `0x${string}`) =>
    accounts
      .find((account) => account.address.toLowerCase() === address.toLowerCase())
      ?.signMessage({ message: { raw } }),
  );
  await page.addInitScript(
    ({ addresses, wallets, isAnnounced, icon }) => {
      const listeners = new Set<(accounts: string[]) => void>();
      const state = { at: 0, refuse: 0, isHeld: false, asked: [] as string[] };
      const provider = {
        isMetaMask: true,
        on: (_: string, listener: (accounts: string[]) => void) => listeners.add(listener),
        removeListener: (_: string, listener: (accounts: string[]) => void) => listeners.delete(listener),
        async request({ method, params = [] }: { method: string; params?: string[] }) {
          state.asked.push(method);
          if (state.refuse !== 0) throw Object.assign(new Error('refused'), { code: state.refuse });
          if (method === 'eth_requestAccounts') return [addresses[state.at]];
          if (state.isHeld) return new Promise(() => {});
          return (window as unknown as { signAs(...sent: unknown[]): unknown }).signAs(params[1], params[0]);
        },
      };
      Object.assign(window, {
        wallet: Object.assign(state, {
          switchTo(at: number) {
            state.at = at;
            for (const listener of [...listeners]) listener([addresses[at] ?? '']);
          },
        }),
      });
      if (!isAnnounced) return void Object.assign(window, { ethereum: provider });
      const announce = () => {
        for (const { name, uuid } of wallets) {
          const info = { name, uuid, icon, rdns: 'example.wallet' };
          const detail = Object.freeze({ info, provider });
          window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
        }
      };
      window.addEventListener('eip6963:requestProvider', announce);
    },
    { addresses: accounts.map(({ address }) => address), wallets, isAnnounced, icon },
  );
  const change = (state: { refuse?: number; isHeld?: boolean }) =>
    page.evaluate((changed) => {
      Object.assign((window as unknown as { wallet: object }).wallet, changed);
    }, state);
  const switchTo = (at: number) =>
    page.evaluate(
      (to) => (window as unknown as { wallet: { switchTo(at: number): void } }).wallet.switchTo(to),
      at,
    );
  return { accounts, change, switchTo };
}
