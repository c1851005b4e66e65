import { type Block, block } from './blocks.ts';
import { RpcProblem } from './node.ts';
import type { Rpc } from './rpc.ts';

/** How far the nodes that answer have got. */
interface Heads {
  /** The highest newest block. */
  readonly highest: Block;
  /** The second highest where two nodes answer, because one that tells of blocks far ahead makes nothing final; otherwise the only one. */
  readonly reached: Block;
}

/** Rejects with an `RpcProblem` when no node tells its newest block. */
export async function readHeads(rpc: Rpc): Promise<Heads> {
  const opinions = await rpc.askEach('eth_getBlockByNumber', ['latest', false], block);
  const told = opinions.flatMap((each) => (each.ok ? [each.answer] : []));
  const [highest, reached = highest] = told.toSorted((one, other) => other.number - one.number);
  if (!highest || !reached) throw new RpcProblem('there is no node');
  return { highest, reached };
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
