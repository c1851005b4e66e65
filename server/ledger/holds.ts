import { ok, type Result, refused } from '../../contract/result.ts';
import type { holdKinds } from '../../contract/wallet.ts';
import type { Query } from '../database/db.ts';
import { type Posted, post, type Transfer, type TransferProblem } from './transfers.ts';

/** A part of a balance, in minor units, that its owner cannot use while the hold is active. */
export interface Hold {
  readonly id: string;
  readonly ownerId: string;
  readonly token: string;
  /** More than 0. */
  readonly amount: bigint;
  readonly kind: (typeof holdKinds)[number];
  readonly operationId: string | null;
  readonly since: Date;
  /** Null while the end is unknown. A hold does not end by itself when this passes. */
  readonly until: Date | null;
}

/** `id_reused`: the id belongs to another hold. The others are as for a transfer. */
type PlaceProblem = 'insufficient_balance' | 'unknown_account' | 'id_reused';

/**
 * Locks the account and judges it by its newest row, so that two holds never use the same balance. `raised` sets the column from the locked
 * row, for the reason given at `transferSql`.
 */
const placeSql = `
WITH account AS (
  SELECT posted, held + $4 AS held, posted >= held + $4 AS funded FROM ledger_accounts
  WHERE owner_id = $2 AND token = $3 FOR NO KEY UPDATE
), placed AS (
  INSERT INTO ledger_holds (id, owner_id, token, amount, kind, operation_id, since, until)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8 FROM account WHERE funded
  ON CONFLICT (id) DO NOTHING
  RETURNING id
), raised AS (
  UPDATE ledger_accounts SET posted = account.posted, held = account.held
  FROM account
  WHERE owner_id = $2 AND token = $3 AND EXISTS (SELECT 1 FROM placed)
)
SELECT (SELECT count(*)::int FROM account) AS accounts, (SELECT count(*)::int FROM placed) AS placed`;

/** Holds an amount of the available balance. Repeating the same hold succeeds without effect, even after it ended. */
export async function placeHold(query: Query, hold: Hold): Promise<Result<Posted, PlaceProblem>> {
  const [done] = await query<{ accounts: number; placed: number }>(placeSql, [
    hold.id,
    hold.ownerId,
    hold.token,
    hold.amount,
    hold.kind,
    hold.operationId,
    hold.since,
    hold.until,
  ]);
  if (done?.placed) return ok({ replayed: false });
  const [found] = await query<{ same: boolean }>(
    `SELECT owner_id = $2 AND token = $3 AND amount = $4 AND kind = $5 AND operation_id IS NOT DISTINCT FROM $6 AS same
    FROM ledger_holds WHERE id = $1`,
    [hold.id, hold.ownerId, hold.token, hold.amount, hold.kind, hold.operationId],
  );
  if (found) return found.same ? ok({ replayed: true }) : refused('id_reused');
  return refused(done?.accounts ? 'insufficient_balance' : 'unknown_account');
}

/** Releases a hold, whose amount is available again. `replayed` when it was already released. */
export async function releaseHold(
  query: Query,
  { id, at }: { id: string; at: Date },
): Promise<Result<Posted, 'unknown_hold' | 'hold_not_active'>> {
  const [released] = await query<{ id: string }>(
    `WITH ended AS (
      UPDATE ledger_holds SET status = 'released', ended_at = $2
      WHERE id = $1 AND status = 'active'
      RETURNING id, owner_id, token, amount
    ), lowered AS (
      UPDATE ledger_accounts account SET held = account.held - ended.amount
      FROM ended WHERE account.owner_id = ended.owner_id AND account.token = ended.token
    )
    SELECT id FROM ended`,
    [id, at],
  );
  if (released) return ok({ replayed: false });
  const [found] = await query<{ status: string }>('SELECT status FROM ledger_holds WHERE id = $1', [id]);
  if (!found) return refused('unknown_hold');
  return found.status === 'released' ? ok({ replayed: true }) : refused('hold_not_active');
}

/**
 * Ends a hold with the transfers it was placed for, all or nothing; the unused rest is available again.
 * Repeating the same capture succeeds without effect.
 */
export function captureHold(
  query: Query,
  { id, transfers }: { id: string; transfers: readonly Transfer[] },
): Promise<Result<Posted, TransferProblem>> {
  return post(query, transfers, [id]);
}

/** The owner's active holds, oldest first. */
export async function holdsOf(query: Query, ownerId: string): Promise<Hold[]> {
  const rows = await query<Omit<Hold, 'amount'> & { amount: string }>(
    `SELECT id, owner_id AS "ownerId", token, amount, kind, operation_id AS "operationId", since, until
    FROM ledger_holds WHERE owner_id = $1 AND status = 'active'
    ORDER BY since, id`,
    [ownerId],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}
