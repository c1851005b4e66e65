/** What a column may be given. Money goes in and comes out as a decimal string of minor units (`numeric`). */
export type SqlValue = string | number | bigint | boolean | Date | Uint8Array | null | readonly SqlValue[];

/**
 * Runs one SQL statement with `$1…` parameters and answers its rows.
 * Both engines answer the same: `numeric` and `bigint` as strings, `timestamptz` as Date, `jsonb` parsed, `bytea` as Uint8Array.
 */
export type Query = <Row extends object>(sql: string, values?: readonly SqlValue[]) => Promise<Row[]>;

/** Work that a database leaves to its server. */
interface Upkeep {
  readonly subject: string;
  /** Milliseconds from one run to the next. */
  readonly every: number;
  readonly run: () => Promise<void>;
}

/** The one door to the database. Everything else in the server is written against it. */
export interface Db {
  readonly engine: 'pglite' | 'postgres';
  readonly upkeep: readonly Upkeep[];
  /** One statement in a transaction of its own. */
  readonly query: Query;
  /**
   * `work` in one transaction: committed when it resolves, rolled back when it throws.
   * Serialization failures and deadlocks (40001, 40P01) run `work` again from the start, a bounded number of times,
   * so `work` must have no effect outside its `query`.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /**
   * Hears what `announce` says on this database, in this process or another, after its transaction has committed. Null: something
   * may have been missed. Answers how to stop. Rejects when the database cannot do it.
   */
  listen(hear: (payload: string | null) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
