import { ok, type Result, refused } from '../../../contract/result.ts';
import type { Db } from '../../database/db.ts';
import type { DepositNetwork } from '../../tokens/network.ts';
import type { DepositSource } from '../settlement.ts';
import type { ChainSettings } from './chainSettings.ts';
import { createContractBook } from './contracts.ts';
import { createDeposits } from './deposits.ts';
import { openRpc, type Rpc, RpcProblem } from './rpc.ts';

interface World {
  readonly settings: Pick<ChainSettings, 'rpcUrls' | 'confirmations'>;
  readonly network: DepositNetwork;
  readonly database: Db;
  /** Hears what the operator should know and nobody has to act on. */
  readonly warn: (facts: Record<string, unknown>, message: string) => void;
}

/** A chain that was found to be what the settings say. */
interface Chain {
  readonly rpc: Rpc;
  readonly deposits: DepositSource;
}

/**
 * Opens the chain of the settings, or answers one sentence for each mistake in them. Nodes that cannot be reached now are no mistake:
 * a server starts without them, and asks them later.
 */
export async function openChain({
  settings: { rpcUrls, confirmations },
  network,
  database,
  warn,
}: World): Promise<Result<Chain, readonly string[]>> {
  const rpc = openRpc({ rpcUrls, chainId: network.chainId });
  const contracts = createContractBook(rpc, network);
  const { mistakes, outages } = await rpc.check();
  for (const reason of outages) warn({ reason }, 'a node of the chain cannot be asked');
  if (mistakes.length > 0) return refused(mistakes);
  const wrong = await contracts.mistakes(database.query).catch((error: unknown) => {
    if (!(error instanceof RpcProblem)) throw error;
    warn({ reason: error.message }, 'the contracts of the tokens could not be checked');
    return [];
  });
  if (wrong.length > 0) return refused(wrong);
  return ok({ rpc, deposits: createDeposits({ database, rpc, confirmations, warn, contracts }) });
}
