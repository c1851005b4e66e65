import { expect, onTestFinished, test, vi } from 'vitest';
import { announce } from '../../../server/database/announce.ts';
import { isOutage, mayBeOnes } from '../../../server/database/outage.ts';
import { openPostgres } from '../../../server/database/postgres.ts';
import { copyTemplate, hasEngine, openTestDatabase } from '../../support/database.ts';
import { openTestServer, register } from '../../support/server.ts';

// The embedded database has one thread, and nobody beside it who could cut a statement off.
const onPostgres = test.runIf(process.env.ENGINE === 'postgres' && hasEngine());

test.each(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ENOTFOUND'])(
  'a database whose machine cannot be reached (%s) is an outage, at which no one of many is tried alone',
  (code) => {
    const error = Object.assign(new Error(`connect ${code} 10.0.0.21:5432`), { code });
    expect(isOutage(error)).toBe(true);
    expect(mayBeOnes(error)).toBe(false);
  },
);

onPostgres(
  'a statement that takes too long is cut off, and its connection is as good as before',
  async () => {
    const db = await openTestDatabase({ connections: 1, statementTimeout: 200 });
    await expect(db.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
    await expect(db.transaction((query) => query('SELECT pg_sleep(60)'))).rejects.toMatchObject({
      code: '57014',
    });
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await db.close();
  },
);

onPostgres('a transaction that asks nothing for too long is undone, and the next one works', async () => {
  const db = await openTestDatabase({ connections: 2, idleTimeout: 200 });
  const sessions = () =>
    db.query(
      "SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()",
    );
  const forgotten = db.transaction(async (query) => {
    await query('CREATE TABLE undone (n int)');
    await vi.waitFor(async () => expect(await sessions()).toEqual([]), { timeout: 20_000 });
    await query('SELECT 1');
  });
  const error: unknown = await forgotten.catch((reason: unknown) => reason);
  expect(isOutage(error)).toBe(true);
  for (let count = 0; count < 3; count += 1)
    expect(await db.query("SELECT to_regclass('undone') AS found")).toEqual([{ found: null }]);
  await db.close();
});

onPostgres('a call whose statement is cut off answers 503, and the next one 200', async () => {
  const url = await copyTemplate();
  const database = await openPostgres({ url, connections: 2 });
  onTestFinished(() => database.close());
  const limited = await openPostgres({ url, connections: 2, statementTimeout: 300 });
  onTestFinished(() => limited.close());
  // On a busy machine a registration may take longer than the limit: only what is to be cut off runs under it.
  const { token, id } = await register(await openTestServer({ database }));
  const server = await openTestServer({ database: limited });
  const rename = () => server.put('/profile', { first_name: 'Vera' }, { token });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let begun = () => {};
  const isHeld = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const holding = database.transaction(async (query) => {
    await query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [id]);
    begun();
    await held;
  });
  await isHeld;
  const { status, headers, body } = await rename();
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
  expect(headers.get('retry-after')).toBe('2');
  letGo();
  await holding;
  await vi.waitFor(async () => expect((await rename()).status).toBe(200), 20_000);
});

/** A database, and what turns it into one that only reads and back; connections of before are ended. */
async function turning() {
  const url = await copyTemplate();
  const owner = await openPostgres({ url, connections: 1 });
  onTestFinished(() => owner.close());
  const db = await openPostgres({ url, connections: 1 });
  onTestFinished(() => db.close());
  const turn = async (state: 'on' | 'off') => {
    await owner.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${state}', current_database()); END $$`,
    );
    await owner.query(
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    // The connection that was ended may be noticed by the first statement only.
    await db.query('SELECT 1').catch(() => undefined);
  };
  return { db, turn };
}

onPostgres('a database that only reads is not asked: it may be a standby that is behind', async () => {
  const { db, turn } = await turning();
  await turn('on');
  const error: unknown = await db.query('SELECT 1').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '25006' });
  expect(isOutage(error)).toBe(true);
  await turn('off');
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

onPostgres('nobody listens on a database that only reads: it may be one that was replaced', async () => {
  const { db, turn } = await turning();
  await turn('on');
  await expect(db.listen(() => undefined)).rejects.toMatchObject({ code: '25006' });
  await turn('off');
  const heard: (string | null)[] = [];
  await db.listen((word) => heard.push(word));
  await announce(db.query, 'here');
  await vi.waitFor(() => expect(heard).toEqual(['here']), 20_000);
});
