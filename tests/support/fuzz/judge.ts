import * as z from 'zod/mini';
import { replayedHeader } from '../../../contract/call.ts';
import { problemBody, problemMediaType } from '../../../contract/problems.ts';

/** An answer, read to its end. */
export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const strict = z.strictObject(problemBody._zod.def.shape);

/** What is wrong with an answer to whatever request: a fault of the server, a problem of another form, a header that is missing. */
export function faultsOf({ status, headers, text }: Told): string[] {
  const faults: string[] = [];
  if (status >= 500) faults.push(`answers ${status}`);
  const id = headers.get('x-request-id') ?? '';
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) faults.push('no request id');
  if (headers.get('x-content-type-options') !== 'nosniff') faults.push('no nosniff');
  if (!headers.get('content-security-policy')?.includes("default-src 'none'")) faults.push('no policy');
  if (!headers.has('cache-control')) faults.push('no cache-control');
  if (!headers.has('date')) faults.push('no date');
  if (status >= 400) faults.push(...faultsOfProblem(status, headers, text, id));
  return faults;
}

function faultsOfProblem(status: number, headers: Headers, text: string, id: string): string[] {
  if (headers.get('content-type') !== problemMediaType) return ['a refusal that is no problem'];
  const read = z.safeParse(strict, parsed(text));
  if (!read.success) return [`a malformed problem: ${z.prettifyError(read.error)}`];
  const { status: told, request_id, code } = read.data;
  return [
    ...(told === status ? [] : [`a problem of ${told}`]),
    // The first answer to a key is told again as it was.
    ...(request_id === id || headers.has(replayedHeader) ? [] : ['a problem of another request']),
    ...(status !== 429 || headers.has('retry-after') ? [] : [`${code} without Retry-After`]),
    ...(text.length < 5_000 ? [] : ['a problem of more than 5,000 characters']),
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
