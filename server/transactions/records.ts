import type { TransactionReason } from '../../contract/reasons.ts';
import { canStep, type TransactionStatus, transactionSteps } from '../../contract/statuses.ts';
import type { transactionKinds } from '../../contract/transactions.ts';
import { recordEvents } from '../accounts/accountEvents.ts';
import { announceAll } from '../database/announce.ts';
import type { Query, Write } from '../database/db.ts';
import { keepNotifications } from '../notices/notifications.ts';
import { notify } from '../notifications/store.ts';
import { transactionTopic } from '../topics/topics.ts';

/** A transaction of a person's history, amounts in minor units. */
export interface TransactionRow {
  readonly id: string;
  readonly user_id: string;
  readonly kind: (typeof transactionKinds)[number];
  readonly status: TransactionStatus;
  readonly token: string;
  /** The token that an exchange received. */
  readonly received_token: string | null;
  readonly amount: string;
  readonly fee: string;
  readonly counterparty: string | null;
  readonly tx_hash: string | null;
  readonly note: string | null;
  readonly reason: TransactionReason | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A transaction to write, amounts in minor units. */
export interface NewTransaction {
  readonly id: string;
  readonly userId: string;
  /** The ledger's operation, which both sides of a payment share. */
  readonly operationId: string;
  readonly kind: TransactionRow['kind'];
  readonly token: string;
  /** The token that an exchange received. */
  readonly receivedToken?: string;
  readonly amount: bigint;
  readonly fee?: bigint;
  readonly counterparty?: string | null;
  readonly txHash?: string;
  readonly note?: string;
  readonly reason?: TransactionReason;
  /** The value in minor units of USDT, of a payment to an outside address. */
  readonly value?: bigint;
  /** The statuses so far, oldest first: at least the current one. */
  readonly timeline: readonly { readonly status: TransactionStatus; readonly at: Date }[];
}

/** Writes a transaction. Call it in the transaction of its ledger movement. */
export function recordTransaction(write: Write, wanted: NewTransaction): Promise<void> {
  return recordTransactions(write, [wanted]);
}

/** Like `recordTransaction`, for many in one statement. */
export async function recordTransactions(write: Write, wanted: readonly NewTransaction[]): Promise<void> {
  if (wanted.length === 0) return;
  const rows = wanted.map(rowOf);
  const steps = wanted.flatMap(({ id, timeline }) =>
    timeline.map((step, position) => ({ id, position, ...step })),
  );
  await write(
    `WITH recorded AS (
      INSERT INTO transactions
        (id, user_id, kind, status, token, amount, fee, counterparty, tx_hash, note, created_at, updated_at, operation_id,
        received_token, value, reason)
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::numeric[],
        $8::text[], $9::text[], $10::text[], $11::timestamptz[], $12::timestamptz[], $13::uuid[], $14::text[], $19::numeric[], $20::text[])
    )
    INSERT INTO transaction_steps (transaction_id, position, status, at)
    SELECT * FROM unnest($15::uuid[], $16::int[], $17::text[], $18::timestamptz[])`,
    [
      rows.map(({ id }) => id),
      rows.map(({ user_id }) => user_id),
      rows.map(({ kind }) => kind),
      rows.map(({ status }) => status),
      rows.map(({ token }) => token),
      rows.map(({ amount }) => amount),
      rows.map(({ fee }) => fee),
      rows.map(({ counterparty }) => counterparty),
      rows.map(({ tx_hash }) => tx_hash),
      rows.map(({ note }) => note),
      rows.map(({ created_at }) => created_at),
      rows.map(({ updated_at }) => updated_at),
      wanted.map(({ operationId }) => operationId),
      rows.map(({ received_token }) => received_token),
      steps.map(({ id }) => id),
      steps.map(({ position }) => position),
      steps.map(({ status }) => status),
      steps.map(({ at }) => at),
      wanted.map(({ value }) => value ?? null),
      rows.map(({ reason }) => reason),
    ],
  );
  await tellOutcomes(
    write,
    wanted.map((each, index) => {
      const { status, updated_at: at } = rows[index] ?? rowOf(each);
      return { tookTime: each.timeline.length > 1, ...each, status, at };
    }),
  );
}

/** The row as it would be read back. */
export function rowOf(wanted: NewTransaction): TransactionRow {
  const first = wanted.timeline[0];
  const last = wanted.timeline.at(-1);
  if (!first || !last) throw new RangeError('a transaction stands somewhere');
  return {
    id: wanted.id,
    user_id: wanted.userId,
    kind: wanted.kind,
    status: last.status,
    token: wanted.token,
    received_token: wanted.receivedToken ?? null,
    amount: String(wanted.amount),
    fee: String(wanted.fee ?? 0n),
    counterparty: wanted.counterparty ?? null,
    tx_hash: wanted.txHash ?? null,
    note: wanted.note ?? null,
    reason: wanted.reason ?? null,
    created_at: first.at,
    updated_at: last.at,
  };
}

interface Outcome extends Pick<NewTransaction, 'id' | 'userId' | 'kind' | 'token' | 'amount'> {
  readonly status: TransactionStatus;
  readonly at: Date;
  /** Whether the person may have left the page before it ended. */
  readonly tookTime: boolean;
}

/** Records outcomes in people's analytics, and notifies them. */
async function tellOutcomes(write: Write, outcomes: readonly Outcome[]): Promise<void> {
  const done = outcomes.filter(({ status }) => status === 'completed');
  await recordEvents(
    write,
    done.map(({ userId, kind, at, token, amount }) => ({
      userId,
      type: `transaction_${kind}`,
      at,
      money: { token, amount },
    })),
  );
  const received = done.filter(({ kind }) => kind === 'receive');
  await keepNotifications(write, received.map(notificationOf));
  await notify(write, ...outcomes.filter(isWorthAnnouncing).map(notificationOf));
}

function isWorthAnnouncing({ kind, status, tookTime }: Outcome): boolean {
  if (kind === 'deposit') return status === 'completed';
  const isPayment = kind === 'send' || kind === 'withdraw';
  return isPayment && tookTime && (status === 'completed' || status === 'failed');
}

function notificationOf({ id, userId, kind, status, token, amount, at }: Outcome) {
  if (kind === 'exchange') throw new RangeError('an exchange is told by the one who makes it');
  return { userId, kind, subjectId: id, outcome: status, money: { token, amount }, at };
}

type NewestTransaction = Pick<TransactionRow, 'id' | 'kind' | 'created_at'>;

/** The newest transaction of each of these people; who has none is left out. */
export async function newestTransactions(
  query: Query,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, NewestTransaction>> {
  const rows = await query<NewestTransaction & { user_id: string }>(
    `SELECT person.id AS user_id, newest.id, newest.kind, newest.created_at
    FROM unnest($1::uuid[]) AS person (id)
    CROSS JOIN LATERAL (
      SELECT id, kind, created_at FROM transactions WHERE user_id = person.id
      ORDER BY created_at DESC, id DESC LIMIT 1
    ) AS newest`,
    [userIds],
  );
  return new Map(rows.map(({ user_id, ...newest }) => [user_id, newest]));
}

interface Step {
  readonly id: string;
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  readonly at: Date;
  readonly txHash?: string | null;
  readonly note?: string | undefined;
  readonly reason?: TransactionRow['reason'];
}

/**
 * Moves a transaction from one status to the next and answers whether it was in the first: of two parallel calls, one does it. Throws on a
 * step that is not in the table (`transactionSteps`).
 */
export async function stepTransaction(query: Query, { id, ...step }: Step): Promise<boolean> {
  const stepped = await stepTransactions(query, { ...step, ids: [id] });
  return stepped.length > 0;
}

/**
 * Moves transactions by the same step, with one statement each for the rows, the timelines and the notifications. Answers the ids of those
 * that were in the first status.
 */
export async function stepTransactions(
  query: Query,
  { ids, from, to, at, txHash, note, reason }: Omit<Step, 'id'> & { readonly ids: readonly string[] },
): Promise<readonly string[]> {
  if (!canStep(transactionSteps, from, to)) throw new RangeError(`no transaction goes from ${from} to ${to}`);
  if (ids.length === 0) return [];
  const stepped = await query<TransactionRow>(
    `UPDATE transactions SET status = $3, updated_at = $4, tx_hash = coalesce($5, tx_hash), note = coalesce($6, note),
      reason = coalesce($7, reason)
    WHERE id = ANY ($1::uuid[]) AND status = $2
    RETURNING *`,
    [ids, from, to, at, txHash ?? null, note ?? null, reason ?? null],
  );
  if (stepped.length === 0) return [];
  const found = stepped.map(({ id }) => id);
  await query(
    `INSERT INTO transaction_steps (transaction_id, position, status, at)
    SELECT line.id, (SELECT count(*) FROM transaction_steps WHERE transaction_id = line.id), $2, $3
    FROM unnest($1::uuid[]) AS line (id)`,
    [found, to, at],
  );
  await tellOutcomes(
    query,
    stepped.map(({ id, user_id: userId, kind, token, amount }) => {
      return { id, userId, kind, token, amount: BigInt(amount), status: to, at, tookTime: true };
    }),
  );
  await announceAll(
    query,
    stepped.map(({ user_id, id }) => transactionTopic(user_id, id)),
  );
  return found;
}
