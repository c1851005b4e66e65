import type { Db, Query } from './db.ts';

/** Runs `work` so that all its statements see the database at the same moment. It cannot write. */
export type Snapshot = <T>(work: (query: Query) => Promise<T>) => Promise<T>;

/** For reads of one moment that are too long for one statement (`statementTimeout`). */
export function snapshotOf(database: Db): Snapshot {
  return (work) =>
    database.transaction(async (query) => {
      await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return work(query);
    });
}
