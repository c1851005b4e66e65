import type { Db, Query } from '../../database/db.ts';
import { endPayment } from '../../payments/payments.ts';
import { receiveDeposits } from '../../settlement/receiveDeposits.ts';
import type { IncomingDeposit } from '../../settlement/settlement.ts';

interface Row {
  readonly tx_hash: string;
  readonly output_index: number;
  readonly token: string;
  readonly amount: string;
  readonly address: string;
  readonly seen: number;
  readonly needed: number;
}

/**
 * Ends the payments that an older version left on its simulated network, and answers one sentence about them; null when there were none.
 * Deposits fail. Withdrawals are sent over the chain, or fail and release their holds where nothing can be sent; that is safe, because the
 * simulated network paid nobody.
 */
export async function endSimulatedPayments(
  database: Db,
  { canLeave, at }: { canLeave: boolean; at: Date },
): Promise<string | null> {
  const deposits = await openDeposits(database.query);
  await dropAll(database, deposits, at);
  const withdrawals = await openWithdrawals(database.query);
  if (!canLeave) {
    for (const id of withdrawals) {
      const end = { id, from: 'processing', to: 'failed', at, reason: 'network_refused' } as const;
      await database.transaction((query) => endPayment(query, end));
    }
  }
  const told = [
    ...(deposits.length > 0 ? [`${deposits.length} × deposit failed`] : []),
    ...(withdrawals.length > 0
      ? [
          `${withdrawals.length} × withdrawal ${canLeave ? 'goes out over the chain' : 'failed and was released'}`,
        ]
      : []),
  ];
  return told.length > 0 ? `its simulated network is gone: ${told.join(', ')}.` : null;
}

function openDeposits(query: Query): Promise<readonly Row[]> {
  return query<Row>(
    "SELECT * FROM deposits WHERE network = 'embedded' AND ended_at IS NULL ORDER BY tx_hash",
  );
}

async function dropAll(database: Db, rows: readonly Row[], at: Date): Promise<void> {
  // Removes failed attempts, because a deposit with one would wait for its next attempt.
  await database.query("DELETE FROM failed_attempts WHERE work = 'deposit' AND subject LIKE 'embedded %'");
  if (rows.length === 0) return;
  const dropped = rows.map(
    (row): IncomingDeposit => ({
      network: 'embedded',
      txHash: row.tx_hash,
      index: row.output_index,
      token: row.token,
      amount: BigInt(row.amount),
      to: row.address,
      confirmations: { seen: row.seen, needed: row.needed },
      dropped: 'network_dropped',
    }),
  );
  const settlement = { incoming: async () => dropped };
  const complain = (_: string, error: unknown) => {
    throw error;
  };
  await receiveDeposits({ database, settlement, complain }, at);
}

/** Withdrawals of the simulated network. A real chain's are in `outgoing_payments` before they get a hash. */
async function openWithdrawals(query: Query): Promise<readonly string[]> {
  const rows = await query<{ id: string }>(
    `SELECT id FROM transactions line
    WHERE status = 'processing' AND kind IN ('send', 'withdraw') AND handed_over_at IS NOT NULL AND tx_hash IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM outgoing_payments WHERE payment_id = line.id)
    ORDER BY created_at, id`,
  );
  return rows.map(({ id }) => id);
}
