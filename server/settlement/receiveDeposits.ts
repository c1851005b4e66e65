import { randomUUID } from 'node:crypto';
import type { TransactionStatus } from '../../contract/statuses.ts';
import { attemptEach } from '../background/attempts.ts';
import { announceAll } from '../database/announce.ts';
import type { Db, Query } from '../database/db.ts';
import { systemOwners } from '../ledger/accounts.ts';
import { openLedgerBatch } from '../ledger/batch.ts';
import { ensureTokenAccounts } from '../tokens/listings.ts';
import { type Counted, confirmationsTopic, transactionTopic } from '../topics/topics.ts';
import { recordTransactions, stepTransactions } from '../transactions/records.ts';
import type { DepositSource, IncomingDeposit } from './settlement.ts';

interface World {
  readonly database: Db;
  readonly settlement: DepositSource;
  /** Is told of deposits that could not be processed; these are retried after a growing pause. */
  readonly complain: (name: string, error: unknown) => void;
}

/** How many deposits are processed in one transaction. */
const together = 500;

/**
 * Processes every deposit that the network reports, as far as its confirmations allow: pending, processing, completed and credited.
 * A dropped deposit fails, and gets a new transaction when it comes back. Many are processed together; if one of them fails, each
 * by itself. May run twice at the same time.
 */
export async function receiveDeposits({ database, settlement, complain }: World, at: Date): Promise<void> {
  const told = await settlement.incoming(at);
  const items = await withoutEnded(database.query, told);
  if (items.length === 0) return;
  const take = (some: readonly IncomingDeposit[]) =>
    database.transaction((query) => receive(query, some, at));
  const alone = new Set(await oddOnes(database.query, items));
  const usual = items.filter((each) => !alone.has(each));
  for (let from = 0; from < usual.length; from += together) {
    const some = usual.slice(from, from + together);
    await take(some).catch(() => {
      for (const each of some) alone.add(each);
    });
  }
  const odd = items.filter((each) => alone.has(each));
  if (odd.length === 0) return;
  const round = { work: 'deposit', items: odd, subjectOf: nameOf, isWhole: false, at, complain } as const;
  await attemptEach(database, round, (each) => take([each]));
}

/** Leaves out ended deposits, which need no transaction; a later drop of one is still reported. */
async function withoutEnded(
  query: Query,
  told: readonly IncomingDeposit[],
): Promise<readonly IncomingDeposit[]> {
  if (told.length === 0) return [];
  const ended = await query<{ name: string }>(
    `SELECT concat_ws(' ', network, deposits.tx_hash, deposits.token, output_index) AS name
    FROM deposits JOIN transactions line ON line.id = transaction_id
    WHERE deposits.network = ANY ($1::text[]) AND deposits.tx_hash = ANY ($2::text[]) AND line.status = 'completed'`,
    [[...new Set(told.map(({ network }) => network))], told.map(({ txHash }) => txHash)],
  );
  const names = new Set(ended.map(({ name }) => name));
  return told.filter((each) => each.dropped !== null || !names.has(nameOf(each)));
}

function nameOf({ network, txHash, token, index }: IncomingDeposit): string {
  return `${network} ${txHash} ${token} ${index}`;
}

/** Deposits that are processed alone: those that failed before, and those reported twice. */
async function oddOnes(query: Query, items: readonly IncomingDeposit[]): Promise<readonly IncomingDeposit[]> {
  const failed = await query<{ subject: string }>(
    "SELECT subject FROM failed_attempts WHERE work = 'deposit' AND subject = ANY ($1::text[])",
    [items.map(nameOf)],
  );
  const seen = new Set(failed.map(({ subject }) => subject));
  return items.filter((each) => {
    const isOdd = seen.has(nameOf(each));
    seen.add(nameOf(each));
    return isOdd;
  });
}

interface Known {
  readonly name: string;
  readonly transaction_id: string;
  readonly user_id: string;
  readonly token: string;
  readonly amount: string;
  readonly address: string;
  readonly under_review: boolean;
}

/** A stored deposit that was reported, with its transaction in the history. */
interface Taken {
  readonly told: IncomingDeposit;
  readonly id: string;
  readonly ownerId: string;
  readonly status: TransactionStatus;
  /** Whether the chain has it with another amount or address than stored; never for one that is not part of the chain. */
  readonly isChanged: boolean;
  /** Whether it was stored as under review. */
  readonly wasUnderReview: boolean;
}

async function receive(query: Query, items: readonly IncomingDeposit[], at: Date): Promise<void> {
  // A deposit below the minimum is shown, even when it is first reported after its last confirmation.
  await ensureKnown(
    query,
    items.filter(({ dropped }) => dropped !== 'network_dropped'),
    at,
  );
  const taken = await withNewLines(query, await endChanged(query, await lockKnown(query, items), at), at);
  await drop(query, taken, at);
  await confirm(
    query,
    taken.filter(({ told }) => told.dropped === null),
    at,
  );
}

const columnsOf = (items: readonly IncomingDeposit[]) => [
  items.map(({ network }) => network),
  items.map(({ txHash }) => txHash),
  items.map(({ token }) => token),
  items.map(({ index }) => index),
];

/** Records deposits to our addresses when they are first reported. Tokens that are not listed are ignored. */
async function ensureKnown(query: Query, items: readonly IncomingDeposit[], at: Date): Promise<void> {
  if (items.length === 0) return;
  const ids = items.map(() => randomUUID());
  const written = await query<{ transaction_id: string; user_id: string }>(
    `INSERT INTO deposits
      (network, tx_hash, token, output_index, transaction_id, user_id, amount, address, seen, needed, told_at)
    SELECT told.network, told.tx_hash, told.token, told.output_index, told.id, owner.user_id, told.amount, told.address, 0,
      told.needed, $9
    FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::uuid[], $6::numeric[], $7::text[], $8::int[]) AS told
      (network, tx_hash, token, output_index, id, amount, address, needed)
    JOIN deposit_addresses owner ON owner.address = told.address
    JOIN tokens ON tokens.symbol = told.token
    ORDER BY told.network, told.tx_hash, told.token, told.output_index
    ON CONFLICT (network, tx_hash, token, output_index) DO NOTHING
    RETURNING transaction_id, user_id`,
    [
      ...columnsOf(items),
      ids,
      items.map(({ amount }) => amount),
      items.map(({ to }) => to),
      items.map(({ confirmations }) => confirmations.needed),
      at,
    ],
  );
  const owners = new Map(written.map(({ transaction_id, user_id }) => [transaction_id, user_id]));
  await recordTransactions(
    query,
    items.flatMap((told, place) => {
      const id = ids[place] ?? '';
      const userId = owners.get(id);
      return userId === undefined ? [] : [lineOf(told, id, userId, at)];
    }),
  );
}

function lineOf({ token, amount, txHash }: IncomingDeposit, id: string, userId: string, at: Date) {
  const timeline = [{ status: 'pending', at }] as const;
  return { id, userId, operationId: id, kind: 'deposit', token, amount, txHash, timeline } as const;
}

/** Locks deposits until the commit, so that a second server sees what the first one did. */
async function lockKnown(query: Query, items: readonly IncomingDeposit[]): Promise<readonly Taken[]> {
  const rows = await query<Known>(
    `SELECT concat_ws(' ', deposits.network, deposits.tx_hash, deposits.token, deposits.output_index) AS name, transaction_id,
      user_id, deposits.token, amount, address, under_review
    FROM deposits JOIN unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS told (network, tx_hash, token, output_index)
      ON deposits.network = told.network AND deposits.tx_hash = told.tx_hash AND deposits.token = told.token
      AND deposits.output_index = told.output_index
    ORDER BY deposits.network, deposits.tx_hash, deposits.token, deposits.output_index FOR NO KEY UPDATE OF deposits`,
    columnsOf(items),
  );
  const lines = await query<{ id: string; status: TransactionStatus }>(
    'SELECT id, status FROM transactions WHERE id = ANY ($1::uuid[])',
    [rows.map(({ transaction_id }) => transaction_id)],
  );
  const statuses = new Map(lines.map(({ id, status }) => [id, status]));
  const known = new Map(rows.map((row) => [row.name, row]));
  return items.flatMap((told): Taken[] => {
    const row = known.get(nameOf(told));
    if (!row) return [];
    const { transaction_id: id, user_id: ownerId, under_review: wasUnderReview } = row;
    const status = statuses.get(id);
    if (status === undefined) throw new Error(`deposit ${id} has no line in the history`);
    const isOther = BigInt(row.amount) !== told.amount || row.address !== told.to;
    if (isOther && status === 'completed') {
      throw new Error('the network tells another deposit under the same output');
    }
    const isChanged = isOther && told.dropped !== 'network_dropped';
    return [{ told, id, ownerId, status, isChanged, wasUnderReview }];
  });
}

async function drop(query: Query, taken: readonly Taken[], at: Date): Promise<void> {
  const dropped = taken.filter(({ told, status }) => told.dropped !== null && status !== 'failed');
  if (dropped.some(({ status }) => status === 'completed')) {
    throw new Error('a deposit was dropped after it had been credited');
  }
  await fail(query, dropped, at);
}

/** Fails the transaction of a deposit that was mined again with another amount; `withNewLines` creates one for the new amount. */
async function endChanged(query: Query, taken: readonly Taken[], at: Date): Promise<readonly Taken[]> {
  const changed = taken.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return taken;
  const open = changed.filter(({ status }) => status !== 'failed');
  const dropped = open.map((each) => ({
    ...each,
    told: { ...each.told, dropped: 'network_dropped' as const },
  }));
  await fail(query, dropped, at);
  const rows = await query<{ transaction_id: string; user_id: string }>(
    `UPDATE deposits SET amount = told.amount, address = told.address, user_id = owner.user_id
    FROM unnest($1::uuid[], $2::numeric[], $3::text[]) AS told (id, amount, address)
    JOIN deposit_addresses owner ON owner.address = told.address
    WHERE transaction_id = told.id RETURNING transaction_id, deposits.user_id`,
    [changed.map(({ id }) => id), changed.map(({ told }) => told.amount), changed.map(({ told }) => told.to)],
  );
  const owners = new Map(rows.map(({ transaction_id, user_id }) => [transaction_id, user_id]));
  return taken.map((each): Taken => {
    if (!each.isChanged) return each;
    return { ...each, ownerId: owners.get(each.id) ?? each.ownerId, status: 'failed' };
  });
}

async function fail(query: Query, dropped: readonly Taken[], at: Date): Promise<void> {
  await end(
    query,
    dropped.map(({ id }) => id),
    at,
  );
  // A transaction may fail from each of these two statuses.
  for (const from of ['pending', 'processing'] as const) {
    for (const reason of ['network_dropped', 'below_minimum'] as const) {
      const ids = dropped
        .filter(({ told, status }) => told.dropped === reason && status === from)
        .map(({ id }) => id);
      await stepTransactions(query, { ids, from, to: 'failed', at, reason });
    }
  }
}

/**
 * A failed transaction stays failed: a deposit that came back gets a new one. One that came back as less than the minimum gets it only
 * for its other amount, because its failed transaction already shows the same one.
 */
async function withNewLines(query: Query, taken: readonly Taken[], at: Date): Promise<readonly Taken[]> {
  const back = taken.filter(
    ({ told, status, isChanged }) => status === 'failed' && (told.dropped === null || isChanged),
  );
  if (back.length === 0) return taken;
  const newIds = new Map(back.map(({ id }) => [id, randomUUID()]));
  await query(
    `UPDATE deposits SET transaction_id = line.new_id, seen = 0, under_review = false, told_at = $3, ended_at = NULL
    FROM unnest($1::uuid[], $2::uuid[]) AS line (old_id, new_id) WHERE transaction_id = line.old_id`,
    [[...newIds.keys()], [...newIds.values()], at],
  );
  const renewed = taken.map((each): Taken => {
    const id = newIds.get(each.id);
    return id === undefined ? each : { ...each, id, status: 'pending', wasUnderReview: false };
  });
  const fresh = renewed.filter((each, place) => each !== taken[place]);
  await recordTransactions(
    query,
    fresh.map(({ told, id, ownerId }) => lineOf(told, id, ownerId, at)),
  );
  return renewed;
}

const isUnderReview = ({ told }: Taken) => told.isUnderReview ?? false;

async function confirm(query: Query, taken: readonly Taken[], at: Date): Promise<void> {
  const open = taken.filter(({ status }) => status !== 'completed');
  if (open.length === 0) return;
  const counted = await query<Counted>(
    `UPDATE deposits SET seen = now.seen, needed = now.needed, under_review = now.under_review
    FROM unnest($1::uuid[], $2::int[], $3::int[], $4::boolean[]) AS now (id, seen, needed, under_review)
    WHERE transaction_id = now.id
      AND (deposits.seen, deposits.needed, deposits.under_review) IS DISTINCT FROM (now.seen, now.needed, now.under_review)
    RETURNING user_id AS "userId", transaction_id AS id, deposits.seen, deposits.needed`,
    [
      open.map(({ id }) => id),
      open.map(({ told: { confirmations } }) => Math.min(confirmations.seen, confirmations.needed)),
      open.map(({ told: { confirmations } }) => confirmations.needed),
      open.map(isUnderReview),
    ],
  );
  const begun = open.filter(({ told, status }) => told.confirmations.seen > 0 && status === 'pending');
  const full = open.filter(
    (each) => each.told.confirmations.seen >= each.told.confirmations.needed && !isUnderReview(each),
  );
  // A step is announced by itself and includes the confirmations, and so does a review that begins or ends.
  const stepping = new Set([...begun, ...full].map(({ id }) => id));
  const turned = new Set(
    open.filter((each) => each.wasUnderReview !== isUnderReview(each)).map(({ id }) => id),
  );
  const topics = counted
    .filter(({ id }) => !stepping.has(id))
    .map((each) => (turned.has(each.id) ? transactionTopic(each.userId, each.id) : confirmationsTopic(each)));
  await announceAll(query, topics);
  await stepTransactions(query, { ids: begun.map(({ id }) => id), from: 'pending', to: 'processing', at });
  await stepTransactions(query, { ids: full.map(({ id }) => id), from: 'processing', to: 'completed', at });
  await end(
    query,
    full.map(({ id }) => id),
    at,
  );
  await credit(query, full, at);
}

async function credit(query: Query, full: readonly Taken[], at: Date): Promise<void> {
  if (full.length === 0) return;
  await ensureTokenAccounts(
    query,
    full.map(({ ownerId, told: { token } }) => ({ ownerId, token })),
    at,
  );
  const accounts = full.flatMap(({ ownerId, told: { token } }) => [
    { ownerId, token },
    { ownerId: systemOwners.chain, token },
  ]);
  const ledger = await openLedgerBatch(query, accounts);
  for (const { id, ownerId: creditOwnerId, told } of full) {
    const { token, amount } = told;
    const from = { debitOwnerId: systemOwners.chain, kind: 'deposit' } as const;
    const credited = ledger.transfer([{ id, operationId: id, token, amount, creditOwnerId, at, ...from }]);
    if (!credited.ok) throw new Error(`the ledger refused a deposit: ${credited.problem}`);
  }
  await ledger.write();
  // Credited although the account is closed, so that the books match the chain; an operator has to find the owner.
  await query(
    `INSERT INTO late_deposits (transaction_id, user_id, credited_at)
    SELECT transaction_id, users.id, $2 FROM deposits JOIN users ON users.id = user_id
    WHERE transaction_id = ANY ($1::uuid[]) AND closed_at IS NOT NULL`,
    [full.map(({ id }) => id), at],
  );
}

async function end(query: Query, ids: readonly string[], at: Date): Promise<void> {
  await query('UPDATE deposits SET ended_at = $2 WHERE transaction_id = ANY ($1::uuid[])', [ids, at]);
}

/** A deposit on its way to a person, in minor units of its token. */
interface OpenDeposit {
  readonly id: string;
  readonly token: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly since: Date;
  readonly seen: number;
  readonly needed: number;
}

/** The deposits on their way to a person, oldest first. None of them is in the ledger yet. */
export async function openDeposits(query: Query, userId: string): Promise<OpenDeposit[]> {
  const rows = await query<Omit<OpenDeposit, 'amount'> & { amount: string }>(
    `SELECT transaction_id AS id, token, decimals, amount, told_at AS since, seen, needed
    FROM deposits JOIN tokens ON symbol = token
    WHERE user_id = $1 AND ended_at IS NULL ORDER BY told_at, transaction_id`,
    [userId],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}
