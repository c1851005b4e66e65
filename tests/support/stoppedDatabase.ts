import type { Db, Query } from '../../server/database/db.ts';
import { latch } from './latch.ts';

/** A transaction that waits in the middle. */
interface Stop {
  /** Resolves when a transaction waits before its statement. */
  readonly isReached: Promise<void>;
  goOn(): void;
}

/** A database in which a transaction waits before the statement that a test names, while others run. */
export interface StoppedDatabase {
  readonly db: Db;
  /** Stops the next transaction that comes to a statement with this text in it. */
  stopBefore(text: string): Stop;
  /** Resolves when `work` is done, or waits for a lock that a stopped transaction holds. PostgreSQL only: PGlite has one connection. */
  doneOrWaiting(work: Promise<unknown>): Promise<void>;
}

export function stoppedDatabase(db: Db): StoppedDatabase {
  const stops = new Map<string, () => Promise<void>>();
  const stopped =
    (query: Query): Query =>
    async (sql, values) => {
      for (const [text, wait] of stops) {
        if (!sql.includes(text)) continue;
        stops.delete(text);
        await wait();
      }
      return query(sql, values);
    };
  return {
    db: { ...db, transaction: (work) => db.transaction((query) => work(stopped(query))) },
    stopBefore(text) {
      const reached = latch();
      const released = latch();
      stops.set(text, () => {
        reached.open();
        return released.isOpen;
      });
      return { isReached: reached.isOpen, goOn: released.open };
    },
    async doneOrWaiting(work) {
      let isDone = false;
      const finish = () => {
        isDone = true;
      };
      void work.then(finish, finish);
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      while (!isDone && (await db.query(waiting)).length === 0);
    },
  };
}
