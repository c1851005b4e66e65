import { Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import type { Db, Query, SqlValue, Work, Write } from './db.ts';
import { listenOn } from './postgresListener.ts';
import { requirePrimary } from './primary.ts';
import { retrying } from './retry.ts';
import { statementNames } from './statements.ts';
import { untilEnd } from './untilEnd.ts';
import { decoderOf, encodeValue } from './values.ts';

interface PostgresOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  /** The role to work as; the user of `url` when left out. */
  readonly role?: string;
  /** The most connections; 10 by default. */
  readonly connections?: number;
  /** Waiting longer for a row lock fails with 55P03, so that one stuck caller cannot block all others. In milliseconds. */
  readonly lockTimeout?: number;
  /** A longer statement is cancelled with 57014; 0 for no limit. In milliseconds. */
  readonly statementTimeout?: number;
  /** A transaction that is idle for longer is rolled back and its connection closed, with 25P03. In milliseconds. */
  readonly idleTimeout?: number;
  /** Is called for connections that broke while idle. */
  readonly log?: (message: string, error: unknown) => void;
}

/** Opens a pool on PostgreSQL 15 or newer, or a server with its protocol. Rejects when it cannot connect. */
export async function openPostgres({
  url,
  role,
  connections = 10,
  lockTimeout = 10_000,
  statementTimeout = 30_000,
  idleTimeout = 60_000,
  log,
}: PostgresOptions): Promise<Db> {
  const nameOf = statementNames();
  const pool = new Pool({
    connectionString: url,
    max: connections,
    application_name: 'zesto',
    connectionTimeoutMillis: 10_000,
    lock_timeout: lockTimeout,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: idleTimeout,
    keepAlive: true,
    // A statement does not wait for the answer of the one before it.
    pipeline: true,
    options: role === undefined ? '-c TimeZone=UTC' : `-c TimeZone=UTC -c role=${role}`,
    types: { getTypeParser: decoderOf },
    onConnect: requirePrimary,
  });
  pool.on('error', (error) => log?.('an idle database connection broke', error));

  const statementOf = (text: string, given: readonly SqlValue[] = []): QueryConfig => {
    const name = nameOf(text);
    const values = given.map(encodeValue);
    return name === undefined ? { text, values } : { text, values, name };
  };

  async function inTransaction<T>(work: Work<T>): Promise<T> {
    const client = await pool.connect();
    const lost = (error: Error) => log?.('a database connection broke in a transaction', error);
    // The pool handles errors of idle connections only; without a listener this event would end the process.
    client.on('error', lost);
    const send = sendTogether(client);
    const kept: QueryConfig[] = [];
    let isOver = false;
    const requireOpen = () => {
      if (isOver) throw new Error('a statement came after the end of its transaction');
    };
    const query = async <Row extends object>(sql: string, values?: readonly SqlValue[]) => {
      requireOpen();
      return (await send<Row>(statementOf(sql, values))).rows;
    };
    const atCommit: Write = async (sql, values) => {
      requireOpen();
      kept.push(statementOf(sql, values));
    };
    try {
      // Waited for: if it failed alone, what is sent behind it would be committed one by one.
      await send({ text: 'BEGIN' });
      const value = await work(query, atCommit);
      isOver = true;
      await commit(send, kept);
      client.release();
      return value;
    } catch (error) {
      isOver = true;
      await client.query('ROLLBACK').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      );
      throw error;
    } finally {
      client.off('error', lost);
    }
  }

  async function onOneConnection<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const send = sendTogether(client);
    const sent: Promise<unknown>[] = [];
    const { query, end } = untilEnd(<Row extends object>(sql: string, values?: readonly SqlValue[]) => {
      const answer = retrying(async () => (await send<Row>(statementOf(sql, values))).rows);
      sent.push(answer);
      return answer;
    });
    let broken: Error | undefined;
    const lost = (error: Error) => {
      broken = error;
      log?.('a database connection broke between statements', error);
    };
    client.on('error', lost);
    try {
      return await work(query);
    } finally {
      end();
      // The next user of the connection does not wait for what nobody waits for any more.
      await Promise.allSettled(sent);
      client.off('error', lost);
      client.release(broken);
    }
  }

  const query: Query = async <Row extends object>(sql: string, values?: readonly SqlValue[]) =>
    (await pool.query<Row>(statementOf(sql, values))).rows;
  const stops = new Set<() => Promise<void>>();
  const db: Db = {
    engine: 'postgres',
    upkeep: [],
    load: () => ({
      inUse: pool.totalCount - pool.idleCount,
      most: connections,
      waiting: pool.waitingCount,
    }),
    query: (sql, values) => retrying(() => query(sql, values)),
    // Others go on while one waits for the disk, and another setting would be a statement more.
    queryWithoutSync: (sql, values) => retrying(() => query(sql, values)),
    together: onOneConnection,
    transaction: (work) => retrying(() => inTransaction(work)),
    async listen(hear) {
      const stop = await listenOn(url, hear, log);
      stops.add(stop);
      return () => {
        stops.delete(stop);
        return stop();
      };
    },
    async close() {
      await Promise.all([...stops].map((stop) => stop()));
      await pool.end();
    },
  };
  try {
    await query('SELECT 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  return db;
}

type Send = <Row extends object>(statement: QueryConfig) => Promise<QueryResult<Row>>;

/** Sends what is asked for in one turn of the event loop in one packet. */
function sendTogether(client: PoolClient): Send {
  const { stream } = client.connection;
  let isCorked = false;
  return (statement) => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      process.nextTick(() => {
        isCorked = false;
        stream.uncork();
      });
    }
    return client.query(statement);
  };
}

/** Sends `kept` and the commit together. In a failed transaction the database answers the commit by undoing it. */
async function commit(send: Send, kept: readonly QueryConfig[]): Promise<void> {
  const writes = Promise.all(kept.map((statement) => send(statement)));
  // Whatever comes first is thrown; the other's failure follows from it.
  const [{ command }] = await Promise.all([send({ text: 'COMMIT' }), writes]);
  if (command !== 'COMMIT')
    throw new Error('the transaction was rolled back: one of its statements had failed');
}
