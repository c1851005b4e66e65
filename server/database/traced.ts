import { currentSpan, traced } from '../tracing/span.ts';
import type { Db, Query, Work } from './db.ts';

/** A database whose statements and transactions are parts of the span that asks for them. Spans have statements, never their values. */
export function tracedDatabase(database: Db): Db {
  return {
    ...database,
    query: tracedQuery(database.query),
    queryWithoutSync: tracedQuery(database.queryWithoutSync),
    together: (work) => database.together((query) => work(tracedQuery(query))),
    transaction: <T>(work: Work<T>) => {
      if (!currentSpan()) return database.transaction(work);
      return traced('transaction', system, () =>
        database.transaction((query, atCommit) => work(tracedQuery(query), atCommit)),
      );
    },
  };
}

const system = { 'db.system.name': 'postgresql' };

/** Asks at once, so that statements that are asked for together are still sent together. */
function tracedQuery(query: Query): Query {
  return (sql, values) => {
    if (!currentSpan()) return query(sql, values);
    const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'statement';
    const facts = { ...system, 'db.operation.name': operation, 'db.query.text': sql };
    return traced(operation, facts, () => query(sql, values));
  };
}
