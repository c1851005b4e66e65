import { type Address, encodeDeployData, encodeFunctionData, type Hex, parseAbi } from 'viem';
import type { Db } from '../../server/database/db.ts';
import { openChain } from '../../server/settlement/evm/openChain.ts';
import type { Settlement } from '../../server/settlement/settlement.ts';
import type { TestChain } from './chain.ts';
import testFeed from './contracts/TestFeed.json' with { type: 'json' };
import { openTestDatabase } from './database.ts';
import { networkOf } from './following.ts';
import { openTestServer, type TestServer } from './server.ts';

const abi = parseAbi([
  'constructor(uint8 decimals, string description)',
  'function set(int256 answer, uint256 updatedAt)',
  'function setRound(uint80 round, int256 answer, uint256 updatedAt)',
  'function setDecimals(uint8 decimals)',
  'function setRaw(bytes raw)',
  'function setReverting()',
]);
const bytecode: Hex = `0x${testFeed.bytecode.slice(2)}`;

/** What a feed of eight decimals has a price of `usdt` as. */
export const eight = (usdt: number) => BigInt(Math.round(usdt * 1e8));
const seconds = (at: Date) => BigInt(Math.floor(at.getTime() / 1_000));

/** A feed whose rounds a test sets. Each change is mined at once. */
export interface TestFeed {
  readonly address: Address;
  /** The next round. */
  set(answer: bigint, at: Date): Promise<void>;
  setRound(round: bigint, answer: bigint, updatedAt: bigint): Promise<void>;
  setDecimals(decimals: number): Promise<void>;
  /** Tells these bytes in place of a round. */
  setRaw(raw: Hex): Promise<void>;
  setReverting(): Promise<void>;
}

export async function deployFeed(chain: TestChain, decimals = 8): Promise<TestFeed> {
  const address = await chain.deploy(encodeDeployData({ abi, bytecode, args: [decimals, 'ETH / USD'] }));
  const call = async (data: Hex) => {
    const hash = await chain.send({ to: address, data });
    await chain.mine();
    const { status } = await chain.client.getTransactionReceipt({ hash });
    if (status !== 'success') throw new Error('the feed was not changed');
  };
  return {
    address,
    set: (answer, at) => call(encodeFunctionData({ abi, functionName: 'set', args: [answer, seconds(at)] })),
    setRound: (...args) => call(encodeFunctionData({ abi, functionName: 'setRound', args })),
    setDecimals: (given) => call(encodeFunctionData({ abi, functionName: 'setDecimals', args: [given] })),
    setRaw: (raw) => call(encodeFunctionData({ abi, functionName: 'setRaw', args: [raw] })),
    setReverting: () => call(encodeFunctionData({ abi, functionName: 'setReverting' })),
  };
}

const hour = 3_600_000;

/** Whatever tests change about a server that reads prices. */
interface Changes {
  readonly database?: Db;
  readonly rpcUrls?: readonly string[];
  readonly maxFee?: bigint;
  /** How tokens leave. */
  readonly settlement?: (database: Db) => Settlement;
}

/** A server that reads these feeds, believed for an hour, and the price of gas, at most 500 Gwei, over these nodes. */
export async function openFed(
  chain: TestChain,
  feeds: Readonly<Record<string, Address>>,
  { database, rpcUrls = [chain.url], maxFee = 500_000_000_000n, settlement }: Changes = {},
): Promise<TestServer> {
  const db = database ?? (await openTestDatabase());
  const network = networkOf(chain);
  const settings = {
    ...{ rpcUrls, confirmations: 3, hotWallet: null, maxFee, nativeCurrency: 'ETH' },
    priceFeeds: Object.entries(feeds).map(([pair, contract]) => ({ pair, contract, maximumAge: hour })),
  };
  const opened = await openChain({ settings, network, database: db, warn: () => undefined });
  if (!opened.ok) throw new Error(opened.problem.join('\n'));
  return openTestServer({
    ...{ database: db, network, chainPrices: opened.value.prices },
    ...(settlement && { settlement: settlement(db) }),
  });
}
