import { randomUUID } from 'node:crypto';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Download } from '../http/routes.ts';
import type { Decoder } from './decoder.ts';
import type { Files } from './files.ts';
import { storeKey } from './store.ts';

/** The stores of files: their rows, and their bytes. */
export interface FileWorld {
  readonly database: Db;
  readonly files: Files;
}

/** The stores with the decoder, for uploads. */
export interface UploadWorld extends FileWorld {
  readonly decoder: Decoder;
}

interface NewFile {
  readonly userId: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly at: Date;
}

/**
 * Keeps a file without an owner record, and answers its id, which is also the key of its bytes. The caller calls `adoptFile` in the
 * transaction that uses the file; otherwise the sweep removes it. The row is written before the bytes, so that no bytes are ever without a
 * row.
 */
export async function keepFile(query: Query, files: Files, file: NewFile): Promise<string> {
  const id = await recordFile(query, file, file.at);
  await files.put(id, file.bytes);
  return id;
}

/** Writes the row of a file. Store the bytes under the answered id after the commit. */
export async function recordFile(query: Query, file: NewFile, unusedSince: Date): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO files (id, user_id, name, type, size, created_at, unused_since) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, file.userId, file.name, file.type, file.bytes.byteLength, file.at, unusedSince],
  );
  return id;
}

/**
 * Keeps a file and uses it in one transaction. Removes the file when `use` refuses; when the outcome of the commit is unknown, the sweep
 * decides.
 */
export async function storeFile<T>(
  world: FileWorld,
  file: NewFile,
  use: (query: Query, id: string) => Promise<T>,
): Promise<T> {
  const { database, files } = world;
  const id = await keepFile(database.query, files, file);
  try {
    return await database.transaction(async (query) => {
      await adoptFile(query, id);
      return use(query, id);
    });
  } catch (error) {
    if (error instanceof Refusal) await removeReleased(world, [id]);
    throw error;
  }
}

/** Marks the file as used. Throws for one that is being removed. */
export async function adoptFile(query: Query, id: string): Promise<void> {
  const adopted = await query(
    'UPDATE files SET unused_since = NULL WHERE id = $1 AND NOT is_removed RETURNING id',
    [id],
  );
  if (adopted.length === 0) throw new Error('a file was removed before it was used');
}

/** Marks the file as unused: it may be removed after the commit. */
export async function releaseFile(query: Query, id: string, at: Date): Promise<void> {
  await query('UPDATE files SET unused_since = $2 WHERE id = $1', [id, at]);
}

/** Removes released files. The sweep retries failures. */
export async function removeReleased(world: FileWorld, ids: readonly string[]): Promise<void> {
  for (const id of ids) await remove(world, id).catch(() => undefined);
}

/** Longer than any request takes between keeping a file and adopting it. */
const adoptedWithin = 3_600_000;

/**
 * Removes files that were never adopted, and released ones that were not removed. After a failure the others are removed all the same, but
 * not while the whole store is out of reach: with a bucket that hangs each of them would wait for its timeout. The first failure is thrown
 * at the end.
 */
export async function sweepFiles(world: FileWorld, at: Date): Promise<void> {
  const unused = await world.database.query<{ id: string }>(
    'SELECT id FROM files WHERE unused_since < $1 ORDER BY unused_since LIMIT 1000',
    [new Date(at.getTime() - adoptedWithin)],
  );
  const failures: unknown[] = [];
  for (const { id } of unused) {
    try {
      await remove(world, id);
    } catch (error) {
      failures.push(error);
      if (!(await isWithinReach(world.files))) break;
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Whether the store answers when it is asked for the file that every store has. */
function isWithinReach(files: Files): Promise<boolean> {
  return files.get(storeKey).then(
    () => true,
    () => false,
  );
}

/**
 * Removes the bytes first and the row last, so that bytes never stay without a row. No transaction waits for the bytes, because a bucket
 * may be slow. The row is marked before: an adoption before that keeps the file, and a later one is refused. A row that a crash leaves
 * marked is removed by the sweep.
 */
async function remove({ database: { query }, files }: FileWorld, id: string): Promise<void> {
  const marked = await query(
    `UPDATE files SET is_removed = true WHERE id IN (
      SELECT id FROM files WHERE id = $1 AND unused_since IS NOT NULL FOR UPDATE SKIP LOCKED
    ) RETURNING id`,
    [id],
  );
  if (marked.length === 0) return;
  await files.remove(id);
  await query(
    'DELETE FROM files WHERE id IN (SELECT id FROM files WHERE id = $1 AND is_removed FOR UPDATE SKIP LOCKED)',
    [id],
  );
}

/** A file as an answer. NOT_FOUND when its bytes are gone, or not all there, as after a power failure. */
export async function readFile(
  files: Files,
  { id, name, type, size }: Readonly<Record<'id' | 'name' | 'type', string>> & { readonly size: number },
): Promise<Download> {
  const bytes = await files.get(id);
  if (bytes?.byteLength !== size) throw new Refusal('NOT_FOUND');
  return { bytes, name, type };
}
