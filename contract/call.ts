import type * as z from 'zod/mini';
import type { ProblemCode } from './problems.ts';

/** Where the app's calls live on the provider's host. */
export const webAppBase = '/api/web-app';
/** Where the operator's calls live. */
export const operatorBase = '/api/operator';

/**
 * One call of the wire as data: the app's client, the server's routes and the OpenAPI document derive from it.
 * `body` is made for a day (`YYYY-MM-DD`, UTC) because ages are counted from it. `answer` is the whole JSON, or null for 204.
 * `problems` are the codes that the call has beyond those which every call may answer.
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly access: 'public' | 'session' | 'operator';
  readonly status: 200 | 201 | 204;
  readonly body?: (today: string) => z.core.$ZodType;
  readonly answer: z.core.$ZodType | null;
  readonly problems: readonly ProblemCode[];
}

/** What the caller sends. */
export type BodyOf<C extends Call> = C['body'] extends (today: string) => infer Schema
  ? z.core.input<Schema>
  : undefined;
/** What the caller gets, parsed. */
export type AnswerOf<C extends Call> = C['answer'] extends z.core.$ZodType
  ? z.core.output<C['answer']>
  : undefined;
