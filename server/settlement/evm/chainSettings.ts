import { ok, type Result, refused } from '../../../contract/result.ts';
import { readAddress } from '../../../contract/walletAddress.ts';

/** How to reach the chain of the deposit network, and how to sign on it. */
export interface ChainSettings {
  /** JSON-RPC nodes of one chain, in the order in which they are asked. The URLs may contain keys: never log or show them. */
  readonly rpcUrls: readonly string[];
  /** How many blocks, its own among them, make a transaction final. */
  readonly confirmations: number;
  /** The signer of withdrawals; null when the chain is not used for withdrawals. */
  readonly hotWallet: HotWallet | null;
  /** The highest offer for a unit of gas, in wei. */
  readonly maxFee: bigint;
  /** The block explorer for transactions (`/tx/HASH`) and tokens (`/token/CONTRACT`), without a slash at its end. */
  readonly explorerUrl: string | null;
  /** A public node that people's wallets can add with the chain; null for none. Not a secret. */
  readonly publicRpcUrl: string | null;
  /** The symbol of the coin that fees are paid in. */
  readonly nativeCurrency: string;
  readonly priceFeeds: readonly PriceFeedSetting[];
  /** The surcharge on the cost of a transfer at the time of the quote, in percent. */
  readonly feeMargin: number;
  /** The operator's address whose key is on no server, with its checksum; null for none. */
  readonly coldAddress: string | null;
}

/** A keystore is a file of the Web3 secret storage, version 3; a signer speaks `eth_signTransaction`. */
export type HotWallet =
  | { readonly keystore: string; readonly passwordFile: string }
  | { readonly signerUrl: string };

/** `pair` as the table of rates names it, `ETH/USDT`; `maximumAge` in milliseconds. */
interface PriceFeedSetting {
  readonly pair: string;
  readonly contract: string;
  readonly maximumAge: number;
}

export const usualConfirmations = 12;
export const usualMaxFeeGwei = '500';
export const usualNativeCurrency = 'ETH';
export const usualFeeMargin = 25;

/** The usual limit for feeds with an hourly heartbeat, in minutes. */
const usualFeedAge = 75;
const minute = 60_000;

/** Comma-separated URLs, each once; null when one is not an http or https URL. */
export function readRpcUrls(text: string): readonly string[] | null {
  const urls = text.split(',').map((url) => url.trim());
  return urls.every(isHttpUrl) ? [...new Set(urls)] : null;
}

/** Gwei with up to nine decimals, as wei; null for anything else, and for zero. */
export function readGwei(text: string): bigint | null {
  const [, whole = '', fraction = ''] = /^(\d{1,7})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  const wei = BigInt(whole + fraction.padEnd(9, '0'));
  return whole !== '' && wei > 0n ? wei : null;
}

const feedForm =
  'must look like ETH/USDT=0x…, or like ETH/USDT=0x…@1500 with the minutes that its price may be old';

/**
 * `ETH/USDT=0x…,ZST/USDT=0x…@1500`: each pair once, each address with a valid checksum if it has one, and the age in minutes from which
 * a feed's last round is ignored. Answers one sentence about the first mistake.
 */
export function readPriceFeeds(text: string): Result<readonly PriceFeedSetting[], string> {
  const feeds: PriceFeedSetting[] = [];
  for (const given of text.split(',')) {
    const feed = readFeed(given.trim());
    if (!feed.ok) return feed;
    const { pair } = feed.value;
    if (feeds.some((other) => other.pair === pair)) return refused(`PRICE_FEEDS: ${pair} has two feeds.`);
    feeds.push(feed.value);
  }
  return ok(feeds);
}

function readFeed(text: string): Result<PriceFeedSetting, string> {
  const [, pair = '', typed = '', age = ''] = /^([^=@]{1,40})=([^=@]{1,80})(?:@(\d{1,5}))?$/.exec(text) ?? [];
  const problem = (what: string) => refused(`PRICE_FEEDS: ${what}.`);
  if (pair === '' || age === '0') return problem(`“${text.slice(0, 60)}” ${feedForm}`);
  if (!/^[A-Z][A-Z\d.]{0,19}\/USDT$/.test(pair) || pair === 'USDT/USDT') {
    return problem(`${pair} must be a token and USDT, like ETH/USDT: all prices are in USDT`);
  }
  const address = readAddress(typed);
  if (!address.ok) return problem(`the address of ${pair} is none, or has a mistake in it`);
  const minutes = age === '' ? usualFeedAge : Number(age);
  return ok({ pair, contract: address.value, maximumAge: minutes * minute });
}

/** The address with its checksum; null for an invalid address. */
export function readColdAddress(text: string): string | null {
  const address = readAddress(text);
  return address.ok ? address.value : null;
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
