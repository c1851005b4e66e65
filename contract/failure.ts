import { type ProblemCode, problemCodes } from './problems.ts';
import type { FieldErrors } from './rules.ts';

/**
 * How a call can fail in the app: the wire's problems, and what no provider says of itself.
 * `NETWORK`: no answer arrived. `INVALID_RESPONSE`: an answer arrived that the contract does not know.
 * `UNSUPPORTED`: this provider does not have the call. `GENERAL`: a refusal whose status tells nothing more.
 */
export type FailureCode = ProblemCode | 'NETWORK' | 'INVALID_RESPONSE' | 'UNSUPPORTED' | 'GENERAL';

export const failureCodes: readonly FailureCode[] = [
  ...problemCodes,
  'NETWORK',
  'INVALID_RESPONSE',
  'UNSUPPORTED',
  'GENERAL',
];

/** What the app knows of a call that did not succeed. `retryAfter` in seconds. */
export interface Failure {
  readonly code: FailureCode;
  readonly fields: FieldErrors;
  readonly retryAfter: number | null;
  readonly requestId: string | null;
}

/** The one error that services throw. */
export class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.code, options);
    this.name = 'CallError';
    this.failure = failure;
  }
}

/** The failure in anything thrown; what is not a `CallError` is a fault of the program and reads as `GENERAL`. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return error.failure;
  return { code: 'GENERAL', fields: {}, retryAfter: null, requestId: null };
}
