import type { FailureCode } from './failureCodes.ts';
import type { NewAddressAllowance } from './newAddressAllowance.ts';
import type { PasskeyRequestOptions } from './passkeyRequest.ts';
import type { AmountBound } from './problems.ts';
import type { FieldErrors } from './rules.ts';

/** The app's description of a failed call. `retryAfter` in seconds. */
export interface Failure {
  readonly code: FailureCode;
  readonly fields: FieldErrors;
  readonly retryAfter: number | null;
  readonly requestId: string | null;
  /** The methods for a proof (STEP_UP_REQUIRED), or the account's second factors (SECOND_FACTOR_REQUIRED). */
  readonly methods?: readonly string[] | undefined;
  /** What the browser asks the device for (STEP_UP_REQUIRED on a payment). */
  readonly passkey?: PasskeyRequestOptions | undefined;
  /** From when the same request is no longer refused for this reason, if known; for STEP_UP_REQUIRED until when the quote is valid (RFC 3339). */
  readonly until?: string | undefined;
  /** The amount that may be paid to new addresses instead, in USDT (ADDRESS_COOLING). */
  readonly allowance?: NewAddressAllowance | undefined;
  /** The bound that the amount breaks. */
  readonly bound?: AmountBound | undefined;
  /** The operator who decided first; shown only to operators. */
  readonly by?: string | undefined;
}

/** The only error that services throw. */
export class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.code, options);
    this.name = 'CallError';
    this.failure = failure;
  }
}

/** The failure in a thrown value. Anything but a `CallError` is a fault of the program and counts as `GENERAL`. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return error.failure;
  return { code: 'GENERAL', fields: {}, retryAfter: null, requestId: null };
}

/** No answer arrived, so it is unknown whether the call had an effect. */
export const unanswered: Failure = { code: 'NETWORK', fields: {}, retryAfter: null, requestId: null };

/** Whether a call may have had an effect: no answer of the server arrived, or the answer reports an internal error. */
export const isLost = ({ code, requestId }: Failure): boolean =>
  requestId === null || code === 'INTERNAL' || code === 'UNAVAILABLE';
