import { type Block, block } from './blocks.ts';
import { RpcProblem } from './node.ts';
import type { Rpc } from './rpc.ts';

/** How far the nodes that answer have got. */
interface Heads {
  /** The highest newest block. */
  readonly highest: Block;
  /** The second highest where two nodes answer, because one that tells of blocks far ahead makes nothing final; otherwise the only one. */
  readonly reached: Block;
  /** The position of the only node that answers, where that is too few (`neededOf`); otherwise null. */
  readonly alone: number | null;
}

/** How many nodes have to answer before a deposit counts: two of three or more. Of two one may be away, as with one there is nobody to ask. */
export const neededOf = (nodes: number): number => (nodes > 2 ? 2 : 1);

/** Rejects with an `RpcProblem` when no node tells its newest block. */
async function readHeads(rpc: Rpc): Promise<Heads> {
  const opinions = await rpc.askEach('eth_getBlockByNumber', ['latest', false], block);
  const told = opinions.flatMap((each) => (each.ok ? [each] : []));
  const [highest, reached = highest] = told
    .map(({ answer }) => answer)
    .toSorted((one, other) => other.number - one.number);
  if (!highest || !reached) throw new RpcProblem('there is no node');
  const [only] = told;
  return { highest, reached, alone: only && told.length < neededOf(opinions.length) ? only.place : null };
}

/** Like `readHeads`, and rejects when too few nodes answer (`neededOf`), because nothing that one tells can be compared. */
export async function readComparedHeads(rpc: Rpc): Promise<Omit<Heads, 'alone'>> {
  const { alone, ...heads } = await readHeads(rpc);
  if (alone === null) return heads;
  throw new RpcProblem(
    `only node ${alone} of RPC_URL answers, and deposits wait for a second one: take those that are away out of RPC_URL to believe it alone`,
  );
}

/** The number of the newest block that two nodes have got to, where two answer, and at most `head`. */
export async function readReached(rpc: Rpc, head: bigint): Promise<bigint> {
  const { reached } = await readHeads(rpc);
  return reached.number < head ? BigInt(reached.number) : head;
}

/** Why something waits that needs the newest block of one node alone, further ahead than nodes are apart; or null. */
export function whyAlone(
  head: bigint | number,
  { reached, confirmations }: { readonly reached: bigint | number; readonly confirmations: number },
): string | null {
  const isFar = BigInt(head) > BigInt(reached) + BigInt(confirmations);
  return isFar
    ? `one node of RPC_URL tells of block ${head}, and no other has got further than ${reached}`
    : null;
}
