import { forgetFailures, recordFailure } from '../../background/attempts.ts';
import type { Db } from '../../database/db.ts';
import type { ChainGas } from '../../payments/networkFee.ts';
import { type PriceFeed, takeReading } from '../../rates/feeds.ts';
import { gasPriceOf } from './fees.ts';
import { gasOfTokens, usualGas } from './gas.ts';
import { readFeed } from './priceFeeds.ts';
import { readNewest, readTip } from './reads.ts';
import type { Rpc } from './rpc.ts';

interface World {
  readonly database: Db;
  readonly rpc: Rpc;
  readonly feeds: readonly PriceFeed[];
  /** The symbol of the coin that gas is paid in, as rate pairs name it. */
  readonly coin: string;
  /** The surcharge on the cost of a transfer, in percent. */
  readonly margin: number;
  /** The highest offer for a unit of gas, in wei; nobody is charged more. */
  readonly maxFee: bigint;
}

/** The prices that a chain provides: of gas, and of tokens by feeds. */
export interface ChainPrices extends ChainGas {
  /** Reads the prices once. Rejects while no node can be reached; earlier prices are used until they are too old. */
  read(at: Date): Promise<void>;
}

/** The maximum age of a gas price that people are charged by, in milliseconds: a dozen rounds. */
const oldestGasPrice = 120_000;

interface GasReading {
  /** In wei for a unit. */
  readonly price: bigint;
  /** Units for a transfer, by token. */
  readonly units: ReadonlyMap<string, bigint>;
  readonly at: Date;
}

export function createChainPrices({ database, rpc, feeds, coin, margin, maxFee }: World): ChainPrices {
  let gas: GasReading | null = null;

  async function readGas(baseFee: bigint | null, at: Date) {
    // Without EIP-1559 there are no withdrawals over the chain either.
    if (baseFee === null) return;
    const [tip, units] = await Promise.all([readTip(rpc, baseFee), gasOfTokens(database.query, rpc.chain)]);
    gas = { price: gasPriceOf(baseFee, tip, maxFee), units, at };
  }

  async function readFeeds(block: bigint, at: Date) {
    const readings = await Promise.all(feeds.map((feed) => readFeed(rpc, feed, block)));
    for (const reading of readings) {
      await database.transaction(async (query) => {
        const error = await takeReading(query, reading, at);
        const subject = reading.feed.pair;
        if (error === null) await forgetFailures(query, 'price_feed', [subject]);
        else await recordFailure(query, { work: 'price_feed', subject, error, at });
      });
    }
  }

  return {
    coin,
    margin,
    gasPrice: (at) => (gas !== null && at.getTime() - gas.at.getTime() <= oldestGasPrice ? gas.price : null),
    gasOf: (token) => gas?.units.get(token) ?? usualGas,
    async read(at) {
      const { number, baseFeePerGas = null } = await readNewest(rpc);
      const parts = await Promise.allSettled([readGas(baseFeePerGas, at), readFeeds(number, at)]);
      for (const part of parts) if (part.status === 'rejected') throw part.reason;
    },
  };
}
