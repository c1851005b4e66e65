import { expect, test } from 'vitest';
import { lockWaits } from '../../../server/database/lockWaits.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { testDatabase } from '../../support/database.ts';
import { latch } from '../../support/latch.ts';

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

test('a migration that waits for a table lets others use it, and is applied later', async ({ skip }) => {
  const { db } = database;
  if (db.engine === 'pglite') skip('one connection, which waits for nobody');
  await db.query('CREATE TABLE busy (n int)');
  const told: string[] = [];
  const first = latch();
  const altering = [
    ...steps,
    step(903, 'INSERT INTO steps VALUES (5);\n'),
    step(905, 'ALTER TABLE busy ADD COLUMN m int;\n'),
  ];
  // As a backup does, which keeps what it has read until its end.
  const { migrated } = await db.transaction(async (query) => {
    await query('SELECT n FROM busy');
    const migrating = migrate(db, altering, (name) => {
      told.push(name);
      first.open();
    });
    await expect.poll(() => lockWaits(db.query), { timeout: 10_000 }).toBe(1);
    expect(await db.query('SELECT n FROM busy')).toEqual([]);
    await first.isOpen;
    return { migrated: migrating };
  });
  await migrated;
  expect(told).toEqual(['905-step']);
  expect(await db.query('SELECT m FROM busy')).toEqual([]);
});
