import { type Address, getAddress } from 'viem';
import { forgetFailures, recordFailure } from '../background/attempts.ts';
import type { Db } from '../database/db.ts';
import { receiptOf, word } from '../settlement/evm/answers.ts';
import { findEverywhere } from '../settlement/evm/findings.ts';
import { coinsQuestion, countQuestion, readNewest } from '../settlement/evm/reads.ts';
import {
  canonical,
  hasMoved,
  judge,
  type Location,
  type Verdict,
  whyAhead,
} from '../settlement/evm/receipts.ts';
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
export async function advanceSweep(world: World, at: Date): Promise<void> {
  const { database, rpc } = world;
  const { query } = database;
  const sweep = await sentSweep(world);
  if (sweep === null) return;
  const look = await lookAt(world, sweep);
  const judged = await judgeAll(world, look);
  const over = judged.flatMap(({ place, verdict }) => ('outcome' in verdict ? [{ place, ...verdict }] : []));
  await keepOver(database, sweep, over, at);
  const remedy = `: sweep settle ${sweep} ends it as failed`;
  const waiting = judged.flatMap(({ place, verdict }) =>
    'why' in verdict
      ? [`Transaction ${place} waits: ${verdict.why}${verdict.state === 'unmoved' ? remedy : ''}.`]
      : [],
  );
  const unsent = await broadcast(world, sweep, look);
  const [error] = [...waiting, ...unsent];
  const subject = subjectOf(rpc, sweep);
  if (error !== undefined) await recordFailure(query, { work: 'sweep', subject, error, at });
  else await forgetFailures(query, 'sweep', [subject]);
}

/**
 * Ends as failed, by an operator's word, what has succeeded without a token transfer, deep enough and at every node that answers. Answers
 * false when the sweep in progress is another one, or has none of these.
 */
export async function endUnmoved(world: World, sweep: string, at: Date): Promise<boolean> {
  if ((await sentSweep(world)) !== sweep) return false;
  const judged = await judgeAll(world, await lookAt(world, sweep));
  const over = judged.flatMap(({ place, verdict }): Over[] =>
    'why' in verdict && verdict.state === 'unmoved' ? [{ place, outcome: 'failed' }] : [],
  );
  if (over.length === 0) return false;
  await keepOver(world.database, sweep, over, at);
  await forgetFailures(world.database.query, 'sweep', [subjectOf(world.rpc, sweep)]);
  return true;
}

const subjectOf = ({ chain }: Rpc, sweep: string) => `sweep ${sweep} of ${chain}`;

async function sentSweep({ database, rpc }: World): Promise<string | null> {
  const [sweep] = await database.query<{ number: string }>(
    'SELECT number::text FROM sweeps WHERE chain = $1 AND sent_at IS NOT NULL AND ended_at IS NULL',
    [rpc.chain],
  );
  return sweep?.number ?? null;
}

interface Look {
  readonly head: Awaited<ReturnType<typeof readNewest>>;
  readonly open: readonly Kept[];
  readonly states: ReadonlyMap<Address, State>;
  /** Without those that no answering node has while others could not be asked. */
  readonly found: readonly Found[];
}

/** Reads where the open transactions are mined, and stores it. */
async function lookAt({ database, rpc, confirmations }: World, sweep: string): Promise<Look> {
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

function originOf({ token, called, sender }: Kept) {
  return token === null ? null : { contract: getAddress(called), wallet: sender };
}

interface Judged {
  readonly place: number;
  readonly verdict: Pick<Over, 'outcome'> | Exclude<Verdict, { readonly state: 'final' }>;
}

/** Judges what is as deep as the confirmations; nothing when the chain has changed since the look. */
async function judgeAll({ rpc, confirmations }: World, look: Look): Promise<readonly Judged[]> {
  const { head, found, states } = look;
  const isDeep = (mined: Mined) => head.number - mined.blockNumber + 1n >= BigInt(confirmations);
  const deep = found.flatMap(({ each, mined }) => (mined && isDeep(mined) ? [{ each, mined }] : []));
  const unknown = found.filter(
    ({ each, mined }) => !mined && each.nonce < (states.get(each.sender)?.deep ?? 0),
  );
  const ahead = found.flatMap(({ each: { place }, mined }): Judged[] => {
    const why = mined && whyAhead(mined, { head: head.number, confirmations });
    return why ? [{ place, verdict: { state: 'waits', why } }] : [];
  });
  if (deep.length + unknown.length === 0) return ahead;
  const blocks = await canonical(rpc, [...deep.map(({ mined }) => mined), { blockNumber: head.number }]);
  if (blocks.get(head.number)?.hash !== head.hash) return ahead;
  const judged = await inTurns(deep, async ({ each, mined }): Promise<Judged> => {
    const verdict = await judge(rpc, blocks, mined, originOf(each));
    const outcome = mined.hasSucceeded ? 'succeeded' : 'failed';
    return { place: each.place, verdict: verdict.state === 'final' ? { outcome } : verdict };
  });
  const replaced = unknown.map(
    ({ each: { place } }): Judged => ({ place, verdict: { outcome: 'replaced' } }),
  );
  return [...ahead, ...judged, ...replaced];
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

/** Broadcasts what a node may lack, once per block; answers why transactions wait, one sentence each. */
async function broadcast(
  { database, rpc }: World,
  sweep: string,
  { open, states, head }: Look,
): Promise<readonly string[]> {
  const ready = open.filter(({ sender, nonce, toldBlock, gas, maxFeePerGas, value }) => {
    const { least, coins } = states.get(sender) ?? { least: 0, coins: [] };
    // A node refuses transactions of an address that has no gas yet.
    return (
      nonce >= least && toldBlock !== head.number && coins.some((each) => each >= gas * maxFeePerGas + value)
    );
  });
  const unsent: string[] = [];
  const told = await inTurns(ready, async ({ place, raw }) => {
    if (raw === null) return [];
    const opinions = await rpc.askAll('eth_sendRawTransaction', [raw], word);
    const refusals = opinions.flatMap((one) => (one.ok || isKnown(one.problem.message) ? [] : [one.problem]));
    if (refusals.length < opinions.length) return [place];
    const { message } = refusals.find(({ code }) => code !== undefined) ?? refusals[0] ?? {};
    unsent.push(`Transaction ${place} waits: no node takes it, ${message}.`);
    return [];
  });
  await database.query(
    'UPDATE sweep_transactions SET told_block = $3 WHERE sweep = $1 AND place = ANY ($2::int[])',
    [sweep, told.flat(), head.number],
  );
  return unsent;
}
