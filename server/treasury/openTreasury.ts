import type { Db } from '../database/db.ts';
import type { ChainSettings } from '../settlement/evm/chainSettings.ts';
import type { Chain } from '../settlement/evm/openChain.ts';
import type { DepositNetwork } from '../tokens/network.ts';
import { createTreasury, type Treasury, treasuryAddressesOf } from './treasury.ts';

interface World {
  readonly settings: Pick<ChainSettings, 'maxFee' | 'coldAddress' | 'confirmations'>;
  readonly network: DepositNetwork;
  readonly database: Db;
}

/** Opens the treasury of a chain that was opened with the same settings. */
export function openTreasury(
  { rpc, contracts, hotWallet }: Pick<Chain, 'rpc' | 'contracts' | 'hotWallet'>,
  { settings: { maxFee, coldAddress, confirmations }, network, database }: World,
): Treasury {
  const addresses = treasuryAddressesOf({ hotWallet, coldAddress, xpub: network.xpub });
  return createTreasury({ database, rpc, contracts, network, confirmations, maxFee, addresses });
}
