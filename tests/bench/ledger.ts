import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenSymbols } from '../../contract/tokens.ts';
import type { Db } from '../../server/database/db.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openPglite } from '../../server/database/pglite.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { ensureAccounts } from '../../server/ledger/accounts.ts';
import { audit } from '../../server/ledger/audit.ts';
import { deposit } from '../../server/ledger/deposits.ts';
import { type Transfer, transfer } from '../../server/ledger/transfers.ts';
import { type Cluster, clusterUser, startCluster } from '../support/postgresCluster.ts';
import { tell } from './figures.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const clients = 16;
const owners = 10_000;
const at = new Date('2026-11-20T09:00:00.000Z');

/** Prints transfers per second through the ledger on both engines, and pgbench's TPC-B-like rate on the same PostgreSQL. */
export async function main(): Promise<void> {
  console.log(`${clients} clients, ${seconds} s each, ${cpus().length} cores, fsync on everywhere`);
  const folder = mkdtempSync(join(tmpdir(), 'zesto-bench-'));
  try {
    const db = await openPglite({ dataDir: folder });
    tell({ name: 'transfers in the ledger, PGlite', value: await measure(db), unit: '/s' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const cluster = startCluster({ durable: true });
  if (!cluster) {
    console.log('PostgreSQL: skipped, initdb and pg_ctl were not found');
    return;
  }
  try {
    await benchPostgres(cluster);
  } finally {
    cluster.stop();
  }
}

/** One after the other and then again the other way round, so that a machine that slows down favours neither. */
async function benchPostgres(cluster: Cluster): Promise<void> {
  pgbench(cluster, 'postgres', '-i', '-q', '-s', String(clients));
  const admin = await openPostgres({ url: cluster.url('postgres'), connections: 1 });
  await admin.query('CREATE DATABASE bench');
  await admin.close();
  const db = await openPostgres({ url: cluster.url('bench'), connections: clients });
  const tpcb = () =>
    tpsOf(pgbench(cluster, 'postgres', '-c', String(clients), '-j', '2', '-T', String(seconds / 2)));
  const people = await fund(db);
  const first = [tpcb(), await drive(db, people, seconds / 2)] as const;
  const second = [await drive(db, people, seconds / 2), tpcb()] as const;
  const hot = await drive(db, people, seconds / 2, (ownerId, rest) =>
    deposit(db.query, { ownerId, ...rest }),
  );
  await finish(db);
  const reference = (first[0] + second[1]) / 2;
  const ledger = (first[1] + second[0]) / 2;
  const beside = { name: 'pgbench', value: reference };
  tell({ name: 'transfers in the ledger, PostgreSQL', value: ledger, unit: '/s', beside });
  tell({ name: 'deposits in the ledger, one hot row, PostgreSQL', value: hot, unit: '/s', beside });
}

async function measure(db: Db): Promise<number> {
  await migrate(db);
  const rate = await drive(db, await fund(db), seconds);
  await finish(db);
  return rate;
}

async function fund(db: Db): Promise<string[]> {
  await migrate(db);
  const people = Array.from({ length: owners }, () => randomUUID());
  for (let start = 0; start < owners; start += 500) {
    await db.transaction(async (query) => {
      for (const ownerId of people.slice(start, start + 500)) {
        await ensureAccounts(query, { ownerIds: [ownerId], tokens: tokenSymbols, at });
        const arrived = { id: randomUUID(), ownerId, operationId: randomUUID(), at };
        await deposit(query, { ...arrived, token: 'ZST', amount: 10n ** 20n });
      }
    });
  }
  await db.query('VACUUM ANALYZE');
  return people;
}

type Move = (
  ownerId: string,
  rest: Pick<Transfer, 'id' | 'token' | 'amount' | 'operationId' | 'at'>,
) => ReturnType<typeof transfer>;

/** Moves per second to random people, from all clients at once. */
async function drive(
  db: Db,
  people: readonly string[],
  duration: number,
  move = between(db, people),
): Promise<number> {
  const started = performance.now();
  const end = started + duration * 1000;
  let made = 0;
  const client = async () => {
    while (performance.now() < end) {
      const rest = { id: randomUUID(), operationId: randomUUID(), at: new Date() };
      const done = await move(anyOf(people), { ...rest, token: 'ZST', amount: 1_000n });
      if (!done.ok) throw new Error(done.problem);
      made += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return made / ((performance.now() - started) / 1000);
}

/** From one random person to another. */
function between(db: Db, people: readonly string[]): Move {
  return (creditOwnerId, rest) => {
    let debitOwnerId = anyOf(people);
    while (debitOwnerId === creditOwnerId) debitOwnerId = anyOf(people);
    return transfer(db.query, { ...rest, debitOwnerId, creditOwnerId, kind: 'send' });
  };
}

function anyOf(people: readonly string[]): string {
  return people[Math.floor(Math.random() * people.length)] ?? '';
}

async function finish(db: Db): Promise<void> {
  const started = performance.now();
  const { clean, accounts, transfers } = await audit(db.query);
  const took = Math.round(performance.now() - started);
  console.log(
    `  audit of ${accounts} accounts and ${transfers} transfers: ${clean ? 'clean' : 'FAULTS'}, ${took} ms`,
  );
  await db.close();
}

function pgbench({ bin, socket }: Cluster, database: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    join(bin, 'pgbench'),
    [...args, '-h', socket, '-U', clusterUser, database],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`pgbench failed: ${stderr}`);
  return stdout;
}

function tpsOf(report: string): number {
  return Number(/tps = ([\d.]+)/.exec(report)?.[1]);
}
