import { ofetch } from 'ofetch';
import * as z from 'zod/mini';
import {
  type BodyOf,
  type Call,
  keyHeader,
  type PathNames,
  type ReadOf,
  sessionEndHeader,
  stepUpHeader,
  webAppBase,
} from '../../../contract/call.ts';
import { CallError, type Failure } from '../../../contract/failure.ts';
import type { FailureCode } from '../../../contract/failureCodes.ts';
import { newAddressAllowance } from '../../../contract/newAddressAllowance.ts';
import { passkeyRequestOptions } from '../../../contract/passkeyRequest.ts';
import { amountBound, problemCodes, problemMediaType, problemStatus } from '../../../contract/problems.ts';
import { type FieldErrors, ruleNames } from '../../../contract/rules.ts';
import { instant } from '../../../contract/schemas.ts';
import type { Upload } from '../../../contract/uploads.ts';
import type { Clock } from './clock.ts';
import { takeEarly } from './earlyReads.ts';
import { logFault } from './log.ts';
import type { RememberedAnswers } from './rememberedAnswers.ts';
import type { SessionStore } from './session.ts';
import { type Progress, sendForm } from './uploads.ts';

interface CallOptions<C extends Call> {
  body?: BodyOf<C>;
  /** The values for the names in braces in the path. */
  params?: Readonly<Record<PathNames<C['path']>, string>>;
  /** The query string, without `?`. */
  search?: string;
  /** The key of an idempotent call. The same key again gets the first answer again. */
  key?: string;
  /** A fresh proof of the person, for a call that needs one. */
  stepUp?: string | undefined;
  /** The language of an answer with texts. */
  language?: string;
  /** Headers in addition to those of every call. */
  headers?: Readonly<Record<string, string>> | null;
  /** The file of an upload; `hear` receives its progress. */
  file?: C['upload'] extends Upload ? File : never;
  hear?: (progress: Progress) => void;
  /**
   * For reads whose answers are remembered; left out, this one is not. `false` lets the server say that it is still the same
   * (`If-None-Match`): then the remembered answer is given, the same object.
   */
  fresh?: boolean;
  /** For reads and uploads only: other writes are never aborted once sent. */
  signal?: AbortSignal;
  /** Another token than the session's, to revoke a session that has already ended here. */
  token?: string;
}

/** Makes one call of the contract and answers its JSON, parsed, or the text of its file. Throws only `CallError`. */
export type Http = <C extends Call>(call: C, options?: CallOptions<C>) => Promise<ReadOf<C>>;

interface HttpPorts {
  /** The server's origin, without a slash at its end; empty for the app's own. */
  origin: string;
  /** The path of the calls; the app's by default. */
  base?: string;
  /** The session whose token calls send. */
  session: Pick<SessionStore, 'end' | 'extend'> & { current(): { readonly token: string } | null };
  clock: Clock;
  /** Keeps answers of reads with `fresh`; without it, none is kept. */
  remembered?: RememberedAnswers;
}

/** An answer as received. */
export interface Arrived {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * The app's way to the server (spec section 7): credentials, JSON or a form, the bearer token if there is one, no retry
 * and no timeout. A 401 to a call with the open session's token ends that session (spec section 4).
 */
export function createHttp({ origin, base = webAppBase, session, clock, remembered }: HttpPorts): Http {
  return async (call, options = {}) => {
    const token = options.token ?? session.current()?.token;
    const address = addressOf(call, options);
    const sentAt = Date.now();
    const read = { path: call.path, address, fresh: options.fresh };
    const known = remembered?.find(read);
    const headers = known ? { ...options.headers, 'if-none-match': known.tag } : (options.headers ?? null);
    const url = `${origin}${base}${address}`;
    const early = await takeArrived(url, call, token, options);
    const arrived = early ?? (await send(url, call, token, { ...options, headers }));
    clock.observe(arrived.headers.get('date'), early?.sentAt ?? sentAt, Date.now());
    if (arrived.status === 401 && token !== undefined) session.end(token);
    const left = secondsIn(arrived.headers.get(sessionEndHeader), clock);
    if (token !== undefined && left !== null) session.extend(token, clock.now() + left * 1000);
    if (arrived.status === 304 && known) return known.answer as ReadOf<typeof call>;
    if (arrived.status < 200 || arrived.status > 299) throw new CallError(failureIn(arrived, call, clock));
    const answer = answerIn(arrived, call, origin);
    remembered?.keep(read, arrived.headers.get('etag'), answer);
    return answer;
  };
}

/** Opens a stream (`text/event-stream`) and answers its text in pieces. Throws only `CallError`. */
export type OpenStream = (
  call: Call,
  options: { readonly language: string; readonly signal: AbortSignal },
) => Promise<ReadableStream<string>>;

/** Like `createHttp`, for streams. */
export function createStreams(ports: HttpPorts): OpenStream {
  return async (call, { language, signal }) => {
    const answer = await openAnswer(ports, call, { language, signal });
    if (answer.body && answer.headers.get('content-type')?.startsWith(call.file ?? '')) {
      return answer.body.pipeThrough(new TextDecoderStream());
    }
    answer.body?.cancel().catch(() => undefined);
    throw new CallError(failure('INVALID_RESPONSE'));
  };
}

/** Fetches the bytes of a file: of a stored one (a call with a `download`), or of a generated one. Throws only `CallError`. */
export type FetchFile = <C extends Call>(
  call: C,
  options: Pick<CallOptions<C>, 'params' | 'search' | 'language' | 'signal'>,
) => Promise<Blob>;

/** Like `createHttp`, for files. */
export function createDownloads(ports: HttpPorts): FetchFile {
  return async (call, options) => {
    const answer = await openAnswer(ports, call, options);
    const misfit = misfitOf(answer, call);
    if (misfit) {
      answer.body?.cancel().catch(() => undefined);
      throw misfit;
    }
    return answer.blob().catch((cause: unknown) => {
      throw new CallError(failure('NETWORK'), { cause });
    });
  };
}

/** The answer of a read, before its body has arrived; refusals are thrown. */
async function openAnswer<C extends Call>(
  { origin, base = webAppBase, session, clock }: HttpPorts,
  call: C,
  options: CallOptions<C>,
): Promise<Response> {
  const token = session.current()?.token;
  const sentAt = Date.now();
  const response = await ofetch
    .raw(`${origin}${base}${addressOf(call, options)}`, {
      headers: headersOf(call, token, options),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      credentials: 'include',
      retry: false,
      ignoreResponseError: true,
      responseType: 'stream',
    })
    .catch((cause: unknown) => {
      throw new CallError(failure('NETWORK'), { cause });
    });
  const { status, headers } = response;
  clock.observe(headers.get('date'), sentAt, Date.now());
  if (status === 401 && token !== undefined) session.end(token);
  const answer = new Response(response._data ?? null, { headers });
  if (status === 200) return answer;
  const text = await answer.text().catch(() => '');
  throw new CallError(failureIn({ status, headers, text }, call, clock));
}

function addressOf<C extends Call>({ path }: C, { params, search }: CallOptions<C>): string {
  const values: Readonly<Record<string, string>> = params ?? {};
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return search ? `${filled}?${search}` : filled;
}

function headersOf<C extends Call>(
  call: C,
  token: string | undefined,
  { key, stepUp, language, headers }: CallOptions<C>,
) {
  return {
    accept: `${call.file ?? (call.download ? '*/*' : 'application/json')}, ${problemMediaType}`,
    ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(key === undefined ? {} : { [keyHeader]: key }),
    ...(stepUp === undefined ? {} : { [stepUpHeader]: stepUp }),
    ...(language === undefined ? {} : { 'accept-language': language }),
    ...headers,
  };
}

/** The answer to a read that was sent before this code had loaded; null if there is no such read. */
async function takeArrived<C extends Call>(
  url: string,
  { method }: C,
  token: string | undefined,
  { signal }: CallOptions<C>,
): Promise<(Arrived & { readonly sentAt: number }) | null> {
  const read = method === 'GET' ? takeEarly(url, token, signal) : null;
  if (!read) return null;
  const answer = await read.answer;
  // Another request is a retry, which is for the caller to decide.
  if (!answer) throw new CallError(failure('NETWORK'));
  const text = await answer.text().catch((cause: unknown) => {
    throw new CallError(failure('NETWORK'), { cause });
  });
  return { status: answer.status, headers: answer.headers, text, sentAt: read.sentAt };
}

async function send<C extends Call>(
  url: string,
  call: C,
  token: string | undefined,
  options: CallOptions<C>,
): Promise<Arrived> {
  const { body, signal } = options;
  const { upload } = call;
  try {
    if (upload) return await sendForm(url, formWith(upload, options), { ...options, token });
    const response = await ofetch.raw(url, {
      method: call.method,
      headers: headersOf(call, token, options),
      ...(body === undefined ? {} : { body: body as Record<string, unknown> }),
      ...(signal === undefined ? {} : { signal }),
      credentials: 'include',
      retry: false,
      ignoreResponseError: true,
      responseType: 'text',
    });
    return { status: response.status, headers: response.headers, text: response._data ?? '' };
  } catch (cause) {
    throw new CallError(failure('NETWORK'), { cause });
  }
}

function formWith<C extends Call>({ field }: Upload, { body, file }: CallOptions<C>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(body ?? {})) form.append(name, String(text));
  if (file) form.append(field, file, file.name);
  return form;
}

/** The answer parsed by the contract. Anything else, such as HTML with status 200, is INVALID_RESPONSE. */
function answerIn<C extends Call>(arrived: Arrived, call: C, origin: string): ReadOf<C> {
  if (call.file) return fileIn(arrived, call) as ReadOf<C>;
  if (call.answer === null) {
    requireNoPage(arrived, call);
    return undefined as ReadOf<C>;
  }
  const parsed = z.safeParse(call.reads?.(origin) ?? call.answer, bodyOf(arrived));
  if (parsed.success) return parsed.data as ReadOf<C>;
  const misfits = parsed.error.issues.map((issue) => `${issue.path.join('.') || '(whole)'}: ${issue.code}`);
  logFault(`${call.method} ${call.path} does not fit the contract`, misfits);
  throw new CallError(failure('INVALID_RESPONSE'));
}

/** A web page in place of nothing is a proxy's, and proves nothing of the call. An empty body of any type proves that it is done. */
function requireNoPage(arrived: Arrived, { method, path }: Call): void {
  if (arrived.text === '' || bodyOf(arrived) !== undefined) return;
  logFault(`${method} ${path} does not fit the contract`, ['(whole): text/html']);
  throw new CallError(failure('INVALID_RESPONSE'));
}

/** The JSON of an answer, or its text; null for an empty body, undefined for a web page. */
function bodyOf({ headers, text }: Arrived): unknown {
  if (headers.get('content-type')?.startsWith('text/html')) return undefined;
  return text === '' ? null : (parseJson(text) ?? text);
}

function fileIn(arrived: Arrived, call: Call): string {
  const misfit = misfitOf(arrived, call);
  if (misfit) throw misfit;
  return arrived.text;
}

/** What is wrong with an answer of another media type than the call's file, such as a web page; null when nothing is. */
function misfitOf(
  { headers }: Pick<Arrived, 'headers'>,
  { method, path, file, download }: Call,
): CallError | null {
  const type = headers.get('content-type') ?? 'nothing';
  // A provider may know no more of a stored file than that it is bytes.
  const types = download ? [...download, 'application/octet-stream'] : [file ?? ''];
  if (types.some((each) => type.startsWith(each))) return null;
  logFault(`${method} ${path} does not fit the contract`, [`(whole): ${type}`]);
  return new CallError(failure('INVALID_RESPONSE'));
}

/** The members of Zesto's problem body; an invalid member is ignored separately. */
const problem = z.object({
  code: z.catch(z.optional(z.enum(problemCodes)), undefined),
  fields: z.catch(z.record(z.string(), z.catch(z.enum(ruleNames), 'format')), {}),
  request_id: z.catch(z.nullable(z.string()), null),
  methods: z.catch(z.optional(z.array(z.string())), undefined),
  passkey: z.catch(z.optional(passkeyRequestOptions), undefined),
  by: z.catch(z.optional(z.string()), undefined),
  until: z.catch(z.optional(instant), undefined),
  allowance: z.catch(z.optional(newAddressAllowance), undefined),
  bound: z.catch(z.optional(amountBound), undefined),
});

function failureIn(arrived: Arrived, call: Call, clock: Clock): Failure {
  const isProblem = arrived.headers.get('content-type')?.startsWith(problemMediaType) ?? false;
  const told = z.safeParse(problem, isProblem ? parseJson(arrived.text) : null);
  const retryAfter = secondsIn(arrived.headers.get('retry-after'), clock);
  if (!told.success) return failure(codeOf(arrived.status, call), {}, retryAfter);
  const { code, fields, request_id, ...others } = told.data;
  return { ...failure(code ?? codeOf(arrived.status, call), fields, retryAfter, request_id), ...others };
}

/** The code for a status alone: for a 401 the call's own meaning, such as wrong credentials at sign-in. */
function codeOf(status: number, call: Call): FailureCode {
  if (status >= 300 && status <= 399) return 'INVALID_RESPONSE';
  if (status === 401) return call.problems.find((code) => problemStatus[code] === 401) ?? 'UNAUTHENTICATED';
  if (status === 403) return 'FORBIDDEN';
  if (isMissing(status, call)) return 'UNSUPPORTED';
  if (status === 404) return 'NOT_FOUND';
  if (status === 413) return call.upload ? 'FILE_TOO_LARGE' : 'PAYLOAD_TOO_LARGE';
  if (status === 415 && call.upload) return 'FILE_TYPE';
  if (status === 422) return 'VALIDATION_FAILED';
  if (status === 429) return 'RATE_LIMITED';
  if (status === 503) return 'UNAVAILABLE';
  return status >= 500 ? 'INTERNAL' : 'GENERAL';
}

/** Whether a 404 means that the server lacks the call; for a path with parameters the named thing may be missing. */
function isMissing(status: number, { fixed, path }: Call): boolean {
  if (fixed) return false;
  return status === 405 || status === 501 || (status === 404 && !path.includes('{'));
}

/** `Retry-After` is in seconds or a date (RFC 9110 section 10.2.3). */
function secondsIn(header: string | null, clock: Clock): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - clock.now()) / 1000));
}

function failure(
  code: FailureCode,
  fields: FieldErrors = {},
  retryAfter: number | null = null,
  requestId: string | null = null,
): Failure {
  return { code, fields, retryAfter, requestId };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
