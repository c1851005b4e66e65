import { receiptOf } from './answers.ts';
import { findEverywhere } from './findings.ts';
import { readReached, whyAlone } from './heads.ts';
import { endOutgoing, keepMined, keepSeen, type Mined, type Outgoing } from './outgoing.ts';
import { type Blocks, canonical, haveLeft, isDeep, isIn, judge, type Verdict, whyAhead } from './receipts.ts';
import type { Round } from './round.ts';

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
    rpc,
    placed.flatMap((each) => (each.mined && !isAhead(each) ? [each.mined] : [])),
  );
  const isThere = (mined: Mined | null) => mined !== null && isIn(known, mined);
  const within = placed.filter((each) => !isAhead(each));
  const lost = within.filter((each) => each.mined !== null && !(isMined(each) && isThere(each.mined)));
  const sought = within.filter((each) => isMined(each) && !isThere(each.mined));
  const receipts = await Promise.all(
    sought.map(async (each) => ({ id: each.id, ...(await find(round, each)) })),
  );
  // A receipt may be newer than the head. One that names a block far above it would keep its place for ever, so it is read again.
  const found = receipts.filter(({ mined }) => mined !== null && mined.blockNumber <= head.number);
  const foundIds = new Set(found.map(({ id }) => id));
  const emptied = lost.filter(({ id }) => !foundIds.has(id)).map(({ id }) => ({ id, mined: null }));
  await database.transaction(async (query) => {
    await keepMined(query, chain, [...found, ...emptied]);
    await keepSeen(query, chain, { head: head.number, needed: confirmations });
  });
  tellUnknown(round, sought, receipts);
  for (const { id, mined } of receipts) {
    const why = mined && whyAhead(mined, { head: head.number, confirmations });
    if (why) tell('node', `Payment ${id} waits: ${why}.`);
  }
  const located = placed.map((each) => ({
    id: each.id,
    mined: receipts.find(({ id }) => id === each.id)?.mined ?? (isMined(each) ? each.mined : null),
  }));
  const atHead = located.flatMap(({ id, mined }) =>
    mined !== null && isDeep(mined, { head: head.number, confirmations }) ? [{ id, mined }] : [],
  );
  if (atHead.length === 0) return;
  const reached = await readReached(rpc, head.number);
  const deep = atHead.filter(({ mined }) => isDeep(mined, { head: reached, confirmations }));
  const why = deep.length < atHead.length ? whyAlone(head.number, { reached, confirmations }) : null;
  if (why !== null) tell('node', `Payments wait for their confirmations: ${why}.`);
  if (deep.length === 0) return;
  // Read again, together with the newest block: only if that is unchanged were all blocks part of one chain at one time.
  const chained = await canonical(rpc, [...deep.map(({ mined }) => mined), { blockNumber: head.number }]);
  if (chained.get(head.number)?.hash !== head.hash) return;
  const ended: Found[] = [];
  const doubted: Found[] = [];
  for (const { each, verdict } of await judgeAll(round, placed, deep, chained)) {
    if (verdict.state === 'final') {
      ended.push(each);
      continue;
    }
    if (verdict.state === 'doubted') doubted.push(each);
    const settle = `withdrawals settle ${each.id} --hash ${each.mined.txHash}`;
    const remedy = `: ${settle} completes it when the recipient has them, --none gives the money back`;
    tell('node', `Payment ${each.id} waits: ${verdict.why}${verdict.state === 'unmoved' ? remedy : ''}.`);
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

interface Found {
  readonly id: string;
  readonly mined: Mined;
}

interface Judged {
  readonly each: Found;
  readonly verdict: Verdict;
}

function judgeAll(
  { rpc }: Round,
  placed: readonly Outgoing[],
  deep: readonly Found[],
  blocks: Blocks,
): Promise<readonly Judged[]> {
  const placeOf = new Map(placed.map(({ id, place }) => [id, place]));
  return Promise.all(
    deep.flatMap((each) => {
      const place = placeOf.get(each.id);
      return place ? [judge(rpc, blocks, each.mined, place).then((verdict) => ({ each, verdict }))] : [];
    }),
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
