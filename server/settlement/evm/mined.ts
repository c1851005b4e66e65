import * as z from 'zod/mini';
import { blockWithHashes, type Receipt, receiptOf } from './answers.ts';
import { addressIn, readBlock, transferTopic } from './blocks.ts';
import { findEverywhere } from './findings.ts';
import { endOutgoing, keepMined, keepSeen, type Mined, type Outgoing, type Place } from './outgoing.ts';
import type { Round } from './round.ts';
import type { Rpc } from './rpc.ts';

/**
 * Finds the blocks in which payments of the signer's wallet are mined, and ends payments with enough confirmations. Blocks are identified by their
 * hash: a payment whose block was removed by a reorganisation is searched again.
 */
export async function followMined(round: Round, open: readonly Outgoing[]): Promise<void> {
  const { database, rpc, head, confirmations, at, tell } = round;
  const { chain } = rpc;
  const placed = open.filter(({ place }) => place !== null);
  // A payment mined above the newest block of a node that is behind keeps its place.
  const isAhead = ({ mined }: Outgoing) => mined !== null && mined.blockNumber > head.number;
  const isMined = ({ place }: Outgoing) => place !== null && place.nonce < head.nonce;
  const known = await canonical(
    round,
    placed.flatMap((each) => (each.mined && !isAhead(each) ? [each.mined] : [])),
  );
  const isThere = (mined: Mined | null) => mined !== null && isIn(known, mined);
  const within = placed.filter((each) => !isAhead(each));
  const lost = within.filter((each) => each.mined !== null && !(isMined(each) && isThere(each.mined)));
  const sought = within.filter((each) => isMined(each) && !isThere(each.mined));
  const receipts = await Promise.all(
    sought.map(async (each) => ({ id: each.id, ...(await find(round, each)) })),
  );
  const found = receipts.filter(({ mined }) => mined !== null);
  const foundIds = new Set(found.map(({ id }) => id));
  const emptied = lost.filter(({ id }) => !foundIds.has(id)).map(({ id }) => ({ id, mined: null }));
  await database.transaction(async (query) => {
    await keepMined(query, chain, [...found, ...emptied]);
    await keepSeen(query, chain, { head: head.number, needed: confirmations });
  });
  tellUnknown(round, sought, receipts);
  const standing = placed.map((each) => ({
    id: each.id,
    mined: receipts.find(({ id }) => id === each.id)?.mined ?? (isMined(each) ? each.mined : null),
  }));
  const deep = standing.flatMap(({ id, mined }) =>
    mined !== null && head.number - mined.blockNumber + 1n >= BigInt(confirmations) ? [{ id, mined }] : [],
  );
  if (deep.length === 0) return;
  // Read again, together with the newest block: only if that is unchanged were all blocks part of one chain at one time.
  const chained = await canonical(round, [...deep.map(({ mined }) => mined), { blockNumber: head.number }]);
  if (chained.get(head.number)?.hash !== head.hash) return;
  const ended: Found[] = [];
  const doubted: Found[] = [];
  for (const { each, why, isDoubted } of await judgeAll(round, placed, deep, chained)) {
    if (why === null) ended.push(each);
    else {
      if (isDoubted) doubted.push(each);
      tell('node', `Payment ${each.id} waits: ${why}.`);
    }
  }
  await database.transaction(async (query) => {
    // Search it again, because the stored place may have been false.
    await keepMined(
      query,
      chain,
      doubted.map(({ id }) => ({ id, mined: null })),
    );
    await endOutgoing(query, chain, ended, at);
  });
}

/** Reports a nonce that is used although no node has a receipt of a transaction signed with it. */
function tellUnknown({ signer, tell }: Round, sought: readonly Outgoing[], looks: readonly Look[]): void {
  for (const { id, place } of sought) {
    const look = looks.find((each) => each.id === id);
    if (!look || look.mined !== null) continue;
    const used = `Transaction ${place?.nonce} of the hot wallet ${signer.address} is mined, and`;
    const sentence =
      look.notAsked.length > 0
        ? `no node that answers knows it as payment ${id}: node ${look.notAsked.join(', ')} of RPC_URL could not be asked.`
        : `no node knows it as payment ${id}: was its key used elsewhere? payments renumber ${id} HASH, with what has taken the number, pays it with another; withdrawals settle ${id} ends it.`;
    tell('nonce', `${used} ${sentence}`);
  }
}

type Blocks = ReadonlyMap<bigint, z.infer<typeof blockWithHashes>>;

/** Whether the block itself contains the transaction, because a receipt alone may be made up. */
function isIn(
  blocks: Blocks,
  { blockNumber, blockHash, txHash }: Pick<Mined, 'blockNumber' | 'blockHash' | 'txHash'>,
): boolean {
  const block = blocks.get(blockNumber);
  return block?.hash === blockHash && block.transactions.includes(txHash);
}

/** The current blocks with these numbers; none above the newest. */
async function canonical(
  { rpc }: Pick<Round, 'rpc'>,
  blocks: readonly Pick<Mined, 'blockNumber'>[],
): Promise<Blocks> {
  const numbers = [...new Set(blocks.map(({ blockNumber }) => blockNumber))];
  const found = await Promise.all(numbers.map((number) => readBlock(rpc, number, blockWithHashes)));
  return new Map(found.map((each) => [each.number, each]));
}

/** Whether the chain that ends with `head` has the transaction in the block, as far as one read can tell. */
export async function isInChain(
  rpc: Rpc,
  found: Pick<Mined, 'blockNumber' | 'blockHash' | 'txHash'>,
  head: Pick<Round['head'], 'number' | 'hash'>,
): Promise<boolean> {
  const blocks = await canonical({ rpc }, [found, { blockNumber: head.number }]);
  return blocks.get(head.number)?.hash === head.hash && isIn(blocks, found);
}

interface Found {
  readonly id: string;
  readonly mined: Mined;
}

interface Judgement {
  readonly each: Found;
  /** Null when the payment can end. */
  readonly why: string | null;
  /** Whether it has to be searched again. */
  readonly isDoubted: boolean;
}

/**
 * Why a payment cannot end by its receipt yet, or null: its block must contain the transaction, and all reachable nodes must give
 * the same receipt, so that one false or late node ends nothing. Money is returned only for a receipt of status 0, from two nodes
 * where there are two; a success without a token transfer is left to an operator.
 */
function judgeAll({ rpc }: Round, placed: readonly Outgoing[], deep: readonly Found[], blocks: Blocks) {
  const placeOf = new Map(placed.map(({ id, place }) => [id, place]));
  return Promise.all(
    deep.map(async (each): Promise<Judgement> => {
      const doubt = (why: string): Judgement => ({ each, why, isDoubted: true });
      const wait = (why: string): Judgement => ({ each, why, isDoubted: false });
      const { id, mined } = each;
      const { txHash, blockNumber } = mined;
      if (!isIn(blocks, mined)) {
        return doubt(`its receipt names block ${blockNumber}, which does not have ${txHash}`);
      }
      const place = placeOf.get(id) ?? null;
      const opinions = await rpc.askEach(
        'eth_getTransactionReceipt',
        [txHash],
        z.nullable(receiptOf(txHash)),
      );
      const other = opinions.find((opinion) => opinion.ok && !isTold(mined, opinion.answer, place));
      if (other) return doubt(`node ${other.place} of RPC_URL has another receipt of ${txHash}`);
      const receipts = opinions.flatMap((opinion) => (opinion.ok && opinion.answer ? [opinion.answer] : []));
      if (receipts.some(({ status }) => status) && !mined.hasSucceeded) {
        return wait(
          `${txHash} has succeeded without telling of tokens that left the wallet: withdrawals settle ${id} --hash ${txHash} completes it when the recipient has them, --none gives the money back`,
        );
      }
      const isAlone = opinions.length > 1 && receipts.length < 2;
      if (isAlone && !mined.hasSucceeded) {
        return wait(`${txHash} was reverted, and no second node of RPC_URL can be asked about it`);
      }
      return { each, why: null, isDoubted: false };
    }),
  );
}

function isTold({ blockHash, hasSucceeded }: Mined, receipt: Receipt | null, place: Place | null): boolean {
  return place !== null && receipt?.blockHash === blockHash && haveLeft(receipt, place) === hasSucceeded;
}

/** Old contracts answer `false` instead of reverting, so only their event proves that tokens have left the wallet. */
export function haveLeft({ status, logs }: Receipt, { contract, wallet }: Place): boolean {
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

interface Look {
  readonly id: string;
  readonly mined: Mined | null;
  /** The nodes that could not be asked, by their position in the setting. */
  readonly notAsked: readonly number[];
}

/** The receipt of any transaction signed for a payment. */
async function find({ rpc }: Round, { attempts, place }: Outgoing): Promise<Omit<Look, 'id'>> {
  const notAsked = new Set<number>();
  if (place === null) return { mined: null, notAsked: [] };
  for (const { hash } of attempts.toReversed()) {
    const found = await findEverywhere(rpc, 'eth_getTransactionReceipt', [hash], receiptOf(hash));
    if (found.state === 'not_asked') for (const each of found.places) notAsked.add(each);
    if (found.state !== 'there') continue;
    const { blockNumber, blockHash, gasUsed, effectiveGasPrice } = found.first;
    const hasSucceeded = haveLeft(found.first, place);
    const gasPaid = gasUsed * effectiveGasPrice;
    return { mined: { blockNumber, blockHash, txHash: hash, hasSucceeded, gasPaid, gasUsed }, notAsked: [] };
  }
  return { mined: null, notAsked: [...notAsked] };
}
