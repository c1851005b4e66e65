import { BehindProblem, readBlocks } from '../settlement/evm/blocks.ts';
import { readBalances as readMany } from '../settlement/evm/reads.ts';
import type { Rpc } from '../settlement/evm/rpc.ts';

/** A question for an address's balance of a token. */
export interface Asked {
  readonly address: string;
  readonly contract: string;
}

/** Four calls at a time. */
const atOnce = 600;

/** The balances at a block in the order of the questions, in minor units. Rejects when the block is no longer part of the chain. */
export async function readBalances(
  rpc: Rpc,
  block: { readonly number: number; readonly hash: string },
  asked: readonly Asked[],
): Promise<readonly bigint[]> {
  const balances: bigint[] = [];
  for (let from = 0; from < asked.length; from += atOnce) {
    const some = asked.slice(from, from + atOnce);
    for (const [index, balance] of (await readMany(rpc, some, block.number)).entries()) {
      if (balance === null) throw new ChainUnread(`${some[index]?.contract} does not tell a balance`);
      balances.push(balance);
    }
  }
  const now = (await readBlocks(rpc, [block.number]).catch(orUnread)).get(block.number);
  if (now?.hash !== block.hash) throw new ChainUnread(`block ${block.number} is being replaced`);
  return balances;
}

function orUnread(error: unknown): never {
  throw error instanceof BehindProblem ? new ChainUnread(error.message) : error;
}

/** The chain cannot be compared with the books now. */
export class ChainUnread extends Error {}
