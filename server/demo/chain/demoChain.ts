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

/** The demo's chain: an Anvil that this server runs, with three ERC-20 contracts and a faucet. */
export interface DemoChain extends OutsidePayer {
  readonly url: string;
  /** How this server reaches it, as the settings of any chain. */
  readonly settings: ChainSettings;
  readonly network: DepositNetwork;
  /**
   * To be called every second. Starts Anvil again when it has ended, tells the chain those of the faucet's transactions that it lacks,
   * mines a block while something waits for one, and keeps the state. Rejects while Anvil cannot be reached.
   */
  step(): Promise<void>;
  /** Call it when no step is running. */
  stop(): Promise<void>;
}

/** Pays the gas of sweeps. */
const gasAddress = getAddress(gasAddressOf(demoNetwork.xpub));

interface World {
  readonly database: Db;
  readonly program: string;
  /** Where the state is kept. */
  readonly folder: string;
  readonly port: number;
  /** Twice as many blocks are mined after the last transaction, one in each step: what was lost is gone only after as many. */
  readonly confirmations: number;
}

/** Resolves when the contracts are there. */
export async function openDemoChain({ database, confirmations, ...place }: World): Promise<DemoChain> {
  const kept = await openKeptAnvil({ ...place, chainId: demoNetwork.chainId });
  const { client, url } = kept;
  // Until a whole step was done on it: what was sent before may wait for confirmations still.
  let isNew = true;
  let mineTo = 0n;

  async function step(): Promise<void> {
    isNew = (await kept.revive()) || isNew;
    if (isNew) {
      await placeTokens(database.query, client);
      await client.setBalance({ address: gasAddress, value: parseEther('10') });
    }
    const next = await client.getTransactionCount({ address: faucet.address, blockTag: 'pending' });
    for (const raw of await faucetTransactions(database.query, next)) {
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
      // In the next step.
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
