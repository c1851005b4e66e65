import type { Query } from './db.ts';

/** How many locks sessions of this database wait for; null where the database does not tell. */
export async function lockWaits(query: Query): Promise<number | null> {
  const [row] = await query<{ waiting: string }>(
    `SELECT count(*) AS waiting FROM pg_locks WHERE NOT granted
      AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
  ).catch(() => []);
  return row ? Number(row.waiting) : null;
}
