import { type Address, erc20Abi, getAddress } from 'viem';
import { getBalance, multicall } from 'viem/actions';
import { BehindProblem, readBlocks } from '../settlement/evm/blocks.ts';
import { reasonOf } from '../settlement/evm/round.ts';
import type { Rpc } from '../settlement/evm/rpc.ts';

/** A question for what an address has of a token. */
export interface Asked {
  readonly address: string;
  readonly contract: string;
}

/** Below EIP-3860's 49,152 bytes of code, with viem's own: 150 balances a call. */
const bytesInMulticall = 5_400;
/** Four calls at a time. */
const atOnce = 600;

/** The balances at a block in the order of the questions, in minor units. Rejects when the block is no part of the chain any more. */
export async function readBalances(
  rpc: Rpc,
  block: { readonly number: number; readonly hash: string },
  asked: readonly Asked[],
): Promise<readonly bigint[]> {
  const balances: bigint[] = [];
  for (let from = 0; from < asked.length; from += atOnce) {
    const answers = await multicall(rpc.client, {
      allowFailure: true,
      deployless: true,
      batchSize: bytesInMulticall,
      blockNumber: BigInt(block.number),
      contracts: asked.slice(from, from + atOnce).map(({ address, contract }) => ({
        abi: erc20Abi,
        address: getAddress(contract),
        functionName: 'balanceOf',
        args: [getAddress(address)],
      })),
    });
    for (const answer of answers) {
      if (answer.status === 'failure') throw new ChainUnread(reasonOf(answer.error));
      balances.push(BigInt(answer.result));
    }
  }
  const now = (await readBlocks(rpc, [block.number]).catch(orUnread)).get(block.number);
  if (now?.hash !== block.hash) throw new ChainUnread(`block ${block.number} is being replaced`);
  return balances;
}

function orUnread(error: unknown): never {
  throw error instanceof BehindProblem ? new ChainUnread(error.message) : error;
}

/** In wei. */
export function readCoins(rpc: Rpc, address: Address, block: number): Promise<bigint> {
  return getBalance(rpc.client, { address, blockNumber: BigInt(block) });
}

/** The chain could not be compared with the books now. */
export class ChainUnread extends Error {}
