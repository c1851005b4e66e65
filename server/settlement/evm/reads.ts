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
import { bytes, countNumber, gasPrice, hexNumber, newestBlock } from './answers.ts';
import { neededOf } from './heads.ts';
import { isRevert, RpcProblem } from './node.ts';
import type { Rpc } from './rpc.ts';

type At = bigint | 'latest' | 'pending';

const blockOf = (at: At) => (typeof at === 'bigint' ? toHex(at) : at);

/** The question for the number of transactions that an address has sent. */
export const countQuestion = (address: Address, at: At) =>
  ['eth_getTransactionCount', [address, blockOf(at)], countNumber] as const;

/** The number of transactions that an address has sent, which is its next nonce. */
export function readCount(rpc: Rpc, address: Address, at: At): Promise<bigint> {
  return rpc.ask(...countQuestion(address, at));
}

/** The question for an address's balance of the chain's coin, in wei. */
export const coinsQuestion = (address: Address, at: At) =>
  ['eth_getBalance', [address, blockOf(at)], hexNumber] as const;

/** An address's balance of the chain's coin, in wei. */
export function readCoins(rpc: Rpc, address: Address, at: At): Promise<bigint> {
  return rpc.ask(...coinsQuestion(address, at));
}

interface Call {
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
}

/** The gas that a call would take after a block. Rejects with the node's error when the call would revert (`isRevert`). */
export function readGas(rpc: Rpc, call: Call, at: At): Promise<bigint> {
  return rpc.ask('eth_estimateGas', [call, blockOf(at)], countNumber);
}

/** An address's token balance, in minor units; null when the contract does not answer. */
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

/** A contract's answer to a call; `0x` when it reverts. */
async function readCall(rpc: Rpc, call: Omit<Call, 'from'>, at: At): Promise<Hex> {
  return rpc.ask('eth_call', [call, blockOf(at)], bytes).catch((error: unknown) => {
    if (isRevert(error)) return '0x';
    throw error;
  });
}

/** The node's suggested tip on top of the base fee per unit of gas, in wei. */
export async function readTip(rpc: Rpc, baseFee: bigint): Promise<bigint> {
  try {
    return await rpc.ask('eth_maxPriorityFeePerGas', [], gasPrice);
  } catch (error) {
    // A node without the method tells the total price of a unit.
    if (!(error instanceof RpcProblem) || error.code === undefined) throw error;
    const price = await rpc.ask('eth_gasPrice', [], gasPrice);
    return price > baseFee ? price - baseFee : 0n;
  }
}

/** The newest block of the first node that answers, with its gas price. */
export function readNewest(rpc: Rpc): Promise<z.infer<typeof newestBlock>> {
  return rpc.ask('eth_getBlockByNumber', ['latest', false], newestBlock);
}

interface Holder {
  readonly address: string;
  readonly contract: string;
}

/** The code of a problem that is none of a node: nodes are there, and tell different things. */
const disagreement = 0;

/** Below EIP-3860's limit of 49,152 bytes of code, together with viem's own: 150 balances per call. */
const bytesInCall = 5_400;

/** The bound of gas for such a call: 100,000 for each balance, and the deployment of the contract that reads them. */
export const gasInMulticall = 16_000_000n;

interface BalanceChoice {
  /** The most gas for a call. */
  readonly gas?: bigint;
  /** Takes only what two nodes tell alike, where two answer or have to (`neededOf`). */
  readonly isCompared?: boolean;
}

/**
 * The token balances of addresses at a block, in order, many per call; null when the contract does not answer, the call was refused, or
 * no two nodes agree. Rejects with an `RpcProblem` when too few nodes could be asked, because that says nothing about the contract.
 */
export async function readBalances(
  rpc: Rpc,
  holders: readonly Holder[],
  block: number,
  { gas, isCompared = false }: BalanceChoice = {},
): Promise<readonly (bigint | null)[]> {
  const outages: RpcProblem[] = [];
  const request = async ({ params: [call, at] }: { params: readonly unknown[] }) => {
    try {
      const asked = [{ ...Object(call), ...(gas && { gas: toHex(gas) }) }, at];
      return await (isCompared ? readCompared(rpc, asked) : rpc.ask('eth_call', asked, bytes));
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

/** A contract's answer that two nodes give; that of the only one where that is enough. */
async function readCompared(rpc: Rpc, params: readonly unknown[]): Promise<Hex> {
  const opinions = await rpc.askEach('eth_call', params, bytes);
  const told = opinions.flatMap((each) => (each.ok ? [each.answer] : []));
  const isEnough = told.length === 1 && neededOf(opinions.length) === 1;
  const agreed = isEnough ? told[0] : told.find((each, index) => told.indexOf(each) < index);
  if (agreed !== undefined) return agreed;
  if (told.length > 1) throw new RpcProblem('the nodes of RPC_URL do not agree', { code: disagreement });
  throw new RpcProblem('only one node of RPC_URL tells balances, and deposits wait for a second one');
}
