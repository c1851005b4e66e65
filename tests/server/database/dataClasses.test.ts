import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testServer } from '../../support/server.ts';

const server = testServer();

/** What stands in backquotes in the second cell of each row of the table in docs/asvs.md, by class. */
function classesOf(): ReadonlyMap<string, readonly string[]> {
  const [, table = ''] = readFileSync('docs/asvs.md', 'utf8').split('| class | what | how it is kept |\n');
  const [rows = ''] = table.split('\n\n');
  return new Map(
    rows
      .split('\n')
      .slice(1)
      .map((row) => {
        const [, name = '', what = ''] = row.split('|').map((cell) => cell.trim());
        return [name, [...what.matchAll(/`([^`]+)`/g)].map(([, each = '']) => each)];
      }),
  );
}

test('docs/asvs.md has each table of the database in one class, and each column with a secret in the class of secrets', async () => {
  const columns = await server.it.database.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = current_schema()`,
  );
  const named = [...classesOf().values()].flat();
  const tables = new Set(columns.map(({ table }) => table));
  expect(named.filter((name) => !name.includes('.')).toSorted()).toEqual([...tables].toSorted());

  const secrets = classesOf().get('secret') ?? [];
  const secretColumns = columns
    .filter(({ table }) => !secrets.includes(table))
    .filter(({ column }) => /secret|password|(?:token|code|link|challenge)_hash/.test(column))
    .map(({ table, column }) => `${table}.${column}`);
  expect(secrets.filter((name) => name.includes('.')).toSorted()).toEqual(secretColumns.toSorted());

  const there = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  expect(named.filter((name) => name.includes('.') && !there.has(name))).toEqual([]);
});
