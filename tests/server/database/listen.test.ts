import { expect, test } from 'vitest';
import { announce } from '../../../server/database/announce.ts';
import type { Db } from '../../../server/database/db.ts';
import { testDatabase } from '../../support/database.ts';

const database = testDatabase();

/** Listens, and answers what is heard, one after the other. */
async function listening(db: Db) {
  const heard: (string | null)[] = [];
  const waiting: (() => void)[] = [];
  const stop = await db.listen((word) => {
    heard.push(word);
    for (const wake of waiting.splice(0)) wake();
  });
  const next = async (): Promise<string | null> => {
    if (heard.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    return heard.shift() ?? null;
  };
  return { next, stop, heard };
}

test('what is announced is heard by everybody when it is committed, and never when it is not', async () => {
  const { db } = database;
  const listeners = [await listening(db), await listening(db)];
  await db.transaction(async (query) => {
    await announce(query, 'first');
    await announce(query, 'first');
    for (const { heard } of listeners) expect(heard).toEqual([]);
  });
  const undone = db.transaction(async (query) => {
    await announce(query, 'undone');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await announce(db.query, 'second');
  for (const { next } of listeners) expect([await next(), await next()]).toEqual(['first', 'second']);
  await Promise.all(listeners.map(({ stop }) => stop()));
});

test('who has stopped hears nothing', async () => {
  const { db } = database;
  const [stays, goes] = [await listening(db), await listening(db)];
  await goes.stop();
  await announce(db.query, 'later');
  expect(await stays.next()).toBe('later');
  expect(goes.heard).toEqual([]);
  await stays.stop();
});

test('a listener whose connection breaks says that it may have missed something, and listens again', async ({
  skip,
}) => {
  const { db } = database;
  if (db.engine === 'pglite') skip('there is no connection that could break');
  const { next, stop } = await listening(db);
  await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'zesto-listener' AND datname = current_database()`,
  );
  expect(await next()).toBeNull();
  await announce(db.query, 'again');
  expect(await next()).toBe('again');
  await stop();
});
