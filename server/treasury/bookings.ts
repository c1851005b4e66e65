import { randomUUID } from 'node:crypto';
import type { Db, Query } from '../database/db.ts';
import { ensureFloat, floatOwner, systemOwners } from '../ledger/accounts.ts';
import { openLedgerBatch } from '../ledger/batch.ts';
import type { AdoptedPayment } from '../settlement/evm/displaced.ts';
import { isAdopted, readOpenings } from './facts.ts';
import { legsOf, type Movement, movementsIn, movementsOf } from './movements.ts';

/** A change of the float, in minor units: negative for a loss. */
export interface Booking {
  /** A random one unless given. */
  readonly id?: string;
  readonly token: string;
  readonly amount: bigint;
  readonly reason: 'opening' | 'refill' | 'dust' | 'credit' | 'unexplained' | 'manual' | 'adopted';
  readonly note?: string;
  readonly blockNumber?: number;
  /** The transfer event that it books. */
  readonly event?: Pick<Movement, 'txHash' | 'ordinal'> & { readonly address: string };
}

/** Writes bookings with their ledger transfers; existing ones are skipped. Answers how many were new. Call it in a transaction. */
export async function book(
  query: Query,
  chain: string,
  bookings: readonly Booking[],
  at: Date,
): Promise<number> {
  if (bookings.length === 0) return 0;
  const tokens = [...new Set(bookings.map(({ token }) => token))].sort();
  for (const token of tokens) await ensureFloat(query, token, at);
  const accounts = tokens.flatMap((token) => [
    { ownerId: systemOwners.chain, token },
    { ownerId: floatOwner, token },
  ]);
  const ledger = await openLedgerBatch(query, accounts);
  let written = 0;
  for (const booking of bookings) {
    const { id = randomUUID(), token, amount, reason, note = null, blockNumber = null, event } = booking;
    const [row] = await query<{ id: string }>(
      `INSERT INTO treasury_bookings (id, chain, token, amount, reason, note, block_number, tx_hash, ordinal, address, booked_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING RETURNING id`,
      [
        ...[id, chain, token, amount, reason, note, blockNumber],
        ...[event?.txHash ?? null, event?.ordinal ?? null, event?.address ?? null, at],
      ],
    );
    if (!row) continue;
    written += 1;
    if (amount === 0n) continue;
    const sides =
      amount > 0n
        ? { debitOwnerId: systemOwners.chain, creditOwnerId: floatOwner, amount }
        : { debitOwnerId: floatOwner, creditOwnerId: systemOwners.chain, amount: -amount };
    const moved = ledger.transfer([{ id: row.id, operationId: row.id, token, kind: 'float', at, ...sides }]);
    if (!moved.ok) throw new Error(`the ledger refused a booking of the float: ${moved.problem}`);
  }
  await ledger.write();
  return written;
}

/**
 * Books a change that an operator tells of, once for each `id`. Answers false when the id was used for something else. Call it in a
 * transaction.
 */
export async function bookByHand(
  query: Query,
  chain: string,
  given: { readonly id: string; readonly token: string; readonly amount: bigint; readonly note: string },
  at: Date,
): Promise<boolean> {
  const { id, token, amount, note } = given;
  // A booking has the id of its transfer, so an id of any other transfer is used as well.
  const used = await query('SELECT 1 FROM ledger_transfers WHERE id = $1', [id]);
  if (used.length === 0 && (await book(query, chain, [{ ...given, reason: 'manual' }], at)) > 0) return true;
  const same = await query(
    `SELECT 1 FROM treasury_bookings
    WHERE id = $1 AND chain = $2 AND token = $3 AND amount = $4 AND note = $5 AND reason = 'manual'`,
    [id, chain, token, amount, note],
  );
  return same.length > 0;
}

/** More transfers than a block has. */
const mostAtOnce = 20_000;

/** Books the movements in blocks that were read twice and have enough confirmations. Several servers may run it at once. */
export async function bookMovements({ transaction, query }: Db, chain: string, at: Date): Promise<void> {
  const [due] = await query<Progress>(progressSql, [chain]);
  if (!due || Number(due.booked_to) >= Number(due.upto)) return;
  await transaction(async (query) => {
    const [progress] = await query<Progress>(`${progressSql} FOR UPDATE OF booked`, [chain]);
    if (!progress || Number(progress.booked_to) >= Number(progress.upto)) return;
    const range = { after: Number(progress.booked_to), upto: Number(progress.upto), most: mostAtOnce };
    const movements = await movementsIn(query, chain, range);
    const isCut = movements.length === mostAtOnce;
    const upto = isCut ? (movements.at(-1)?.blockNumber ?? range.upto) - 1 : range.upto;
    const opened = await readOpenings(query, chain);
    const isBooked = ({ token, blockNumber }: Movement) => {
      const opening = opened.get(token);
      return blockNumber <= upto && opening !== undefined && blockNumber > opening;
    };
    await book(query, chain, movements.filter(isBooked).flatMap(bookingsOf), at);
    await query('UPDATE treasury_cursors SET booked_to = $2 WHERE chain = $1', [chain, upto]);
  });
}

interface Progress {
  readonly booked_to: string;
  readonly upto: string;
}

const progressSql = `
SELECT booked_to::text, least(checked, number)::text AS upto
FROM treasury_cursors booked JOIN chain_cursors followed USING (chain) WHERE chain = $1`;

function bookingsOf(movement: Movement): readonly Booking[] {
  const { token, amount, blockNumber, sender, recipient } = movement;
  const { brought, took } = legsOf(movement);
  const bookings: Booking[] = [];
  if (brought === 'refill' || brought === 'dust') {
    bookings.push({
      token,
      amount,
      blockNumber,
      reason: brought,
      event: { ...movement, address: recipient },
    });
  }
  if (took !== null) {
    bookings.push({
      token,
      amount: -amount,
      blockNumber,
      reason: took,
      event: { ...movement, address: sender },
    });
  }
  return bookings;
}

/**
 * Gives the float back what a payment took from it whose transaction was signed elsewhere, because the payment takes it from its payer too.
 * What is not booked yet needs nothing: it will be known for a payment. Call it in the transaction that records it for the payment.
 */
export async function bookAdopted(
  query: Query,
  chain: string,
  paid: AdoptedPayment,
  at: Date,
): Promise<void> {
  // Bookings of movements take this lock before they ask which are payments.
  const [booked] = await query<{ booked_to: string }>(
    'SELECT booked_to::text FROM treasury_cursors WHERE chain = $1 FOR UPDATE',
    [chain],
  );
  const opening = (await readOpenings(query, chain)).get(paid.token);
  if (!booked || opening === undefined) return;
  // The opening has what left before it.
  const upto = Math.max(opening, Number(booked.booked_to));
  const to = paid.recipient.toLowerCase();
  const bookings = (await movementsOf(query, chain, paid.hash))
    .filter(({ token, recipient }) => token === paid.token && recipient.toLowerCase() === to)
    .filter(({ fromTreasury, blockNumber }) => fromTreasury && blockNumber <= upto)
    .map((movement): Booking => {
      const { token, amount, blockNumber, sender } = movement;
      return { token, amount, blockNumber, reason: 'adopted', event: { ...movement, address: sender } };
    });
  await book(query, chain, bookings, at);
}

/** Whether a transaction is named as unexplained that has too few confirmations to be booked, and cannot be accepted before. */
export async function isUnbooked(query: Query, chain: string, txHash: string): Promise<boolean> {
  const [booked] = await query<{ booked_to: string }>(
    'SELECT booked_to::text FROM treasury_cursors WHERE chain = $1',
    [chain],
  );
  if (!booked) return false;
  const opened = await readOpenings(query, chain);
  const movements = await movementsOf(query, chain, txHash.toLowerCase());
  return movements.some((each) => {
    const opening = opened.get(each.token);
    const isAfter = opening !== undefined && each.blockNumber > Math.max(opening, Number(booked.booked_to));
    return isAfter && legsOf(each).took !== null;
  });
}

/** Stores the explanation of an unexplained transaction. Answers the number of bookings; those accepted before stay as they are. */
export async function accept(
  query: Query,
  chain: string,
  { txHash, note, at }: { txHash: string; note: string; at: Date },
): Promise<number> {
  const accepted = await query(
    `INSERT INTO treasury_acceptances (booking_id, note, accepted_at)
    SELECT id, $3, $4 FROM treasury_bookings booking
    WHERE chain = $1 AND tx_hash = $2 AND reason = 'unexplained' AND NOT ${isAdopted}
    ON CONFLICT (booking_id) DO NOTHING RETURNING 1`,
    [chain, txHash.toLowerCase(), note, at],
  );
  return accepted.length;
}
