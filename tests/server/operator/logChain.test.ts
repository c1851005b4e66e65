import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { openPglite } from '../../../server/database/pglite.ts';
import { verifyLog, writeLine } from '../../../server/operator/logChain.ts';
import { runOperator } from '../../support/command.ts';
import { openServerDatabase, testDatabase } from '../../support/database.ts';
import { serverStart, testServer } from '../../support/server.ts';

const server = testServer();
const own = testDatabase();

const line = (verb: string, status: number | null = null) => ({
  requestId: randomUUID(),
  at: serverStart,
  operator: 'anna',
  verb,
  subject: '{"email":"кот@example.org"}',
  address: '203.0.113.7',
  status,
  isWhole: false,
});

const migrations = Object.entries(
  import.meta.glob<string>('../../../server/database/migrations/*.sql', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
  .map(([path, sql]) => {
    const name = path.split('/').at(-1)?.replace('.sql', '') ?? '';
    return { version: Number(name.slice(0, 3)), name, sql };
  })
  .toSorted((one, other) => one.version - other.version);

test('every call is in the chain, and log verify says so', async () => {
  const { it } = server;
  for (let count = 0; count < 3; count += 1) await it.operator('GET', '/attention');
  await Promise.all(Array.from({ length: 20 }, () => it.operator('GET', '/attention')));
  const { code, printed } = await runOperator(it, ['log', 'verify']);
  // Two lines a call, and the beginning of this one.
  expect(code).toBe(0);
  expect(printed[0]).toMatch(/^In order: 47 lines\. Head: [\da-f]{64}$/);
});

test('a line that was changed, taken out, slipped in or cut off is found, and the first is named', async () => {
  const { db } = own;
  for (let count = 1; count <= 6; count += 1) await writeLine(db.query, line(`POST /deposits/${count}`));
  expect(await verifyLog(db.query)).toMatchObject({ lines: 6, older: 0, fault: null });

  const attempts: readonly (readonly [string, string])[] = [
    ["UPDATE operator_log SET subject = '{}' WHERE place = 3", 'Line 3 '],
    ["UPDATE operator_log SET operator = 'bob' WHERE place IN (4, 5)", 'Line 4 '],
    ["UPDATE operator_log SET at = at + interval '1 hour' WHERE place = 1", 'Line 1 '],
    ['UPDATE operator_log SET status = 200 WHERE place = 6', 'Line 6 '],
    ['UPDATE operator_log SET is_whole = true WHERE place = 2', 'Line 2 '],
    ["UPDATE operator_log SET head = sha256('x') WHERE place = 5", 'Line 5 '],
    ['DELETE FROM operator_log WHERE place = 2', 'Line 2 is missing.'],
    ['DELETE FROM operator_log WHERE place = 6', 'Line 6 is missing.'],
    ['DELETE FROM operator_log', 'Line 1 is missing.'],
    ["UPDATE operator_log_chain SET head = sha256('x')", 'The end of the chain was changed.'],
    [
      'UPDATE operator_log SET place = CASE place WHEN 2 THEN 30 ELSE 2 END WHERE place IN (2)',
      'Line 2 is missing.',
    ],
  ];
  for (const [attempt, told] of attempts) {
    const found = db.transaction(async (query) => {
      await query(attempt);
      throw Object.assign(new Error('undone'), { told: await verifyLog(query) });
    });
    await expect(found).rejects.toMatchObject({ told: { fault: expect.stringContaining(told) } });
  }
  expect(await verifyLog(db.query)).toMatchObject({ lines: 6, fault: null });
});

test('a server may add lines and change none', async () => {
  const db = await openServerDatabase();
  await writeLine(db.query, line('POST /deposits'));
  for (const statement of ["UPDATE operator_log SET subject = '{}'", 'DELETE FROM operator_log'])
    await expect(db.query(statement)).rejects.toMatchObject({ code: '42501' });
  await expect(
    db.query(
      `INSERT INTO operator_log (request_id, at, operator, verb, address) VALUES ('${randomUUID()}', now(), 'anna', 'GET /', '')`,
    ),
  ).rejects.toMatchObject({ code: '23514' });
  await db.close();
});

test.skipIf(process.env.ENGINE === 'postgres')(
  'lines from before there was a chain are held against a hash of all of them',
  async () => {
    const db = await openPglite();
    const before = migrations.filter(({ version }) => version < 131);
    await migrate(db, before);
    for (const verb of ['POST /one', 'POST /two'])
      await db.query(
        `INSERT INTO operator_log (request_id, at, operator, verb, subject, address, status) VALUES ($1, $2, 'operator', $3, NULL, '', 200)`,
        [randomUUID(), serverStart, verb],
      );
    await migrate(db, migrations);
    await writeLine(db.query, line('POST /three'));
    expect(await verifyLog(db.query)).toMatchObject({ lines: 1, older: 2, fault: null });
    await db.query('ALTER TABLE operator_log DROP CONSTRAINT operator_log_chained');
    await db.query("UPDATE operator_log SET verb = 'POST /other' WHERE verb = 'POST /one'");
    expect((await verifyLog(db.query)).fault).toContain('The 2 lines from before the log was chained');
    await db.query("UPDATE operator_log SET verb = 'POST /one' WHERE verb = 'POST /other'");
    await db.query("DELETE FROM operator_log WHERE verb = 'POST /two'");
    expect((await verifyLog(db.query)).fault).toContain('there are 1.');
    await db.close();
  },
  60_000,
);
