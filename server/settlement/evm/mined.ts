import {
  BlockNotFoundError,
  erc20Abi,
  type Hex,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import { getBlock, getTransactionReceipt } from 'viem/actions';
import { endOutgoing, keepMined, keepSeen, type Mined, type Outgoing, type Place } from './outgoing.ts';
import type { Round } from './round.ts';

/**
 * Finds out where payments of the signer's wallet are mined, and ends those that have their confirmations. A block counts by its hash: what was mined in one that a
 * reorganisation took away is looked for anew.
 */
export async function followMined(round: Round, open: readonly Outgoing[]): Promise<void> {
  const { database, chain, head, confirmations, at, tell } = round;
  const placed = open.filter(({ place }) => place !== null);
  const isMined = ({ place }: Outgoing) => place !== null && place.nonce < head.nonce;
  const known = await canonical(
    round,
    placed.flatMap(({ mined }) => (mined ? [mined] : [])),
  );
  const isThere = (mined: Mined | null) => mined !== null && known.get(mined.blockNumber) === mined.blockHash;
  const lost = placed.filter((each) => each.mined !== null && !(isMined(each) && isThere(each.mined)));
  const sought = placed.filter((each) => isMined(each) && !isThere(each.mined));
  const receipts = await Promise.all(
    sought.map(async (each) => ({ id: each.id, mined: await find(round, each) })),
  );
  const found = receipts.filter(({ mined }) => mined !== null);
  const foundIds = new Set(found.map(({ id }) => id));
  const emptied = lost.filter(({ id }) => !foundIds.has(id)).map(({ id }) => ({ id, mined: null }));
  await database.transaction(async (query) => {
    await keepMined(query, chain, [...found, ...emptied]);
    await keepSeen(query, chain, { head: head.number, needed: confirmations });
  });
  const stranger = sought.find(({ id }) => !foundIds.has(id));
  if (stranger) {
    tell(
      'nonce',
      `Transaction ${stranger.place?.nonce} of the hot wallet ${round.signer.address} is mined, and no node knows it as payment ${stranger.id}: was its key used elsewhere?`,
    );
  }
  const standing = placed.map((each) => ({
    id: each.id,
    mined: receipts.find(({ id }) => id === each.id)?.mined ?? (isMined(each) ? each.mined : null),
  }));
  const deep = standing.flatMap(({ id, mined }) =>
    mined !== null && head.number - mined.blockNumber + 1n >= BigInt(confirmations) ? [{ id, mined }] : [],
  );
  if (deep.length === 0) return;
  // Once more, and the newest block with them: only then all of it was one chain at one time.
  const chained = await canonical(round, [...deep.map(({ mined }) => mined), { blockNumber: head.number }]);
  if (chained.get(head.number) !== head.hash) return;
  const ended = deep.filter(({ mined }) => chained.get(mined.blockNumber) === mined.blockHash);
  await database.transaction((query) => endOutgoing(query, chain, ended, at));
}

/** The hashes of blocks by their numbers, as they are now. */
async function canonical(
  { client }: Round,
  blocks: readonly Pick<Mined, 'blockNumber'>[],
): Promise<Map<bigint, Hex>> {
  const numbers = [...new Set(blocks.map(({ blockNumber }) => blockNumber))];
  const hashes = await Promise.all(
    numbers.map(async (blockNumber) => {
      const block = await getBlock(client, { blockNumber }).catch(nullIf(BlockNotFoundError));
      return [blockNumber, block?.hash ?? '0x'] as const;
    }),
  );
  return new Map(hashes);
}

/** Turns the failure that says that a node has no such thing into null. */
const nullIf =
  (absent: typeof BlockNotFoundError | typeof TransactionReceiptNotFoundError) => (error: unknown) => {
    if (error instanceof absent) return null;
    throw error;
  };

/** Old contracts answer `false` where they should revert: only their event says that tokens have left the wallet. */
function haveLeft({ status, logs }: TransactionReceipt, { contract, wallet }: Place): boolean {
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs });
  return (
    status === 'success' &&
    transfers.some(
      ({ address, args }) => isAddressEqual(address, contract) && isAddressEqual(args.from, wallet),
    )
  );
}

/** The receipt of whatever was signed for a payment, or null. */
async function find({ client }: Round, { attempts, place }: Outgoing): Promise<Mined | null> {
  if (place === null) return null;
  for (const { hash } of attempts.toReversed()) {
    const receipt = await getTransactionReceipt(client, { hash }).catch(
      nullIf(TransactionReceiptNotFoundError),
    );
    if (receipt === null || receipt.transactionHash !== hash) continue;
    const { blockNumber, blockHash, gasUsed, effectiveGasPrice } = receipt;
    return {
      blockNumber,
      blockHash,
      txHash: hash,
      hasSucceeded: haveLeft(receipt, place),
      gasPaid: gasUsed * effectiveGasPrice,
    };
  }
  return null;
}
