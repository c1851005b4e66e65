import { openRpc, type Rpc } from '../../server/settlement/evm/rpc.ts';
import type { TestChain } from './chain.ts';

/** What another process needs to ask the nodes of a chain. */
export interface Nodes extends Pick<TestChain, 'url' | 'chainId'> {
  /** The nodes that are asked, where they are not Anvil itself. */
  readonly rpcUrls?: readonly string[];
  /** Milliseconds that a node has to answer. */
  readonly timeout?: number;
}

export function openNodes({ url, chainId, rpcUrls = [url], timeout = 10_000 }: Nodes): Rpc {
  return openRpc({ rpcUrls, chainId, timeout });
}
