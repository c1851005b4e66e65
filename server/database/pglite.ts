import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { channel } from './announce.ts';
import type { Db, Query, SqlValue, Work, Write } from './db.ts';
import { DurableFolder, durableStart, start, syncFolder, syncTree } from './durableFolder.ts';
import { lockFolder } from './folderLock.ts';
import { pgliteSession } from './pgliteSession.ts';
import { retrying } from './retry.ts';
import { untilEnd } from './untilEnd.ts';

interface PgliteOptions {
  /** The folder of the data; left out, the data is in memory and lost with the process. */
  readonly dataDir?: string;
  /** A `dump()` to start from, in memory. */
  readonly image?: Blob;
}

interface PgliteDb extends Db {
  /** The whole database as one tar, from which another can start. */
  dump(): Promise<Blob>;
}

/**
 * PostgreSQL inside this process. It has one connection, so transactions queue; it runs neither checkpointer nor autovacuum, so its server
 * does both (`upkeep`). With `dataDir` a commit is on the disk when it is answered, but for `queryWithoutSync`. Rejects when another process has the
 * folder.
 */
export async function openPglite({ dataDir, image }: PgliteOptions = {}): Promise<PgliteDb> {
  const folder = dataDir === undefined ? undefined : await openFolder(dataDir);
  const pg = await openEngine(folder?.path, image).catch((error: unknown) => {
    folder?.unlock();
    throw error;
  });
  const session = pgliteSession(pg);
  const queue = createQueue();

  let isSynced = true;
  /** Whether the next commits wait for the disk. */
  async function sync(wanted: boolean) {
    if (wanted === isSynced) return;
    await session.run(`SET synchronous_commit = ${wanted ? 'on' : 'off'}`);
    isSynced = wanted;
  }

  const queryWith =
    (isDurable: boolean): Query =>
    (sql, values) =>
      retrying(() =>
        queue.run(async () => {
          await sync(isDurable);
          return session.query(sql, values);
        }),
      );

  async function inTransaction<T>(work: Work<T>): Promise<T> {
    await sync(true);
    await session.run('BEGIN');
    const { query, atCommit, end } = oneTransaction(session.query);
    try {
      const value = await work(query, atCommit);
      for (const { sql, values } of end()) await session.query(sql, values);
      if ((await session.run('COMMIT')) !== 'COMMIT') {
        throw new Error('the transaction was rolled back: one of its statements had failed');
      }
      return value;
    } catch (error) {
      end();
      if (pg.isInTransaction()) await session.run('ROLLBACK');
      throw error;
    }
  }

  const upkeep = (subject: string, statement: string, every: number) => ({
    subject,
    every,
    run: async () => void (await queue.run(() => session.run(statement))),
  });

  /** Each table is a job of its own, so that others wait for one of them at most. */
  async function analyzeGrown(): Promise<void> {
    const grown = await queue.run(() => session.query<{ name: string }>(grownTables));
    for (const { name } of grown) await queue.run(() => session.run(`ANALYZE ${name}`));
  }

  return {
    engine: 'pglite',
    upkeep: [
      upkeep('the database’s checkpoint', 'CHECKPOINT', 60_000),
      upkeep('vacuuming the database', 'VACUUM ANALYZE', 3_600_000),
      { subject: 'analysing tables that have grown', every: 10_000, run: analyzeGrown },
    ],
    load: () => ({ inUse: Math.min(1, queue.length()), most: 1, waiting: Math.max(0, queue.length() - 1) }),
    query: queryWith(true),
    queryWithoutSync: queryWith(false),
    // There is one connection, and nothing to send.
    together: async (work) => {
      const { query, end } = untilEnd(queryWith(true));
      return work(query).finally(end);
    },
    transaction: (work) => retrying(() => queue.run(() => inTransaction(work))),
    async listen(hear) {
      const stop = pg.onNotification((_, payload) => hear(payload));
      try {
        await queue.run(() => session.run(`LISTEN ${channel}`));
      } catch (error) {
        // Whoever tries again must not hear everything twice.
        stop();
        throw error;
      }
      return async () => stop();
    },
    dump: () => queue.run(() => pg.dumpDataDir('none')),
    async close() {
      try {
        await queue.run(async () => {
          if (folder) await session.run('CHECKPOINT');
          await pg.close();
        });
      } finally {
        folder?.unlock();
      }
    },
  };
}

/**
 * Tables of four pages (of 8,192 bytes) or more that have more than doubled since they were last analysed. PostgreSQL keeps the plan of a
 * prepared statement until one of its tables is analysed, so a plan that was made for a small table would be used for a large one until the
 * hourly vacuum. Sizes are compared because the plans depend on them, and because a database that was killed forgets how much was written.
 */
const grownTables = `SELECT quote_ident(relname) AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    AND pg_relation_size(oid) > greatest(3, 2 * relpages)::bigint * 8192
  ORDER BY relname`;

interface Kept {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The statements of one transaction: `end` refuses further ones, and answers those that are kept for the commit. */
function oneTransaction(run: Query) {
  const kept: Kept[] = [];
  let isOver = false;
  const requireOpen = () => {
    if (isOver) throw new Error('a statement came after the end of its transaction');
  };
  const query: Query = async (sql, values) => {
    requireOpen();
    return run(sql, values);
  };
  const atCommit: Write = async (sql, values = []) => {
    requireOpen();
    kept.push({ sql, values });
  };
  const end = (): readonly Kept[] => {
    isOver = true;
    return kept;
  };
  return { query, atCommit, end };
}

function openEngine(path: string | undefined, image: Blob | undefined): Promise<PGlite> {
  if (path !== undefined) return PGlite.create({ fs: new DurableFolder(path), startParams: durableStart });
  return PGlite.create({ startParams: start, ...(image ? { loadDataDir: image } : {}) });
}

/**
 * Locks the data folder. At the first use makes its database under a temporary name and then renames it, so that an incomplete one is never
 * opened.
 */
async function openFolder(dataDir: string): Promise<{ path: string; unlock: () => void }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(dataDir);
  const path = join(dataDir, 'pglite');
  try {
    if (!existsSync(path)) {
      const fresh = `${path}.new`;
      rmSync(fresh, { recursive: true, force: true });
      const pg = await openEngine(fresh, undefined);
      await pg.close();
      await syncTree(fresh);
      renameSync(fresh, path);
      await syncFolder(dataDir);
    }
    return { path, unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** How long statements may follow each other before other work of the process gets a turn, in milliseconds. */
const turn = 10;

interface Queue {
  run<T>(job: () => Promise<T>): Promise<T>;
  /** The jobs that run or wait. */
  length(): number;
}

/** Runs jobs one after the other. The engine runs in promises alone, so a long series of jobs would block all other events. */
function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  let length = 0;
  let turnBegan = performance.now();
  return {
    run(job) {
      length += 1;
      const next = async () => {
        try {
          if (performance.now() - turnBegan > turn) {
            await setImmediate();
            turnBegan = performance.now();
          }
          return await job();
        } finally {
          length -= 1;
        }
      };
      const run = last.then(next, next);
      last = run;
      return run;
    },
    length: () => length,
  };
}
