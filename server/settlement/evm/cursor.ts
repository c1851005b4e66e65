import type { Query } from '../../database/db.ts';
import type { Block, Transfer } from './blocks.ts';

/** How far a chain has been read. */
export interface Cursor {
  readonly number: number;
  readonly hash: string;
  /** The last block whose logs were read a second time. */
  readonly checked: number;
  /** Why deposits of the chain are not credited; null while they are. */
  readonly haltedWhy: string | null;
  /** The block at which the following began; null where it began before that was stored. */
  readonly started: number | null;
}

interface CursorRow {
  readonly started: string | null;
  readonly number: string;
  readonly hash: string;
  readonly checked: string;
  readonly halted_why: string | null;
}

export async function findCursor(query: Query, chain: string): Promise<Cursor | null> {
  const [row] = await query<CursorRow>(
    'SELECT number::text, hash, checked::text, halted_why, started::text FROM chain_cursors WHERE chain = $1',
    [chain],
  );
  if (!row) return null;
  const { number, hash, checked, halted_why: haltedWhy, started } = row;
  return {
    ...{ number: Number(number), hash, checked: Number(checked), haltedWhy },
    started: started === null ? null : Number(started),
  };
}

/** Starts to follow a chain at a block; earlier deposits are not searched. Answers false when the chain was already followed. */
export async function startCursor(query: Query, chain: string, { number, hash }: Block): Promise<boolean> {
  const started = await query(
    `INSERT INTO chain_cursors (chain, number, hash, checked, started) VALUES ($1, $2, $3, $2, $2)
    ON CONFLICT (chain) DO NOTHING RETURNING 1`,
    [chain, number, hash],
  );
  return started.length > 0;
}

/** Locks the cursor until the commit. Answers whether it is unchanged: another server may have moved it. */
export async function lockCursor(query: Query, chain: string, found: Cursor): Promise<boolean> {
  const [row] = await query<Omit<CursorRow, 'halted_why' | 'started'>>(
    'SELECT number::text, hash, checked::text FROM chain_cursors WHERE chain = $1 FOR UPDATE',
    [chain],
  );
  return (
    row?.number === String(found.number) && row.hash === found.hash && row.checked === String(found.checked)
  );
}

export async function moveCursor(
  query: Query,
  chain: string,
  { number, hash, checked }: Pick<Cursor, 'number' | 'hash' | 'checked'>,
): Promise<void> {
  await query('UPDATE chain_cursors SET number = $2, hash = $3, checked = $4 WHERE chain = $1', [
    chain,
    number,
    hash,
    checked,
  ]);
}

/** Stops crediting deposits of a chain. An earlier reason is kept. */
export async function haltChain(query: Query, chain: string, why: string, at: Date): Promise<void> {
  await query(
    `UPDATE chain_cursors SET halted_at = coalesce(halted_at, $3), halted_why = coalesce(halted_why, $2) WHERE chain = $1`,
    [chain, why, at],
  );
}

/** Resumes crediting deposits of a chain. Answers whether it was halted. */
export async function resumeChain(query: Query, chain: string): Promise<boolean> {
  const resumed = await query(
    'UPDATE chain_cursors SET halted_at = NULL, halted_why = NULL WHERE chain = $1 AND halted_at IS NOT NULL RETURNING 1',
    [chain],
  );
  return resumed.length > 0;
}

/**
 * Reads the logs of a chain again from a block on: the second read goes back there, and treats only unknown transfers as new. Answers
 * false for blocks before the chain was followed, whose deposits an operator has credited, and for blocks not read twice yet.
 */
export async function rereadChain(query: Query, chain: string, from: number): Promise<boolean> {
  const moved = await query(
    `UPDATE chain_cursors SET checked = $2::bigint - 1
    WHERE chain = $1 AND $2 > coalesce(started, checked) AND $2 <= checked RETURNING 1`,
    [chain, from],
  );
  return moved.length > 0;
}

/** The hashes of the stored blocks, newest first. */
export async function keptBlocks(
  query: Query,
  chain: string,
): Promise<readonly Pick<Block, 'number' | 'hash'>[]> {
  const rows = await query<{ number: string; hash: string }>(
    'SELECT number::text, hash FROM chain_blocks WHERE chain = $1 ORDER BY chain_blocks.number DESC',
    [chain],
  );
  return rows.map(({ number, hash }) => ({ number: Number(number), hash }));
}

/** Stores blocks, and deletes those below `oldest`. */
export async function keepBlocks(
  query: Query,
  chain: string,
  blocks: readonly Pick<Block, 'number' | 'hash'>[],
  oldest: number,
): Promise<void> {
  await query(
    `INSERT INTO chain_blocks (chain, number, hash) SELECT $1, * FROM unnest($2::bigint[], $3::text[])
    ON CONFLICT (chain, number) DO UPDATE SET hash = excluded.hash`,
    [chain, blocks.map(({ number }) => number), blocks.map(({ hash }) => hash)],
  );
  await query('DELETE FROM chain_blocks WHERE chain = $1 AND number < $2', [chain, oldest]);
}

/** The transfers from or to our addresses on the chain, each with those addresses in our spelling. One statement. */
export async function matchTransfers(
  query: Query,
  chain: string,
  transfers: readonly Transfer[],
): Promise<readonly Transfer[]> {
  if (transfers.length === 0) return [];
  const rows = await query<{ place: number; sender: string | null; recipient: string | null }>(
    `SELECT place, coalesce(payer.address, ours.address) AS sender, coalesce(payee.address, theirs.address) AS recipient
    FROM unnest($2::int[], $3::text[], $4::text[]) AS log (place, sender, recipient)
    LEFT JOIN deposit_addresses payer ON lower(payer.address) = log.sender
    LEFT JOIN deposit_addresses payee ON lower(payee.address) = log.recipient
    LEFT JOIN treasury_addresses ours ON ours.chain = $1 AND lower(ours.address) = log.sender
    LEFT JOIN treasury_addresses theirs ON theirs.chain = $1 AND lower(theirs.address) = log.recipient
    WHERE payer.address IS NOT NULL OR payee.address IS NOT NULL OR ours.address IS NOT NULL OR theirs.address IS NOT NULL
    ORDER BY place`,
    [
      chain,
      transfers.map((_, place) => place),
      transfers.map(({ sender }) => sender),
      transfers.map(({ recipient }) => recipient),
    ],
  );
  return rows.flatMap(({ place, sender, recipient }) => {
    const transfer = transfers[place];
    if (!transfer) return [];
    return [{ ...transfer, sender: sender ?? transfer.sender, recipient: recipient ?? transfer.recipient }];
  });
}

/**
 * Stores transfers, and the new place of known ones: in another block, or back in the chain. Answers how many were
 * unknown, or not at that place.
 */
export async function keepTransfers(
  query: Query,
  chain: string,
  transfers: readonly Transfer[],
): Promise<number> {
  if (transfers.length === 0) return 0;
  const kept = await query(
    `INSERT INTO chain_transfers AS known
      (chain, tx_hash, token, ordinal, sender, recipient, amount, block_number, block_hash, is_open)
    SELECT $1, log.*, EXISTS (SELECT 1 FROM deposit_addresses WHERE address = log.recipient)
      AND NOT EXISTS (SELECT 1 FROM deposit_addresses WHERE address = log.sender)
    FROM unnest($2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::numeric[], $8::bigint[], $9::text[]) AS log
      (tx_hash, token, ordinal, sender, recipient, amount, block_number, block_hash)
    ORDER BY tx_hash, token, ordinal
    ON CONFLICT (chain, tx_hash, token, ordinal) DO UPDATE SET sender = excluded.sender, recipient = excluded.recipient,
      amount = excluded.amount, block_number = excluded.block_number, block_hash = excluded.block_hash, gone_since = NULL,
      is_open = excluded.is_open
    WHERE known.block_hash IS DISTINCT FROM excluded.block_hash
    RETURNING 1`,
    [
      chain,
      transfers.map(({ txHash }) => txHash),
      transfers.map(({ token }) => token),
      transfers.map(({ ordinal }) => ordinal),
      transfers.map(({ sender }) => sender),
      transfers.map(({ recipient }) => recipient),
      transfers.map(({ amount }) => amount),
      transfers.map(({ blockNumber }) => blockNumber),
      transfers.map(({ blockHash }) => blockHash),
    ],
  );
  return kept.length;
}

interface Stretch {
  readonly from: number;
  /** Without it, up to the end. */
  readonly to?: number;
}

/** A known transfer in a range that was not reported again. */
export interface Missing {
  readonly tx_hash: string;
  readonly token: string;
  readonly ordinal: number;
  readonly recipient: string;
  /** In minor units. */
  readonly amount: string;
}

/** SQL: the known transfers in the range $2 to $3, except those that were reported. */
const missing = `chain = $1 AND block_number >= $2 AND ($3::bigint IS NULL OR block_number <= $3) AND NOT EXISTS (
      SELECT 1 FROM unnest($4::text[], $5::text[], $6::int[], $7::text[], $8::text[], $9::numeric[]) AS log
        (tx_hash, token, ordinal, block_hash, recipient, amount)
      WHERE log.tx_hash = known.tx_hash AND log.token = known.token AND log.ordinal = known.ordinal
        AND log.block_hash = known.block_hash AND log.recipient = known.recipient AND log.amount = known.amount)`;

const valuesOf = (chain: string, { from, to }: Stretch, there: readonly Transfer[]) => [
  chain,
  from,
  to ?? null,
  there.map(({ txHash }) => txHash),
  there.map(({ token }) => token),
  there.map(({ ordinal }) => ordinal),
  there.map(({ blockHash }) => blockHash),
  there.map(({ recipient }) => recipient),
  there.map(({ amount }) => amount),
];

/** The transfers that `loseTransfers` would remove. */
export function missingTransfers(
  query: Query,
  chain: string,
  stretch: Stretch,
  there: readonly Transfer[],
): Promise<Missing[]> {
  return query<Missing>(
    `SELECT tx_hash, token, ordinal, recipient, amount::text FROM chain_transfers known WHERE ${missing}`,
    valuesOf(chain, stretch, there),
  );
}

/** Removes transfers from the blocks of a range, except those that were reported, and answers them. `head` is the current chain length. */
export async function loseTransfers(
  query: Query,
  chain: string,
  stretch: Stretch,
  there: readonly Transfer[],
  head: number,
): Promise<readonly string[]> {
  const lost = await query<{ name: string }>(
    `UPDATE chain_transfers known SET block_number = NULL, block_hash = NULL, gone_since = $10
    WHERE ${missing}
    RETURNING concat_ws(' ', known.tx_hash, known.token, known.ordinal) AS name`,
    [...valuesOf(chain, stretch, there), head],
  );
  return lost.map(({ name }) => name).sort();
}
