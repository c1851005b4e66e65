import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createAuditor } from '../../../server/audit/auditor.ts';
import type { Db, Query, SqlValue } from '../../../server/database/db.ts';
import { transferMany } from '../../../server/ledger/transfers.ts';
import { testDatabase } from '../../support/database.ts';
import { at, newOwner, sending } from '../../support/ledger.ts';

/** One connection, so that a setting stays. */
const database = testDatabase({ connections: 1 });

const undo = new Error('undo');

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

/** The rows that a plan has read from tables. */
function rowsRead(node: Node): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const below = (node.Plans ?? []).map(rowsRead).reduce((sum, rows) => sum + rows, 0);
  return below + (node['Relation Name'] === undefined ? 0 : own);
}

/** The database, which hears of each statement how many rows it reads. */
function counting(db: Db, hear: (rows: number, sql: string) => void): Db {
  const explain = async (query: Query, sql: string, values: readonly SqlValue[]) => {
    const [answer] = await query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(
      `EXPLAIN (ANALYZE, TIMING off, FORMAT json) ${sql}`,
      values,
    );
    for (const { Plan } of answer?.['QUERY PLAN'] ?? []) hear(rowsRead(Plan), sql);
  };
  const explainUndone = (sql: string, values: readonly SqlValue[]) =>
    db
      .transaction(async (query) => {
        await explain(query, sql, values);
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
  return {
    ...db,
    query: async (sql, values = []) => {
      await explainUndone(sql, values);
      return db.query(sql, values);
    },
    transaction: (work) =>
      db.transaction((query) =>
        work(async (sql, values = []) => {
          if (/^\s*(SELECT|WITH)/.test(sql)) await explain(query, sql, values);
          return query(sql, values);
        }),
      ),
  };
}

test('however large the ledger is, no statement of the hourly audit reads more than a slice of it', async () => {
  const { db } = database;
  const payee = await newOwner(db.query);
  const payer = await newOwner(db.query, 10_000n);
  for (let batch = 0; batch < 5; batch += 1) {
    const legs = Array.from({ length: 500 }, () => sending(payer, payee));
    expect((await transferMany(db.query, legs)).ok).toBe(true);
  }
  await db.query(
    `INSERT INTO ledger_accounts (owner_id, token, kind, opened_at)
    SELECT gen_random_uuid(), 'ZST', 'user', $1 FROM generate_series(1, 2600)`,
    [at],
  );
  await db.query('ANALYZE');
  // Tables of this size would be read whole where an index serves; what has no index is read whole all the same.
  await db.query('SET enable_seqscan = off');
  const largest = { rows: 0, sql: '' };
  let statements = 0;
  const watched = counting(db, (rows, sql) => {
    statements += 1;
    if (rows > largest.rows) Object.assign(largest, { rows, sql });
  });
  const auditor = createAuditor({
    database: watched,
    log: pino({ level: 'silent' }),
    key: null,
    treasury: null,
  });
  await auditor.whenDue(at);
  await db.query('ANALYZE');
  await auditor.whenDue(new Date(at.getTime() + 3_600_000));

  const audits = await db.query<{ transfers: string }>('SELECT transfers FROM ledger_audits');
  expect(audits).toEqual([{ transfers: '2501' }, { transfers: '2501' }]);
  expect(await db.query('SELECT audit FROM ledger_seals GROUP BY audit')).toHaveLength(1);
  expect(statements).toBeGreaterThan(60);
  expect(largest.rows, largest.sql).toBeLessThanOrEqual(2_400);
});
