import { ok, type Result, refused } from '../../contract/result.ts';
import type { Query } from '../database/db.ts';
import { contentOf } from './chain.ts';

type TransferKind = 'deposit' | 'withdrawal' | 'send' | 'exchange' | 'fee' | 'float';

/** Moves `amount` minor units of `token` from one owner's account to another's. The caller creates `id` and stores it before sending. */
export interface Transfer {
  readonly id: string;
  readonly token: string;
  readonly debitOwnerId: string;
  readonly creditOwnerId: string;
  /** More than 0. */
  readonly amount: bigint;
  readonly kind: TransferKind;
  readonly operationId: string;
  readonly at: Date;
}

/**
 * `insufficient_balance`: more than the available balance. `unknown_account`: an owner has no account in the token.
 * `id_reused`: the id belongs to another transfer. `hold_not_active`: the hold was already released or captured.
 */
export type TransferProblem = 'insufficient_balance' | 'unknown_account' | 'id_reused' | 'hold_not_active';

/** `replayed`: the same transfers already existed, and nothing moved now. */
export interface Posted {
  readonly replayed: boolean;
}

interface Verdict {
  readonly holds_active?: boolean;
  readonly accounts_known: boolean;
  readonly funded: boolean;
  readonly written: boolean;
}

/**
 * One statement, so that it takes one round trip and short locks: locks both accounts in key order, judges
 * them by their newest rows, and then writes and moves, or does neither. Plain parameters let PostgreSQL plan it once;
 * `postSql` could do the same at a third of the rate. Every column in a constraint is set from the locked rows: PostgreSQL
 * checks constraints on the statement's snapshot of the row before it looks for a newer one, so that
 * `posted = posted - amount` would be checked with a balance from before the wait for the lock.
 */
const transferSql = `
WITH locked AS (
  SELECT owner_id, kind, posted + CASE WHEN owner_id = $3 THEN -$5::numeric ELSE $5 END AS posted, held,
    chain_length + 1 AS position, sha256(chain_head || $9) AS head
  FROM ledger_accounts
  WHERE token = $2 AND owner_id IN ($3, $4)
  ORDER BY owner_id FOR NO KEY UPDATE
), verdict AS (
  SELECT count(*) = 2 AS accounts_known,
    coalesce(bool_and(owner_id <> $3 OR kind <> 'user' OR posted >= held), true) AS funded
  FROM locked
), written AS (
  INSERT INTO ledger_transfers (id, token, debit_owner_id, credit_owner_id, amount, kind, operation_id, created_at,
    debit_position, debit_chain, credit_position, credit_chain)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, debit.position, debit.head, credit.position, credit.head
  FROM verdict, locked AS debit, locked AS credit
  WHERE accounts_known AND funded AND debit.owner_id = $3 AND credit.owner_id = $4
  ON CONFLICT (id) DO NOTHING
  RETURNING id
), moved AS (
  UPDATE ledger_accounts account
  SET posted = locked.posted, held = locked.held, chain_length = locked.position, chain_head = locked.head
  FROM locked
  WHERE account.token = $2 AND account.owner_id = locked.owner_id AND EXISTS (SELECT 1 FROM written)
)
SELECT accounts_known, funded, EXISTS (SELECT 1 FROM written) AS written FROM verdict`;

/** Moves an amount. Repeating the same transfer succeeds without effect; a refusal changes nothing and leaves the transaction usable. */
export async function transfer(query: Query, wanted: Transfer): Promise<Result<Posted, TransferProblem>> {
  checkBatch([wanted]);
  const [verdict] = await query<Verdict>(transferSql, [
    wanted.id,
    wanted.token,
    wanted.debitOwnerId,
    wanted.creditOwnerId,
    wanted.amount,
    wanted.kind,
    wanted.operationId,
    wanted.at,
    contentOf(wanted),
  ]);
  return conclude(query, [wanted], verdict);
}

/** Moves all or none, judged by the balances after the last of them. Otherwise like `transfer`. */
export function transferMany(
  query: Query,
  wanted: readonly Transfer[],
): Promise<Result<Posted, TransferProblem>> {
  return post(query, wanted, []);
}

/**
 * Any number of transfers and captured holds at once. Locks holds first, then accounts in key order, so that two posts can
 * never deadlock. An account's chain grows by its transfers in order. The division by zero aborts a batch that would be half done, because another caller
 * was writing a part of it at that moment.
 */
const postSql = `
WITH RECURSIVE wanted AS (
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::numeric[], $6::text[], $7::uuid[], $8::timestamptz[], $11::bytea[])
    WITH ORDINALITY AS leg (id, token, debit_owner_id, credit_owner_id, amount, kind, operation_id, created_at, content, number)
), captured AS (
  SELECT id, owner_id, token, amount FROM ledger_holds
  WHERE id = ANY ($9::uuid[]) AND status = 'active'
  ORDER BY id FOR NO KEY UPDATE
), change AS (
  SELECT owner_id, token, sum(posted) AS posted, sum(held) AS held
  FROM (
    SELECT debit_owner_id AS owner_id, token, -amount AS posted, 0 AS held FROM wanted
    UNION ALL SELECT credit_owner_id, token, amount, 0 FROM wanted
    UNION ALL SELECT owner_id, token, 0, -amount FROM captured
  ) AS leg
  GROUP BY owner_id, token
), locked AS (
  SELECT account.owner_id, account.token, account.kind, account.posted + change.posted AS posted, account.held + change.held AS held,
    account.chain_length, account.chain_head
  FROM ledger_accounts account JOIN change ON account.owner_id = change.owner_id AND account.token = change.token
  ORDER BY account.owner_id, account.token FOR NO KEY UPDATE OF account
), verdict AS (
  SELECT (SELECT count(*) FROM captured) = cardinality($9::uuid[]) AS holds_active,
    count(*) = (SELECT count(*) FROM change) AS accounts_known,
    coalesce(bool_and(kind <> 'user' OR posted >= held), true) AS funded
  FROM locked
), side AS (
  SELECT owner_id, token, number, content, row_number() OVER (PARTITION BY owner_id, token ORDER BY number) AS step
  FROM (
    SELECT debit_owner_id AS owner_id, token, number, content FROM wanted
    UNION ALL SELECT credit_owner_id, token, number, content FROM wanted
  ) AS leg
), link (owner_id, token, number, step, position, head) AS (
  SELECT owner_id, token, 0::bigint, 0::bigint, chain_length, chain_head FROM locked
  UNION ALL
  SELECT side.owner_id, side.token, side.number, side.step, link.position + 1, sha256(link.head || side.content)
  FROM link JOIN side ON side.owner_id = link.owner_id AND side.token = link.token AND side.step = link.step + 1
), chained AS (
  SELECT DISTINCT ON (owner_id, token) owner_id, token, position, head FROM link ORDER BY owner_id, token, step DESC
), written AS (
  INSERT INTO ledger_transfers (id, token, debit_owner_id, credit_owner_id, amount, kind, operation_id, created_at,
    debit_position, debit_chain, credit_position, credit_chain)
  SELECT id, wanted.token, debit_owner_id, credit_owner_id, amount, kind, operation_id, created_at,
    debit.position, debit.head, credit.position, credit.head
  FROM wanted
  JOIN link AS debit ON debit.number = wanted.number AND debit.owner_id = debit_owner_id
  JOIN link AS credit ON credit.number = wanted.number AND credit.owner_id = credit_owner_id
  WHERE (SELECT holds_active AND accounts_known AND funded FROM verdict)
    AND NOT EXISTS (SELECT 1 FROM ledger_transfers WHERE id = ANY ($1::uuid[]))
  ON CONFLICT (id) DO NOTHING
  RETURNING id
), moved AS (
  UPDATE ledger_accounts account
  SET posted = locked.posted, held = locked.held, chain_length = chained.position, chain_head = chained.head
  FROM locked JOIN chained ON chained.owner_id = locked.owner_id AND chained.token = locked.token
  WHERE account.owner_id = locked.owner_id AND account.token = locked.token AND EXISTS (SELECT 1 FROM written)
), ended AS (
  UPDATE ledger_holds hold SET status = 'captured', ended_at = $10
  FROM captured
  WHERE hold.id = captured.id AND EXISTS (SELECT 1 FROM written)
)
SELECT holds_active, accounts_known, funded, EXISTS (SELECT 1 FROM written) AS written,
  1 / (CASE WHEN (SELECT count(*) FROM written) IN (0, cardinality($1::uuid[])) THEN 1 ELSE 0 END) AS whole
FROM verdict`;

/** Makes `wanted` and ends the holds `captures`, or neither. */
export async function post(
  query: Query,
  wanted: readonly Transfer[],
  captures: readonly string[],
): Promise<Result<Posted, TransferProblem>> {
  checkBatch(wanted);
  const [verdict] = await query<Verdict>(postSql, [
    wanted.map(({ id }) => id),
    wanted.map(({ token }) => token),
    wanted.map(({ debitOwnerId }) => debitOwnerId),
    wanted.map(({ creditOwnerId }) => creditOwnerId),
    wanted.map(({ amount }) => amount),
    wanted.map(({ kind }) => kind),
    wanted.map(({ operationId }) => operationId),
    wanted.map(({ at }) => at),
    captures,
    wanted[0]?.at ?? null,
    wanted.map(contentOf),
  ]);
  return conclude(query, wanted, verdict);
}

/** Rejects programming errors: an empty batch, a repeated id, a transfer to the same account, an amount that is not more than 0. */
export function checkBatch(wanted: readonly Transfer[]): void {
  const hasOwnIds = new Set(wanted.map(({ id }) => id)).size === wanted.length;
  const isSound = wanted.every((leg) => leg.amount > 0n && leg.debitOwnerId !== leg.creditOwnerId);
  if (wanted.length === 0 || !hasOwnIds || !isSound) throw new RangeError('these are not transfers');
}

async function conclude(
  query: Query,
  wanted: readonly Transfer[],
  verdict: Verdict | undefined,
): Promise<Result<Posted, TransferProblem>> {
  if (!verdict) throw new Error('the ledger answered nothing');
  if (verdict.written) return ok({ replayed: false });
  return (await earlier(query, wanted)) ?? refused(reasonOf(verdict));
}

function reasonOf(verdict: Verdict): TransferProblem {
  if (verdict.holds_active === false) return 'hold_not_active';
  return verdict.accounts_known ? 'insufficient_balance' : 'unknown_account';
}

/** The earlier use of the ids of `wanted`, or undefined when none was used. */
async function earlier(
  query: Query,
  wanted: readonly Transfer[],
): Promise<Result<Posted, TransferProblem> | undefined> {
  const rows = await query<{ id: string; content: string }>(
    `SELECT id, concat_ws(' ', token, debit_owner_id, credit_owner_id, amount, kind, operation_id) AS content
    FROM ledger_transfers WHERE id = ANY ($1::uuid[])`,
    [wanted.map(({ id }) => id)],
  );
  if (rows.length === 0) return undefined;
  const contents = new Map(rows.map(({ id, content }) => [id, content]));
  const isSame = wanted.every((leg) => contents.get(leg.id.toLowerCase()) === movementOf(leg));
  return isSame ? ok({ replayed: true }) : refused('id_reused');
}

/** The fields that must match for a transfer to be the same. */
function movementOf({ token, debitOwnerId, creditOwnerId, amount, kind, operationId }: Transfer): string {
  return [
    token,
    debitOwnerId.toLowerCase(),
    creditOwnerId.toLowerCase(),
    amount,
    kind,
    operationId.toLowerCase(),
  ].join(' ');
}
