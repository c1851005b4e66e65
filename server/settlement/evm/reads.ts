import {
  type Address,
  createClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  toHex,
} from 'viem';
import { multicall } from 'viem/actions';
import type * as z from 'zod/mini';
import { bytes, hexNumber, newestBlock } from './answers.ts';
import { isRevert, RpcProblem } from './node.ts';
import type { Rpc } from './rpc.ts';

type At = bigint | 'latest' | 'pending';

const blockOf = (at: At) => (typeof at === 'bigint' ? toHex(at) : at);

/** What to ask a node for how many transactions an address has sent. */
export const countQuestion = (address: Address, at: At) =>
  ['eth_getTransactionCount', [address, blockOf(at)], hexNumber] as const;

/** How many transactions an address has sent, which is the number of the next one. */
export function readCount(rpc: Rpc, address: Address, at: At): Promise<bigint> {
  return rpc.ask(...countQuestion(address, at));
}

/** The chain's coins that an address has, in wei. */
export function readCoins(rpc: Rpc, address: Address, at: At): Promise<bigint> {
  return rpc.ask('eth_getBalance', [address, blockOf(at)], hexNumber);
}

interface Call {
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
}

/** The gas that a call would take after a block. Rejects as nodes tell it when the call would be reverted (`isRevert`). */
export function readGas(rpc: Rpc, call: Call, at: At): Promise<bigint> {
  return rpc.ask('eth_estimateGas', [call, blockOf(at)], hexNumber);
}

/** The tokens that an address has, in minor units; null when the contract does not tell. */
export async function readBalance(
  rpc: Rpc,
  contract: Address,
  holder: Address,
  at: At,
): Promise<bigint | null> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] });
  const answer = await readCall(rpc, { to: contract, data }, at);
  return /^0x[\da-f]{64}/i.test(answer) ? BigInt(answer.slice(0, 66)) : null;
}

/** What a contract answers to a call; `0x`, which is nothing, when it reverts. */
async function readCall(rpc: Rpc, call: Omit<Call, 'from'>, at: At): Promise<Hex> {
  return rpc.ask('eth_call', [call, blockOf(at)], bytes).catch((error: unknown) => {
    if (isRevert(error)) return '0x';
    throw error;
  });
}

/** What a node proposes to add to the base fee for a unit of gas, in wei. */
export async function readTip(rpc: Rpc, baseFee: bigint): Promise<bigint> {
  try {
    return await rpc.ask('eth_maxPriorityFeePerGas', [], hexNumber);
  } catch (error) {
    // A node that does not have the method tells what a unit costs altogether.
    if (!(error instanceof RpcProblem) || error.code === undefined) throw error;
    const price = await rpc.ask('eth_gasPrice', [], hexNumber);
    return price > baseFee ? price - baseFee : 0n;
  }
}

/** The newest block of the first node that answers, with what a unit of gas costs in it. */
export function readNewest(rpc: Rpc): Promise<z.infer<typeof newestBlock>> {
  return rpc.ask('eth_getBlockByNumber', ['latest', false], newestBlock);
}

interface Holder {
  readonly address: string;
  readonly contract: string;
}

/** Below EIP-3860's 49,152 bytes of code, with viem's own: 150 balances a call. */
const bytesInCall = 5_400;

/**
 * The tokens that addresses have at a block, in their order, many in a call of `gas` at most; null where the contract does not tell, or
 * the call with it was refused. Rejects with an `RpcProblem` when no node could be asked: that is no answer of a contract.
 */
export async function readBalances(
  rpc: Rpc,
  holders: readonly Holder[],
  block: number,
  gas?: bigint,
): Promise<readonly (bigint | null)[]> {
  const outages: RpcProblem[] = [];
  const request = async ({ params: [call, at] }: { params: readonly unknown[] }) => {
    try {
      return await rpc.ask('eth_call', [{ ...Object(call), ...(gas && { gas: toHex(gas) }) }, at], bytes);
    } catch (error) {
      if (error instanceof RpcProblem && error.code === undefined) outages.push(error);
      throw error;
    }
  };
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 });
  const answers = await multicall(client, {
    allowFailure: true,
    deployless: true,
    batchSize: bytesInCall,
    blockNumber: BigInt(block),
    contracts: holders.map(({ address, contract }) => ({
      abi: erc20Abi,
      address: getAddress(contract),
      functionName: 'balanceOf',
      args: [getAddress(address)],
    })),
  });
  const [outage] = outages;
  if (outage) throw outage;
  return answers.map((each) => (each.status === 'success' ? BigInt(each.result) : null));
}
