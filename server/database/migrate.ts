import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from './db.ts';
import { isLockTimeout } from './outage.ts';
import { sqlState } from './retry.ts';

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * Migrates the database to this program's version: runs every file `migrations/NNN-title.sql` once, in order, each in its own transaction.
 * Servers that start at the same time wait for each other. Statements in a file end with `;` at the end of a line. Throws when a file was
 * changed after it was applied, or when the database is newer than the program. `heldUp` is told once of each migration that is tried
 * again because a table is in use.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[] = bundledMigrations(),
  heldUp: (name: string) => void = () => undefined,
): Promise<void> {
  await prepareRecord(db);
  const newest = migrations.at(-1)?.version ?? 0;
  const applied = await db.query<Applied>(
    'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
  );
  const found = applied.at(-1)?.version ?? 0;
  if (found > newest) {
    throw new Error(`The database is at version ${found}, this program knows ${newest}: run a newer one.`);
  }
  // Most starts find every file applied: one statement tells, and none needs a transaction.
  const byVersion = new Map(applied.map((each) => [each.version, each]));
  for (const migration of migrations) {
    if (!isApplied(migration, byVersion.get(migration.version))) await apply(db, migration, heldUp);
  }
}

interface Applied {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

/** Throws when the file was changed after it was applied. */
function isApplied(migration: Migration, applied: Applied | undefined): boolean {
  if (applied && applied.checksum !== checksumOf(migration)) {
    throw new Error(
      `Migration ${migration.name} was changed after it was applied (as ${applied.name}): add a new one instead.`,
    );
  }
  return applied !== undefined;
}

function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}

/** The files of this program, in order. Throws on a name that does not follow the rule, and on a number used twice. */
export function bundledMigrations(): Migration[] {
  const migrations = Object.entries(files).map(([path, sql]) => {
    const name = path.slice('./migrations/'.length, -'.sql'.length);
    const number = /^(\d{3})-[a-z0-9-]+$/.exec(name)?.[1];
    if (number === undefined) throw new Error(`Migration ${name} is not named NNN-title.`);
    return { version: Number(number), name, sql };
  });
  migrations.sort((left, right) => left.version - right.version);
  const twice = migrations.find((migration, index) => migration.version === migrations[index + 1]?.version);
  if (twice) throw new Error(`Two migrations have the number of ${twice.name}.`);
  return migrations;
}

/** Unique violation in the catalogue, duplicate table, duplicate type: parallel creation may fail with any of them. */
const collisions: ReadonlySet<string> = new Set(['23505', '42P07', '42710']);

/** Row 0 is locked during a migration; all engines support row locks. */
async function prepareRecord(db: Db): Promise<void> {
  const create = () =>
    db.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      version int PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  await create().catch((error: unknown) => {
    // `IF NOT EXISTS` can still collide in the catalogue when two create at once; the table exists now.
    if (!collisions.has(sqlState(error) ?? '')) throw error;
  });
  await db.query(
    `INSERT INTO schema_migrations (version, name, checksum) VALUES (0, 'lock', '') ON CONFLICT (version) DO NOTHING`,
  );
}

/** Before another try, in milliseconds. */
const pauseBetweenTries = 3_000;

/**
 * Tries until no table is in use for longer than a statement waits: a backup, for example, holds all tables that it has read until its end.
 * Whoever needs a table that is waited for queues behind the migration, and is answered after each try.
 */
async function apply(db: Db, migration: Migration, heldUp: (name: string) => void): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await tryToApply(db, migration, tries === 0 ? 0 : pauseBetweenTries);
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (tries === 0) heldUp(migration.name);
    }
  }
}

/** Pauses while other servers wait for the row, so that several do not try one right after the other. */
function tryToApply(db: Db, migration: Migration, pause: number): Promise<void> {
  const { version, name, sql } = migration;
  return db.transaction(async (query) => {
    await query('SET LOCAL lock_timeout = 0');
    await query('SET LOCAL statement_timeout = 0');
    await query('SELECT version FROM schema_migrations WHERE version = 0 FOR UPDATE');
    // Another server may have been faster.
    const [applied] = await query<Applied>(
      'SELECT version, name, checksum FROM schema_migrations WHERE version = $1',
      [version],
    );
    if (isApplied(migration, applied)) return;
    if (pause > 0) await wait(pause);
    await query("SET LOCAL lock_timeout = '2s'");
    for (const statement of sql.split(/;\s*$/m)) {
      if (statement.trim() !== '') await query(statement);
    }
    await query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [
      version,
      name,
      checksumOf(migration),
    ]);
  });
}
