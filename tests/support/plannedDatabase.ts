import type { Db, Query, SqlValue } from '../../server/database/db.ts';

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  /** The condition of a scan by a bitmap of an index. */
  readonly 'Recheck Cond'?: string;
  readonly Plans?: readonly Node[];
}

/** How a plan reads a table: the conditions by which it looks its rows up, or the kind of a scan without any. */
function readsOf(table: string, node: Node): string[] {
  const { 'Node Type': type, 'Recheck Cond': rechecked = type, 'Index Cond': condition = rechecked } = node;
  const own = node['Relation Name'] === table && type !== 'ModifyTable' ? [condition] : [];
  return [...own, ...(node.Plans ?? []).flatMap((below) => readsOf(table, below))];
}

/** The database, which hears how each statement reads a table. */
export function plannedDatabase(db: Db, table: string, hear: (reads: readonly string[]) => void): Db {
  const explained =
    (query: Query): Query =>
    async (sql: string, values: readonly SqlValue[] = []) => {
      if (new RegExp(`(?:FROM|JOIN|UPDATE|INTO) ${table}\\b`).test(sql)) {
        const [answer] = await query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(
          `EXPLAIN (FORMAT json) ${sql}`,
          values,
        );
        for (const { Plan } of answer?.['QUERY PLAN'] ?? []) hear(readsOf(table, Plan));
      }
      return query(sql, values);
    };
  return {
    ...db,
    query: explained(db.query),
    queryWithoutSync: explained(db.queryWithoutSync),
    together: (work) => db.together((query) => work(explained(query))),
    transaction: (work) => db.transaction((query) => work(explained(query))),
  };
}
