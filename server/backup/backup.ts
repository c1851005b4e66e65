import type { Db, Query } from '../database/db.ts';
import type { Files } from '../files/files.ts';
import { storeKey } from '../files/store.ts';
import { keyIdOf } from '../ledger/seals.ts';
import { auditFigures, isCurrent, migrationsOf } from './audited.ts';
import { encodeItem, type Item } from './items.ts';
import { writeSealed } from './sealedFile.ts';
import { readTables, setFormats } from './tables.ts';

interface Source {
  readonly database: Db;
  readonly files: Files;
  /** The secrets of `DATA_DIR`, by the names of their files. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly ledgerKey: string | null;
  readonly at: Date;
}

/** The numbers of what was backed up, its length in bytes, and the files of people that the store no longer has. */
interface BackedUp {
  readonly rows: number;
  readonly files: number;
  readonly length: number;
  readonly lost: readonly string[];
  /** The faults that the audit has found; null when the database is of another version than the program, and was not audited. */
  readonly faults: readonly string[] | null;
}

/**
 * Writes the database and the files as they are at one moment to the new file `path`, while servers may go on working. Rejects with a `BackupProblem`. Use a
 * database without time limits.
 */
export async function backUp(
  source: Source,
  { path, key }: { readonly path: string; readonly key: string },
): Promise<BackedUp> {
  const told = { rows: 0, files: 0, lost: [] as string[], faults: null as readonly string[] | null };
  const length = await writeSealed(path, key, (out) =>
    inSnapshot(source.database, async (query) => {
      for await (const item of readAll(query, source, told.lost)) {
        if (item.is === 'row') told.rows += 1;
        if (item.is === 'bytes') told.files += 1;
        if (item.is === 'backup') told.faults = item.audit?.known ?? null;
        await out.write(encodeItem(item));
      }
    }),
  );
  return { ...told, length };
}

/** Runs `work` so that all its statements see the database at one moment, with `setFormats`, and so that no file of that moment is removed until it ends. */
export function inSnapshot<T>(database: Db, work: (query: Query) => Promise<T>): Promise<T> {
  return database.transaction(async (query) => {
    await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    // The moment is that of this statement. `files/records.ts` passes over locked rows, and removes such files later.
    await query('SELECT count(*) FROM (SELECT id FROM files FOR KEY SHARE) AS kept');
    await setFormats(query);
    return work(query);
  });
}

/** What comes before the tables. */
export async function firstItem(
  query: Query,
  { database, ledgerKey, at }: Pick<Source, 'database' | 'ledgerKey' | 'at'>,
): Promise<Item> {
  const migrations = await migrationsOf(query);
  const audit = isCurrent(migrations) ? await auditFigures(query, ledgerKey) : null;
  return {
    is: 'backup',
    made_at: at.toISOString(),
    engine: database.engine,
    migrations,
    ledger_key_id: keyIdOf(ledgerKey),
    audit,
  };
}

async function* readAll(query: Query, source: Source, lost: string[]): AsyncGenerator<Item> {
  yield await firstItem(query, source);
  for (const [name, value] of source.secrets) yield { is: 'secret', name, value };
  yield* readFiles(query, source.files, lost);
  yield* readTables(query);
  yield { is: 'end' };
}

/** The files of people, and the id of their store. A file without an owner may be on its way: its bytes are not missed. */
async function* readFiles(query: Query, files: Files, lost: string[]): AsyncGenerator<Item> {
  const rows = await query<{ id: string; is_used: boolean }>(
    'SELECT id, unused_since IS NULL AS is_used FROM files ORDER BY id',
  );
  for (const { id, is_used } of [...rows, { id: storeKey, is_used: false }]) {
    const bytes = await files.get(id);
    if (bytes === null && is_used) lost.push(id);
    if (bytes === null) continue;
    yield { is: 'file', key: id };
    yield { is: 'bytes', bytes };
  }
}
