import { type Address, getAddress } from 'viem';
import type { Db } from '../database/db.ts';
import { receiptOf } from '../settlement/evm/answers.ts';
import { findEverywhere } from '../settlement/evm/findings.ts';
import { coinsQuestion, countQuestion, readNewest } from '../settlement/evm/reads.ts';
import { hasMoved, type Location } from '../settlement/evm/receipts.ts';
import type { Rpc } from '../settlement/evm/rpc.ts';
import { inTurns } from './inTurns.ts';
import { type Kept, transactionsOf } from './sweepRecords.ts';

/** What the rounds of a sweep need. */
export interface SweepWorld {
  readonly database: Db;
  readonly rpc: Rpc;
  readonly confirmations: number;
}

/** The chain as far as it concerns the open transactions of a sweep. */
export interface Look {
  readonly head: Awaited<ReturnType<typeof readNewest>>;
  readonly open: readonly Kept[];
  readonly states: ReadonlyMap<Address, State>;
  /** Without those that no answering node has while others could not be asked. */
  readonly found: readonly Found[];
}

/** Reads where the open transactions are mined, and stores it. */
export async function lookAt({ database, rpc, confirmations }: SweepWorld, sweep: string): Promise<Look> {
  const all = await transactionsOf(database.query, sweep);
  const open = all.filter(({ outcome }) => outcome === null);
  const head = await readNewest(rpc);
  const senders = [...new Set(open.map(({ sender }) => sender))];
  const states = new Map(
    await inTurns(senders, (sender) => stateOf(rpc, sender, { head: head.number, confirmations })),
  );
  const mayBeUsed = ({ sender, nonce }: Kept) => nonce < (states.get(sender)?.most ?? 0);
  const found = (await inTurns(open.filter(mayBeUsed), (each) => find(rpc, each))).flat();
  // What is mined above the newest block of a node that is behind keeps its place.
  const isLost = (each: Kept) =>
    !mayBeUsed(each) && each.blockNumber !== null && each.blockNumber <= head.number;
  const lost = open.filter(isLost).map((each) => ({ each, mined: null }));
  await keepFound(database, sweep, [...found, ...lost]);
  return { head, open, states, found };
}

interface State {
  /** How many of the address's transactions are mined: the lowest and the highest count of a node. */
  readonly least: number;
  readonly most: number;
  /** How many are mined with enough confirmations, when every node tells it; otherwise 0. */
  readonly deep: number;
  /** The balance of each node, in wei: one that gives too little holds nothing up. */
  readonly coins: readonly bigint[];
}

async function stateOf(
  rpc: Rpc,
  address: Address,
  { head, confirmations }: { head: bigint; confirmations: number },
): Promise<readonly [Address, State]> {
  const deepest = head - BigInt(confirmations) + 1n;
  const [mined, deep, coins] = await Promise.all([
    rpc.askEach(...countQuestion(address, head)),
    rpc.askEach(...countQuestion(address, deepest > 0n ? deepest : 0n)),
    rpc.askEach(...coinsQuestion(address, head)),
  ]);
  const told = (opinions: typeof mined) => opinions.flatMap((each) => (each.ok ? [each.answer] : []));
  const counts = told(mined).map(Number);
  return [
    address,
    {
      least: Math.min(...counts),
      most: Math.max(...counts),
      deep: deep.every(({ ok }) => ok) ? Math.min(...told(deep).map(Number)) : 0,
      coins: told(coins),
    },
  ];
}

interface Mined extends Location {
  readonly hasSucceeded: boolean;
  readonly gasPaid: bigint;
}

interface Found {
  readonly each: Kept;
  readonly mined: Mined | null;
}

/** Empty when no answering node has it, and others could not be asked. */
async function find(rpc: Rpc, each: Kept): Promise<readonly Found[]> {
  const { hash } = each;
  if (hash === null) return [{ each, mined: null }];
  const found = await findEverywhere(rpc, 'eth_getTransactionReceipt', [hash], receiptOf(hash));
  if (found.state === 'not_asked') return [];
  if (found.state === 'absent') return [{ each, mined: null }];
  const { blockNumber, blockHash, gasUsed, effectiveGasPrice } = found.first;
  const hasSucceeded = hasMoved(found.first, originOf(each));
  const gasPaid = gasUsed * effectiveGasPrice;
  return [{ each, mined: { txHash: hash, blockNumber, blockHash, hasSucceeded, gasPaid } }];
}

/** What a success of the transaction has to tell of; null when it moves the chain's coins. */
export function originOf({ token, called, sender }: Kept) {
  return token === null ? null : { contract: getAddress(called), wallet: sender };
}

async function keepFound({ query }: Db, sweep: string, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  await query(
    `UPDATE sweep_transactions SET block_number = found.block_number, block_hash = found.block_hash,
      has_succeeded = found.has_succeeded, gas_paid = found.gas_paid
    FROM unnest($2::int[], $3::bigint[], $4::text[], $5::boolean[], $6::numeric[])
      AS found (place, block_number, block_hash, has_succeeded, gas_paid)
    WHERE sweep = $1 AND sweep_transactions.place = found.place AND outcome IS NULL`,
    [
      sweep,
      found.map(({ each }) => each.place),
      found.map(({ mined }) => mined?.blockNumber ?? null),
      found.map(({ mined }) => mined?.blockHash ?? null),
      found.map(({ mined }) => mined?.hasSucceeded ?? null),
      found.map(({ mined }) => mined?.gasPaid ?? null),
    ],
  );
}
