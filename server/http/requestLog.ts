import type { Logger } from 'pino';

interface RequestLine {
  readonly id: string;
  /** The request's trace; undefined without one. */
  readonly traceId?: string | undefined;
  readonly method: string;
  readonly route: string;
  readonly address: string;
  readonly status: number;
  readonly ms: number;
}

/** Logs one line per request. Paths are logged as their route; queries, bodies and headers are not logged because they contain secrets. */
export function logRequest(log: Logger, { id, traceId, ...rest }: RequestLine) {
  log.info({ request_id: id, trace_id: traceId, ...rest }, 'request');
}

/** Logs an internal error with only its name, code, message and place, because drivers add rows and parameters to their errors. */
export function logFault(log: Logger, { id, traceId }: Pick<RequestLine, 'id' | 'traceId'>, error: unknown) {
  const told =
    error instanceof Error
      ? { name: error.name, code: codeOf(error), message: error.message, stack: error.stack }
      : { name: typeof error };
  log.error({ request_id: id, trace_id: traceId, error: told }, 'fault');
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
