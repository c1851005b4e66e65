import type { Hex } from 'viem';
import { word } from './answers.ts';
import { unmined } from './drafts.ts';
import type { RpcProblem } from './node.ts';
import { keepTold, type Outgoing, rawOf } from './outgoing.ts';
import { isKnown, type Round } from './round.ts';
import type { Rpc } from './rpc.ts';

/** How many payments are sent to nodes at a time. */
const batch = 64;

/**
 * Sends every payment that is not mined to each node once per block, in nonce order, including those that the chain has lost. If a node
 * rejects a payment's newest transaction, it gets the earlier ones, because any of them may be mined.
 */
export async function broadcast(
  { database, rpc, head, tell }: Round,
  open: readonly Outgoing[],
  lost: readonly Outgoing[],
): Promise<void> {
  const isDue = ({ last }: { last: { toldBlock: bigint | null } }) => last.toldBlock !== head.number;
  const due = [...unmined(lost, head.nonce), ...unmined(open, head.nonce).filter(isDue)];
  for (let start = 0; start < due.length; start += batch) {
    const some = due.slice(start, start + batch);
    const raws = await rawOf(
      database.query,
      rpc.chain,
      some.map(({ id }) => id),
    );
    const told = await Promise.all(
      some.map(async ({ id, attempts }) => {
        const { taken, reason } = await give(rpc, attempts.map(({ hash }) => hash).toReversed(), raws);
        if (taken.length === 0)
          tell('node', `Payment ${id} waits: no node takes its transaction, ${reason}.`);
        return taken;
      }),
    );
    await database.transaction((query) => keepTold(query, rpc.chain, told.flat(), head.number));
  }
}

interface Given {
  /** The transactions that a node has accepted. */
  readonly taken: readonly Hex[];
  /** Why no node accepted the newest transaction. */
  readonly reason: string;
}

/** Newest first; earlier ones only while some node has answered and none has accepted. */
async function give(rpc: Rpc, hashes: readonly Hex[], raws: ReadonlyMap<Hex, Hex>): Promise<Given> {
  const taken: Hex[] = [];
  const served = new Set<number>();
  let reason = '';
  for (const hash of hashes) {
    const opinions = await rpc.askAll('eth_sendRawTransaction', [raws.get(hash)], word);
    const refused = opinions.flatMap((each) =>
      each.ok || isKnown(each.problem.message) ? [] : [{ place: each.place, ...told(each.problem) }],
    );
    if (refused.length < opinions.length) taken.push(hash);
    const places = new Set(refused.map(({ place }) => place));
    for (const { place } of opinions) if (!places.has(place)) served.add(place);
    const read = refused.filter(({ isRead }) => isRead);
    reason ||= (read[0] ?? refused[0])?.message ?? '';
    if (read.every(({ place }) => served.has(place))) break;
  }
  return { taken, reason };
}

const told = ({ message, code }: RpcProblem) => ({ message, isRead: code !== undefined });
