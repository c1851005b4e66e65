import type { Address } from 'viem';
import type { Db } from '../../server/database/db.ts';
import { demoNetwork } from '../../server/demo/chain/network.ts';
import { createContractBook } from '../../server/settlement/evm/contracts.ts';
import { createDeposits } from '../../server/settlement/evm/deposits.ts';
import { openRpc } from '../../server/settlement/evm/rpc.ts';
import type { DepositNetwork } from '../../server/tokens/network.ts';
import type { TestChain } from './chain.ts';
import { openTestDatabase } from './database.ts';
import { addressOf, type Person } from './payments.ts';
import { openTestServer, publicChain, type TestServer } from './server.ts';

export const confirmations = 3;

export function networkOf({ chainId, contracts }: Pick<TestChain, 'chainId' | 'contracts'>): DepositNetwork {
  return { ...demoNetwork, chainId, contracts };
}

interface Changes {
  readonly database?: Db;
  readonly rpcUrls?: readonly string[];
  /** Milliseconds that a node has to answer. */
  readonly timeout?: number;
}

/** A server that takes the deposits of a chain, counted on after three confirmations, and pays nothing over it. */
export async function openFollowing(
  chain: TestChain,
  { database, rpcUrls = [chain.url], timeout = 10_000 }: Changes = {},
): Promise<TestServer> {
  const db = database ?? (await openTestDatabase());
  const network = networkOf(chain);
  const rpc = openRpc({ rpcUrls, chainId: chain.chainId, timeout });
  const contracts = createContractBook(rpc, network);
  const warn = () => undefined;
  const deposits = createDeposits({ database: db, rpc, confirmations, warn, contracts });
  const settle = () => Promise.reject(new Error('nothing leaves'));
  const server = await openTestServer({
    database: db,
    network,
    settlement: { ...deposits, settle },
    payer: null,
    chain: publicChain({ confirmations, explorerUrl: 'https://explorer.example/test' }),
  });
  await server.settle();
  return server;
}

/** A person's address on the chain. */
export async function placeOf(it: TestServer, person: Person, token = 'USDT'): Promise<Address> {
  const address = await addressOf(it, person, token);
  return `0x${address.slice(2)}`;
}

/** A person's history as the server tells it. */
export async function linesOf(it: TestServer, { token }: Person) {
  return (await it.get('/transactions', { token })).body.data;
}

/** What the operator is told to look at. */
export async function attentionOf(it: TestServer): Promise<{ subject: string; reason: string }[]> {
  return (await it.operator('GET', '/attention')).body.data;
}
