import type { FailureCode } from './failureCodes.ts';
import type { NewAddressAllowance } from './newAddressAllowance.ts';
import type { FieldErrors } from './rules.ts';

/** What the app knows of a call that did not succeed. `retryAfter` in seconds. */
export interface Failure {
  readonly code: FailureCode;
  readonly fields: FieldErrors;
  readonly retryAfter: number | null;
  readonly requestId: string | null;
  /** By what a proof can be had (STEP_UP_REQUIRED), or what the account has (SECOND_FACTOR_REQUIRED). */
  readonly methods?: readonly string[] | undefined;
  /** From when on it is not refused for this, where that is known (RFC 3339). */
  readonly until?: string | undefined;
  /** What may be paid to new addresses instead, in USDT (ADDRESS_COOLING). */
  readonly allowance?: NewAddressAllowance | undefined;
  /** The operator who decided first; told to operators alone. */
  readonly by?: string | undefined;
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

/** No answer came: neither that it was done, nor that it was not. */
export const unanswered: Failure = { code: 'NETWORK', fields: {}, retryAfter: null, requestId: null };
