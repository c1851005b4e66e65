import { getAddress } from 'viem';
import { ok, type Result, refused } from '../../../contract/result.ts';
import type { Db } from '../../database/db.ts';
import { contractOf } from '../../tokens/catalogue.ts';
import { findListing } from '../../tokens/listings.ts';
import type { DepositNetwork } from '../../tokens/network.ts';
import type { DepositSource, Settlement } from '../settlement.ts';
import type { ChainSettings } from './chainSettings.ts';
import { createContractBook } from './contracts.ts';
import { createDeposits } from './deposits.ts';
import { openRpc, type Rpc, RpcProblem } from './rpc.ts';
import { openSigner } from './signer.ts';
import { createWithdrawals, usualReplaceAfter } from './withdrawals.ts';

interface World {
  readonly settings: Pick<ChainSettings, 'rpcUrls' | 'confirmations' | 'hotWallet' | 'maxFee'>;
  readonly network: DepositNetwork;
  readonly database: Db;
  /** Hears what the operator should know and nobody has to act on. */
  readonly warn: (facts: Record<string, unknown>, message: string) => void;
}

/** A chain that was found to be what the settings say. */
interface Chain {
  readonly rpc: Rpc;
  readonly deposits: DepositSource;
  /** What arrives and what leaves; null without a hot wallet. */
  readonly settlement: Settlement | null;
}

/**
 * Opens the chain of the settings, or answers one sentence for each mistake in them. Nodes that cannot be reached now are no mistake:
 * a server starts without them, and asks them later.
 */
export async function openChain({
  settings: { rpcUrls, confirmations, hotWallet, maxFee },
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
  const deposits = createDeposits({ database, rpc, confirmations, warn, contracts });
  if (hotWallet === null) return ok({ rpc, deposits, settlement: null });
  const signer = await openSigner(hotWallet);
  if (!signer.ok) return refused([signer.problem]);
  const withdrawals = createWithdrawals({
    ...{ database, client: rpc.client, chainId: network.chainId, signer: signer.value },
    ...{ confirmations, maxFee, replaceAfter: usualReplaceAfter },
    contractOf: async (token) => {
      const listing = await findListing(database.query, token);
      const address = listing && contractOf(listing, network);
      return address ? getAddress(address) : null;
    },
  });
  return ok({ rpc, deposits, settlement: { ...withdrawals, incoming: deposits.incoming } });
}
