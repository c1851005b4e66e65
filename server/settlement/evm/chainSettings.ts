import { readAddress } from '../../../contract/walletAddress.ts';

/** How the chain of the deposit network is reached, and who signs on it. */
export interface ChainSettings {
  /** JSON-RPC nodes of one chain, in the order in which they are asked. They may contain keys: never log or tell them. */
  readonly rpcUrls: readonly string[];
  /** From how many blocks on, its own among them, a transaction is counted on. */
  readonly confirmations: number;
  /** Who signs what leaves; null when nothing leaves over the chain. */
  readonly hotWallet: HotWallet | null;
  /** The most that is offered for a unit of gas, in wei. */
  readonly maxFee: bigint;
  /** Where people look transactions up: `${explorerUrl}/tx/HASH`. Without a slash at its end. */
  readonly explorerUrl: string | null;
  readonly priceFeeds: readonly PriceFeed[];
}

/** A keystore is a file of the Web3 secret storage, version 3; a signer speaks `eth_signTransaction`. */
export type HotWallet =
  | { readonly keystore: string; readonly passwordFile: string }
  | { readonly signerUrl: string };

/** `pair` as the table of rates names it, `ETH/USDT`. */
export interface PriceFeed {
  readonly pair: string;
  readonly contract: string;
}

export const usualConfirmations = 12;
export const usualMaxFeeGwei = '500';

/** Addresses with commas between them, each once; null when one is no address of http or https. */
export function readRpcUrls(text: string): readonly string[] | null {
  const urls = text.split(',').map((url) => url.trim());
  return urls.every(isHttpUrl) ? [...new Set(urls)] : null;
}

/** Gwei with up to nine decimals as wei; null for anything else, and for nothing. */
export function readGwei(text: string): bigint | null {
  const [, whole = '', fraction = ''] = /^(\d{1,7})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  const wei = BigInt(whole + fraction.padEnd(9, '0'));
  return whole !== '' && wei > 0n ? wei : null;
}

/** `ETH/USDT=0x…,ZST/USDT=0x…`, each pair once and each address with a right checksum if it has one; null for anything else. */
export function readPriceFeeds(text: string): readonly PriceFeed[] | null {
  const feeds = text.split(',').map((feed) => {
    const [, pair = '', typed = ''] = /^([A-Z][A-Z\d.]{0,19}\/USDT)=(0x.+)$/.exec(feed.trim()) ?? [];
    const address = readAddress(typed);
    return address.ok ? { pair, contract: address.value } : null;
  });
  const sound = feeds.filter((feed) => feed !== null);
  const pairs = new Set(sound.map(({ pair }) => pair));
  return pairs.size === feeds.length && !pairs.has('USDT/USDT') ? sound : null;
}

/** An address under which paths can be put; null for anything else. */
export function readBaseUrl(text: string): string | null {
  if (!isHttpUrl(text)) return null;
  const { search, hash, username } = new URL(text);
  return search === '' && hash === '' && username === '' ? text.replace(/\/$/, '') : null;
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
