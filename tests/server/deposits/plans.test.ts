import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Db, Query, SqlValue } from '../../../server/database/db.ts';
import { receiveDeposits } from '../../../server/settlement/receiveDeposits.ts';
import type { IncomingDeposit } from '../../../server/settlement/settlement.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { longHistory } from '../../support/longHistory.ts';
import { addressOf } from '../../support/payments.ts';
import { openTestServer, register } from '../../support/server.ts';

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}

/** How a plan reads a table: the conditions by which it looks its rows up, or the kind of a scan without any. */
function readsOf(table: string, node: Node): string[] {
  const { 'Node Type': type, 'Index Cond': condition = type } = node;
  const own = node['Relation Name'] === table && type !== 'ModifyTable' ? [condition] : [];
  return [...own, ...(node.Plans ?? []).flatMap((below) => readsOf(table, below))];
}

/** The database, which hears how each statement reads a table. */
function planned(db: Db, table: string, hear: (reads: readonly string[]) => void): Db {
  const explained =
    (query: Query): Query =>
    async (sql: string, values: readonly SqlValue[] = []) => {
      if (new RegExp(`(?:FROM|JOIN|UPDATE|INTO) ${table}\\b`).test(sql)) {
        const [answer] = await query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(
          `EXPLAIN (FORMAT json) ${sql}`,
          values,
        );
        for (const { Plan } of answer?.['QUERY PLAN'] ?? []) hear(readsOf(table, Plan));
      }
      return query(sql, values);
    };
  return {
    ...db,
    query: explained(db.query),
    transaction: (work) => db.transaction((query) => work(explained(query))),
  };
}

test.skipIf(!hasEngine())(
  'each round looks its deposits up by their network first, however many were stored before',
  async () => {
    const database = await openTestDatabase();
    const it = await openTestServer({ database });
    const person = await register(it);
    const to = await addressOf(it, person, 'USDT');
    await longHistory(database.query, randomUUID(), 5_000);
    await database.query(
      `INSERT INTO deposits
        (network, tx_hash, token, output_index, transaction_id, user_id, amount, address, seen, needed, told_at)
      SELECT 'A', id::text, token, 0, id, user_id, amount, $1, 3, 3, created_at FROM transactions WHERE kind = 'deposit'`,
      [to],
    );
    await database.query('ANALYZE');
    const reads: string[] = [];
    const watched = planned(database, 'deposits', (some) => void reads.push(...some));
    const told = (seen: number): IncomingDeposit => ({
      ...{ network: 'A', txHash: '0xaa', index: 0, token: 'USDT', amount: 5_000_000n, to, dropped: null },
      confirmations: { seen, needed: 3 },
    });
    for (const seen of [0, 1, 3, 3]) {
      const settlement = { incoming: async () => [told(seen)] };
      await receiveDeposits({ database: watched, settlement, complain: expect.unreachable }, it.clock.now());
    }
    expect(reads.length).toBeGreaterThan(5);
    expect(reads.filter((read) => !/\(?network = |\btransaction_id = /.test(read))).toEqual([]);
    await it.close();
  },
);
