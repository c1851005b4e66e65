import type { Db } from '../../server/database/db.ts';
import { retrying } from '../../server/database/retry.ts';
import { latch } from './latch.ts';

interface Fault {
  readonly when: 'before' | 'after';
  readonly code: string;
}

/** A database that fails when it is told to, and tries again as the real ones do. */
export interface FaultyDatabase {
  readonly db: Db;
  /** How many transactions were begun; one that is tried again counts again. */
  readonly begun: number;
  /** What will go wrong, once: with the commit of the next transaction, before it or after it. */
  fault: Fault | null;
  /** Lets the next transaction wait until it is released; what will go wrong is for the one after it. */
  hold(): { readonly isHeld: Promise<void>; release(): void };
}

export function faultyDatabase(db: Db): FaultyDatabase {
  let begun = 0;
  let gate: (() => Promise<void>) | null = null;
  const fail = (when: Fault['when']) => {
    if (faulty.fault?.when !== when) return;
    const { code } = faulty.fault;
    faulty.fault = null;
    throw Object.assign(new Error('the connection has a mind of its own'), { code });
  };
  const faulty = {
    fault: null as Fault | null,
    get begun() {
      return begun;
    },
    hold() {
      const released = latch();
      const held = latch();
      gate = () => {
        held.open();
        return released.isOpen;
      };
      return { isHeld: held.isOpen, release: released.open };
    },
    db: {
      ...db,
      transaction: <T>(work: Parameters<typeof db.transaction<T>>[0]) =>
        retrying(async () => {
          begun += 1;
          const wait = gate;
          gate = null;
          await wait?.();
          const value = await db.transaction(async (query, atCommit) => {
            const done = await work(query, atCommit);
            if (!wait) fail('before');
            return done;
          });
          if (!wait) fail('after');
          return value;
        }),
    },
  };
  return faulty;
}
