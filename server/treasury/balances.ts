import { BehindProblem, readBlocks } from '../settlement/evm/blocks.ts';
import { gasInMulticall, readBalances as readMany } from '../settlement/evm/reads.ts';
import type { Rpc } from '../settlement/evm/rpc.ts';
import type { Weighed } from './holdings.ts';
import { inTurns } from './inTurns.ts';

/** A question for the balances of one token at addresses. */
export interface Asked {
  readonly token: string;
  readonly contract: string;
  readonly addresses: readonly string[];
}

/** Four calls at a time for each token. */
const atOnce = 600;

/**
 * The balances of each token at a block, in the order of the questions; null for a token of which not all can be read, because its contract
 * does not tell them or no two nodes agree. Each token gets its own calls with limited gas, so that a faulty contract spoils no other's.
 * Rejects when too few nodes can be asked, or when the block is no longer part of the chain.
 */
export async function readBalances(
  rpc: Rpc,
  block: { readonly number: number; readonly hash: string },
  asked: readonly Asked[],
): Promise<readonly (readonly Weighed[] | null)[]> {
  if (asked.length === 0) return [];
  const balances = await inTurns(asked, (each) => balancesOf(rpc, each, block.number));
  const now = (await readBlocks(rpc, [block.number]).catch(orUnread)).get(block.number);
  if (now?.hash !== block.hash) throw new ChainUnread(`block ${block.number} is being replaced`);
  return balances;
}

async function balancesOf(
  rpc: Rpc,
  { token, contract, addresses }: Asked,
  block: number,
): Promise<readonly Weighed[] | null> {
  const weighed: Weighed[] = [];
  for (let from = 0; from < addresses.length; from += atOnce) {
    const some = addresses.slice(from, from + atOnce).map((address) => ({ address, contract }));
    const balances = await readMany(rpc, some, block, { gas: gasInMulticall, isCompared: true });
    for (const [index, { address }] of some.entries()) {
      const balance = balances[index] ?? null;
      if (balance === null) return null;
      weighed.push({ token, address, balance });
    }
  }
  return weighed;
}

function orUnread(error: unknown): never {
  throw error instanceof BehindProblem ? new ChainUnread(error.message) : error;
}

/** The chain cannot be compared with the books now. */
export class ChainUnread extends Error {}
