import { type Address, type Hex, toHex } from 'viem';
import { hexNumber } from './answers.ts';
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
