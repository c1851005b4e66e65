import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operatorBase } from '../../contract/call.ts';
import type { Db } from '../../server/database/db.ts';
import { openPglite } from '../../server/database/pglite.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { startCluster } from '../support/postgresCluster.ts';
import { serveBuild } from '../support/servedBuild.ts';
import { tellTimes } from './figures.ts';

const many = 100_000;
const times = 25;
/** What an operator waits for a part of a list at most. */
const aim = 100;

/** How long the built server takes for parts of the operators' lists of 100,000 lines over HTTP, at the median and at worst, on both engines. */
export async function main() {
  await bench('PGlite', {}, (dataDir) => openPglite({ dataDir }));
  const cluster = startCluster();
  if (!cluster) return console.log('PostgreSQL: skipped, initdb and pg_ctl were not found');
  try {
    const admin = await openPostgres({ url: cluster.url('postgres'), connections: 1 });
    await admin.query('CREATE DATABASE lists');
    await admin.close();
    const url = cluster.url('lists');
    await bench('PostgreSQL', { DATABASE_URL: url }, () => openPostgres({ url, connections: 1 }));
  } finally {
    cluster.stop();
  }
}

async function bench(
  engine: string,
  settings: Record<string, string>,
  open: (dataDir: string) => Promise<Db>,
) {
  // The first start makes the tables.
  const first = await serveBuild({ settings });
  const { dataDir, port } = first;
  await first.stop();
  const database = await open(dataDir);
  await fill(database);
  const middle = await middleOf(database);
  await database.close();
  const served = await serveBuild({ dataDir, port, settings });
  try {
    const token = (await readFile(join(dataDir, 'operator-token'), 'utf8')).trim();
    for (const [name, path] of looks(middle)) {
      const taken = await measure(`${served.operatorOrigin}${operatorBase}${path}`, token);
      tellTimes(`operators, ${engine}, ${name}`, taken, aim);
    }
  } finally {
    await served.remove();
  }
}

async function measure(url: string, token: string): Promise<number[]> {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const began = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await answer.json()) as { data: unknown[] };
    taken.push(performance.now() - began);
    if (data.length !== 50) throw new Error(`${url} answered ${answer.status} with ${data.length} lines`);
  }
  return taken;
}

async function fill({ query }: Db): Promise<void> {
  await query(
    `INSERT INTO users (id, email, first_name, last_name, kyc_status, kyc_submitted_at, created_at, frozen_at, frozen_reason)
    SELECT gen_random_uuid(), 'person' || n || '@example.com', 'Ana', 'Reis', 'pending', at, at, at, 'legal'
    FROM (SELECT n, timestamptz '2026-01-01' + n * interval '1 second' AS at FROM generate_series(1, $1::int) AS n) AS made`,
    [many],
  );
  await query(
    `INSERT INTO transactions
      (id, user_id, operation_id, kind, status, token, amount, fee, counterparty, created_at, updated_at)
    SELECT gen_random_uuid(), id, gen_random_uuid(), 'withdraw', 'pending', 'USDT', 1000000, 0,
      '0x' || repeat('ab', 20), created_at, created_at
    FROM users WHERE email LIKE 'person%'`,
  );
  await query(
    `INSERT INTO tickets (id, user_id, subject, category, priority, status, created_at, updated_at)
    SELECT gen_random_uuid(), id, 'Where is it?', 'transaction', 'high', 'open', created_at, created_at
    FROM users WHERE email LIKE 'person%'`,
  );
  await query(
    `INSERT INTO operator_log (request_id, at, operator, verb, address, status, place, head)
    SELECT gen_random_uuid(), '2026-01-01', 'anna', 'GET /kyc', '203.0.113.9', 200, 1000000 + n, ''
    FROM generate_series(1, $1::int) AS n`,
    [many],
  );
  await query('UPDATE operator_log SET status = NULL WHERE place > 1000000');
  await query('VACUUM ANALYZE');
}

async function middleOf({ query }: Db): Promise<{ withdrawal: string; position: string }> {
  const [found] = await query<{ id: string; at: Date; person: string }>(
    `SELECT id, user_id AS person, created_at AS at FROM transactions WHERE status = 'pending'
    ORDER BY created_at, id OFFSET ${many / 2} LIMIT 1`,
  );
  if (!found) throw new Error('nothing was filled in');
  return { withdrawal: found.id, position: encodeURIComponent(`${found.at.toISOString()}_${found.person}`) };
}

const looks = ({ withdrawal, position }: { withdrawal: string; position: string }) =>
  [
    ['withdrawals, first part', '/withdrawals?status=pending'],
    ['withdrawals, in the middle', `/withdrawals?status=pending&after=${withdrawal}`],
    ['withdrawals of both statuses', '/withdrawals'],
    ['verifications, first part', '/kyc?status=pending'],
    ['verifications, in the middle', `/kyc?status=pending&after=${position}`],
    ['tickets, first part', '/tickets?status=open'],
    ['frozen accounts, first part', '/freezes'],
    ['search by an email', '/accounts?q=person'],
    ['log, first part', '/log'],
    ['log, in the middle', '/log?after=50000'],
  ] as const;
