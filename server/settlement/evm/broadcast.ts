import type { Hex } from 'viem';
import { word } from './answers.ts';
import { unmined } from './drafts.ts';
import type { RpcProblem } from './node.ts';
import { type Attempt, keepTold, type Outgoing, rawOf } from './outgoing.ts';
import { isKnown, type Round, type Sent } from './round.ts';
import type { Rpc } from './rpc.ts';

/** How many payments are sent to nodes at a time. */
const batch = 64;

/** The longest pause before a transaction that was sent in vain is sent again, in milliseconds. */
const longestPause = 60_000;

/**
 * Sends every payment that is not mined to each node once per block, in nonce order, including those that the chain has lost. If a node
 * rejects a payment's newest transaction, it gets the earlier ones, because any of them may be mined. What no node accepts, and what the
 * chain has lost, is sent again after a second, and after twice as long each time: a node that counts too few transactions "loses" all.
 */
export async function broadcast(
  { database, rpc, head, at, sent, tell }: Round,
  open: readonly Outgoing[],
  lost: readonly Outgoing[],
): Promise<void> {
  const isTold = ({ toldBlock }: Attempt) => toldBlock === head.number;
  // An earlier one that nodes take in place of a newest one counts too, but not in the block at which that one was signed: it is new.
  const isDue = ({ attempts, last }: { attempts: readonly Attempt[]; last: Attempt }) =>
    !isTold(last) && (last.signedBlock === head.number || !attempts.some(isTold));
  const lostIds = new Set(lost.map(({ id }) => id));
  const all = [...unmined(lost, head.nonce), ...unmined(open, head.nonce).filter(isDue)];
  const ids = new Set(all.map(({ id }) => id));
  for (const id of sent.keys()) if (!ids.has(id)) sent.delete(id);
  const due = all.filter(({ id, last }) => {
    const known = sent.get(id);
    return known?.hash !== last.hash || known.dueAt <= at;
  });
  for (let start = 0; start < due.length; start += batch) {
    const some = due.slice(start, start + batch);
    const raws = await rawOf(
      database.query,
      rpc.chain,
      some.map(({ id }) => id),
    );
    const told = await Promise.all(
      some.map(async ({ id, attempts, last: { hash } }) => {
        const { taken, reason } = await give(rpc, attempts.map((each) => each.hash).toReversed(), raws);
        const refusal = taken.length > 0 ? null : reason;
        if (refusal === null && !lostIds.has(id)) sent.delete(id);
        else sent.set(id, sentAgain(sent.get(id), { hash, refusal, at }));
        return taken;
      }),
    );
    await database.transaction((query) => keepTold(query, rpc.chain, told.flat(), head.number));
  }
  for (const { id } of all) {
    const refusal = sent.get(id)?.refusal ?? null;
    if (refusal !== null) tell('node', `Payment ${id} waits: no node takes its transaction, ${refusal}.`);
  }
}

function sentAgain(
  before: Sent | undefined,
  { hash, refusal, at }: Pick<Sent, 'hash' | 'refusal'> & { readonly at: Date },
): Sent {
  const times = before?.hash === hash ? before.times + 1 : 1;
  const pause = Math.min(1_000 * 2 ** (times - 1), longestPause);
  return { hash, times, dueAt: new Date(at.getTime() + pause), refusal };
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
