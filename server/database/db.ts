/** A value for a column. Money is passed and returned as a decimal string of minor units (`numeric`). */
export type SqlValue = string | number | bigint | boolean | Date | Uint8Array | null | readonly SqlValue[];

/**
 * Runs one SQL statement with `$1…` parameters and answers its rows.
 * Both engines answer the same: `numeric` and `bigint` as strings, `timestamptz` as Date, `jsonb` parsed, `bytea` as Uint8Array.
 */
export type Query = <Row extends object>(sql: string, values?: readonly SqlValue[]) => Promise<Row[]>;

/** Runs a statement whose rows nobody reads. Every `Query` is one. */
export type Write = (sql: string, values?: readonly SqlValue[]) => Promise<unknown>;

/**
 * What is done in a transaction. `atCommit` keeps a statement for its end; a database that wraps another may leave it out, and `query` then
 * does the same at once.
 */
export type Work<T> = (query: Query, atCommit?: Write) => Promise<T>;

/** Maintenance that the database leaves to its server. */
interface Upkeep {
  readonly subject: string;
  /** Milliseconds from one run to the next. */
  readonly every: number;
  readonly run: () => Promise<void>;
}

/** How busy the connections to the database are. */
export interface DatabaseLoad {
  readonly inUse: number;
  readonly most: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
}

/** The interface to the database, which all other server code uses. */
export interface Db {
  readonly engine: 'pglite' | 'postgres';
  readonly upkeep: readonly Upkeep[];
  load(): DatabaseLoad;
  /** One statement in a transaction of its own. */
  readonly query: Query;
  /**
   * Like `query`, for what may be forgotten when the process or the machine fails: the embedded database, which has one thread for everybody, does
   * not wait for the disk (decision 222).
   */
  readonly queryWithoutSync: Query;
  /**
   * `work` on one connection, each statement in a transaction of its own. Those that it asks for without waiting in between are run in their
   * order and sent together, in one round trip. `work` must not wait for another connection, since all may be used by such work.
   */
  together<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /**
   * `work` in one transaction: committed when it resolves, rolled back when it throws.
   * Serialization failures and deadlocks (40001, 40P01) run `work` again from the start, a bounded number of times,
   * so `work` must have no effect outside its `query`.
   *
   * Statements that `work` asks for without waiting in between are run in their order and sent together, in one round trip; after a
   * failure the others fail too (25P02). Those kept by `atCommit` are sent with the commit, in their order: none of them has run before
   * `work` resolves, and when one fails nothing is committed. A statement that is asked for after the end is refused.
   */
  transaction<T>(work: Work<T>): Promise<T>;
  /**
   * Receives what `announce` sends on this database, in any process, after its transaction has committed. Null means that something
   * may have been missed. Answers a function that stops it. Rejects when the database does not support it.
   */
  listen(hear: (payload: string | null) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
