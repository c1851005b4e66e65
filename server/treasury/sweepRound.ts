import type { Address, Hex } from 'viem';
import { forgetFailures, recordFailure } from '../background/attempts.ts';
import type { Db } from '../database/db.ts';
import { blockWithHashes, receiptOf, word } from '../settlement/evm/answers.ts';
import { readBlock } from '../settlement/evm/blocks.ts';
import { findEverywhere } from '../settlement/evm/findings.ts';
import { countQuestion, readCoins, readCount, readNewest } from '../settlement/evm/reads.ts';
import { isKnown } from '../settlement/evm/round.ts';
import type { Rpc } from '../settlement/evm/rpc.ts';
import { inTurns } from './inTurns.ts';
import { type Kept, transactionsOf } from './sweepRecords.ts';

interface World {
  readonly database: Db;
  readonly rpc: Rpc;
  readonly confirmations: number;
}

/**
 * One round for the sweep in progress: reads where its transactions are mined and which have ended, and once per block broadcasts the
 * others, gas first. All of them were signed and stored before. Two parallel rounds do no harm.
 */
export async function advanceSweep({ database, rpc, confirmations }: World, at: Date): Promise<void> {
  const { query } = database;
  const [sweep] = await query<{ number: string }>(
    'SELECT number::text FROM sweeps WHERE chain = $1 AND sent_at IS NOT NULL AND ended_at IS NULL',
    [rpc.chain],
  );
  if (!sweep) return;
  const all = await transactionsOf(query, sweep.number);
  const open = all.filter(({ outcome }) => outcome === null);
  const head = await readNewest(rpc);
  const senders = [...new Set(open.map(({ sender }) => sender))];
  const states = new Map(
    await inTurns(senders, (sender) => stateOf(rpc, sender, { head: head.number, confirmations })),
  );
  const isUsed = ({ sender, nonce }: Kept) => nonce < (states.get(sender)?.mined ?? 0);
  const found = (await inTurns(open.filter(isUsed), (each) => find(rpc, each))).flat();
  await keepFound(database, sweep.number, found);
  const lost = open.filter((each) => !isUsed(each) && each.blockNumber !== null);
  await keepFound(
    database,
    sweep.number,
    lost.map(({ place }) => ({ place, mined: null })),
  );
  const depth = BigInt(confirmations);
  const canonical = new Map(
    await inTurns(
      [...new Set(found.flatMap(({ mined }) => (mined ? [mined.blockNumber] : [])))],
      async (number) => [number, await readBlock(rpc, number, blockWithHashes)] as const,
    ),
  );
  const newest = await readBlock(rpc, head.number, blockWithHashes);
  const isSettled = newest.hash === head.hash;
  const over = found.flatMap(({ place, mined, each, isAgreed }): Over[] => {
    if (!mined) {
      const isDeep = each.nonce < (states.get(each.sender)?.deep ?? 0);
      return isDeep ? [{ place, outcome: 'replaced' }] : [];
    }
    const block = canonical.get(mined.blockNumber);
    const isThere = block?.hash === mined.blockHash && each.hash && block.transactions.includes(each.hash);
    if (!isThere || !isAgreed || head.number - mined.blockNumber + 1n < depth) return [];
    return [{ place, outcome: mined.hasSucceeded ? 'succeeded' : 'failed' }];
  });
  if (isSettled) await keepOver(database, sweep.number, over, at);
  const due = open.filter((each) => !isUsed(each) && each.toldBlock !== head.number);
  await broadcast({ database, rpc }, sweep.number, { due, states, head: head.number, at });
}

interface State {
  /** How many of the address's transactions are mined: now, and with enough confirmations according to every node that answers. */
  readonly mined: number;
  readonly deep: number;
  readonly coins: bigint;
}

async function stateOf(
  rpc: Rpc,
  address: Address,
  { head, confirmations }: { head: bigint; confirmations: number },
): Promise<readonly [Address, State]> {
  const deepest = head - BigInt(confirmations) + 1n;
  const [mined, deep, coins] = await Promise.all([
    readCount(rpc, address, head),
    rpc.askEach(...countQuestion(address, deepest > 0n ? deepest : 0n)),
    readCoins(rpc, address, head),
  ]);
  const counts = deep.flatMap((each) => (each.ok ? [Number(each.answer)] : []));
  return [address, { mined: Number(mined), deep: Math.min(...counts), coins }];
}

interface Mined {
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly hasSucceeded: boolean;
  readonly gasPaid: bigint;
}

interface Found {
  readonly place: number;
  readonly mined: Mined | null;
}

interface Look extends Found {
  readonly each: Kept;
  /** Whether all nodes that could be asked agree. */
  readonly isAgreed: boolean;
}

/** Empty when no answering node has it, and others could not be asked. */
async function find(rpc: Rpc, each: Kept): Promise<readonly Look[]> {
  const { place, hash } = each;
  if (hash === null) return [{ place, each, mined: null, isAgreed: true }];
  const found = await findEverywhere(rpc, 'eth_getTransactionReceipt', [hash], receiptOf(hash));
  if (found.state === 'not_asked') return [];
  if (found.state === 'absent') return [{ place, each, mined: null, isAgreed: true }];
  const { blockNumber, blockHash, status, gasUsed, effectiveGasPrice } = found.first;
  const isAgreed = found.answers.every((other) => other?.blockHash === blockHash && other.status === status);
  const mined = { blockNumber, blockHash, hasSucceeded: status, gasPaid: gasUsed * effectiveGasPrice };
  return [{ place, each, mined, isAgreed }];
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
      found.map(({ place }) => place),
      found.map(({ mined }) => mined?.blockNumber ?? null),
      found.map(({ mined }) => mined?.blockHash ?? null),
      found.map(({ mined }) => mined?.hasSucceeded ?? null),
      found.map(({ mined }) => mined?.gasPaid ?? null),
    ],
  );
}

interface Over {
  readonly place: number;
  readonly outcome: Exclude<Kept['outcome'], null>;
}

async function keepOver({ transaction }: Db, sweep: string, over: readonly Over[], at: Date): Promise<void> {
  if (over.length === 0) return;
  await transaction(async (query) => {
    await query(
      `UPDATE sweep_transactions SET outcome = over.outcome FROM unnest($2::int[], $3::text[]) AS over (place, outcome)
      WHERE sweep = $1 AND sweep_transactions.place = over.place AND sweep_transactions.outcome IS NULL`,
      [sweep, over.map(({ place }) => place), over.map(({ outcome }) => outcome)],
    );
    await query(
      `UPDATE sweeps SET outcome = 'done', ended_at = $2 WHERE number = $1 AND ended_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM sweep_transactions WHERE sweep = number AND outcome IS NULL)`,
      [sweep, at],
    );
  });
}

interface Due {
  readonly due: readonly Kept[];
  readonly states: ReadonlyMap<Address, State>;
  readonly head: bigint;
  readonly at: Date;
}

async function broadcast(
  { database: { query }, rpc }: Pick<World, 'database' | 'rpc'>,
  sweep: string,
  { due, states, head, at }: Due,
): Promise<void> {
  // A node refuses transactions of an address that has no gas yet.
  const ready = due.filter(({ sender, gas, maxFeePerGas, value }) => {
    return (states.get(sender)?.coins ?? 0n) >= gas * maxFeePerGas + value;
  });
  const subject = `sweep ${sweep} of ${rpc.chain}`;
  let error: string | null = null;
  const told = await inTurns(ready, async ({ place, raw }) => {
    if (raw === null) return [];
    const opinions = await rpc.askAll('eth_sendRawTransaction', [raw], word);
    const refusals = opinions.flatMap((one) => (one.ok || isKnown(one.problem.message) ? [] : [one.problem]));
    if (refusals.length < opinions.length) return [place];
    const { message } = refusals.find(({ code }) => code !== undefined) ?? refusals[0] ?? {};
    error ??= `Transaction ${place} waits: no node takes it, ${message}.`;
    return [];
  });
  await query('UPDATE sweep_transactions SET told_block = $3 WHERE sweep = $1 AND place = ANY ($2::int[])', [
    sweep,
    told.flat(),
    head,
  ]);
  if (error !== null) await recordFailure(query, { work: 'sweep', subject, error, at });
  else await forgetFailures(query, 'sweep', [subject]);
}
