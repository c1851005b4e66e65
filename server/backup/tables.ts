import { createHash } from 'node:crypto';
import type { Query } from '../database/db.ts';
import type { Item, ItemOf } from './items.ts';

type Table = ItemOf<'table'>;

/** The formats in which values are written: they are those of a new PostgreSQL, and lose nothing. Lasts until the transaction ends. */
export async function setFormats(query: Query): Promise<void> {
  const formats = {
    timezone: 'UTC',
    datestyle: 'ISO, MDY',
    intervalstyle: 'postgres',
    bytea_output: 'hex',
    extra_float_digits: '1',
  };
  for (const [name, value] of Object.entries(formats))
    await query('SELECT set_config($1, $2, true)', [name, value]);
}

/** Every table of the schema with its columns, by name. */
export async function tablesOf(query: Query): Promise<Table[]> {
  const tables = await query<Omit<Table, 'is'>>(
    `SELECT relname AS name, (
        SELECT jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) ORDER BY attname COLLATE "C")
        FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      ) AS columns
    FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    ORDER BY relname COLLATE "C"`,
  );
  return tables.map(({ name, columns }) => ({ is: 'table', name, columns }));
}

/** Every table with its rows, and the state of each sequence. Call it in a transaction that sees one moment, after `setFormats`. */
export async function* readTables(query: Query): AsyncGenerator<Item> {
  for (const table of await tablesOf(query)) {
    yield table;
    const sum = createSum();
    for await (const line of linesOf(query, table)) {
      sum.add(line);
      yield { is: 'row', line };
    }
    yield sum.end();
  }
  const sequences = await query<{ name: string; quoted: string }>(
    `SELECT relname AS name, quote_ident(relname) AS quoted FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY relname COLLATE "C"`,
  );
  for (const { name, quoted } of sequences) {
    const [state] = await query<{ last: string; called: boolean }>(
      `SELECT last_value AS last, is_called AS called FROM ${quoted}`,
    );
    if (state) yield { is: 'sequence', name, ...state };
  }
}

/** The number and the digest of a table's rows. Call it like `readTables`. */
export async function sumOf(query: Query, table: Table): Promise<ItemOf<'rows'>> {
  const sum = createSum();
  for await (const line of linesOf(query, table)) sum.add(line);
  return sum.end();
}

function createSum() {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add(line: string) {
      count += 1;
      hash.update(line).update('\n');
    },
    end: (): ItemOf<'rows'> => ({ is: 'rows', count, digest: hash.digest('hex') }),
  };
}

/** The number of rows that are in memory at once. */
const slice = 200;

/** The rows in the order of the primary key, by bytes where it is text: so it is the same under every locale. */
async function* linesOf(query: Query, { name, columns }: Table): AsyncGenerator<string> {
  const cursor = quoted(`rows of ${name}`);
  const texts = columns.map((column) => `${quoted(column.name)}::text`).join(', ');
  await query(
    `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT json_build_array(VARIADIC ARRAY[${texts}])::text AS line
    FROM ${quoted(name)} ORDER BY ${await orderOf(query, name)}`,
  );
  for (;;) {
    const rows = await query<{ line: string }>(`FETCH ${slice} FROM ${cursor}`);
    for (const { line } of rows) yield line;
    if (rows.length < slice) break;
  }
  await query(`CLOSE ${cursor}`);
}

async function orderOf(query: Query, table: string): Promise<string> {
  const key = await query<{ name: string; has_collation: boolean }>(
    `SELECT attname AS name, attcollation <> 0 AS has_collation
    FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
    WHERE indrelid = $1::regclass AND indisprimary ORDER BY array_position(indkey::int[], attnum::int)`,
    [quoted(table)],
  );
  if (key.length === 0) throw new Error(`the table ${table} has no primary key to read it by`);
  return key
    .map(({ name, has_collation }) => `${quoted(name)}${has_collation ? ' COLLATE "C"' : ''}`)
    .join(', ');
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
