import type { Db, Query } from '../database/db.ts';
import { bundledMigrations, migrate } from '../database/migrate.ts';
import { chainTransfers } from '../ledger/backfill.ts';
import { keyIdOf } from '../ledger/seals.ts';
import { auditDifference, auditFigures } from './audited.ts';
import type { Item, ItemOf } from './items.ts';
import { BackupProblem } from './problem.ts';
import { quoted, setFormats, sumOf, tablesOf } from './tables.ts';

type Table = ItemOf<'table'>;

/** What is not a row of a database: where a restore puts it. */
export interface Place {
  putSecret(name: string, value: string): Promise<void>;
  putFile(key: string, bytes: Uint8Array): Promise<void>;
  /** Is called once all was put and compared, before the database is committed: what fails here leaves it empty. */
  end(): Promise<void>;
}

interface Options {
  /** How the database is called in sentences: `The database at DATABASE_URL`. */
  readonly name: string;
  /** Left out where the items have neither secrets nor files. */
  readonly place?: Place;
  /** The ledger's key; asked for when the secrets were put. */
  readonly ledgerKey: () => string | null;
  /** Writes what was done to the operators' log of the filled database, before it is committed. */
  readonly log: (query: Query) => Promise<void>;
}

/** The numbers of what was loaded. */
export interface Loaded {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly madeAt: string;
}

/**
 * Fills an empty database with `items`, in one transaction: it is committed when every row was read back, the ledger's audit is that of
 * `items`, and the last item was there; otherwise the database stays empty, whatever ends it. A database of an older version is then migrated. Call it as
 * the owner, without a time limit for statements. Rejects with a `BackupProblem`.
 */
export async function loadItems(database: Db, items: AsyncIterable<Item>, options: Options): Promise<Loaded> {
  let isBegun = false;
  return database.transaction(async (query) => {
    // Items are read once, so that nothing can be tried again.
    if (isBegun) throw new BackupProblem(`${options.name} is used by another program. Nothing was changed.`);
    isBegun = true;
    await refuseFilled(query, options.name);
    await setFormats(query);
    const loader = createLoader(
      { ...database, query, queryWithoutSync: query, transaction: (work) => work(query) },
      options,
    );
    for await (const item of items) await loader.take(item);
    const loaded = await loader.finish();
    await options.log(query);
    await options.place?.end();
    return loaded;
  });
}

async function refuseFilled(query: Query, name: string): Promise<void> {
  const [found] = await query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_class WHERE relnamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')`,
  );
  if (found?.count === 0) return;
  throw new BackupProblem(
    `${name} is not empty: make another one (CREATE DATABASE), or drop this one and make it again when nobody needs what is in it. Nothing was changed.`,
  );
}

/** `database` has the transaction's `query` alone. */
function createLoader(database: Db, { place, ledgerKey }: Options) {
  const { query } = database;
  const sums = new Map<string, ItemOf<'rows'>>();
  let first: ItemOf<'backup'> | null = null;
  let foreignKeys: readonly string[] = [];
  let tables: readonly Table[] = [];
  let table: Table | null = null;
  let lines: string[] = [];
  let size = 0;
  let file: string | null = null;
  let files = 0;
  let isWhole = false;

  async function begin(item: ItemOf<'backup'>) {
    first = item;
    await migrateTo(database, item.migrations);
    tables = await tablesOf(query);
    foreignKeys = await dropForeignKeys(query);
    // Migrations have written rows, which the items have, too.
    await query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`);
  }

  function open(item: Table) {
    const own = tables.find(({ name }) => name === item.name);
    if (JSON.stringify(own) !== JSON.stringify(item)) {
      throw new BackupProblem(
        `The table ${item.name} of the backup has other columns than this program gives it.`,
      );
    }
    table = item;
  }

  async function flush() {
    if (table && lines.length > 0) await insert(query, table, lines);
    lines = [];
    size = 0;
  }

  async function addRow(line: string) {
    lines.push(line);
    size += line.length;
    if (lines.length >= mostRows || size >= mostCharacters) await flush();
  }

  async function close(item: ItemOf<'rows'>) {
    await flush();
    if (table) sums.set(table.name, item);
    table = null;
  }

  async function take(item: Item): Promise<void> {
    switch (item.is) {
      case 'backup':
        return begin(item);
      case 'secret':
        return place?.putSecret(item.name, item.value);
      case 'file':
        file = item.key;
        return;
      case 'bytes':
        files += 1;
        return file === null ? undefined : place?.putFile(file, item.bytes);
      case 'table':
        return open(item);
      case 'row':
        return addRow(item.line);
      case 'rows':
        return close(item);
      case 'sequence':
        await query('SELECT setval($1::regclass, $2::bigint, $3)', [
          quoted(item.name),
          item.last,
          item.called,
        ]);
        return;
      case 'end':
        isWhole = true;
    }
  }

  async function finish(): Promise<Loaded> {
    if (!first || !isWhole) throw new BackupProblem('The backup is not whole: its end is missing.');
    await compareRows(query, tables, sums);
    for (const statement of foreignKeys) await query(statement);
    await query('ANALYZE');
    await migrate(database);
    await chainTransfers(database, () => undefined);
    const key = ledgerKey();
    if (keyIdOf(key) !== first.ledger_key_id)
      throw new BackupProblem(`${first.ledger_key_id === null ? otherKey : missingKey} Nothing was kept.`);
    const audit = await auditFigures(query, key);
    const difference = auditDifference(first.audit ?? { ...audit, known: [] }, audit);
    if (difference !== null)
      throw new BackupProblem(`The audit of what was loaded differs: ${difference}. Nothing was kept.`);
    const rows = [...sums.values()].reduce((all, { count }) => all + count, 0);
    return { tables: sums.size, rows, files, madeAt: first.made_at };
  }

  return { take, finish };
}

const otherKey = 'LEDGER_KEY is set, and was not when the backup was made: leave it out.';
const missingKey = 'LEDGER_KEY is not the one of the time when the backup was made: set that one.';

/** The most rows of a statement, and the characters after which it has no more. */
const mostRows = 500;
const mostCharacters = 1_000_000;

async function insert(query: Query, { name, columns }: Table, lines: readonly string[]): Promise<void> {
  const names = columns.map((column) => quoted(column.name)).join(', ');
  const values = columns.map(({ type }, at) => `(cells ->> ${at})::${type}`).join(', ');
  await query(
    `INSERT INTO ${quoted(name)} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM jsonb_array_elements($1::jsonb) AS given (cells)`,
    [`[${lines.join(',')}]`],
  );
}

/** Applies the migrations that the backup's database had. Throws when this program does not know one of them. */
async function migrateTo(database: Db, versions: readonly number[]): Promise<void> {
  const bundled = bundledMigrations();
  const newest = bundled.at(-1)?.version ?? 0;
  const unknown = versions.find((version) => !bundled.some((each) => each.version === version));
  if (unknown !== undefined) {
    throw new BackupProblem(
      `The backup is of a database of version ${versions.at(-1)}, and this program knows ${newest}: restore it with a newer version of Zesto.`,
    );
  }
  await migrate(
    database,
    bundled.filter(({ version }) => versions.includes(version)),
  );
}

/** Answers the statements that make them again: so the tables can come in any order, and all references are checked at the end. */
async function dropForeignKeys(query: Query): Promise<string[]> {
  const keys = await query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  );
  for (const { table, name } of keys) await query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return keys.map(
    ({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
  );
}

/** Reads every row back, and compares the number and the digest with the backup's. */
async function compareRows(
  query: Query,
  tables: readonly Table[],
  sums: ReadonlyMap<string, ItemOf<'rows'>>,
) {
  for (const table of tables) {
    const wanted = sums.get(table.name);
    const found = await sumOf(query, table);
    if (wanted?.count !== found.count || wanted.digest !== found.digest) {
      throw new BackupProblem(
        `The table ${table.name} was loaded with other rows: ${found.count} in place of ${wanted?.count ?? 'none'}, or changed ones. Nothing was kept.`,
      );
    }
  }
}
