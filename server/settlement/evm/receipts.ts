import type { Hex } from 'viem';
import * as z from 'zod/mini';
import { blockWithHashes, type Receipt, receiptOf } from './answers.ts';
import { addressIn, readBlock, transferTopic } from './blocks.ts';
import type { Place } from './outgoing.ts';
import type { Rpc } from './rpc.ts';

/** Where a receipt says that a transaction is. */
export interface Location {
  readonly txHash: Hex;
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
}

export type Blocks = ReadonlyMap<bigint, z.infer<typeof blockWithHashes>>;

/** The current blocks with these numbers; none above the newest. */
export async function canonical(rpc: Rpc, blocks: readonly Pick<Location, 'blockNumber'>[]): Promise<Blocks> {
  const numbers = [...new Set(blocks.map(({ blockNumber }) => blockNumber))];
  const found = await Promise.all(numbers.map((number) => readBlock(rpc, number, blockWithHashes)));
  return new Map(found.map((each) => [each.number, each]));
}

/** Whether the block itself contains the transaction, because a receipt alone may be made up. */
export function isIn(blocks: Blocks, { blockNumber, blockHash, txHash }: Location): boolean {
  const block = blocks.get(blockNumber);
  return block?.hash === blockHash && block.transactions.includes(txHash);
}

/** Whether the chain that ends with `head` has the transaction in the block, as far as one read can tell. */
export async function isInChain(
  rpc: Rpc,
  found: Location,
  head: { readonly number: bigint; readonly hash: Hex },
): Promise<boolean> {
  const blocks = await canonical(rpc, [found, { blockNumber: head.number }]);
  return blocks.get(head.number)?.hash === head.hash && isIn(blocks, found);
}

/** Whether a block has its confirmations, its own among them, at a head. */
export function isDeep(
  { blockNumber }: Pick<Location, 'blockNumber'>,
  { head, confirmations }: { readonly head: bigint; readonly confirmations: number },
): boolean {
  return head - blockNumber + 1n >= BigInt(confirmations);
}

/** Why a transaction waits whose receipt names a block further above the newest than nodes are apart, or null. */
export function whyAhead(
  { blockNumber }: Pick<Location, 'blockNumber'>,
  { head, confirmations }: { readonly head: bigint; readonly confirmations: number },
): string | null {
  const isFar = blockNumber > head + BigInt(confirmations);
  return isFar ? `its receipt names block ${blockNumber}, and the newest is ${head}` : null;
}

/** The contract whose event proves a transfer, and the wallet that it leaves. */
export type Origin = Pick<Place, 'contract' | 'wallet'>;

/** Old contracts answer `false` instead of reverting, so only their event proves that tokens have left the wallet. */
export function haveLeft({ status, logs }: Receipt, { contract, wallet }: Origin): boolean {
  const isOurs = (address: string, by: string) => address.toLowerCase() === by.toLowerCase();
  return (
    status &&
    logs.some(
      ({ address, topics: [topic, sender, recipient, ...others] }) =>
        isOurs(address, contract) &&
        topic === transferTopic &&
        sender !== undefined &&
        isOurs(addressIn(sender), wallet) &&
        recipient !== undefined &&
        others.length === 0,
    )
  );
}

/** Whether a transaction has done what it was made for; `origin` is null for one that moves the chain's coins. */
export function hasMoved(receipt: Receipt, origin: Origin | null): boolean {
  return origin === null ? receipt.status : haveLeft(receipt, origin);
}

/**
 * `doubted`: it has to be searched again. `waits`: another node has to be asked. `unmoved`: it has succeeded without a token transfer,
 * and is left to an operator.
 */
export type Verdict =
  | { readonly state: 'final' }
  | { readonly state: 'doubted' | 'waits' | 'unmoved'; readonly why: string };

interface Found extends Location {
  readonly hasSucceeded: boolean;
}

/**
 * Judges a transaction that is deep enough: its block must contain it, and all reachable nodes must give the same receipt, so that one
 * false or late node ends nothing. A failure needs a receipt of status 0, from two nodes where there are two.
 */
export async function judge(rpc: Rpc, blocks: Blocks, found: Found, origin: Origin | null): Promise<Verdict> {
  const { txHash, blockNumber, blockHash, hasSucceeded } = found;
  if (!isIn(blocks, found)) {
    const why = `its receipt names block ${blockNumber}, which does not have ${txHash}`;
    return { state: 'doubted', why };
  }
  const opinions = await rpc.askEach('eth_getTransactionReceipt', [txHash], z.nullable(receiptOf(txHash)));
  const isSame = (told: Receipt | null) =>
    told?.blockHash === blockHash && hasMoved(told, origin) === hasSucceeded;
  const other = opinions.find((opinion) => opinion.ok && !isSame(opinion.answer));
  if (other) {
    return { state: 'doubted', why: `node ${other.place} of RPC_URL has another receipt of ${txHash}` };
  }
  if (hasSucceeded) return { state: 'final' };
  const receipts = opinions.flatMap((opinion) => (opinion.ok && opinion.answer ? [opinion.answer] : []));
  if (receipts.some(({ status }) => status)) {
    const why = `${txHash} has succeeded without telling of tokens that left ${origin?.wallet}`;
    return { state: 'unmoved', why };
  }
  if (opinions.length > 1 && receipts.length < 2) {
    return {
      state: 'waits',
      why: `${txHash} was reverted, and no second node of RPC_URL can be asked about it`,
    };
  }
  return { state: 'final' };
}
