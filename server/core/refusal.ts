import type { NewAddressAllowance } from '../../contract/newAddressAllowance.ts';
import {
  type ProblemBody,
  type ProblemCode,
  problemMediaType,
  problemStatus,
} from '../../contract/problems.ts';
import type { FieldErrors } from '../../contract/rules.ts';
import { problemTitles } from './problemTitles.ts';

interface RefusalDetails {
  readonly fields?: FieldErrors;
  /** What a code and rule names cannot tell, in plain English, for who writes programs or runs the server. */
  readonly detail?: string;
  /** Seconds until the same request may be tried again. */
  readonly retryAfter?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** By what a proof can be had. */
  readonly methods?: readonly string[];
  /** From when on the same request is not refused for this. */
  readonly until?: Date;
  /** What may be paid to new addresses instead, in USDT. */
  readonly allowance?: NewAddressAllowance;
  /** The operator who was first; for operators alone. */
  readonly by?: string;
}

/** Thrown wherever a request cannot be served for a reason that the wire has a code for. Rolls back the transaction it leaves. */
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

/** What an operator is told who decides on what is decided already; `by` is null where it is not known who was first. */
export function decidedBefore(by: string | null): Refusal {
  return new Refusal('STATUS_CONFLICT', by === null ? {} : { by, detail: `${by} was first.` });
}

/** RFC 9457 with Zesto's members. */
export function problemOf({ code, details }: Refusal, requestId: string): ProblemBody {
  return {
    type: `urn:zesto:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title: problemTitles[code],
    status: problemStatus[code],
    code,
    ...(details.detail === undefined ? {} : { detail: details.detail }),
    ...(details.fields ? { fields: withoutNonsense(details.fields) } : {}),
    ...(details.methods ? { methods: [...details.methods] } : {}),
    ...(details.until ? { until: details.until.toISOString() } : {}),
    ...(details.allowance ? { allowance: details.allowance } : {}),
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

// The names of unknown fields come from the caller: an answer never sends back a megabyte of them.
function withoutNonsense(fields: FieldErrors): FieldErrors {
  const told = Object.entries(fields).filter(([name]) => name.length <= longestName);
  return Object.fromEntries(told.slice(0, mostFields));
}
