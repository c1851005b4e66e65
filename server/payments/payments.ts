import { randomUUID } from 'node:crypto';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { releaseHold } from '../ledger/holds.ts';
import { type NewTransaction, stepTransaction, type TransactionRow } from '../transactions/records.ts';

interface Receipt extends Pick<NewTransaction, 'operationId' | 'token' | 'amount'> {
  readonly ownerId: string;
  /** Shows the receiver who paid; null when the payer has no address. */
  readonly payerAddress: string | null;
  readonly at: Date;
}

/** The receiver's transaction for a payment between two accounts. */
export function receiptOf({
  ownerId,
  operationId,
  token,
  amount,
  payerAddress,
  at,
}: Receipt): NewTransaction {
  return {
    id: randomUUID(),
    userId: ownerId,
    operationId,
    kind: 'receive',
    token,
    amount,
    counterparty: payerAddress,
    timeline: [{ status: 'completed', at }],
  };
}

/** Whether the payer can still cancel it, which ends once money has begun to move. */
export function canCancel({ kind, status }: Pick<TransactionRow, 'kind' | 'status'>): boolean {
  return (kind === 'send' || kind === 'withdraw') && status === 'pending';
}

/** Cancels a pending payment. NOT_FOUND for another person's, STATUS_CONFLICT once it cannot be cancelled. */
export async function cancelPayment(
  query: Query,
  { id, payerId, at }: { id: string; payerId: string; at: Date },
): Promise<void> {
  const [found] = await query<TransactionRow>('SELECT * FROM transactions WHERE id = $1 AND user_id = $2', [
    id,
    payerId,
  ]);
  if (!found) throw new Refusal('NOT_FOUND');
  if (!canCancel(found)) throw new Refusal('STATUS_CONFLICT');
  await endPayment(query, { id, from: 'pending', to: 'cancelled', at });
}

interface End {
  readonly id: string;
  readonly from: 'pending' | 'processing';
  readonly to: 'cancelled' | 'failed';
  readonly at: Date;
  readonly note?: string | undefined;
  readonly reason?: TransactionRow['reason'];
}

/** Ends a payment without paying, and releases the held money. STATUS_CONFLICT when its status has changed meanwhile. */
export async function endPayment(query: Query, end: End): Promise<void> {
  if (!(await stepTransaction(query, end))) throw new Refusal('STATUS_CONFLICT');
  const released = await releaseHold(query, { id: end.id, at: end.at });
  if (!released.ok) throw new Error(`the hold of ${end.id} is ${released.problem}`);
}
