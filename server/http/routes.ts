import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { type AnswerOf, type Call, keyHeader, type PathNames } from '../../contract/call.ts';
import { checkFields } from '../../contract/rules.ts';
import type { Session } from '../accounts/sessions.ts';
import type { Clock } from '../clock.ts';
import type { Query } from '../database/db.ts';
import { type LetterLanguage, languageOf } from '../letters/letters.ts';
import { readJsonObject } from './body.ts';
import type { Keyed } from './keyed.ts';
import { Refusal } from './refusal.ts';

/** What the server knows of a request beside the request itself. */
export interface ServerEnv {
  Bindings: { readonly address: string };
  Variables: { requestId: string; route: string; sessionEnd: Date | null };
}

type BodyRead<C extends Call> = C['body'] extends (today: string) => infer Schema
  ? z.core.output<Schema>
  : null;

type SearchRead<C extends Call> = C['search'] extends z.core.$ZodType ? z.core.output<C['search']> : null;

type Data<C extends Call> = C['file'] extends string
  ? AsyncIterable<string>
  : C['paged'] extends true
    ? AnswerOf<C>
    : AnswerOf<C> extends { data: infer D }
      ? D
      : undefined;

/** A request as a call's handler sees it: read, checked, and let in. */
interface Incoming<C extends Call> {
  readonly body: BodyRead<C>;
  /** What the path has in place of the names in braces. `id` and `key` are UUIDs in lower case. */
  readonly params: Readonly<Record<PathNames<C['path']>, string>>;
  readonly search: SearchRead<C>;
  /** A keyed call does all of its work through this: the transaction in which its key is recorded. */
  readonly query: C['keyed'] extends true ? Query : null;
  readonly session: C['access'] extends 'session' ? Session : null;
  /** The caller's network address, and what its program calls itself. */
  readonly address: string;
  readonly userAgent: string;
  /** The language that the caller reads. */
  readonly language: LetterLanguage;
  readonly at: Date;
}

/** Does a call's work and answers its data, with `meta` if it is paged; throws `Refusal` for what the wire has a code for. */
type Handler<C extends Call> = (incoming: Incoming<C>) => Promise<Data<C>>;

/** Registers a call's handler. */
export type Route = <C extends Call>(call: C, handler: Handler<C>) => void;

interface Gate {
  /** The session of a bearer token, or null. */
  authenticate(token: string, at: Date): Promise<Session | null>;
  isOperator(token: string): boolean;
}

/** `keyed` keeps the outcomes of keyed calls, where there are any. */
interface World {
  readonly clock: Clock;
  readonly gate: Gate;
  readonly keyed?: Keyed;
}

/** Registers calls under `base`; what is under it and is no call answers NOT_FOUND, or METHOD_NOT_ALLOWED with `Allow`. */
export function addCalls(app: Hono<ServerEnv>, base: string, world: World, register: (route: Route) => void) {
  const methods = new Map<string, string[]>();
  register((call, handler) => {
    const route = `${base}${call.path}`;
    const path = route.replace(/\{(\w+)\}/g, ':$1');
    const allowed = call.method === 'GET' ? ['GET', 'HEAD'] : [call.method];
    methods.set(path, [...(methods.get(path) ?? []), ...allowed]);
    app.on(call.method, path, (context) => {
      context.set('route', route);
      return answer(call, handler, context, world);
    });
  });
  for (const [path, allowed] of methods) {
    app.all(path, () => {
      throw new Refusal('METHOD_NOT_ALLOWED', { headers: { allow: allowed.join(', ') } });
    });
  }
}

async function answer<C extends Call>(
  call: C,
  handler: Handler<C>,
  context: Context<ServerEnv>,
  { clock, gate, keyed }: World,
): Promise<Response> {
  const at = clock.now();
  const { req } = context;
  const session = await admit(call, req.header('authorization') ?? '', at, gate);
  context.set('sessionEnd', session?.endsAt ?? null);
  const params = readParams(req.param());
  const search = call.search ? check(call.search, Object.fromEntries(new URL(req.url).searchParams)) : null;
  const key = call.keyed ? readUuid(req.header(keyHeader) ?? '') : null;
  if (call.keyed && !key) throw new Refusal('MALFORMED_REQUEST');
  const body = call.body
    ? check(call.body(at.toISOString().slice(0, 10)), await readJsonObject(req.raw))
    : null;
  const handle = (query: Query | null) =>
    handler({
      body: body as BodyRead<C>,
      params: params as Incoming<C>['params'],
      search: search as SearchRead<C>,
      query: query as Incoming<C>['query'],
      session: session as Incoming<C>['session'],
      address: context.env.address,
      userAgent: (req.header('user-agent') ?? '').slice(0, 255),
      language: languageOf(req.header('accept-language') ?? ''),
      at,
    });
  if (call.file) return fileOf((await handle(null)) as AsyncIterable<string>, call.file, call.status);
  const work = async (query: Query | null) => {
    const done = await handle(query);
    // Parsed on the way out: no field leaves that the contract does not name, and a misfit is found here and not in the app.
    return call.answer ? z.parse(call.answer, call.paged ? done : { data: done }) : null;
  };
  if (key) {
    if (!session || !keyed) throw new Error(`${call.path} is keyed, but not for a person`);
    const claim = { ownerId: session.user.id, key, call: `${call.method} ${req.path}`, body, at };
    return keyed.answerOnce(claim, call.status, context.get('requestId'), work);
  }
  const told = await work(null);
  return told === null
    ? new Response(null, { status: call.status })
    : Response.json(told, { status: call.status });
}

/** A text as it comes, piece by piece: the next is made when the caller has taken the last, and none after the caller has gone. */
function fileOf(pieces: AsyncIterable<string>, type: string, status: number): Response {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return new Response(stream, { status, headers: { 'content-type': `${type}; charset=utf-8` } });
}

/** Refuses with NOT_FOUND what cannot be anything's id. */
function readParams(given: Record<string, string>): Record<string, string> {
  const params = Object.entries(given).map(([name, text]) => {
    const value = name === 'id' || name === 'key' ? readUuid(text) : text;
    if (value === null) throw new Refusal('NOT_FOUND');
    return [name, value] as const;
  });
  return Object.fromEntries(params);
}

function readUuid(text: string): string | null {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text.toLowerCase() : null;
}

async function admit(call: Call, authorization: string, at: Date, gate: Gate): Promise<Session | null> {
  if (call.access === 'public') return null;
  const token = /^Bearer ([\w.~+/=-]{1,512})$/i.exec(authorization)?.[1];
  if (token && call.access === 'operator' && gate.isOperator(token)) return null;
  const session = token && call.access === 'session' ? await gate.authenticate(token, at) : null;
  if (!session) throw new Refusal('UNAUTHENTICATED');
  return session;
}

function check<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.core.output<Schema> {
  const checked = checkFields(schema, value);
  if (!checked.ok) throw new Refusal('VALIDATION_FAILED', { fields: checked.fields });
  return checked.value;
}
