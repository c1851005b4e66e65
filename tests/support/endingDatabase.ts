import type { Db, Query } from '../../server/database/db.ts';
import { openPglite } from '../../server/database/pglite.ts';
import { openPostgres } from '../../server/database/postgres.ts';

/** Before a statement, after it and before its commit, or after the commit and before anybody knows of it. */
export type Moment = 'before' | 'written' | 'committed';

export const isMoment = (word: string): word is Moment => ['before', 'written', 'committed'].includes(word);

/** Kills this process at once. */
export const end = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('the process goes on');
};

/**
 * Opens a database by its address of PostgreSQL or its folder of PGlite. A process that is not killed has to close it: open connections keep
 * the process alive.
 */
export const openPlace = (place: string): Promise<Db> =>
  place.startsWith('postgres') ? openPostgres({ url: place }) : openPglite({ dataDir: place });

/** A database whose process is killed with the first statement that `isIt`. */
export function endingDatabase(db: Db, moment: Moment, isIt: (sql: string) => boolean): Db {
  return {
    ...db,
    query: async (sql, values) => {
      if (moment !== 'committed' && isIt(sql)) end();
      const rows = await db.query<never>(sql, values);
      if (isIt(sql)) end();
      return rows;
    },
    transaction: async (work) => {
      let hasWritten = false;
      const value = await db.transaction((query) => {
        const watched: Query = async (sql, values) => {
          if (moment === 'before' && isIt(sql)) end();
          const rows = await query<never>(sql, values);
          if (moment === 'written' && isIt(sql)) end();
          hasWritten ||= isIt(sql);
          return rows;
        };
        return work(watched);
      });
      if (moment === 'committed' && hasWritten) end();
      return value;
    },
  };
}
