import { openRpc, type Rpc } from '../../server/settlement/evm/rpc.ts';
import type { TestChain } from './chain.ts';

/** What another process needs to ask the nodes of a chain. */
export interface Nodes extends Pick<TestChain, 'url' | 'chainId'> {
  /** The nodes that are asked, where they are not Anvil itself. */
  readonly rpcUrls?: readonly string[];
  /** Milliseconds that a node has to answer. */
  readonly timeout?: number;
  /** When the process begins, where that is not now. */
  readonly now?: number;
}

/** The time of a round: a minute after the one before, so that what has failed is due again. */
export const timeOf = ({ now = Date.now() }: Nodes, round: number) => new Date(now + round * 61_000);

export function openNodes({ url, chainId, rpcUrls = [url], timeout = 10_000 }: Nodes): Rpc {
  return openRpc({ rpcUrls, chainId, timeout });
}
