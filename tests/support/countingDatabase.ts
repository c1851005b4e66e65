import type { Db, Query } from '../../server/database/db.ts';

/** A database that counts the statements that it is asked, those of its transactions among them. */
export interface CountingDatabase {
  readonly db: Db;
  statements: number;
}

/** `hear` is told each statement. */
export function countingDatabase(db: Db, hear?: (sql: string) => void): CountingDatabase {
  const counted =
    (query: Query): Query =>
    (sql, values) => {
      counting.statements += 1;
      hear?.(sql);
      return query(sql, values);
    };
  const counting: CountingDatabase = {
    statements: 0,
    db: {
      ...db,
      query: counted(db.query),
      queryWithoutSync: counted(db.queryWithoutSync),
      together: (work) => db.together((query) => work(counted(query))),
      transaction: (work) => db.transaction((query) => work(counted(query))),
    },
  };
  return counting;
}
