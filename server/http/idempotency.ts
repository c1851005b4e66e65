import { createHash } from 'node:crypto';
import { replayedHeader } from '../../contract/call.ts';
import { type Operation, operationCall } from '../../contract/operations.ts';
import { type ProblemBody, problemMediaType, problemStatus } from '../../contract/problems.ts';
import { ok, type Result, refused } from '../../contract/result.ts';
import { closedOf } from '../accounts/users.ts';
import { problemOf, Refusal } from '../core/refusal.ts';
import { coalesce } from '../database/coalesce.ts';
import type { Db, Query, Write } from '../database/db.ts';
import { mayBeOnes } from '../database/outage.ts';
import {
  type Claim,
  idempotent,
  idempotentMany,
  keptOutcome,
  type Once,
  tryKey,
} from '../ledger/idempotency.ts';
import type { KeyedCallLimit } from './keyedCalls.ts';
import type { Route } from './routes.ts';

interface IdempotentRequest {
  readonly ownerId: string;
  readonly key: string;
  /** Method and path: the same key with another path is another call. */
  readonly call: string;
  /** The parsed body, so that spaces and the order of fields do not matter. */
  readonly body: unknown;
  readonly at: Date;
}

/** The first answer to a key: the whole JSON, or the refusal. */
type Outcome = Result<unknown, ProblemBody>;

/** The statements of a batch: `atCommit` keeps one that is sent with the commit. */
export interface Statements {
  readonly query: Query;
  readonly atCommit: Write;
}

type WorkForMany<Incoming> = (
  statements: Statements,
  all: readonly Incoming[],
) => Promise<readonly Result<unknown, Refusal>[]>;

type AnswerAmongMany<Incoming> = (
  request: IdempotentRequest,
  status: number,
  requestId: string,
  incoming: Incoming,
) => Promise<Response>;

/** Calls that are carried out once per person and `Idempotency-Key` (contract: Conventions, `K`). */
export interface Idempotency {
  /** Answers the result of `work`, or the stored answer of the first time. A refusal is stored as an answer, an internal error is not. */
  answerOnce(
    request: IdempotentRequest,
    status: number,
    requestId: string,
    work: (query: Query) => Promise<unknown>,
  ): Promise<Response>;
  /**
   * Like `answerOnce`, for work on many requests at once: requests that arrive during one batch form the next. A
   * refusal must not have written anything. When the work throws, each request is tried alone, so that none fails because of another.
   */
  gather<Incoming>(work: WorkForMany<Incoming>): AnswerAmongMany<Incoming>;
  /**
   * The outcome of a person's key; null when it has not arrived. A key without an outcome takes a turn like a call with it, because only a
   * write that is undone tells whether another server has it.
   */
  find(ownerId: string, key: string, at: Date): Promise<Operation | null>;
}

/** `batchBegan` is told how many requests are carried out together. */
export function createIdempotency(
  database: Db,
  requireTurn: KeyedCallLimit,
  batchBegan?: (size: number) => void,
): Idempotency {
  // A request that waits for a database connection has no row yet, so it is counted here.
  const arrived = new Map<string, number>();

  async function counted<T>(name: string, work: () => Promise<T>): Promise<T> {
    arrived.set(name, (arrived.get(name) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (arrived.get(name) ?? 1) - 1;
      if (left > 0) arrived.set(name, left);
      else arrived.delete(name);
    }
  }

  return {
    answerOnce: ({ body, ...request }, status, requestId, work) =>
      counted(`${request.ownerId} ${request.key}`, async () => {
        await requireTurn(request.ownerId, request.at);
        const claim = { bodyHash: digest(body), ...request };
        const once = await idempotent<Outcome>(
          database,
          claim,
          (query) => attempt(query, requestId, work),
          isLasting,
          closedOf,
        );
        return respondOnce(once, status);
      }),

    gather<Incoming>(work: WorkForMany<Incoming>): AnswerAmongMany<Incoming> {
      const join = coalesce(
        (all: readonly Gathered<Incoming>[]) => {
          batchBegan?.(all.length);
          return idempotentMany<Outcome, Gathered<Incoming>>(
            database,
            all,
            async (firsts, query, atCommit) => {
              const incoming = firsts.map((first) => first.incoming);
              const told = await work({ query, atCommit }, incoming);
              return told.map((each, index) =>
                each.ok ? each : kept(each.problem, firsts[index]?.requestId),
              );
            },
            isLasting,
            closedOf,
          );
        },
        { most: mostAtOnce, nameOf: ({ ownerId, key }) => `${ownerId} ${key}`, mayBeOnes },
      );
      return ({ body, ...request }, status, requestId, incoming) =>
        counted(`${request.ownerId} ${request.key}`, async () => {
          await requireTurn(request.ownerId, request.at);
          const once = await join({ bodyHash: digest(body), requestId, incoming, ...request });
          return respondOnce(once, status);
        });
    },

    async find(ownerId, key, at) {
      const claim = { ownerId, key, at };
      const first = (await keptOutcome(database.query, claim)) as Outcome | null;
      if (first) return told(first);
      if (arrived.has(`${ownerId} ${key}`)) return running;
      await requireTurn(ownerId, at);
      const outcome = (await tryKey(database, claim)) as Outcome | 'running' | null;
      if (outcome === null) return null;
      return outcome === 'running' ? running : told(outcome);
    },
  };
}

/** A larger batch would hold the locks of all its requests for too long. */
const mostAtOnce = 64;

interface Gathered<Incoming> extends Claim {
  readonly requestId: string;
  readonly incoming: Incoming;
}

const running: Operation = { status: 'running', result: null, problem: null };

/** Registers the call that answers the outcome of a key. */
export function operationCalls(route: Route, idempotent: Idempotency) {
  route(operationCall, async ({ params, session, at }) => {
    const operation = await idempotent.find(session.user.id, params.key, at);
    if (!operation) throw new Refusal('NOT_FOUND');
    return operation;
  });
}

async function attempt(
  query: Query,
  requestId: string,
  work: (query: Query) => Promise<unknown>,
): Promise<Outcome> {
  try {
    return ok(await work(query));
  } catch (error) {
    if (error instanceof Refusal) return kept(error, requestId);
    throw error;
  }
}

/** A refusal as the outcome of its key; rethrows one that must not be stored. */
function kept(refusal: Refusal, requestId = 'none'): Outcome {
  if (problemStatus[refusal.code] >= 500 || refusal.code === 'RATE_LIMITED') throw refusal;
  return refused(problemOf(refusal, requestId));
}

/** A person who first has to prove who they are, or to sign in again, retries with the same key, so such refusals are not stored. */
function isLasting(outcome: Outcome): boolean {
  return outcome.ok || !['STEP_UP_REQUIRED', 'UNAUTHENTICATED'].includes(outcome.problem.code);
}

function respondOnce(once: Result<Once<Outcome>, 'mismatch' | 'in_flight'>, status: number): Response {
  if (once.ok) return respond(once.value.outcome, status, once.value.replayed);
  throw new Refusal(once.problem === 'mismatch' ? 'IDEMPOTENCY_MISMATCH' : 'IDEMPOTENCY_IN_FLIGHT');
}

function respond(outcome: Outcome, status: number, replayed: boolean): Response {
  const headers = replayed ? { [replayedHeader]: 'true' } : undefined;
  if (!outcome.ok) {
    return Response.json(outcome.problem, {
      status: outcome.problem.status,
      headers: { ...headers, 'content-type': problemMediaType },
    });
  }
  if (outcome.value === null) return new Response(null, { status, ...(headers ? { headers } : {}) });
  return Response.json(outcome.value, { status, ...(headers ? { headers } : {}) });
}

function told(outcome: Outcome): Operation {
  if (!outcome.ok) return { status: 'refused', result: null, problem: outcome.problem };
  return { status: 'done', result: dataOf(outcome.value), problem: null };
}

function dataOf(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null;
}

function digest(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}
