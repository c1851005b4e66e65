import type * as z from 'zod/mini';
import type { ProblemCode } from './problems.ts';
import type { Upload } from './uploads.ts';

/** The path of the app's calls on the server. */
export const webAppBase = '/api/web-app';
/** The path of the operator's calls. */
export const operatorBase = '/api/operator';

/**
 * One call of the API as data: the app's client, the server's routes and the OpenAPI document derive from it. `path` has the names of
 * parameters in braces, `/exchange/{id}`, and `params` reads them: an invalid value is NOT_FOUND. `search` reads the query. A JSON body has at
 * most `largestBody` bytes, by default `usualBody`. An `idempotent` call needs an `Idempotency-Key`. A `paged` call answers `meta` beside its
 * `data`. A call with a `file` answers text of that media type, or the bytes of a PDF, as a stream and not in `data`; one with
 * `text/event-stream` continues until one side ends it. A call with a `download` answers the bytes of a stored file of one of these media
 * types: to its owner as an attachment, or, if the call is `public`, to everybody who knows its address. A call with an `upload` sends
 * `multipart/form-data`: the file, and `body` as text parts. `body` is made for a day (`YYYY-MM-DD`, UTC), because ages depend on it. `answer`
 * is the whole JSON, or null for 204. A call for an `operator` is answered on the operators' address, for the roles in `operatorRights`; a
 * call for an `operatorLogin` is answered there for callers without a session. `reads` is how the app reads the answer, where other providers'
 * answers differ; `host` is the provider's, empty for the app's own. A `fixed` call is one of the spec's (section 7), which every provider
 * has. An `automatic` call is one that the app also makes by itself, while nobody may be there: it is no use of its session, which ends as it
 * would without it. `problems` are the codes of this call in addition to those of every call.
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly access: 'public' | 'session' | 'operator' | 'operatorLogin';
  readonly status: 200 | 201 | 204;
  readonly fixed?: true;
  /** Does not keep the session open. Only for a call of a `session`. */
  readonly automatic?: true;
  readonly idempotent?: true;
  /** A session that is bound to a key of its device (decision 112) must send a `Device-Proof`. Only for idempotent calls. */
  readonly movesMoney?: true;
  /** The answer tells the browser to drop its cache of this host, including pages kept for Back (`Clear-Site-Data`). */
  readonly clearsCache?: true;
  readonly paged?: true;
  readonly params?: z.core.$ZodType;
  readonly search?: z.core.$ZodType;
  readonly body?: (today: string) => z.core.$ZodType;
  readonly largestBody?: number;
  readonly upload?: Upload;
  readonly file?: 'text/csv' | 'application/json' | 'application/pdf' | 'text/event-stream';
  readonly download?: readonly string[];
  readonly answer: z.core.$ZodType | null;
  readonly reads?: (host: string) => z.core.$ZodType;
  readonly problems: readonly ProblemCode[];
}

/** The default limit of a JSON body, in bytes. */
export const usualBody = 65_536;

/** The header of an idempotent call: a UUID, made when a person reaches the review and kept until the outcome is known. */
export const keyHeader = 'Idempotency-Key';
/**
 * The header for a proof (`POST /auth/step-up`), which a call needs that answers STEP_UP_REQUIRED without it. It is valid for one use in one
 * session.
 */
export const stepUpHeader = 'Step-Up';
/**
 * The header for the time and the signature of a call that moves money, `<milliseconds>.<base64url>`, in a session that is bound to a key
 * (contract/deviceKeys.ts).
 */
export const deviceProofHeader = 'Device-Proof';
/** The header of answers to signed-in people: in how many whole seconds their session ends unless it is used again. */
export const sessionEndHeader = 'Session-Ends-In';
/** The header that is `true` on an answer that was already given to the same key. */
export const replayedHeader = 'Idempotent-Replayed';

/** The names in braces in a path. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** The body as the caller sends it. */
export type BodyOf<C extends Call> = C['body'] extends (today: string) => infer Schema
  ? z.core.input<Schema>
  : undefined;
/** The answer as the app reads it. */
export type ReadOf<C extends Call> = C['reads'] extends (host: string) => infer Schema
  ? z.core.output<Schema>
  : AnswerOf<C>;
/** The answer of this project's server, parsed. */
export type AnswerOf<C extends Call> = C['answer'] extends z.core.$ZodType
  ? z.core.output<C['answer']>
  : C['file'] extends string
    ? string
    : undefined;
