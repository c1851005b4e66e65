import { type Address, getAddress } from 'viem';
import { ok, type Result, refused } from '../../../contract/result.ts';
import type { Db } from '../../database/db.ts';
import { keepFeeds } from '../../rates/feeds.ts';
import { contractOf } from '../../tokens/catalogue.ts';
import { findListing } from '../../tokens/listings.ts';
import type { DepositNetwork } from '../../tokens/network.ts';
import type { DepositSource, Settlement } from '../settlement.ts';
import { type ChainPrices, createChainPrices } from './chainPrices.ts';
import { type ChainSettings, usualFeeMargin, usualNativeCurrency } from './chainSettings.ts';
import { type ContractBook, createContractBook } from './contracts.ts';
import { createDeposits } from './deposits.ts';
import { RpcProblem } from './node.ts';
import { feedMistakes } from './priceFeeds.ts';
import { openRpc, type Rpc } from './rpc.ts';
import { openSigner } from './signer.ts';
import { createWithdrawals, usualEstimatesAtOnce, usualReplaceAfter } from './withdrawals.ts';

interface World {
  readonly settings: Pick<ChainSettings, 'rpcUrls' | 'confirmations' | 'hotWallet' | 'maxFee'> &
    Partial<Pick<ChainSettings, 'priceFeeds' | 'nativeCurrency' | 'feeMargin'>>;
  readonly network: DepositNetwork;
  readonly database: Db;
  /** Receives warnings for the operator that need no action. */
  readonly warn: (facts: Record<string, unknown>, message: string) => void;
}

/** A chain that was checked against the settings. */
export interface Chain {
  readonly rpc: Rpc;
  readonly contracts: ContractBook;
  /** The wallet that pays withdrawals; null for none. */
  readonly hotWallet: Address | null;
  readonly deposits: DepositSource;
  /** Deposits and withdrawals; null without a hot wallet. */
  readonly settlement: Settlement | null;
  readonly prices: ChainPrices;
}

/**
 * Opens the chain of the settings, or answers one sentence for each mistake in them. An unreachable node is not a mistake:
 * the server starts without it and asks it later.
 */
export async function openChain({
  settings: {
    rpcUrls,
    confirmations,
    hotWallet,
    maxFee,
    priceFeeds = [],
    nativeCurrency = usualNativeCurrency,
    feeMargin = usualFeeMargin,
  },
  network,
  database,
  warn,
}: World): Promise<Result<Chain, readonly string[]>> {
  const rpc = openRpc({ rpcUrls, chainId: network.chainId });
  const contracts = createContractBook(rpc, network);
  const { mistakes, outages } = await rpc.check();
  for (const reason of outages) warn({ reason }, 'a node of the chain cannot be asked');
  if (mistakes.length > 0) return refused(mistakes);
  const orWarn = (message: string) => (error: unknown) => {
    if (!(error instanceof RpcProblem)) throw error;
    warn({ reason: error.message }, message);
    return [];
  };
  const { query } = database;
  const coin = nativeCurrency.toUpperCase();
  const feeds = priceFeeds.map((feed) => ({ ...feed, chain: rpc.chain }));
  const wrong = await Promise.all([
    contracts.mistakes(query).catch(orWarn('the contracts of the tokens could not be checked')),
    feedMistakes(rpc, feeds, { query, coin }).catch(orWarn('the price feeds could not be checked')),
  ]);
  if (wrong.flat().length > 0) return refused(wrong.flat());
  await keepFeeds(query, feeds);
  const prices = createChainPrices({ database, rpc, feeds, coin, margin: feeMargin, maxFee });
  const deposits = createDeposits({ database, rpc, confirmations, warn, contracts });
  if (hotWallet === null) return ok({ rpc, contracts, hotWallet, deposits, settlement: null, prices });
  const signer = await openSigner(hotWallet);
  if (!signer.ok) return refused([signer.problem]);
  const withdrawals = createWithdrawals({
    ...{ database, rpc, chainId: network.chainId, signer: signer.value },
    ...{ confirmations, maxFee },
    ...{ replaceAfter: usualReplaceAfter, estimatesAtOnce: usualEstimatesAtOnce },
    contractOf: async (token) => {
      const listing = await findListing(database.query, token);
      const address = listing && contractOf(listing, network);
      return address ? getAddress(address) : null;
    },
  });
  const settlement = { ...withdrawals, ...deposits };
  return ok({ rpc, contracts, hotWallet: signer.value.address, deposits, settlement, prices });
}
