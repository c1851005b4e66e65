import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Db, Query } from '../../../server/database/db.ts';
import { receiveDeposits } from '../../../server/settlement/receiveDeposits.ts';
import type { IncomingDeposit } from '../../../server/settlement/settlement.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { longHistory } from '../../support/longHistory.ts';
import { addressOf } from '../../support/payments.ts';
import { plannedDatabase } from '../../support/plannedDatabase.ts';
import { openTestServer, register } from '../../support/server.ts';

/** The database, which hears when a statement of a transaction begins before the one before it has ended. */
function sequential(db: Db, overlaps: () => void): Db {
  return {
    ...db,
    transaction: (work) =>
      db.transaction((query) => {
        let running = 0;
        const one: Query = async (sql, values) => {
          running += 1;
          if (running > 1) overlaps();
          try {
            return await query(sql, values);
          } finally {
            running -= 1;
          }
        };
        return work(one);
      }),
  };
}

test.skipIf(!hasEngine())(
  'each round looks its deposits up by their network first, one statement after the other, however many were stored before',
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
    let overlaps = 0;
    const watched = sequential(
      plannedDatabase(database, 'deposits', (some) => void reads.push(...some)),
      () => {
        overlaps += 1;
      },
    );
    const told = (seen: number): IncomingDeposit => ({
      ...{ network: 'A', txHash: '0xaa', index: 0, token: 'USDT', amount: 5_000_000n, to, dropped: null },
      confirmations: { seen, needed: 3 },
    });
    for (const seen of [0, 1, 3, 3]) {
      const settlement = { incoming: async () => [told(seen)] };
      await receiveDeposits({ database: watched, settlement, complain: expect.unreachable }, it.clock.now());
    }
    expect(overlaps).toBe(0);
    expect(reads.length).toBeGreaterThan(5);
    expect(reads.filter((read) => !/\(?network = |\btransaction_id = /.test(read))).toEqual([]);
    await it.close();
  },
);
