import type { Logger } from 'pino';

/** One line a request. Paths are told as their route, and queries, bodies and headers not at all: they carry secrets. */
export function logRequest(
  log: Logger,
  request: { id: string; method: string; route: string; address: string; status: number; ms: number },
) {
  const { id, ...rest } = request;
  log.info({ request_id: id, ...rest }, 'request');
}

/** A fault of ours. Only the error's name, code, message and place: drivers add rows and parameters to their errors. */
export function logFault(log: Logger, requestId: string, error: unknown) {
  const told =
    error instanceof Error
      ? { name: error.name, code: codeOf(error), message: error.message, stack: error.stack }
      : { name: typeof error };
  log.error({ request_id: requestId, error: told }, 'fault');
}

/** What `pg` says, without a code, when every connection of its pool stays busy, and when one has broken. */
const brokenConnection =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;
const outages = /^(?:EFILES|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|08|53|57014|57P0|25P03|40001|40P01|55P03)/;

/** Whether the database or the files are away or overloaded, as opposed to a mistake in the program. */
export function isOutage(error: unknown): boolean {
  return error instanceof Error && (outages.test(codeOf(error)) || brokenConnection.test(error.message));
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
