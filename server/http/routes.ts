import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import {
  type AnswerOf,
  type Call,
  deviceProofHeader,
  keyHeader,
  type PathNames,
  replayedHeader,
  stepUpHeader,
  usualBody,
} from '../../contract/call.ts';
import type { Language } from '../../contract/news.ts';
import { type OperatorRole, type RuledCall, rolesOf } from '../../contract/operatorRoles.ts';
import { type ProblemCode, problemStatus } from '../../contract/problems.ts';
import { ok, type Result, refused } from '../../contract/result.ts';
import { checkFields } from '../../contract/rules.ts';
import { pathId } from '../../contract/textRules.ts';
import type { Upload } from '../../contract/uploads.ts';
import type { Device, Session } from '../accounts/sessions.ts';
import type { Clock } from '../core/clock.ts';
import { preferred } from '../core/language.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { readJsonObject } from './body.ts';
import type { Caller } from './caller.ts';
import { shownDevice } from './deviceCookie.ts';
import type { Idempotency, Statements } from './idempotency.ts';
import { readUpload, type Scan, type UploadedFile } from './upload.ts';
import { type BodyReading, createUploadPlaces } from './uploadPlaces.ts';

/** The server's data about a request. */
export interface ServerEnv {
  Bindings: Caller;
  Variables: {
    requestId: string;
    /** The trace of the request; undefined without one. */
    traceId: string | undefined;
    route: string;
    sessionEnd: Date | null;
    /** The new token for the caller's device. */
    newDevice: string | null;
  };
}

export type BodyRead<C extends Call> = C['body'] extends (today: string) => infer Schema
  ? z.core.output<Schema>
  : null;

type SearchRead<C extends Call> = C['search'] extends z.core.$ZodType ? z.core.output<C['search']> : null;

/** A stored file as it is answered. */
export interface Download {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly name: string;
}

type Data<C extends Call> = C['file'] extends 'text/event-stream'
  ? ReadableStream<Uint8Array>
  : C['file'] extends 'application/pdf'
    ? AsyncIterable<Uint8Array<ArrayBuffer>>
    : C['file'] extends string
      ? AsyncIterable<string>
      : C['download'] extends readonly string[]
        ? Download
        : C['paged'] extends true
          ? AnswerOf<C>
          : AnswerOf<C> extends { data: infer D }
            ? D
            : undefined;

/** A request as a handler gets it: read, checked and admitted. */
interface Incoming<C extends Call> {
  readonly body: BodyRead<C>;
  readonly file: C['upload'] extends Upload ? UploadedFile : null;
  /** The values of the names in braces in the path, checked by the call's rules. */
  readonly params: Readonly<Record<PathNames<C['path']>, string>>;
  readonly search: SearchRead<C>;
  /** The transaction in which an idempotent call's key is recorded and in which it must do all of its work. */
  readonly query: C['idempotent'] extends true ? Query : null;
  readonly session: C['access'] extends 'session' ? Session : null;
  readonly operator: C['access'] extends 'operator' ? Operator : null;
  /** The request id in the log. */
  readonly requestId: string;
  /** The caller's network address. */
  readonly address: string;
  /** The data about the origin of a sign-in. */
  readonly device: Device;
  /** The fresh proof in the `Step-Up` header; null without one. */
  readonly stepUp: string | null;
  /** The supported language that the caller prefers. */
  readonly language: Language;
  readonly at: Date;
}

/** Carries out a call and answers its data, with `meta` if it is paged; throws a `Refusal` for failures with a code on the wire. */
type Handler<C extends Call> = (incoming: Incoming<C>) => Promise<Data<C>>;

/** The calls that may be registered; an operator's call needs an entry in the table of roles. */
type Admissible = Call & (RuledCall | { readonly access: 'public' | 'session' | 'operatorLogin' });

export type Route = <C extends Admissible>(call: C, handler: Handler<C>) => void;

/**
 * Carries out an idempotent call for many requests in one transaction and answers each its data or its refusal, in their order. A
 * refused request must not write anything; an exception rolls back all, and each is then tried alone.
 */
type HandlerOfMany<C extends Call> = (
  statements: Statements,
  requests: readonly Omit<Incoming<C>, 'query'>[],
) => Promise<readonly Result<Data<C>, Refusal>[]>;

/** Registers an idempotent call that is answered for many requests at once. */
export type RouteMany = <C extends Call & { idempotent: true }>(call: C, handler: HandlerOfMany<C>) => void;

/** The operator who makes a call. The server's own token belongs to no person and has no id. */
export interface Operator {
  readonly id: string | null;
  readonly name: string;
  readonly role: OperatorRole;
  readonly session: { readonly id: string; readonly endsAt: Date } | null;
}

interface Gate {
  /** `isUse` is false for a call that the app also makes by itself, which does not keep the session open. */
  authenticate(token: string, at: Date, isUse: boolean): Promise<Session | null>;
  /**
   * The operator with this token, or null. RATE_LIMITED for an address that sends too many wrong ones. `isUse` is false for a check that the
   * console makes by itself, which does not keep a session open.
   */
  operatorOf(token: string, address: string, at: Date, isUse: boolean): Promise<Operator | null>;
}

/** A call that was admitted, read and found valid. */
export interface CarriedCall {
  readonly call: Call;
  readonly requestId: string;
  /** Null for a public call. */
  readonly accountId: string | null;
  /** The operator's name; null for other callers. */
  readonly operator: string | null;
  readonly address: string;
  readonly body: unknown;
  readonly params: unknown;
  readonly at: Date;
}

/** The result of a call. `data` is null for a refusal and for an answer without data; `code` is null for a success and for an internal error. */
export interface CallOutcome {
  readonly status: number;
  readonly code: ProblemCode | null;
  readonly data: unknown;
}

/** Is told of every call before and after it is carried out. A replayed answer is not a new call and is not reported. */
export interface CallListener {
  began?(carried: CarriedCall): Promise<void>;
  ended(carried: CarriedCall, outcome: CallOutcome): Promise<void>;
}

/** A call that moves money, as the key of a device signs it (contract/deviceKeys.ts). `proof` is the header as received. */
export interface DeviceSigned {
  readonly proof: string;
  readonly method: string;
  readonly path: string;
  readonly bodyHash: string;
  readonly key: string;
  readonly at: Date;
}

/**
 * `idempotent` stores the outcomes of idempotent calls, if there are any; `scan` checks uploaded files; `requireDevice` refuses
 * a call that is not signed by the device to which its session is bound. `brokeOff` is told of an error after the beginning of a file,
 * which its caller can only be told by breaking off.
 */
interface World {
  readonly clock: Clock;
  readonly gate: Gate;
  readonly idempotent?: Idempotency;
  readonly listeners: readonly CallListener[];
  readonly scan?: Scan;
  readonly requireDevice?: (session: Session, signed: DeviceSigned) => Promise<void>;
  readonly brokeOff?: (error: unknown, context: Context<ServerEnv>) => void;
}

/** Registers calls under `base`; other paths under it answer NOT_FOUND, or METHOD_NOT_ALLOWED with `Allow`. */
export function addCalls(
  app: Hono<ServerEnv>,
  base: string,
  world: World,
  register: (route: Route, routeMany: RouteMany) => void,
) {
  const methods = new Map<string, string[]>();
  const add = (call: Call, respond: (context: Context<ServerEnv>) => Promise<Response>) => {
    if (call.path.includes('{') && !call.params)
      throw new Error(`${call.path} has no rule for what varies in it`);
    const route = `${base}${call.path}`;
    const path = route.replace(/\{(\w+)\}/g, ':$1');
    const allowed = call.method === 'GET' ? ['GET', 'HEAD'] : [call.method];
    methods.set(path, [...(methods.get(path) ?? []), ...allowed]);
    app.on(call.method, path, (context) => {
      context.set('route', route);
      return respond(context);
    });
  };
  register(
    (call, handler) => add(call, (context) => answer(call, handler, context, world)),
    (call, handler) => add(call, answerOfMany(call, handler, world)),
  );
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
  world: World,
): Promise<Response> {
  const admitted = await letIn(call, context, world);
  const denied = admitted.operator && deniedTo(admitted.operator, call);
  if (denied) {
    const carried = { ...carriedOf(call, context, admitted), body: null, params: null };
    return carryOut(carried, world, (told) => told(() => Promise.reject(denied)));
  }
  const respond = (reading?: BodyReading) =>
    answerAdmitted(call, handler, context, world, reading ? { reading, ...admitted } : admitted);
  return call.upload && admitted.session ? uploads(admitted.session.user.id, respond) : respond();
}

/** The refusal for an operator without the role for a call; null when the role suffices. */
function deniedTo({ role }: Operator, call: Call): Refusal | null {
  const roles = rolesOf(call);
  if (roles.includes(role)) return null;
  const detail = `The role ${role} may not do this: it takes the role ${roles.join(' or ')}.`;
  return new Refusal('FORBIDDEN', { detail });
}

const uploads = createUploadPlaces();

async function answerAdmitted<C extends Call>(
  call: C,
  handler: Handler<C>,
  context: Context<ServerEnv>,
  world: World,
  admitted: Admitted,
): Promise<Response> {
  const { incoming, claim, carried } = await read(call, context, admitted, world);
  const known = checkedTag(call, context);
  if (known !== null) {
    const check = () =>
      handler({ query: null, ...incoming } as Incoming<C>).then((done) => parseAnswer(call, done));
    return answerCheck(known, carried, world, check);
  }
  return carryOut(carried, world, async (told) => {
    const handle = (query: Query | null) =>
      handler({ query: query as Incoming<C>['query'], ...incoming } as Incoming<C>);
    // A HEAD request must not run the handler: a stream that it opened would stay open as long as its session.
    if (call.file && context.req.method === 'HEAD')
      return new Response(null, fileHead(call.file, call.status));
    if (call.file === 'text/event-stream')
      return new Response(
        (await handle(null)) as ReadableStream<Uint8Array>,
        fileHead(call.file, call.status),
      );
    if (call.file) {
      const pieces = (await handle(null)) as AsyncIterable<string | Uint8Array>;
      const stream = await streamOf(pieces, (error) => world.brokeOff?.(error, context));
      return new Response(stream, fileHead(call.file, call.status));
    }
    if (call.download) return downloadOf((await handle(null)) as Download, call);
    const work = async (query: Query | null) =>
      told(() => handle(query).then((done) => parseAnswer(call, done)));
    if (claim) return idempotencyOf(world).answerOnce(claim, call.status, context.get('requestId'), work);
    const answered = await work(null);
    return answered === null
      ? new Response(null, { status: call.status, headers: call.clearsCache ? clearingCache : {} })
      : jsonOf(answered, call);
  });
}

/** An operator's reads carry a tag of their content, by which the console can check them later. */
function jsonOf(answered: unknown, call: Call): Response {
  const tag = isOperatorsRead(call) ? { etag: tagOf(answered) } : {};
  return Response.json(answered, { status: call.status, headers: tag });
}

const isOperatorsRead = ({ access, method, answer }: Call) =>
  access === 'operator' && method === 'GET' && answer !== null;

function tagOf(answered: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(answered)).digest('base64url').slice(0, 22)}"`;
}

/** The tag of what the console shows, when it checks by itself whether that is still so (decision 218). */
function checkedTag(call: Call, context: Context<ServerEnv>): string | null {
  return isOperatorsRead(call) ? (context.req.header('if-none-match') ?? null) : null;
}

/** Answers 304 without a line in the log when nothing new is to be shown. Anything else is told to the listeners before it is answered. */
async function answerCheck(
  known: string,
  carried: CarriedCall,
  world: World,
  check: () => Promise<unknown>,
): Promise<Response> {
  const outcome = await check().then(ok, (error: unknown) => refused(error));
  if (outcome.ok && tagOf(outcome.value) === known)
    return new Response(null, { status: 304, headers: { etag: known } });
  return carryOut(carried, world, async (told) => {
    const answered = await told(async () => {
      if (!outcome.ok) throw outcome.problem;
      return outcome.value;
    });
    return jsonOf(answered, carried.call);
  });
}

// Only the cache: the app itself deletes a person's data, while theme, language and the stored shell belong to the browser.
const clearingCache = { 'clear-site-data': '"cache"' };

interface Gathered {
  readonly incoming: unknown;
  readonly tell: (outcome: Result<unknown, Refusal>) => void;
}

function answerOfMany<C extends Call>(call: C, handler: HandlerOfMany<C>, world: World) {
  const respond = idempotencyOf(world).gather(async (statements, all: readonly Gathered[]) => {
    const told = await handler(
      statements,
      all.map(({ incoming }) => incoming as Omit<Incoming<C>, 'query'>),
    );
    return told.map((each, index) => {
      const outcome = each.ok ? ok(parseAnswer(call, each.value)) : each;
      all[index]?.tell(outcome);
      return outcome;
    });
  });
  return async (context: Context<ServerEnv>): Promise<Response> => {
    const { incoming, claim, carried } = await read(call, context, await letIn(call, context, world), world);
    if (!claim) throw new Error(`${call.path} is not idempotent`);
    return carryOut(carried, world, (_told, tell) =>
      respond(claim, call.status, context.get('requestId'), { incoming, tell }),
    );
  };
}

type Told = <Value>(work: () => Promise<Value>) => Promise<Value>;

/**
 * Carries a call out and tells the listeners its result, after the commit.
 * Listeners are not told of a replayed answer, for which no work is done.
 */
async function carryOut(
  carried: CarriedCall,
  { listeners }: World,
  work: (told: Told, tell: Gathered['tell']) => Promise<Response>,
): Promise<Response> {
  let outcome: Result<unknown, Refusal> | null = null;
  const tell = (done: Result<unknown, Refusal>) => {
    outcome = done;
  };
  const told: Told = async (each) => {
    try {
      const value = await each();
      tell(ok(value));
      return value;
    } catch (error) {
      if (error instanceof Refusal) tell(refused(error));
      throw error;
    }
  };
  const end = async (status: number) => {
    const done = outcome as Result<unknown, Refusal> | null;
    const code = done && !done.ok ? done.problem.code : null;
    const data = done?.ok ? done.value : null;
    for (const listener of listeners) await listener.ended(carried, { status, code, data });
  };
  for (const listener of listeners) await listener.began?.(carried);
  let response: Response;
  try {
    response = await work(told, tell);
  } catch (error) {
    await end(error instanceof Refusal ? problemStatus[error.code] : 500);
    throw error;
  }
  try {
    if (!response.headers.has(replayedHeader)) await end(response.status);
    return response;
  } catch (error) {
    // The work is done, so no listener is told that it failed. An unused answer has no reader, so its body is cancelled here.
    await response.body?.cancel();
    throw error;
  }
}

function idempotencyOf({ idempotent }: World): Idempotency {
  if (!idempotent) throw new Error('these calls have nowhere to keep the outcomes of keys');
  return idempotent;
}

interface Admitted {
  readonly session: Session | null;
  /** Null for other callers. */
  readonly operator: Operator | null;
  readonly at: Date;
  /** Only for an upload. */
  readonly reading?: BodyReading;
}

async function letIn(call: Call, context: Context<ServerEnv>, { clock, gate }: World): Promise<Admitted> {
  const at = clock.now();
  const { session, operator } = await admit(
    call,
    context.req.header('authorization') ?? '',
    context.env.address,
    at,
    gate,
    !call.automatic && checkedTag(call, context) === null,
  );
  context.set('sessionEnd', session?.endsAt ?? null);
  return { session, operator, at };
}

/** Reads and checks an admitted request. `claim` belongs to an idempotent call. */
async function read<C extends Call>(
  call: C,
  context: Context<ServerEnv>,
  admitted: Admitted,
  { scan, requireDevice }: World,
) {
  const { session, operator, at } = admitted;
  const { req } = context;
  const params = readParams(call, req.param());
  const search = call.search ? check(call.search, readSearch(req.url)) : null;
  const key = call.idempotent ? readKey(req.header(keyHeader) ?? '') : null;
  if (call.idempotent && !key) throw new Refusal('MALFORMED_REQUEST');
  const { given, file, bytes } = await readBody(call, req.raw, admitted.reading);
  if (file && call.upload && session)
    await scan?.({ bytes: file.bytes, field: call.upload.field, userId: session.user.id });
  const body = call.body ? check(call.body(at.toISOString().slice(0, 10)), given) : null;
  if (key && !session) throw new Error(`${call.path} is idempotent, but not for a person`);
  if (key && session && call.movesMoney) {
    const bodyHash = createHash('sha256').update(bytes).digest('hex');
    const proof = req.header(deviceProofHeader) ?? '';
    await requireDevice?.(session, { proof, method: call.method, path: req.path, bodyHash, key, at });
  }
  const incoming = {
    body,
    file,
    params,
    search,
    session,
    operator,
    requestId: context.get('requestId'),
    address: context.env.address,
    device: {
      address: context.env.address,
      userAgent: (req.header('user-agent') ?? '').slice(0, 255),
      shown: shownDevice(req.header('cookie') ?? '', context.env.isSecure),
      keep: (token) => context.set('newDevice', token),
    },
    stepUp: /^[\w-]{43}$/.exec(req.header(stepUpHeader) ?? '')?.[0] ?? null,
    language: preferred(req.header('accept-language') ?? ''),
    at,
  } as Omit<Incoming<C>, 'query'>;
  const claim =
    key && session ? { ownerId: session.user.id, key, call: `${call.method} ${req.path}`, body, at } : null;
  return { incoming, claim, carried: { body, params, ...carriedOf(call, context, admitted) } };
}

function carriedOf(
  call: Call,
  context: Context<ServerEnv>,
  { session, operator, at }: Admitted,
): Omit<CarriedCall, 'body' | 'params'> {
  return {
    call,
    requestId: context.get('requestId'),
    accountId: session?.user.id ?? null,
    operator: operator?.name ?? null,
    address: context.env.address,
    at,
  };
}

/** Parses answers before they are sent, so that no undeclared field is sent and a mismatch is found here, not in the app. */
function parseAnswer(call: Call, done: unknown): unknown {
  return call.answer ? z.parse(call.answer, call.paged ? done : { data: done }) : null;
}

function fileHead(type: string, status: number): ResponseInit {
  const headers = { 'content-type': type === 'application/pdf' ? type : `${type}; charset=utf-8` };
  // A buffering proxy would delay the events.
  const asTheyCome = type === 'text/event-stream' ? { 'x-accel-buffering': 'no' } : {};
  return { status, headers: { ...headers, ...asTheyCome } };
}

async function readBody(
  call: Call,
  request: Request,
  reading?: BodyReading,
): Promise<{ given: unknown; file: UploadedFile | null; bytes: Uint8Array }> {
  const none = new Uint8Array();
  if (call.upload) {
    const { texts, file } = await readUpload(request, call.upload, reading);
    return { given: texts, file, bytes: none };
  }
  if (!call.body) return { given: null, file: null, bytes: none };
  const { value, bytes } = await readJsonObject(request, call.largestBody ?? usualBody);
  return { given: value, file: null, bytes };
}

/**
 * Uploaded files are always downloaded: browsers must not open them as pages of this host. A public file was made by this server,
 * and its address always has the same content.
 */
function downloadOf({ bytes, type, name }: Download, { access, status }: Call): Response {
  const safe = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const headers = {
    'content-type': type,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': access === 'public' ? 'public, max-age=31536000, immutable' : 'private, no-store',
    ...(access === 'public' ? {} : { 'content-disposition': `attachment; filename*=UTF-8''${safe}` }),
  };
  return new Response(bytes, { status, headers });
}

/**
 * Streams a file: each piece is made when the caller has taken the last, and none after the caller has gone. Its first piece is waited for,
 * so that an error until then can be answered; `brokeOff` is told of a later one.
 */
async function streamOf(
  pieces: AsyncIterable<string | Uint8Array>,
  brokeOff: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  type Controller = ReadableStreamDefaultController<Uint8Array>;
  const pass = (controller: Controller, { done, value }: IteratorResult<string | Uint8Array>) => {
    if (done) controller.close();
    else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
  };
  const first = await iterator.next();
  const next = () =>
    iterator.next().catch((error: unknown) => {
      brokeOff(error);
      throw error;
    });
  return new ReadableStream<Uint8Array>({
    start(controller) {
      pass(controller, first);
    },
    async pull(controller) {
      pass(controller, await next());
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** Refuses with NOT_FOUND path values that cannot name anything. */
function readParams({ params }: Call, given: Record<string, string>): unknown {
  if (!params) return {};
  const checked = checkFields(params, given);
  if (!checked.ok) throw new Refusal('NOT_FOUND');
  return checked.value;
}

/** Longer than the request line of any ordinary program. */
const longestAddress = 16_384;

/** Reads the query string. A repeated name is ambiguous and is refused. */
function readSearch(url: string): Record<string, string> {
  if (url.length > longestAddress) throw new Refusal('MALFORMED_REQUEST');
  const given = new Map<string, string>();
  for (const [name, value] of new URL(url).searchParams) {
    if (given.has(name)) throw new Refusal('VALIDATION_FAILED', { fields: { [name]: 'format' } });
    given.set(name, value);
  }
  return Object.fromEntries(given);
}

function readKey(text: string): string | null {
  const checked = checkFields(pathId, text);
  return checked.ok ? checked.value : null;
}

/** The token in an `Authorization` header. */
export function bearerIn(authorization: string): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,512})$/i.exec(authorization)?.[1];
}

/** Finds the caller. Refuses with UNAUTHENTICATED callers without access to the call. */
async function admit(
  call: Call,
  authorization: string,
  address: string,
  at: Date,
  gate: Gate,
  isUse: boolean,
): Promise<{ session: Session | null; operator: Operator | null }> {
  if (call.access === 'public' || call.access === 'operatorLogin') return { session: null, operator: null };
  const token = bearerIn(authorization);
  const isOperators = call.access === 'operator';
  const operator = isOperators ? await gate.operatorOf(token ?? '', address, at, isUse) : null;
  const session = token && !isOperators ? await gate.authenticate(token, at, isUse) : null;
  if (!session && operator === null) throw new Refusal('UNAUTHENTICATED');
  return { session, operator };
}

function check<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.core.output<Schema> {
  const checked = checkFields(schema, value);
  if (!checked.ok) throw new Refusal('VALIDATION_FAILED', { fields: checked.fields });
  return checked.value;
}
