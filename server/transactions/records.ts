import { canStep, type TransactionStatus, transactionSteps } from '../../contract/statuses.ts';
import type { transactionKinds } from '../../contract/transactions.ts';
import type { Query } from '../database/db.ts';

/** A line of a person's history, amounts in minor units. */
export interface TransactionRow {
  readonly id: string;
  readonly user_id: string;
  readonly kind: (typeof transactionKinds)[number];
  readonly status: TransactionStatus;
  readonly token: string;
  readonly amount: string;
  readonly fee: string;
  readonly counterparty: string | null;
  readonly tx_hash: string | null;
  readonly note: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface NewTransaction {
  readonly id: string;
  readonly userId: string;
  /** The ledger's, by which both sides of a payment are found. */
  readonly operationId: string;
  readonly kind: TransactionRow['kind'];
  readonly token: string;
  readonly amount: bigint;
  readonly fee?: bigint;
  readonly counterparty?: string | null;
  readonly txHash?: string;
  readonly note?: string;
  /** What it went through, oldest first: at least where it stands now. */
  readonly timeline: readonly { readonly status: TransactionStatus; readonly at: Date }[];
}

/** Writes a line of somebody's history. Call it in the transaction of the movement that it tells. */
export async function recordTransaction(query: Query, wanted: NewTransaction): Promise<void> {
  const { timeline } = wanted;
  const first = timeline[0];
  const last = timeline.at(-1);
  if (!first || !last) throw new RangeError('a transaction stands somewhere');
  await query(
    `INSERT INTO transactions
      (id, user_id, operation_id, kind, status, token, amount, fee, counterparty, tx_hash, note, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      wanted.id,
      wanted.userId,
      wanted.operationId,
      wanted.kind,
      last.status,
      wanted.token,
      wanted.amount,
      wanted.fee ?? 0n,
      wanted.counterparty ?? null,
      wanted.txHash ?? null,
      wanted.note ?? null,
      first.at,
      last.at,
    ],
  );
  await query(
    `INSERT INTO transaction_steps (transaction_id, position, status, at)
    SELECT $1, step.position, step.status, step.at
    FROM unnest($2::int[], $3::text[], $4::timestamptz[]) AS step (position, status, at)`,
    [
      wanted.id,
      timeline.map((_, index) => index),
      timeline.map((step) => step.status),
      timeline.map((step) => step.at),
    ],
  );
}

interface Step {
  readonly id: string;
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  readonly at: Date;
  readonly txHash?: string | null;
  readonly note?: string;
}

/**
 * Takes a transaction from one status to the next and answers whether it was there: of two who try at once, one does it.
 * Throws on a step that the table (`transactionSteps`) does not have.
 */
export async function stepTransaction(
  query: Query,
  { id, from, to, at, txHash, note }: Step,
): Promise<boolean> {
  if (!canStep(transactionSteps, from, to)) throw new RangeError(`no transaction goes from ${from} to ${to}`);
  const [stepped] = await query(
    `UPDATE transactions SET status = $3, updated_at = $4, tx_hash = coalesce($5, tx_hash), note = coalesce($6, note)
    WHERE id = $1 AND status = $2
    RETURNING id`,
    [id, from, to, at, txHash ?? null, note ?? null],
  );
  if (!stepped) return false;
  await query(
    `INSERT INTO transaction_steps (transaction_id, position, status, at)
    SELECT $1, count(*), $2, $3 FROM transaction_steps WHERE transaction_id = $1`,
    [id, to, at],
  );
  return true;
}
