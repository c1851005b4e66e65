import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from './client.ts';
import { type Cluster, restartAfter, startCluster, until } from './cluster.ts';
import { type Fault, faults } from './faults.ts';
import { openPayments, type Payments } from './payments.ts';
import { findPrograms } from './programs.ts';

/** Milliseconds. */
const longestPause = 30_000;
const steady = 3_000;
/** A fault lasts at least so long. */
const atLeast = 8_000;
const payments = 30;

interface Row {
  readonly cells: readonly string[];
  readonly complaints: readonly string[];
}

/**
 * `npm run test:cluster [PART OF A NAME]`: brings up the reference deployment (deploy/) on loopback addresses, does every fault to it while
 * people pay, and prints what they saw. Answers 1 when an acknowledged payment was lost or made twice, when the audit is not clean, when nobody
 * could pay for more than 30 seconds, or when callers noticed that a server was stopped. CLUSTER_LOGS=keep leaves the logs.
 */
export async function main([only = '']: readonly string[]): Promise<number> {
  const programs = findPrograms();
  if (typeof programs === 'string') {
    console.error(programs);
    return 1;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const cluster = await startCluster(programs, process.env.CLUSTER_LOGS === 'keep');
  const client = createClient(cluster.origin, cluster.certificate);
  const complaints: string[] = [];
  const table = [
    '| fault | acknowledged | lost | doubled | audit | longest pause | longest wait for one payment | what callers saw meanwhile |',
    '|---|---|---|---|---|---|---|---|',
  ];
  try {
    const paying = await openPayments(cluster, client.call);
    for (const fault of faults) {
      if (!fault.name.includes(only)) continue;
      if (fault.needsDisks && !cluster.hasDisks) {
        table.push(
          `| ${fault.name} | not run: it takes the right to mount a small tmpfs (root) | | | | | | |`,
        );
        continue;
      }
      const row = await endure(fault, cluster, paying);
      table.push(`| ${row.cells.join(' | ')} |`);
      console.log(table.at(-1));
      complaints.push(...row.complaints.map((complaint) => `${fault.name}: ${complaint}`));
    }
  } catch (error) {
    complaints.push(String(error));
    console.error([...(await cluster.states().catch(() => []))]);
  } finally {
    client.close();
    cluster.stop();
  }
  console.log(`\n${table.join('\n')}`);
  for (const complaint of complaints) console.error(complaint);
  return complaints.length === 0 ? 0 : 1;
}

async function endure(fault: Fault, cluster: Cluster, paying: Payments): Promise<Row> {
  await cluster.isWhole();
  await paying.begin();
  await wait(steady);
  const began = performance.now();
  const end = await fault.begin(cluster);
  try {
    await wait(fault.needsEnd ? restartAfter : atLeast);
    if (fault.needsEnd) await end();
    await until(() => {
      const { seen } = paying;
      if (seen.at.filter((at) => at > began + 500).length < payments || !isFlowing(seen.at))
        throw new Error(`payments do not go on: ${describe(seen.trouble)}; ${seen.wrong.slice(0, 5)}`);
    }, 2 * longestPause);
  } finally {
    if (!fault.needsEnd) await end();
  }
  await cluster.isWhole();
  await wait(steady);
  await paying.rest();
  const { seen } = paying;
  const [pause, { lost, doubled }, audit] = [longestGap(seen.at), await paying.judge(), await paying.audit()];
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
  return {
    cells: [
      fault.name,
      ...[String(seen.at.length), String(lost), String(doubled), audit],
      ...[seconds(pause), seconds(seen.longestWait), describe(seen.trouble)],
    ],
    complaints: [
      ...new Set(seen.wrong),
      ...(fault.isUnseen && seen.trouble.size > 0 ? [`callers saw ${describe(seen.trouble)}`] : []),
      ...(lost > 0 ? [`${lost} acknowledged payments were lost`] : []),
      ...(doubled > 0 ? [`${doubled} payments were made twice`] : []),
      ...(audit === 'clean' ? [] : [`the audit found ${audit}`]),
      ...(pause > longestPause ? [`nobody could pay for ${seconds(pause)}`] : []),
    ],
  };
}

/** Whether somebody was paid in the last second. */
function isFlowing(at: readonly number[]): boolean {
  return performance.now() - (at.at(-1) ?? 0) < 1_000;
}

function longestGap(at: readonly number[]): number {
  return Math.max(0, ...at.slice(1).map((each, index) => each - (at[index] ?? each)));
}

function describe(trouble: ReadonlyMap<string, number>): string {
  const all = [...trouble].map(([what, count]) => `${count} × ${what}`);
  return all.length === 0 ? 'nothing' : all.join(', ');
}
