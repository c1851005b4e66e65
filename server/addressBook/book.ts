import { randomUUID } from 'node:crypto';
import { addressesPerBook, restorableHours, type SavedAddress } from '../../contract/addressBook.ts';
import { type AddressEntry, keyOf } from '../../contract/addressTable.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { usableFrom, type Waits } from '../payments/cooling.ts';
import { lookAlikesOf } from '../payments/recipients.ts';

interface Row extends AddressEntry {
  readonly id: string;
  readonly created_at: Date;
  readonly usable_from: Date;
  readonly removed_at: Date | null;
  readonly removed_by: string | null;
}

const hour = 3_600_000;

/** Sorted by label, then by time. */
export async function bookOf(query: Query, userId: string, waits: Waits): Promise<SavedAddress[]> {
  const rows = await query<Row>(
    `SELECT * FROM saved_addresses WHERE user_id = $1 AND removed_at IS NULL ORDER BY lower(label), created_at, id`,
    [userId],
  );
  return tellAll(query, userId, rows, waits);
}

async function tellAll(
  query: Query,
  userId: string,
  rows: readonly Row[],
  waits: Waits,
): Promise<SavedAddress[]> {
  const alike = await lookAlikesOf(
    query,
    userId,
    rows.map(({ address }) => address),
  );
  const usable = await usableFrom(query, userId, rows, waits);
  return rows.map(({ id, label, address, token, note, created_at, usable_from }, index) => ({
    ...{ id, label, address, token, note },
    created_at: created_at.toISOString(),
    usable_from: (usable[index] ?? usable_from).toISOString(),
    looks_like: alike.get(address) ?? null,
  }));
}

async function tellOne(query: Query, userId: string, row: Row, waits: Waits): Promise<SavedAddress> {
  const [told] = await tellAll(query, userId, [row], waits);
  if (!told) throw new Error('an address was not told');
  return told;
}

/**
 * Locks the person's book until the end of the transaction, so that a judgement over all of its addresses stays
 * true. Withdrawals take the same lock.
 */
export async function lockBook(query: Query, userId: string): Promise<void> {
  await query('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
}

/** Which of the entries are in the book, by their index. Call it after `lockBook`. */
export async function savedAmong(
  query: Query,
  userId: string,
  entries: readonly AddressEntry[],
): Promise<ReadonlySet<number>> {
  const rows = await query<{ address: string; token: string | null }>(
    'SELECT address, token FROM saved_addresses WHERE user_id = $1 AND removed_at IS NULL',
    [userId],
  );
  const saved = new Set(rows.map(keyOf));
  return new Set(entries.flatMap((entry, place) => (saved.has(keyOf(entry)) ? [place] : [])));
}

/** From when an address that is saved now may be paid any amount. */
const waited = ({ rulesOf, at }: Waits, userId: string) =>
  new Date(at.getTime() + rulesOf(userId).waitHours * hour);

/** Saves addresses that are not in the book. ADDRESS_LIMIT when there are too many. Call it after `lockBook`. */
export async function save(
  query: Query,
  entries: readonly AddressEntry[],
  userId: string,
  waits: Waits,
): Promise<SavedAddress[]> {
  const rows = await query<Row>(
    `INSERT INTO saved_addresses (id, user_id, label, address, token, note, created_at, usable_from)
    SELECT given.id, $1, given.label, given.address, given.token, given.note, $2, $3
    FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[]) AS given (id, label, address, token, note)
    RETURNING *`,
    [
      ...[userId, waits.at, waited(waits, userId)],
      entries.map(() => randomUUID()),
      entries.map(({ label }) => label),
      entries.map(({ address }) => address),
      entries.map(({ token }) => token),
      entries.map(({ note }) => note),
    ],
  );
  await requireRoom(query, userId);
  return tellAll(query, userId, rows, waits);
}

async function requireRoom(query: Query, userId: string) {
  const [counted] = await query<{ count: string }>(
    'SELECT count(*) AS count FROM saved_addresses WHERE user_id = $1 AND removed_at IS NULL',
    [userId],
  );
  if (Number(counted?.count) > addressesPerBook) throw new Refusal('ADDRESS_LIMIT');
}

/** Changes the label or the note; undefined keeps the value. NOT_FOUND for another person's or a removed entry. */
export async function edit(
  query: Query,
  { id, userId, label, note }: Mine & { label: string | undefined; note: string | null | undefined },
  waits: Waits,
): Promise<SavedAddress> {
  const [row] = await query<Row>(
    `UPDATE saved_addresses SET label = coalesce($3, label), note = CASE WHEN $4 THEN $5 ELSE note END
    WHERE id = $1 AND user_id = $2 AND removed_at IS NULL RETURNING *`,
    [id, userId, label ?? null, note !== undefined, note ?? null],
  );
  if (!row) throw new Refusal('NOT_FOUND');
  return tellOne(query, userId, row, waits);
}

interface Mine {
  readonly id: string;
  readonly userId: string;
}

/** Removes an address, of which the newest `addressesPerBook` can be restored. NOT_FOUND as in `edit`. Call it after `lockBook`. */
export async function remove(
  query: Query,
  { id, userId, sessionId, at }: Mine & { sessionId: string; at: Date },
): Promise<void> {
  const removed = await query(
    `UPDATE saved_addresses SET removed_at = $3, removed_by = $4
    WHERE id = $1 AND user_id = $2 AND removed_at IS NULL RETURNING id`,
    [id, userId, at, sessionId],
  );
  if (removed.length === 0) throw new Refusal('NOT_FOUND');
  await query(
    `DELETE FROM saved_addresses WHERE id IN (SELECT id FROM saved_addresses
      WHERE user_id = $1 AND removed_at IS NOT NULL ORDER BY id = $2 DESC, removed_at DESC, id OFFSET ${addressesPerBook})`,
    [userId, id],
  );
}

/** The session that removed an address that can still be restored. NOT_FOUND for any other address. */
export async function removerOf(
  query: Query,
  { id, userId, at }: Mine & { at: Date },
): Promise<string | null> {
  const [row] = await query<Row>(
    'SELECT * FROM saved_addresses WHERE id = $1 AND user_id = $2 AND removed_at > $3',
    [id, userId, new Date(at.getTime() - restorableHours * hour)],
  );
  if (!row) throw new Refusal('NOT_FOUND');
  return row.removed_by;
}

/**
 * Restores a removed address, as it was or like a new one (`isAnew`). STATUS_CONFLICT when it was saved again meanwhile. Call it after
 * `lockBook` and `removerOf`.
 */
export async function restore(
  query: Query,
  { id, userId, isAnew }: Mine & { readonly isAnew: boolean },
  waits: Waits,
): Promise<SavedAddress> {
  const [row] = await query<Row>(
    `UPDATE saved_addresses gone SET removed_at = NULL, removed_by = NULL,
      created_at = coalesce($3, created_at), usable_from = greatest(usable_from, $4)
    WHERE id = $1 AND user_id = $2 AND removed_at IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM saved_addresses saved WHERE saved.user_id = gone.user_id AND saved.address = gone.address
        AND coalesce(saved.token, '') = coalesce(gone.token, '') AND saved.removed_at IS NULL
    ) RETURNING *`,
    [id, userId, isAnew ? waits.at : null, isAnew ? waited(waits, userId) : null],
  );
  if (!row) throw new Refusal('STATUS_CONFLICT');
  await requireRoom(query, userId);
  return tellOne(query, userId, row, waits);
}

/** Deletes removed addresses that can no longer be restored. */
export async function sweepAddresses(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM saved_addresses WHERE removed_at < $1', [
    new Date(at.getTime() - restorableHours * hour),
  ]);
}
