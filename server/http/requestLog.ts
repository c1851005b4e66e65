import type { Logger } from 'pino';

/** Logs one line per request. Paths are logged as their route; queries, bodies and headers are not logged because they contain secrets. */
export function logRequest(
  log: Logger,
  request: { id: string; method: string; route: string; address: string; status: number; ms: number },
) {
  const { id, ...rest } = request;
  log.info({ request_id: id, ...rest }, 'request');
}

/** Logs an internal error with only its name, code, message and place, because drivers add rows and parameters to their errors. */
export function logFault(log: Logger, requestId: string, error: unknown) {
  const told =
    error instanceof Error
      ? { name: error.name, code: codeOf(error), message: error.message, stack: error.stack }
      : { name: typeof error };
  log.error({ request_id: requestId, error: told }, 'fault');
}

/** The messages of `pg`, which have no code, for a busy pool and for a broken connection. */
const brokenConnection =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;
const outages = /^(?:EFILES|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|08|53|57014|57P0|25P03|40001|40P01|55P03)/;

/** Whether the database or the file store is unavailable or overloaded, and the program itself is not at fault. */
export function isOutage(error: unknown): boolean {
  return error instanceof Error && (outages.test(codeOf(error)) || brokenConnection.test(error.message));
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
