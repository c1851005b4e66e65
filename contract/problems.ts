import * as z from 'zod/mini';
import { newAddressAllowance } from './newAddressAllowance.ts';

/** Every problem code of the wire, with its HTTP status. Closed: a code outside this table does not exist. */
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

/** The media type of every refusal (RFC 9457). */
export const problemMediaType = 'application/problem+json';

/** RFC 9457 body with Zesto's members. `fields` holds rule names by field, never prose. */
export const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  code: z.enum(problemCodes),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Of STEP_UP_REQUIRED and DEVICE_PROOF_REQUIRED: by what a proof can be had. Of SECOND_FACTOR_REQUIRED: what the account has. */
  methods: z.optional(z.array(z.string())),
  /** Of SETTINGS_LOCKED: when the lock ends, once its person has asked for that. Of LIMIT_EXCEEDED: when a limit of one's own is raised. Of ADDRESS_COOLING: from when on the address may be paid; if it is not in the address book, when it is saved now. */
  until: z.optional(z.string()),
  /** Of ADDRESS_COOLING, where less than was asked for may be paid. */
  allowance: z.optional(newAddressAllowance),
  /** Of STATUS_CONFLICT, to operators: who of them was first. */
  by: z.optional(z.string()),
  request_id: z.optional(z.string()),
});

export type ProblemBody = z.infer<typeof problemBody>;
