import { sqlState } from './retry.ts';

/** The messages of `pg`, which have no code, for a busy pool and for a broken connection. */
const brokenConnection =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;
/** The codes of Node for a host that is away, cannot be reached, or has a name that cannot be looked up now. */
const unreachable = /^(?:ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;
const outages = /^(?:EFILES|08|53|57014|57P0|25P03|25006|40001|40P01|55P03)/;
/** PostgreSQL's lock_not_available. */
const lockNotAvailable = '55P03';

/** Whether the database or the file store is unavailable or overloaded, and the program itself is not at fault. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlState(error) ?? '';
  return unreachable.test(code) || outages.test(code) || brokenConnection.test(error.message);
}

/** Whether a statement timed out waiting for another transaction (`lockTimeout`). */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === lockNotAvailable;
}

/** Whether one of many in a transaction may have caused the error. While the database is unavailable, trying each alone would only add load. */
export function mayBeOnes(error: unknown): boolean {
  return isLockTimeout(error) || !isOutage(error);
}
