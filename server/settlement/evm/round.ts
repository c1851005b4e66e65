import { type Address, BaseError } from 'viem';
import * as z from 'zod/mini';
import { forgetFailures, recordFailure } from '../../background/attempts.ts';
import type { Db } from '../../database/db.ts';
import { newestBlock } from './answers.ts';
import { findCursor } from './cursor.ts';
import { readCoins, readCount } from './reads.ts';
import type { Rpc } from './rpc.ts';
import type { Signer } from './signer.ts';

/** What withdrawals over a chain need. */
export interface WithdrawalWorld {
  readonly database: Db;
  readonly rpc: Rpc;
  readonly chainId: number;
  readonly signer: Signer;
  /** The contract of a token on this chain, or null. */
  readonly contractOf: (token: string) => Promise<Address | null>;
  /** How many blocks, its own among them, make a transaction final. */
  readonly confirmations: number;
  /** The highest offer for a unit of gas, in wei. */
  readonly maxFee: bigint;
  /** After how many blocks an unmined transaction is replaced. */
  readonly replaceAfter: number;
  /** The most transfers whose gas is estimated in one round. */
  readonly estimatesAtOnce: number;
}

/** The newest block, and the hot wallet's state at it. */
interface Head {
  readonly number: bigint;
  readonly hash: `0x${string}`;
  /** In wei per unit of gas. */
  readonly baseFee: bigint;
  /** The number of the wallet's mined transactions. */
  readonly nonce: bigint;
  /** The wallet's balance of the chain's coin, in wei. */
  readonly coins: bigint;
}

/** Why payments wait, for the operator. */
export type Cause = 'tokens' | 'gas' | 'fees' | 'signer' | 'node' | 'nonce' | 'contract';
const causes: readonly Cause[] = ['tokens', 'gas', 'fees', 'signer', 'node', 'nonce', 'contract'];

/** The gas that a payment's transfer takes after a block, or why it is unknown. */
export interface Cost {
  readonly block: Pick<Head, 'number' | 'hash'>;
  readonly gas: bigint | 'reverted' | { readonly unknown: string };
}

/** A payment that was sent and has to be sent again: no node has accepted its newest transaction, or the chain has lost it. */
export interface Sent {
  /** The newest transaction: another one is sent at once. */
  readonly hash: `0x${string}`;
  /** How often it was sent. */
  readonly times: number;
  /** When it is sent again. */
  readonly dueAt: Date;
  /** Why no node accepted it; null when one did. */
  readonly refusal: string | null;
}

/** The chain's state in this round, and the context of its actions. */
export interface Round extends WithdrawalWorld {
  readonly head: Head;
  /** Costs estimated in this round and earlier ones, by the ids of payments without a nonce. */
  readonly costs: Map<string, Cost>;
  /** By the ids of payments. */
  readonly sent: Map<string, Sent>;
  readonly at: Date;
  /** Tells the operator in one sentence why payments wait; for each cause the first sentence counts. */
  readonly tell: (cause: Cause, sentence: string) => void;
}

/** How many blocks a node may be behind the followed ones; an older head is not used. */
const mostBehind = 32;

export async function readHead(world: WithdrawalWorld): Promise<Head> {
  const { database, rpc, signer } = world;
  const { address } = signer;
  const followed = await findCursor(database.query, rpc.chain);
  const least = BigInt(followed?.number ?? 0) - BigInt(Math.max(2 * world.confirmations, mostBehind));
  const shape = newestBlock.check(
    z.refine(({ number }) => number >= least, `it has not got to block ${least}`),
  );
  const newest = await rpc.ask('eth_getBlockByNumber', ['latest', false], shape);
  const { number, hash, baseFeePerGas: baseFee = null } = newest;
  if (baseFee === null) throw new Error('the chain has no base fee (EIP-1559)');
  const [nonce, coins] = await Promise.all([
    readCount(rpc, address, number),
    readCoins(rpc, address, number),
  ]);
  return { number, hash, baseFee, nonce, coins };
}

/** Stores the causes for the operator (`attention`), and deletes those that no longer apply. */
export async function keepCauses(
  { query }: Db,
  chain: string,
  told: ReadonlyMap<Cause, string>,
  at: Date,
): Promise<void> {
  const subjectOf = (cause: Cause) => `hot wallet of ${chain}: ${cause}`;
  for (const [cause, error] of told) {
    await recordFailure(query, { work: 'hot_wallet', subject: subjectOf(cause), error, at });
  }
  await forgetFailures(query, 'hot_wallet', causes.filter((cause) => !told.has(cause)).map(subjectOf));
}

export function tellGas({ signer, tell }: Round): void {
  tell('gas', `Withdrawals wait: the hot wallet ${signer.address} has too few coins for their gas.`);
}

/** The message of a node or signer, without the node's URL, which may contain a key. */
export function reasonOf(error: unknown): string {
  if (error instanceof BaseError) return error.details || error.shortMessage;
  return error instanceof Error ? error.message : String(error);
}

/** Whether a node refused a transaction because it has it, or a newer block; nodes use different messages for this. */
export function isKnown(reason: string): boolean {
  return /already ?known|already imported|known transaction|nonce too low/i.test(reason);
}
