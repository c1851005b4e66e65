import type { BrowserWallets } from '../auth/browserWallets.ts';
import { encodeBalanceOf, encodeTransfer, readUint256 } from './erc20.ts';

type Wallets = Pick<BrowserWallets, 'request'>;

/** The description of a chain for a wallet (EIP-3085). */
interface WalletChain {
  readonly id: number;
  readonly name: string;
  readonly nativeCurrency: string;
  readonly rpcUrl: string;
  readonly explorerUrl: string | null;
}

/** An ERC-20 transfer; `minor` in minor units, decimal. */
interface WalletTransfer {
  readonly wallet: string;
  readonly account: string;
  readonly chainId: number;
  readonly contract: string;
  readonly to: string;
  readonly minor: string;
}

/** The description of a token for a wallet (EIP-747). */
interface WalletAsset {
  readonly contract: string;
  readonly ticker: string;
  readonly decimals: number;
}

/** The wallet's chain; null when its answer cannot be read. */
export async function readChainId(wallets: Wallets, wallet: string): Promise<number | null> {
  return chainIdIn(await wallets.request(wallet, 'eth_chainId'));
}

/** A chain id from a wallet: hexadecimal (EIP-695), or a number in some wallets. */
export function chainIdIn(told: unknown): number | null {
  if (typeof told === 'number') return Number.isSafeInteger(told) ? told : null;
  return typeof told === 'string' && /^0x[\da-f]{1,13}$/i.test(told) ? Number(told) : null;
}

/** Asks a wallet to switch to a chain (EIP-3326), unless it is there. Answers its chain afterwards. */
export async function switchChain(wallets: Wallets, wallet: string, id: number): Promise<number | null> {
  const at = await readChainId(wallets, wallet);
  if (at === id) return at;
  await wallets.request(wallet, 'wallet_switchEthereumChain', [{ chainId: hexOf(id) }]);
  return readChainId(wallets, wallet);
}

/** Asks a wallet to add a chain (EIP-3085) and switch to it. Answers its chain afterwards. */
export async function addChain(wallets: Wallets, wallet: string, chain: WalletChain): Promise<number | null> {
  const { id, name, nativeCurrency: symbol, rpcUrl, explorerUrl } = chain;
  await wallets.request(wallet, 'wallet_addEthereumChain', [
    {
      chainId: hexOf(id),
      chainName: name,
      nativeCurrency: { name: symbol, symbol, decimals: 18 },
      rpcUrls: [rpcUrl],
      // A wallet rejects the whole chain for an explorer without TLS.
      ...(explorerUrl?.startsWith('https:') && { blockExplorerUrls: [explorerUrl] }),
    },
  ]);
  return switchChain(wallets, wallet, id);
}

/** An account's token balance in minor units, from the wallet's node; null when the answer is invalid. */
export async function readTokenBalance(
  wallets: Wallets,
  { wallet, account, contract }: Pick<WalletTransfer, 'wallet' | 'account' | 'contract'>,
): Promise<string | null> {
  const call = { to: contract, data: encodeBalanceOf(account) };
  const minor = readUint256(await wallets.request(wallet, 'eth_call', [call, 'latest']));
  return minor === null ? null : minor.toString();
}

/**
 * Asks a wallet to sign and send a transfer; its answer should be the hash. The request includes the chain's id, so that a wallet
 * that has switched chains since rejects it.
 */
export async function sendTransfer(wallets: Wallets, transfer: WalletTransfer): Promise<unknown> {
  const { wallet, account, chainId, contract, to, minor } = transfer;
  const data = encodeTransfer(to, BigInt(minor));
  return wallets.request(wallet, 'eth_sendTransaction', [
    { from: account, to: contract, value: '0x0', data, chainId: hexOf(chainId) },
  ]);
}

/** Asks a wallet to list a token (EIP-747). Answers whether it will. */
export async function watchAsset(wallets: Wallets, wallet: string, asset: WalletAsset): Promise<boolean> {
  const { contract: address, ticker: symbol, decimals } = asset;
  // By the standard, the parameters of this call are not an array.
  const options = { type: 'ERC20', options: { address, symbol, decimals } };
  return (await wallets.request(wallet, 'wallet_watchAsset', options)) === true;
}

function hexOf(id: number): string {
  return `0x${id.toString(16)}`;
}
