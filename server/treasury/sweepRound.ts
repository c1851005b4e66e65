import { formatEther } from 'viem';
import { forgetFailures, recordFailure } from '../background/attempts.ts';
import { word } from '../settlement/evm/answers.ts';
import { isKnown } from '../settlement/evm/round.ts';
import type { Rpc } from '../settlement/evm/rpc.ts';
import { inTurns } from './inTurns.ts';
import { type Look, lookAt, type SweepWorld } from './sweepLook.ts';
import type { Planned } from './sweepRecords.ts';
import { judgeAll, keepOver } from './sweepVerdicts.ts';

/**
 * One round for the sweep in progress: reads where its transactions are mined and which have ended, and once per block broadcasts the
 * others, gas first. All of them were signed and stored before. Two parallel rounds do no harm.
 */
export async function advanceSweep(world: SweepWorld, at: Date): Promise<void> {
  const { database, rpc } = world;
  const { query } = database;
  const sweep = await sentSweep(world);
  if (sweep === null) return;
  const look = await lookAt(world, sweep);
  const judged = await judgeAll(world, look);
  const over = judged.flatMap(({ place, verdict }) => ('outcome' in verdict ? [{ place, ...verdict }] : []));
  await keepOver(database, sweep, over, at);
  const waiting = judged.flatMap(({ place, verdict }) => {
    if (!('why' in verdict)) return [];
    const remedy = verdict.state === 'unmoved' ? `: sweep settle ${sweep} ${place} ends it as failed` : '';
    return [`Transaction ${place} waits: ${verdict.why}${remedy}.`];
  });
  const unsent = await broadcast(world, sweep, look);
  const [error] = [...waiting, ...unsent, ...whyStuck(look)];
  const subject = subjectOf(rpc, sweep);
  if (error !== undefined) await recordFailure(query, { work: 'sweep', subject, error, at });
  else await forgetFailures(query, 'sweep', [subject]);
}

/** A transaction of a sweep, by its place in the file. */
export interface SweepPlace {
  readonly sweep: string;
  readonly place: number;
}

/**
 * Ends a transaction as failed, by an operator's word, that has succeeded without a token transfer, deep enough and at every node that
 * answers. Answers false when the sweep in progress is another one, or the transaction is none of these.
 */
export async function endUnmoved(
  world: SweepWorld,
  { sweep, place }: SweepPlace,
  at: Date,
): Promise<boolean> {
  if ((await sentSweep(world)) !== sweep) return false;
  const judged = await judgeAll(world, await lookAt(world, sweep));
  const unmoved = judged.filter(({ verdict }) => 'why' in verdict && verdict.state === 'unmoved');
  if (!unmoved.some((each) => each.place === place)) return false;
  await keepOver(world.database, sweep, [{ place, outcome: 'failed' }], at);
  // While another one waits, the operator stays told: the next round names it.
  if (unmoved.length === 1)
    await forgetFailures(world.database.query, 'sweep', [subjectOf(world.rpc, sweep)]);
  return true;
}

const subjectOf = ({ chain }: Rpc, sweep: string) => `sweep ${sweep} of ${chain}`;

async function sentSweep({ database, rpc }: SweepWorld): Promise<string | null> {
  const [sweep] = await database.query<{ number: string }>(
    'SELECT number::text FROM sweeps WHERE chain = $1 AND sent_at IS NOT NULL AND ended_at IS NULL',
    [rpc.chain],
  );
  return sweep?.number ?? null;
}

/** Broadcasts what a node may lack, once per block; answers why transactions wait, one sentence each. */
async function broadcast(
  { database, rpc }: SweepWorld,
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

/**
 * Why transactions cannot be mined whatever the nodes do, one sentence each: no transaction of the sweep has the number before theirs,
 * or brings their address the coins that it lacks.
 */
function whyStuck({ open, states }: Look): readonly string[] {
  const unmined = open.filter(({ sender, nonce }) => nonce >= (states.get(sender)?.most ?? 0));
  // In the order of their numbers, so that the first of each address counts.
  const next = new Map(unmined.toReversed().map(({ sender, nonce }) => [sender, nonce]));
  const toppedUp = new Set(open.filter(({ token }) => token === null).map(({ recipient }) => recipient));
  return unmined.flatMap((each) => {
    const { place, sender, nonce } = each;
    const numbers = nonce === next.get(sender) ? numbersBefore(nonce, states.get(sender)?.most ?? 0) : null;
    if (numbers !== null) {
      return [
        `Transaction ${place} waits for ${numbers} of ${sender}, which nothing of this sweep has: send anything from it with what is missing.`,
      ];
    }
    const missing = missingCoins(each, states.get(sender)?.coins ?? []);
    if (missing <= 0n || toppedUp.has(sender)) return [];
    return [
      `Transaction ${place} waits: ${sender} has too few coins for it, and nothing of this sweep brings it any: send it ${formatEther(missing)} coins.`,
    ];
  });
}

function numbersBefore(nonce: number, first: number): string | null {
  if (nonce <= first) return null;
  return nonce - 1 === first ? `number ${first}` : `numbers ${first} to ${nonce - 1}`;
}

/** In wei, by the highest balance that a node tells; 0 or less when there is enough. */
function missingCoins({ gas, maxFeePerGas, value }: Planned, balances: readonly bigint[]): bigint {
  const [has = 0n] = balances.toSorted((one, other) => (one < other ? 1 : -1));
  return gas * maxFeePerGas + value - has;
}
