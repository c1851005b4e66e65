import type { Hex } from 'viem';
import type { Db } from '../../database/db.ts';
import { demoNetwork } from '../../tokens/network.ts';
import { faucet } from './accounts.ts';
import { type FaucetPayment, faucetTransactions, signPayment } from './faucet.ts';
import { openKeptAnvil } from './keptAnvil.ts';
import { placeTokens } from './placedTokens.ts';

/** The demo's chain: an Anvil that this server runs, with three ERC-20 contracts and a faucet. */
export interface DemoChain {
  readonly url: string;
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
  /** How many blocks are mined after the last transaction, one in each step. */
  readonly confirmations: number;
}

/** Resolves when the contracts are there. */
export async function openDemoChain({ database, confirmations, ...place }: World): Promise<DemoChain> {
  const kept = await openKeptAnvil({ ...place, chainId: demoNetwork.chainId });
  const { client, url } = kept;
  // Those of before may wait for confirmations still.
  let mineTo = (await client.getBlockNumber()) + BigInt(confirmations);

  async function step(): Promise<void> {
    const isNew = await kept.revive();
    if (isNew) await placeTokens(database.query, client);
    const next = await client.getTransactionCount({ address: faucet.address, blockTag: 'pending' });
    for (const raw of await faucetTransactions(database.query, next)) {
      await client.sendRawTransaction({ serializedTransaction: raw });
    }
    const { pending } = await client.getTxpoolStatus();
    const head = await client.getBlockNumber();
    if (pending > 0 || isNew) mineTo = head + BigInt(confirmations);
    if (head >= mineTo) return;
    await client.mine({ blocks: 1 });
    await kept.keep();
  }

  try {
    await placeTokens(database.query, client);
    await step();
  } catch (error) {
    await kept.stop();
    throw error;
  }
  return { url, pay: (payment, at) => signPayment(database, payment, at), step, stop: kept.stop };
}
