import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { AnswerOf, Call } from '../../contract/call.ts';
import { checkFields } from '../../contract/rules.ts';
import type { Session } from '../accounts/sessions.ts';
import type { Clock } from '../clock.ts';
import { readJsonObject } from './body.ts';
import { Refusal } from './refusal.ts';

/** What the server knows of a request beside the request itself. */
export interface ServerEnv {
  Bindings: { readonly address: string };
  Variables: { requestId: string; route: string };
}

type BodyRead<C extends Call> = C['body'] extends (today: string) => infer Schema
  ? z.core.output<Schema>
  : null;

type Data<C extends Call> = AnswerOf<C> extends { data: infer D } ? D : undefined;

/** A request as a call's handler sees it: read, checked, and let in. */
interface Incoming<C extends Call> {
  readonly body: BodyRead<C>;
  readonly session: C['access'] extends 'session' ? Session : null;
  /** The caller's network address, and what its program calls itself. */
  readonly address: string;
  readonly userAgent: string;
  readonly at: Date;
}

/** Does a call's work and answers its data; throws `Refusal` for what the wire has a code for. */
type Handler<C extends Call> = (incoming: Incoming<C>) => Promise<Data<C>>;

/** Registers a call's handler. */
export type Route = <C extends Call>(call: C, handler: Handler<C>) => void;

interface Gate {
  /** The session of a bearer token, or null. */
  authenticate(token: string, at: Date): Promise<Session | null>;
  isOperator(token: string): boolean;
}

/** Registers calls under `base`; what is under it and is no call answers NOT_FOUND, or METHOD_NOT_ALLOWED with `Allow`. */
export function addCalls(
  app: Hono<ServerEnv>,
  base: string,
  { clock, gate }: { clock: Clock; gate: Gate },
  register: (route: Route) => void,
) {
  const methods = new Map<string, string[]>();
  register((call, handler) => {
    const path = `${base}${call.path}`;
    const allowed = call.method === 'GET' ? ['GET', 'HEAD'] : [call.method];
    methods.set(path, [...(methods.get(path) ?? []), ...allowed]);
    app.on(call.method, path, (context) => {
      context.set('route', path);
      return answer(call, handler, context, clock.now(), gate);
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
  at: Date,
  gate: Gate,
): Promise<Response> {
  const session = await admit(call, context.req.header('authorization') ?? '', at, gate);
  const body = call.body ? await readBody(call.body, context.req.raw, at) : null;
  const data = await handler({
    body: body as BodyRead<C>,
    session: session as Incoming<C>['session'],
    address: context.env.address,
    userAgent: (context.req.header('user-agent') ?? '').slice(0, 255),
    at,
  });
  if (!call.answer) return new Response(null, { status: call.status });
  // Parsed on the way out: no field leaves that the contract does not name, and a misfit is found here and not in the app.
  return Response.json(z.parse(call.answer, { data }), { status: call.status });
}

async function admit(call: Call, authorization: string, at: Date, gate: Gate): Promise<Session | null> {
  if (call.access === 'public') return null;
  const token = /^Bearer ([\w.~+/=-]{1,512})$/i.exec(authorization)?.[1];
  if (token && call.access === 'operator' && gate.isOperator(token)) return null;
  const session = token && call.access === 'session' ? await gate.authenticate(token, at) : null;
  if (!session) throw new Refusal('UNAUTHENTICATED');
  return session;
}

async function readBody(schemaOf: NonNullable<Call['body']>, request: Request, at: Date) {
  const checked = checkFields(schemaOf(at.toISOString().slice(0, 10)), await readJsonObject(request));
  if (!checked.ok) throw new Refusal('VALIDATION_FAILED', { fields: checked.fields });
  return checked.value;
}
