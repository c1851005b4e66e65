import { randomUUID } from 'node:crypto';
import type { Db, Query } from '../database/db.ts';
import { systemOwners } from '../ledger/accounts.ts';
import { captureHold } from '../ledger/holds.ts';
import type { Transfer } from '../ledger/transfers.ts';
import { endPayment, receiptOf } from '../transactions/payments.ts';
import { addressOf, ownerOf } from '../transactions/recipients.ts';
import { recordTransaction, stepTransaction, type TransactionRow } from '../transactions/records.ts';
import type { Settlement } from './settlement.ts';

interface World {
  readonly database: Db;
  readonly settlement: Settlement;
  /** Hears of payments that could not be asked about; they are asked about again the next time. */
  readonly complain: (id: string, error: unknown) => void;
}

/**
 * Takes every payment that is on its way one step further: hands what is due to the network, and completes or fails what the
 * network is done with. Withdrawals are due when they are approved, sends at once. Harmless to run twice at a time.
 */
export async function settleDue(world: World, at: Date): Promise<void> {
  const { database } = world;
  await forEach(world, await openPayments(database.query, "status = 'pending' AND kind = 'send'"), ({ id }) =>
    // From here on it cannot be cancelled: the network is told only after this is kept.
    database.transaction((query) => stepTransaction(query, { id, from: 'pending', to: 'processing', at })),
  );
  await forEach(world, await openPayments(database.query, "status = 'processing'"), (payment) =>
    advance(world, payment, at),
  );
}

/** A frozen person's payments stay where they are until they are with the network. */
function openPayments(query: Query, condition: string): Promise<TransactionRow[]> {
  return query<TransactionRow>(
    `SELECT * FROM transactions WHERE ${condition} AND kind IN ('send', 'withdraw')
      AND (status = 'processing' OR NOT EXISTS (SELECT 1 FROM users WHERE users.id = user_id AND frozen_at IS NOT NULL))
    ORDER BY created_at, id`,
  );
}

/** One that cannot be settled must not stop the others. */
async function forEach(
  { complain }: World,
  payments: readonly TransactionRow[],
  work: (payment: TransactionRow) => Promise<unknown>,
): Promise<void> {
  for (const payment of payments) {
    await work(payment).catch((error: unknown) => complain(payment.id, error));
  }
}

async function advance({ database, settlement }: World, payment: TransactionRow, at: Date): Promise<void> {
  const { id, token, counterparty: to } = payment;
  if (to === null) throw new Error('a payment without an address cannot be settled');
  const ownerId = await ownerOf(database.query, to);
  if (ownerId !== null) {
    // An address of this house: the ledger is its network.
    await database.transaction((query) => complete(query, payment, { ownerId, txHash: null, at }));
    return;
  }
  const due = { id, token, amount: BigInt(payment.amount), to, since: payment.updated_at };
  const settled = await settlement.settle(due, at);
  if (settled.status === 'failed') {
    const end = { id, from: 'processing', to: 'failed', at, note: settled.why } as const;
    await database.transaction((query) => endPayment(query, end));
  } else if (settled.status === 'confirmed') {
    const { txHash } = settled;
    await database.transaction((query) => complete(query, payment, { ownerId: null, txHash, at }));
  } else if (settled.txHash !== payment.tx_hash) {
    await database.query("UPDATE transactions SET tx_hash = $2 WHERE id = $1 AND status = 'processing'", [
      id,
      settled.txHash,
    ]);
  }
}

interface Completion {
  readonly ownerId: string | null;
  readonly txHash: string | null;
  readonly at: Date;
}

/** Pays what was held, with its fee. Of two who complete the same payment, one does. */
async function complete(query: Query, payment: TransactionRow, { ownerId, txHash, at }: Completion) {
  const { id, user_id: payerId, token } = payment;
  if (!(await stepTransaction(query, { id, from: 'processing', to: 'completed', at, txHash }))) return;
  const amount = BigInt(payment.amount);
  const fee = BigInt(payment.fee);
  const leg = { token, debitOwnerId: payerId, operationId: id, at };
  const transfers: Transfer[] = [
    {
      ...leg,
      id,
      creditOwnerId: ownerId ?? systemOwners.chain,
      amount,
      kind: ownerId ? 'send' : 'withdrawal',
    },
  ];
  if (fee > 0n) {
    transfers.push({ ...leg, id: randomUUID(), creditOwnerId: systemOwners.fees, amount: fee, kind: 'fee' });
  }
  const captured = await captureHold(query, { id, transfers });
  if (!captured.ok) throw new Error(`the ledger refused to settle ${id}: ${captured.problem}`);
  if (ownerId !== null) {
    const payerAddress = await addressOf(query, payerId, token);
    await recordTransaction(query, receiptOf({ payerAddress, ownerId, operationId: id, token, amount, at }));
  }
}
