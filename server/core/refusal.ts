import type { NewAddressAllowance } from '../../contract/newAddressAllowance.ts';
import type { PasskeyRequestOptions } from '../../contract/passkeyRequest.ts';
import {
  type AmountBound,
  type ProblemBody,
  type ProblemCode,
  problemMediaType,
  problemStatus,
} from '../../contract/problems.ts';
import type { FieldErrors } from '../../contract/rules.ts';
import { problemTitles } from './problemTitles.ts';

interface RefusalDetails {
  readonly fields?: FieldErrors;
  /** A further explanation in plain English, for API clients and operators. */
  readonly detail?: string;
  /** Seconds until the same request may be retried. */
  readonly retryAfter?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The methods by which a proof can be made. */
  readonly methods?: readonly string[];
  /** What the browser asks a device for, to make the proof by a passkey. */
  readonly passkey?: PasskeyRequestOptions;
  /** From when the same request is no longer refused for this reason; for STEP_UP_REQUIRED until when the quote is valid. */
  readonly until?: Date;
  /** The amount that may be paid to new addresses instead, in USDT. */
  readonly allowance?: NewAddressAllowance;
  /** The bound that the amount breaks. */
  readonly bound?: AmountBound;
  /** The operator who decided first; shown only to operators. */
  readonly by?: string;
}

/** Thrown when a request cannot be served for a reason with a code on the wire. Rolls back the transaction that it leaves. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly details: RefusalDetails;

  constructor(code: ProblemCode, details: RefusalDetails = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }
}

/** Tells an operator that the decision was already made; `by` is null when it is unknown by whom. */
export function decidedBefore(by: string | null): Refusal {
  return new Refusal('STATUS_CONFLICT', by === null ? {} : { by, detail: `${by} was first.` });
}

/** The problem body of RFC 9457 with Zesto's members. */
export function problemOf({ code, details }: Refusal, requestId: string): ProblemBody {
  return {
    type: `urn:zesto:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title: problemTitles[code],
    status: problemStatus[code],
    code,
    ...(details.detail === undefined ? {} : { detail: details.detail }),
    ...(details.fields ? { fields: withoutNonsense(details.fields) } : {}),
    ...(details.methods ? { methods: [...details.methods] } : {}),
    ...(details.passkey ? { passkey: details.passkey } : {}),
    ...(details.until ? { until: details.until.toISOString() } : {}),
    ...(details.allowance ? { allowance: details.allowance } : {}),
    ...(details.bound ? { bound: details.bound } : {}),
    ...(details.by === undefined ? {} : { by: details.by }),
    request_id: requestId,
  };
}

export function problemResponse(refusal: Refusal, requestId: string): Response {
  const { code, details } = refusal;
  return new Response(JSON.stringify(problemOf(refusal, requestId)), {
    status: problemStatus[code],
    headers: {
      'content-type': problemMediaType,
      ...(code === 'UNAUTHENTICATED' ? { 'www-authenticate': 'Bearer' } : {}),
      ...(details.retryAfter === undefined ? {} : { 'retry-after': String(details.retryAfter) }),
      ...details.headers,
    },
  });
}

const mostFields = 32;
const longestName = 64;

// Unknown field names come from the caller, so an answer must not repeat a megabyte of them.
function withoutNonsense(fields: FieldErrors): FieldErrors {
  const told = Object.entries(fields).filter(([name]) => name.length <= longestName);
  return Object.fromEntries(told.slice(0, mostFields));
}
