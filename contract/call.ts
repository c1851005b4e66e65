import type * as z from 'zod/mini';
import type { ProblemCode } from './problems.ts';
import type { Upload } from './uploads.ts';

/** The path of the app's calls on the server. */
export const webAppBase = '/api/web-app';
/** The path of the operator's calls. */
export const operatorBase = '/api/operator';

/**
 * One call of the wire as data: the app's client, the server's routes and the OpenAPI document derive from it.
 * `path` names what varies in braces, `/exchange/{id}`, and `params` reads it: what does not fit is NOT_FOUND. `search` reads the parameters
 * behind the `?`. A JSON body has at most `largestBody` bytes, or as many as `usualBody` says. An `idempotent` call needs an
 * `Idempotency-Key`. A `paged` call answers `meta` beside its `data`. A call with a `file` answers text of that media type, or the bytes of a PDF, piece by piece and not in `data`;
 * with `text/event-stream` it goes on until one side ends it.
 * A call with a `download` answers the bytes of a kept file, which is one of these media types: to its owner as an attachment, or, if the
 * call is `public`, to everybody who knows its address. A call with an `upload` sends `multipart/form-data`: the file, and `body` as text parts. `body` is made for a day (`YYYY-MM-DD`, UTC) because ages are counted from it. `answer` is the whole JSON, or null for 204.
 * A call for an `operator` is answered on the operator's address, to whom `operatorRights` names; one for an `operatorLogin` there too, to whoever has no
 * session yet.
 * `reads` is how the app reads it where the answers of other providers differ; `host` is theirs, empty for the app's own.
 * A `fixed` call is one of the spec's (section 7), which every provider has. `problems` are the codes that the call has beyond those which every call may answer.
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly access: 'public' | 'session' | 'operator' | 'operatorLogin';
  readonly status: 200 | 201 | 204;
  readonly fixed?: true;
  readonly idempotent?: true;
  /** A session that is bound to a key of its device (decision 112) makes it with a `Device-Proof` alone. Only of an idempotent call. */
  readonly movesMoney?: true;
  /** The answer tells the browser to drop what it has cached of this host, pages kept for Back among it (`Clear-Site-Data`). */
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

/** The most bytes of a JSON body. */
export const usualBody = 65_536;

/** The header of an idempotent call: a UUID, made when a person reaches the review and kept until the outcome is known. */
export const keyHeader = 'Idempotency-Key';
/** Has a proof (`POST /auth/step-up`) that lets a call through which answers STEP_UP_REQUIRED without it. It fits one use, of one session. */
export const stepUpHeader = 'Step-Up';
/** Has the time and the signature of a call that moves money, `<milliseconds>.<base64url>`, from a session that is bound to a key (contract/deviceKeys.ts). */
export const deviceProofHeader = 'Device-Proof';
/** On answers to whoever is signed in: in how many whole seconds their session ends unless it is used again. */
export const sessionEndHeader = 'Session-Ends-In';
/** Says `true` on an answer that was given before to the same key. */
export const replayedHeader = 'Idempotent-Replayed';

/** The names in braces of a path. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** What the caller sends. */
export type BodyOf<C extends Call> = C['body'] extends (today: string) => infer Schema
  ? z.core.input<Schema>
  : undefined;
/** What the app gets, parsed. */
export type ReadOf<C extends Call> = C['reads'] extends (host: string) => infer Schema
  ? z.core.output<Schema>
  : AnswerOf<C>;
/** What a caller of this project's server gets, parsed. */
export type AnswerOf<C extends Call> = C['answer'] extends z.core.$ZodType
  ? z.core.output<C['answer']>
  : C['file'] extends string
    ? string
    : undefined;
