import { sqlState } from './retry.ts';

/** The messages of `pg`, which have no code, for a busy pool and for a broken connection. */
const brokenConnection =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;
const outages = /^(?:EFILES|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|08|53|57014|57P0|25P03|25006|40001|40P01|55P03)/;
/** PostgreSQL's lock_not_available. */
const lockNotAvailable = '55P03';

/** Whether the database or the file store is unavailable or overloaded, and the program itself is not at fault. */
export function isOutage(error: unknown): boolean {
  return (
    error instanceof Error && (outages.test(sqlState(error) ?? '') || brokenConnection.test(error.message))
  );
}

/** Whether a statement timed out waiting for another transaction (`lockTimeout`). */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === lockNotAvailable;
}

/** Whether one of many in a transaction may have caused the error. While the database is unavailable, trying each alone would only add load. */
export function mayBeOnes(error: unknown): boolean {
  return isLockTimeout(error) || !isOutage(error);
}
