import type { BrowserWallets } from '../auth/browserWallets.ts';
import { encodeBalanceOf, encodeTransfer, readUint256 } from './erc20.ts';

type Wallets = Pick<BrowserWallets, 'request'>;

/** A chain as a wallet is told of it (EIP-3085). */
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

/** A token as a wallet is told of it (EIP-747). */
interface WalletAsset {
  readonly contract: string;
  readonly ticker: string;
  readonly decimals: number;
}

/** The chain that a wallet is on; null when it does not say so in a way that can be read. */
export async function readChainId(wallets: Wallets, wallet: string): Promise<number | null> {
  return chainIdIn(await wallets.request(wallet, 'eth_chainId'));
}

/** A chain id as wallets tell it: hexadecimal (EIP-695), and as a number by some. */
export function chainIdIn(told: unknown): number | null {
  if (typeof told === 'number') return Number.isSafeInteger(told) ? told : null;
  return typeof told === 'string' && /^0x[\da-f]{1,13}$/i.test(told) ? Number(told) : null;
}

/** Asks a wallet to go to a chain (EIP-3326), unless it is there. Answers where it is then. */
export async function switchChain(wallets: Wallets, wallet: string, id: number): Promise<number | null> {
  const at = await readChainId(wallets, wallet);
  if (at === id) return at;
  await wallets.request(wallet, 'wallet_switchEthereumChain', [{ chainId: hexOf(id) }]);
  return readChainId(wallets, wallet);
}

/** Asks a wallet to learn a chain (EIP-3085) and to go there. Answers where it is then. */
export async function addChain(wallets: Wallets, wallet: string, chain: WalletChain): Promise<number | null> {
  const { id, name, nativeCurrency: symbol, rpcUrl, explorerUrl } = chain;
  await wallets.request(wallet, 'wallet_addEthereumChain', [
    {
      chainId: hexOf(id),
      chainName: name,
      nativeCurrency: { name: symbol, symbol, decimals: 18 },
      rpcUrls: [rpcUrl],
      // A wallet refuses the whole chain for an explorer without TLS.
      ...(explorerUrl?.startsWith('https:') && { blockExplorerUrls: [explorerUrl] }),
    },
  ]);
  return switchChain(wallets, wallet, id);
}

/** How many minor units of a token an account has, asked of the node of the wallet; null when the answer is none. */
export async function readTokenBalance(
  wallets: Wallets,
  { wallet, account, contract }: Pick<WalletTransfer, 'wallet' | 'account' | 'contract'>,
): Promise<string | null> {
  const call = { to: contract, data: encodeBalanceOf(account) };
  const minor = readUint256(await wallets.request(wallet, 'eth_call', [call, 'latest']));
  return minor === null ? null : minor.toString();
}

/**
 * Asks a wallet to sign and send a transfer; what it answers should be the hash. The chain's id is part of what is asked for: a wallet that
 * went elsewhere since it was looked at refuses it.
 */
export async function sendTransfer(wallets: Wallets, transfer: WalletTransfer): Promise<unknown> {
  const { wallet, account, chainId, contract, to, minor } = transfer;
  const data = encodeTransfer(to, BigInt(minor));
  return wallets.request(wallet, 'eth_sendTransaction', [
    { from: account, to: contract, value: '0x0', data, chainId: hexOf(chainId) },
  ]);
}

/** Asks a wallet to show a token (EIP-747). Whether it will. */
export async function watchAsset(wallets: Wallets, wallet: string, asset: WalletAsset): Promise<boolean> {
  const { contract: address, ticker: symbol, decimals } = asset;
  // By the standard its parameters are no array, unlike those of every other call.
  const options = { type: 'ERC20', options: { address, symbol, decimals } };
  return (await wallets.request(wallet, 'wallet_watchAsset', options)) === true;
}

function hexOf(id: number): string {
  return `0x${id.toString(16)}`;
}
