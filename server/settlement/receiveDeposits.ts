import { randomUUID } from 'node:crypto';
import type { TransactionReason } from '../../contract/reasons.ts';
import type { TransactionStatus } from '../../contract/statuses.ts';
import { attemptEach } from '../background/attempts.ts';
import type { Db, Query } from '../database/db.ts';
import { deposit } from '../ledger/deposits.ts';
import { ownerOf } from '../payments/recipients.ts';
import { ensureTokenAccount, findListing } from '../tokens/listings.ts';
import { recordTransaction, stepTransaction } from '../transactions/records.ts';
import type { IncomingDeposit, Settlement } from './settlement.ts';

interface World {
  readonly database: Db;
  readonly settlement: Settlement;
  /** Hears of deposits that could not be taken; they are looked at again when they are told after a pause that grows. */
  readonly complain: (name: string, error: unknown) => void;
}

/**
 * Takes every deposit that the network tells of as far as its confirmations allow: pending, processing, completed and credited.
 * One that was dropped fails. Harmless to run twice at a time.
 */
export async function receiveDeposits({ database, settlement, complain }: World, at: Date): Promise<void> {
  const told = await settlement.incoming(at);
  const items = await withoutEnded(database.query, told);
  if (items.length === 0) return;
  const round = { work: 'deposit', items, subjectOf: nameOf, isWhole: false, at, complain } as const;
  await attemptEach(database, round, (each) => database.transaction((query) => receive(query, each, at)));
}

/** What is over needs no transaction to be found over; only that it was dropped after all must not go unheard. */
async function withoutEnded(
  query: Query,
  told: readonly IncomingDeposit[],
): Promise<readonly IncomingDeposit[]> {
  if (told.length === 0) return [];
  const ended = await query<{ name: string }>(
    `SELECT concat_ws(' ', network, tx_hash, output_index) AS name FROM deposits
    WHERE tx_hash = ANY ($1::text[]) AND ended_at IS NOT NULL`,
    [told.map(({ txHash }) => txHash)],
  );
  const names = new Set(ended.map(({ name }) => name));
  return told.filter((each) => each.dropped !== null || !names.has(nameOf(each)));
}

function nameOf({ network, txHash, index }: IncomingDeposit): string {
  return `${network} ${txHash} ${index}`;
}

interface Known {
  readonly transaction_id: string;
  readonly user_id: string;
  readonly status: TransactionStatus;
  readonly is_same: boolean;
}

async function receive(query: Query, told: IncomingDeposit, at: Date): Promise<void> {
  if (told.dropped === null) await ensureKnown(query, told, at);
  const known = await lockKnown(query, told);
  if (!known) return;
  if (!known.is_same) throw new Error('the network tells another deposit under the same output');
  if (told.dropped !== null) await drop(query, told.dropped, known, at);
  else await confirm(query, told, known, at);
}

/** Records a deposit to one of our addresses when it is reported for the first time. Tokens that are not listed are ignored. */
async function ensureKnown(query: Query, told: IncomingDeposit, at: Date): Promise<void> {
  const userId = await ownerOf(query, told.to);
  if (userId === null || !(await findListing(query, told.token))) return;
  const { network, txHash, index, token, amount, to, confirmations } = told;
  const id = randomUUID();
  const [written] = await query(
    `INSERT INTO deposits
      (network, tx_hash, output_index, transaction_id, user_id, token, amount, address, seen, needed, told_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10)
    ON CONFLICT (network, tx_hash, output_index) DO NOTHING
    RETURNING transaction_id`,
    [network, txHash, index, id, userId, token, amount, to, confirmations.needed, at],
  );
  if (!written) return;
  await recordTransaction(query, {
    id,
    userId,
    operationId: id,
    kind: 'deposit',
    token,
    amount,
    txHash,
    timeline: [{ status: 'pending', at }],
  });
}

/** Holds a deposit until the commit: of two who were told of it, the second sees what the first did. */
async function lockKnown(query: Query, told: IncomingDeposit): Promise<Known | null> {
  const { network, txHash, index, token, amount, to } = told;
  const key = [network, txHash, index];
  await query(
    'SELECT 1 FROM deposits WHERE network = $1 AND tx_hash = $2 AND output_index = $3 FOR NO KEY UPDATE',
    key,
  );
  const [known] = await query<Known>(
    `SELECT transaction_id, deposits.user_id, transactions.status,
      deposits.token = $4 AND deposits.amount = $5 AND deposits.address = $6 AS is_same
    FROM deposits JOIN transactions ON transactions.id = transaction_id
    WHERE network = $1 AND deposits.tx_hash = $2 AND output_index = $3`,
    [...key, token, amount, to],
  );
  return known ?? null;
}

async function drop(
  query: Query,
  reason: TransactionReason,
  { transaction_id: id, status }: Known,
  at: Date,
) {
  if (status === 'failed') return;
  if (status === 'completed') throw new Error('a deposit was dropped after it had been credited');
  await end(query, id, at);
  // The table knows a step to failed from both.
  const from = status === 'pending' ? 'pending' : 'processing';
  await stepTransaction(query, { id, from, to: 'failed', at, reason });
}

async function confirm(query: Query, told: IncomingDeposit, known: Known, at: Date): Promise<void> {
  const { transaction_id: id, user_id: ownerId, status } = known;
  if (status === 'completed') return;
  if (status === 'failed') throw new Error('a deposit came back after the network had dropped it');
  const { seen, needed } = told.confirmations;
  await query('UPDATE deposits SET seen = $2, needed = $3 WHERE transaction_id = $1', [
    id,
    Math.min(seen, needed),
    needed,
  ]);
  if (seen > 0 && status === 'pending') {
    await stepTransaction(query, { id, from: 'pending', to: 'processing', at });
  }
  if (seen < needed) return;
  await stepTransaction(query, { id, from: 'processing', to: 'completed', at });
  await end(query, id, at);
  const { token, amount } = told;
  await ensureTokenAccount(query, { ownerId, symbol: token, at });
  const credited = await deposit(query, { id, ownerId, token, amount, operationId: id, at });
  if (!credited.ok) throw new Error(`the ledger refused a deposit: ${credited.problem}`);
}

async function end(query: Query, id: string, at: Date): Promise<void> {
  await query('UPDATE deposits SET ended_at = $2 WHERE transaction_id = $1', [id, at]);
}

/** A deposit that is on its way to a person, in minor units of its token. */
interface OpenDeposit {
  readonly id: string;
  readonly token: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly since: Date;
}

/** What is on its way to a person, oldest first. None of it is in the ledger yet. */
export async function openDeposits(query: Query, userId: string): Promise<OpenDeposit[]> {
  const rows = await query<Omit<OpenDeposit, 'amount'> & { amount: string }>(
    `SELECT transaction_id AS id, token, decimals, amount, told_at AS since
    FROM deposits JOIN tokens ON symbol = token
    WHERE user_id = $1 AND ended_at IS NULL ORDER BY told_at, transaction_id`,
    [userId],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}
