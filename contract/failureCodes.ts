import { problemCodes } from './problems.ts';

/**
 * `CANCELLED`: the person, or a time that ran out; browsers do not tell them apart. `PRESENT`: the device has one of this account already.
 * `DOMAIN`: the page is no page of ours. `UNKNOWN`: of no account here, or of another one. `REFUSED`: what was signed does not hold.
 */
export const passkeyFailureCodes = [
  'PASSKEY_CANCELLED',
  'PASSKEY_UNSUPPORTED',
  'PASSKEY_PRESENT',
  'PASSKEY_DOMAIN',
  'PASSKEY_UNKNOWN',
  'PASSKEY_REFUSED',
] as const;
export type PasskeyFailureCode = (typeof passkeyFailureCodes)[number];

/**
 * How a call can fail in the app: the wire's problems, and what no provider says of itself.
 * `NETWORK`: no answer arrived. `INVALID_RESPONSE`: an answer arrived that the contract does not know.
 * `UNSUPPORTED`: this provider does not have the call. `GENERAL`: a refusal whose status tells nothing more. `PASSKEY_…`: what a browser
 * refuses, or the server of what a device has signed.
 */
export const failureCodes = [
  ...problemCodes,
  ...passkeyFailureCodes,
  'NETWORK',
  'INVALID_RESPONSE',
  'UNSUPPORTED',
  'GENERAL',
] as const;
export type FailureCode = (typeof failureCodes)[number];
