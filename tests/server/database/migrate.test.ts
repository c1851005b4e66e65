import { expect, test } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { testDatabase } from '../../support/database.ts';

const database = testDatabase();

const step = (version: number, sql: string) => ({ version, name: `${version}-step`, sql });
const steps = [
  step(901, 'CREATE TABLE steps (n int);\n-- once\nINSERT INTO steps VALUES (1);\n'),
  step(
    902,
    "INSERT INTO steps VALUES (2);\n\n-- a semicolon; in a comment\nINSERT INTO steps\nSELECT length('a;b');\n",
  ),
];

test('servers that start at the same time apply every migration once', async () => {
  const { db } = database;
  await db.query('DROP TABLE schema_migrations');
  await Promise.all([migrate(db, steps), migrate(db, steps), migrate(db, steps), migrate(db, steps)]);
  expect(await db.query('SELECT n FROM steps ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('a migration that fails leaves nothing behind and can be mended', async () => {
  const { db } = database;
  const broken = step(903, 'INSERT INTO steps VALUES (4);\nSELECT 1 / 0;\n');
  await expect(migrate(db, [...steps, broken])).rejects.toMatchObject({ code: '22012' });
  expect(await db.query('SELECT n FROM steps WHERE n = 4')).toEqual([]);
  await migrate(db, [...steps, step(903, 'INSERT INTO steps VALUES (5);\n')]);
  expect(await db.query('SELECT n FROM steps WHERE n > 3')).toEqual([{ n: 5 }]);
});

test('a file that was changed after it was applied is refused by name', async () => {
  const changed = [step(901, 'CREATE TABLE steps (n bigint);\n'), step(904, 'SELECT 1;\n')];
  await expect(migrate(database.db, changed)).rejects.toThrow(
    'Migration 901-step was changed after it was applied (as 901-step): add a new one instead.',
  );
});

test('a database that a newer program has migrated is refused', async () => {
  await expect(migrate(database.db, steps)).rejects.toThrow(
    'The database is at version 903, this program knows 902: run a newer one.',
  );
});
