import { getAddress, parseEther } from 'viem';
import { gasAddressOf } from '../../addresses/derivation.ts';
import type { Db } from '../../database/db.ts';
import {
  type ChainSettings,
  readGwei,
  usualFeeMargin,
  usualMaxFeeGwei,
  usualNativeCurrency,
} from '../../settlement/evm/chainSettings.ts';
import type { OutsidePayer } from '../../settlement/outsidePayer.ts';
import { contractOf } from '../../tokens/catalogue.ts';
import { findListing } from '../../tokens/listings.ts';
import type { DepositNetwork } from '../../tokens/network.ts';
import { faucet } from './accounts.ts';
import { faucetTransactions, signPayment } from './faucet.ts';
import { writeHotWallet } from './hotWallet.ts';
import { openKeptAnvil } from './keptAnvil.ts';
import { demoNetwork } from './network.ts';
import { placeTokens } from './placedTokens.ts';

/** The demo's chain: an Anvil process of this server, with three ERC-20 contracts and a faucet. */
export interface DemoChain extends OutsidePayer {
  readonly url: string;
  /** How this server connects to it, in the settings of any chain. */
  readonly settings: ChainSettings;
  readonly network: DepositNetwork;
  /**
   * Call it every second. Restarts Anvil when it has ended, places the contracts of newly listed tokens, sends it the missing transactions
   * of the faucet, mines a block while a transaction waits for one, and saves the state. Rejects while Anvil cannot be reached.
   */
  step(): Promise<void>;
  /** Call it when no step is running. */
  stop(): Promise<void>;
}

interface World {
  readonly database: Db;
  readonly program: string;
  /** Where the state is saved. */
  readonly folder: string;
  readonly port: number;
  /**
   * Twice as many blocks are mined after the last transaction, one in each step, because a lost transaction counts as gone only after so
   * many.
   */
  readonly confirmations: number;
}

/** Resolves when the contracts are deployed. */
export async function openDemoChain({ database, confirmations, ...place }: World): Promise<DemoChain> {
  const kept = await openKeptAnvil({ ...place, chainId: demoNetwork.chainId });
  const { client, url } = kept;
  // Pays the gas of sweeps.
  const gasAddress = getAddress(gasAddressOf(demoNetwork.xpub));
  // True until a whole step has run: transactions of an earlier run may still wait for confirmations.
  let isNew = true;
  let mineTo = 0n;
  // The contracts that the running Anvil has; one that is started again may have lost some.
  const placed = new Set<string>();

  async function step(): Promise<void> {
    isNew = (await kept.revive()) || isNew;
    if (isNew) {
      placed.clear();
      await client.setBalance({ address: gasAddress, value: parseEther('10') });
    }
    const next = await client.getTransactionCount({ address: faucet.address, blockTag: 'pending' });
    const unsent = await faucetTransactions(database.query, next);
    // Read after the payments, so that the contract of each is among them.
    await placeTokens(database.query, client, placed);
    for (const raw of unsent) {
      await client.sendRawTransaction({ serializedTransaction: raw });
    }
    const { pending } = await client.getTxpoolStatus();
    const head = await client.getBlockNumber();
    if (pending > 0 || isNew) mineTo = head + 2n * BigInt(confirmations);
    if (head < mineTo) {
      await client.mine({ blocks: 1 });
      await kept.keep();
    }
    isNew = false;
  }

  try {
    await step();
    const settings = {
      rpcUrls: [url],
      confirmations,
      hotWallet: await writeHotWallet(place.folder),
      maxFee: readGwei(usualMaxFeeGwei) ?? 0n,
      explorerUrl: null,
      publicRpcUrl: url,
      nativeCurrency: usualNativeCurrency,
      priceFeeds: [],
      feeMargin: usualFeeMargin,
      coldAddress: null,
    };
    return {
      url,
      settings,
      network: demoNetwork,
      // The next step sends it to the chain.
      async pay({ id, token, amount, to }, at) {
        const listing = await findListing(database.query, token);
        const contract = listing && contractOf(listing, demoNetwork);
        if (!contract) throw new Error(`${token} has no contract on the demo's chain`);
        const payment = { id, token, contract: getAddress(contract), amount, to: getAddress(to) };
        const txHash = await signPayment(database, payment, at);
        return txHash && { txHash, needed: confirmations };
      },
      step,
      stop: kept.stop,
    };
  } catch (error) {
    await kept.stop();
    throw error;
  }
}
