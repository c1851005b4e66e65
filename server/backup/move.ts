import type { Db, Query } from '../database/db.ts';
import { firstItem, inSnapshot } from './backup.ts';
import type { Item } from './items.ts';
import { type Loaded, loadItems } from './load.ts';
import { readTables } from './tables.ts';

interface Move {
  readonly from: Db;
  readonly to: Db;
  /** How the database `to` is called in sentences. */
  readonly name: string;
  readonly ledgerKey: string | null;
  readonly at: Date;
  /** Writes the move to the operators' log of `to`. */
  readonly log: (query: Query) => Promise<void>;
}

/**
 * Copies a database into an empty one, of the same engine or another, and changes nothing in it. Every row and the audit are compared
 * before the copy is committed (`loadItems`). Files of people stay where they are. Rejects with a `BackupProblem`.
 */
export function copyDatabase({ from, to, name, ledgerKey, at, log }: Move): Promise<Loaded> {
  return inSnapshot(from, (query) => {
    async function* items(): AsyncGenerator<Item> {
      yield await firstItem(query, { database: from, ledgerKey, at });
      yield* readTables(query);
      yield { is: 'end' };
    }
    return loadItems(to, items(), { name, ledgerKey: () => ledgerKey, log });
  });
}
