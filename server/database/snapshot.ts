import type { Db, Query } from './db.ts';

/** Runs `work` so that all of its statements see the database as it was at one moment. It cannot write. */
export type Snapshot = <T>(work: (query: Query) => Promise<T>) => Promise<T>;

/** For what must be true of one moment and would be too long for one statement (`statementTimeout`). */
export function snapshotOf(database: Db): Snapshot {
  return (work) =>
    database.transaction(async (query) => {
      await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return work(query);
    });
}
