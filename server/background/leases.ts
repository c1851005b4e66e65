import { randomUUID } from 'node:crypto';
import type { Db } from '../database/db.ts';

/** The right to do a piece of repeated work, which one server of a database has at a time. */
export interface Lease {
  /**
   * Does `work` unless another server has the lease, and answers whether it did. A server whose work fails gives the lease away, so that
   * another one may try. A server that hangs for longer than the lease lasts may do its work beside another one (decision 243).
   */
  run(work: () => Promise<void>): Promise<boolean>;
  /** Gives the lease away: another server does the work when it is next due. */
  release(): Promise<void>;
}

/** The lease of the work with this name, which is done again `every` milliseconds after it ended. */
export type Leases = (name: string, every: number) => Lease;

/** How long after its work was due a server that has died is waited for, in milliseconds. */
const usualPatience = 15_000;

/** The leases of one server. The embedded database has one server only, which needs none. */
export function createLeases(
  { engine, query }: Pick<Db, 'engine' | 'query'>,
  patience = usualPatience,
): Leases {
  if (engine === 'pglite') return () => unshared;
  const holder = randomUUID();
  return (name, every) => {
    const length = every + patience;
    /** By `performance.now()`: until then the lease is not taken again, because enough of it is left. */
    let freshUntil = 0;

    async function take(): Promise<boolean> {
      const asked = performance.now();
      // Another server's lease is only read, so that servers without it lock nothing.
      const taken = await query(
        `INSERT INTO leases AS kept (name, holder, until)
        SELECT $1, $2, now() + $3::float8 * interval '1 millisecond'
        WHERE NOT EXISTS (SELECT 1 FROM leases WHERE name = $1 AND holder <> $2 AND until > now())
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE kept.holder = excluded.holder OR kept.until <= now()
        RETURNING 1`,
        [name, holder, length],
      );
      freshUntil = taken.length > 0 ? asked + patience / 3 : 0;
      return taken.length > 0;
    }

    async function giveUp(early: number) {
      freshUntil = 0;
      await query(
        `UPDATE leases SET until = until - $3::float8 * interval '1 millisecond' WHERE name = $1 AND holder = $2`,
        [name, holder, early],
      );
    }

    /** Takes the lease again and again while `work` runs. */
    async function keepWhile(work: () => Promise<void>): Promise<void> {
      let renewal: Promise<unknown> = Promise.resolve();
      const beat = setInterval(() => {
        // If it cannot be taken again the work goes on: what it writes is safe beside another server.
        renewal = renewal.then(take).catch(() => undefined);
      }, patience / 3).unref();
      try {
        await work();
      } finally {
        clearInterval(beat);
        await renewal;
      }
    }

    return {
      async run(work) {
        if (performance.now() >= freshUntil && !(await take())) return false;
        await keepWhile(work).catch(async (error: unknown) => {
          await giveUp(length).catch(() => undefined);
          throw error;
        });
        return true;
      },
      release: () => giveUp(patience),
    };
  };
}

const unshared: Lease = {
  async run(work) {
    await work();
    return true;
  },
  release: async () => undefined,
};
