import * as z from 'zod/mini';
import { newAddressAllowance } from './newAddressAllowance.ts';
import { passkeyRequestOptions } from './passkeyRequest.ts';
import { decimal } from './schemas.ts';

/** Every problem code of the API, with its HTTP status. No other codes exist. */
export const problemStatus = {
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  SIGNATURE_INVALID: 401,
  NONCE_UNKNOWN: 401,
  CREDENTIAL_INVALID: 401,
  ACCOUNT_BLOCKED: 403,
  EMAIL_UNVERIFIED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  FORBIDDEN: 403,
  STEP_UP_REQUIRED: 403,
  DEVICE_PROOF_REQUIRED: 403,
  KYC_REQUIRED: 403,
  LIMIT_EXCEEDED: 403,
  ADDRESS_NOT_ALLOWED: 403,
  WITHDRAWALS_DISABLED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  EMAIL_TAKEN: 409,
  USERNAME_TAKEN: 409,
  PASSWORD_REQUIRED: 409,
  QUOTE_EXPIRED: 409,
  QUOTE_USED: 409,
  STATUS_CONFLICT: 409,
  ADDRESS_COOLING: 409,
  ADDRESS_LIMIT: 409,
  BALANCE_NOT_ZERO: 409,
  CONFIRMATION_REQUIRED: 409,
  APPROVAL_REQUIRED: 409,
  LAST_LOGIN_METHOD: 409,
  SETTINGS_LOCKED: 409,
  IDENTITY_TAKEN: 409,
  WALLET_TAKEN: 409,
  WALLET_LIMIT: 409,
  PASSKEY_LIMIT: 409,
  IDEMPOTENCY_IN_FLIGHT: 409,
  LINK_EXPIRED: 410,
  PAYLOAD_TOO_LARGE: 413,
  FILE_TOO_LARGE: 413,
  FILE_TYPE: 415,
  MEDIA_TYPE: 415,
  MISDIRECTED: 421,
  MALFORMED_REQUEST: 400,
  VALIDATION_FAILED: 422,
  CAPTCHA_FAILED: 422,
  AMOUNT_TOO_SMALL: 422,
  AMOUNT_TOO_LARGE: 422,
  INSUFFICIENT_BALANCE: 422,
  ADDRESS_INVALID: 422,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  RATE_UNAVAILABLE: 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** The names of `problemStatus`, in its order. */
export const problemCodes = Object.keys(problemStatus) as ProblemCode[];

/** The media type of all refusals (RFC 9457). */
export const problemMediaType = 'application/problem+json';

/** The bound that a refused amount breaks: the minimum, the maximum, what is available, or what a limit leaves; a limit is in USDT. */
export const amountBound = z.object({ amount: decimal, token: z.string() });

export type AmountBound = z.infer<typeof amountBound>;

/** RFC 9457 body with Zesto's members. `fields` has rule names by field, never texts. */
export const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  code: z.enum(problemCodes),
  fields: z.optional(z.record(z.string(), z.string())),
  /** For STEP_UP_REQUIRED and DEVICE_PROOF_REQUIRED: the methods for a proof. For SECOND_FACTOR_REQUIRED: the account's factors. */
  methods: z.optional(z.array(z.string())),
  /**
   * For SETTINGS_LOCKED: when the lock ends, if its end was requested. For LIMIT_EXCEEDED: when the person's own limit is raised. For
   * ADDRESS_COOLING: from when the address may be paid; if it is not in the address book, from when if it is saved now. For
   * STEP_UP_REQUIRED on a payment: until when its quote is valid.
   */
  until: z.optional(z.string()),
  /** For STEP_UP_REQUIRED on a payment of a person with passkeys: what the browser asks the device for. */
  passkey: z.optional(passkeyRequestOptions),
  /** For ADDRESS_COOLING, when a smaller amount may be paid. */
  allowance: z.optional(newAddressAllowance),
  bound: z.optional(amountBound),
  /** For STATUS_CONFLICT, to operators: the operator who was first. */
  by: z.optional(z.string()),
  request_id: z.optional(z.string()),
});

export type ProblemBody = z.infer<typeof problemBody>;
