import { encodeFunctionData, type Hex, parseAbi, toHex } from 'viem';
import { isCurrency } from '../../../contract/currencies.ts';
import type { Query } from '../../database/db.ts';
import type { FeedReading, FeedRound, PriceFeed } from '../../rates/feeds.ts';
import { findListing } from '../../tokens/listings.ts';
import { bytes } from './answers.ts';
import { isRevert } from './node.ts';
import type { Rpc } from './rpc.ts';

/** Chainlink's AggregatorV3Interface. */
const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
]);
const decimalsCall = encodeFunctionData({ abi, functionName: 'decimals' });
const roundCall = encodeFunctionData({ abi, functionName: 'latestRoundData' });

/** Reads a feed at a block. Rejects while no node can be reached. */
export async function readFeed(rpc: Rpc, feed: PriceFeed, block: bigint): Promise<FeedReading> {
  const at = toHex(block);
  // Both calls use the same block, because a feed's decimals may change between blocks.
  const [decimals, round] = await Promise.all([
    callFeed(rpc, feed, decimalsCall, at),
    callFeed(rpc, feed, roundCall, at),
  ]);
  return { feed, told: roundOf(decimals, round) };
}

/** A contract's answer; empty when it reverts. */
async function callFeed(rpc: Rpc, { contract: to }: PriceFeed, data: Hex, block: string): Promise<string> {
  return rpc.ask('eth_call', [{ to, data }, block], bytes).catch((error: unknown) => {
    if (isRevert(error)) return '0x';
    throw error;
  });
}

const uint8 = 1n << 8n;
const uint80 = 1n << 80n;

function roundOf(decimalsAnswer: string, roundAnswer: string): FeedRound | string {
  const [decimals] = wordsOf(decimalsAnswer, 1);
  const [round, answer, , updatedAt] = wordsOf(roundAnswer, 5);
  if (decimals === undefined || decimals >= uint8) return 'it tells no decimals';
  if (round === undefined || answer === undefined || updatedAt === undefined || round >= uint80) {
    return 'it tells no latestRoundData';
  }
  return { decimals, round, answer: BigInt.asIntN(256, answer), updatedAt };
}

/** Splits an answer into so many ABI words; none when the length differs. */
function wordsOf(answer: string, count: number): bigint[] {
  if (answer.length !== 2 + 64 * count) return [];
  return Array.from({ length: count }, (_, word) =>
    BigInt(`0x${answer.slice(2 + 64 * word, 66 + 64 * word)}`),
  );
}

/** One sentence for each address in the settings that is not a price feed. Rejects while no node can be reached. */
export async function feedMistakes(
  rpc: Rpc,
  feeds: readonly PriceFeed[],
  { query, coin }: { readonly query: Query; readonly coin: string },
): Promise<readonly string[]> {
  const found = await Promise.all(feeds.map((feed) => mistakeOf(rpc, feed, { query, coin })));
  return found.filter((mistake) => mistake !== null).map((mistake) => `PRICE_FEEDS: ${mistake}`);
}

async function mistakeOf(
  rpc: Rpc,
  feed: PriceFeed,
  { query, coin }: { readonly query: Query; readonly coin: string },
): Promise<string | null> {
  const { pair, contract } = feed;
  const [symbol = ''] = pair.split('/');
  if (symbol !== coin && !isCurrency(symbol) && !(await findListing(query, symbol))) {
    return `${symbol} of ${pair} is no listed token, no currency that values are shown in, and not the coin of the chain (NATIVE_CURRENCY is ${coin}).`;
  }
  if ((await rpc.ask('eth_getCode', [contract, 'latest'], bytes)) === '0x') {
    return `there is no contract at ${pair}=${contract} on the chain of RPC_URL.`;
  }
  const answered = await Promise.all(
    [decimalsCall, roundCall].map((data) => callFeed(rpc, feed, data, 'latest')),
  );
  const told = roundOf(answered[0] ?? '', answered[1] ?? '');
  return typeof told === 'string' ? `the contract ${pair}=${contract} is no price feed: ${told}.` : null;
}
