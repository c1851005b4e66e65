import type { Db, Query } from '../../server/database/db.ts';
import { openTestServer } from './server.ts';

interface Asked {
  readonly sql: string;
  readonly values: Parameters<Query>[1];
}

/** A server over a database that keeps what it is asked, and answers how each statement is carried out. */
export async function serverWithPlans(database: Db) {
  const asked: Asked[] = [];
  const query: Query = (sql, values) => {
    asked.push({ sql, values });
    return database.query(sql, values);
  };
  const it = await openTestServer({ database: { ...database, query } });
  return {
    it,
    /** What `work` reads of a table: how often it is asked, and the plans. */
    async reads(table: string, work: () => Promise<unknown>) {
      asked.length = 0;
      await work();
      const of = asked.filter(({ sql }) => sql.startsWith('SELECT') && sql.includes(table));
      const plans: string[] = [];
      for (const { sql, values } of of) {
        const lines = await database.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN (ANALYZE, TIMING OFF) ${sql}`,
          values,
        );
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      }
      return { statements: of.length, plans };
    },
  };
}

/** The most rows that any step of a plan has handled, those that it has left out among them. */
export function mostRows(plan: string): number {
  const counts = [...plan.matchAll(/actual rows=([\d.]+)|Rows Removed by \w+: (\d+)/g)];
  return Math.max(0, ...counts.map(([, rows, removed]) => Number(rows ?? removed)));
}
