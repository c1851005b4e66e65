import type { Hex } from 'viem';
import * as z from 'zod/mini';
import { blockWithHashes, receiptOf, word } from './answers.ts';
import { addressIn, BehindProblem, type Contracts, readBlock, transferTopic } from './blocks.ts';
import type { Missing } from './cursor.ts';
import { findEverywhere } from './findings.ts';
import type { Rpc } from './rpc.ts';

/**
 * Whether a receipt in a block of the current chain shows a transfer that a range of logs left out; also true while not every
 * node could be asked for that receipt.
 */
export async function isShown(rpc: Rpc, contracts: Contracts, missing: Missing): Promise<boolean> {
  const hash = z.parse(word, missing.tx_hash);
  const found = await findEverywhere(rpc, 'eth_getTransactionReceipt', [hash], receiptOf(hash));
  if (found.state !== 'there') return found.state === 'not_asked';
  const shown = await Promise.all(
    found.answers.map(async (receipt) => {
      if (!receipt?.status || !isAmong(receipt.logs, contracts, missing)) return false;
      return isInBlock(rpc, receipt.blockNumber, receipt.blockHash, hash);
    }),
  );
  return shown.includes(true);
}

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** Compares the transfer of the same ordinal, because a transaction may have several that are alike. */
function isAmong(logs: readonly Log[], contracts: Contracts, missing: Missing): boolean {
  const transfers = logs.filter(
    ({ address, topics }) =>
      contracts.get(address.toLowerCase()) === missing.token &&
      topics[0] === transferTopic &&
      topics.length === 3,
  );
  const { topics: [, , recipient = ''] = [], data = '' } = transfers[missing.ordinal] ?? {};
  return (
    addressIn(recipient) === missing.recipient.toLowerCase() &&
    /^0x[\da-f]{64}$/i.test(data) &&
    BigInt(data) === BigInt(missing.amount)
  );
}

async function isInBlock(rpc: Rpc, number: bigint, blockHash: Hex, hash: Hex): Promise<boolean> {
  try {
    const block = await readBlock(rpc, number, blockWithHashes);
    return block.hash === blockHash && block.transactions.includes(hash);
  } catch (error) {
    if (error instanceof BehindProblem) return false;
    throw error;
  }
}
