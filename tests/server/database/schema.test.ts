import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditAll } from '../../../server/audit/auditAll.ts';
import type { Query } from '../../../server/database/db.ts';
import { verifyLog } from '../../../server/operator/logChain.ts';
import { addressOf, fund, pay } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();

const schema = 'current_schema()::regnamespace';

/** What the migrations must not leave in the schema, as docs/scale.md says (its statements: tests/toolchain/statements.test.ts). */
test.each([
  ['functions', `SELECT proname AS name FROM pg_proc WHERE pronamespace = ${schema}`],
  [
    'triggers',
    `SELECT tgname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE relnamespace = ${schema} AND NOT tgisinternal`,
  ],
  [
    'rules',
    `SELECT rulename AS name FROM pg_rewrite JOIN pg_class ON pg_class.oid = ev_class WHERE relnamespace = ${schema}`,
  ],
  [
    'constraints that are deferred or exclude',
    `SELECT conname AS name FROM pg_constraint WHERE connamespace = ${schema} AND (condeferrable OR contype = 'x')`,
  ],
  [
    'indexes other than B-trees',
    `SELECT relname AS name FROM pg_class JOIN pg_am ON pg_am.oid = relam
     WHERE relnamespace = ${schema} AND relkind IN ('i', 'I') AND amname <> 'btree'`,
  ],
  [
    'relations other than tables, indexes and sequences',
    `SELECT relname AS name FROM pg_class WHERE relnamespace = ${schema} AND relkind NOT IN ('r', 'i', 'S')`,
  ],
  [
    'tables that are not written to the log, or inherit',
    `SELECT relname AS name FROM pg_class WHERE relnamespace = ${schema}
       AND (relpersistence <> 'p' OR oid IN (SELECT inhrelid FROM pg_inherits))`,
  ],
  [
    'tables without a primary key',
    `SELECT relname AS name FROM pg_class WHERE relnamespace = ${schema} AND relkind = 'r'
       AND oid NOT IN (SELECT conrelid FROM pg_constraint WHERE contype = 'p')`,
  ],
  [
    'types of its own',
    `SELECT typname AS name FROM pg_type WHERE typnamespace = ${schema} AND typtype IN ('e', 'd', 'r', 'm')`,
  ],
  [
    'columns that are computed',
    `SELECT attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relnamespace = ${schema} AND attgenerated <> ''`,
  ],
])('the migrated schema has no %s', async (_, sql) => {
  expect(await server.it.database.query(sql)).toEqual([]);
});

/** How many rows each table has. */
async function counts(query: Query): Promise<ReadonlyMap<string, number>> {
  const tables = await query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = ${schema} AND relkind = 'r' ORDER BY relname`,
  );
  const each = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS count FROM ${name}`);
  const rows = await query<{ name: string; count: number }>(each.join(' UNION ALL '));
  return new Map(rows.map(({ name, count }) => [name, count]));
}

test('a payment between two people writes the rows that docs/scale.md counts', async () => {
  const { it } = server;
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '1000');
  const to = await addressOf(it, payee);
  // The first payment opens what both have for ever.
  expect((await pay(it, payer, { to })).status).toBe(201);

  const before = await counts(it.database.query);
  expect((await pay(it, payer, { to })).status).toBe(201);
  const after = await counts(it.database.query);
  const written = [...after].flatMap(([name, count]) => {
    const rows = count - (before.get(name) ?? 0);
    return rows === 0 ? [] : [[name, rows] as const];
  });

  const [, table = ''] = readFileSync('docs/scale.md', 'utf8').split('| table | rows | how long |\n');
  const [lines = ''] = table.split('\n\n');
  const documented = lines
    .split('\n')
    .slice(1)
    .map((line) => {
      const [, name = '', rows] = line.split('|').map((cell) => cell.trim().replaceAll('`', ''));
      return [name, Number(rows)] as const;
    });
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(written));
});

test('numbers that the sequences pass over are missed by nobody', async () => {
  const { it } = server;
  const { query } = it.database;
  const passOver = () =>
    query(
      `SELECT nextval(pg_get_serial_sequence(quote_ident(table_name), column_name)) FROM information_schema.columns
       WHERE table_schema = current_schema() AND is_identity = 'YES'`,
    );
  const payer = await register(it);
  await fund(it, payer, 'USDT', '1000');
  await it.audit();
  expect((await passOver()).length).toBeGreaterThan(5);
  expect((await pay(it, payer, { kind: 'withdraw' })).status).toBe(201);
  await fund(it, payer, 'USDT', '1000');
  it.clock.advance(3_600_000);
  await it.audit();
  expect(await auditAll(query)).toMatchObject({ clean: true, faults: [] });
  expect(await verifyLog(query)).toMatchObject({ fault: null });
  const [gap] = await query<{ missing: number }>(
    'SELECT (max(number) - min(number) + 1 - count(*))::int AS missing FROM operator_log',
  );
  expect(gap?.missing).toBeGreaterThan(0);
});
