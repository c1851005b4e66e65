import type { Hex } from 'viem';
import type { Db } from '../../database/db.ts';
import { type ChainSettings, readGwei, usualMaxFeeGwei } from '../../settlement/evm/chainSettings.ts';
import { type DepositNetwork, demoNetwork } from '../../tokens/network.ts';
import { faucet } from './accounts.ts';
import { demoContracts, type FaucetPayment, faucetTransactions, signPayment } from './faucet.ts';
import { writeHotWallet } from './hotWallet.ts';
import { openKeptAnvil } from './keptAnvil.ts';
import { placeTokens } from './placedTokens.ts';

/** The demo's chain: an Anvil that this server runs, with three ERC-20 contracts and a faucet. */
export interface DemoChain {
  readonly url: string;
  /** How this server reaches it, as the settings of any chain. */
  readonly settings: ChainSettings;
  readonly network: DepositNetwork;
  /** Pays an address in the next step. Answers the transaction's hash, or null when the id was used for another payment. */
  pay(payment: FaucetPayment, at: Date): Promise<Hex | null>;
  /**
   * To be called every second. Starts Anvil again when it has ended, tells the chain those of the faucet's transactions that it lacks,
   * mines a block while something waits for one, and keeps the state. Rejects while Anvil cannot be reached.
   */
  step(): Promise<void>;
  /** Call it when no step is running. */
  stop(): Promise<void>;
}

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
    if (isNew) await placeTokens(database.query, client);
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
      priceFeeds: [],
    };
    const network = { ...demoNetwork, contracts: demoContracts };
    const pay = (payment: FaucetPayment, at: Date) => signPayment(database, payment, at);
    return { url, settings, network, pay, step, stop: kept.stop };
  } catch (error) {
    await kept.stop();
    throw error;
  }
}
