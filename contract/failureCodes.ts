import { problemCodes } from './problems.ts';

/**
 * `CANCELLED`: by the person or a timeout, which browsers do not distinguish. `PRESENT`: the device already has a passkey of this account.
 * `DOMAIN`: the page is not one of ours. `UNKNOWN`: a passkey of no account here, or of another one. `REFUSED`: the signature is invalid.
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
 * The failures of a call in the app: the problems of the API, and those that no provider reports itself. `NETWORK`: no answer arrived.
 * `INVALID_RESPONSE`: the answer does not fit the contract. `UNSUPPORTED`: this provider does not have the call. `GENERAL`: a refusal whose
 * status says nothing more. `PASSKEY_…`: a refusal by the browser, or by the server for a device's signature.
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
