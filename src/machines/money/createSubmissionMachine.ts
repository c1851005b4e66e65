/** A request that moves money: sent once under its key. Without an answer, the outcome is asked for by the key. */
import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { Operation } from '../../../contract/operations.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { type Standing, type StandingRef, watchStanding } from '../core/standingMachine.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { isRefusal, type Outcome, outcomeOf } from './moneyFlow.ts';

/** The request, its idempotency key, and a fresh proof of the person if the server asked for one. */
export interface IdempotentRequest<Request> {
  readonly request: Request;
  readonly key: string;
  readonly proof?: string;
}

interface SubmissionInput<Request> {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
  readonly standing: StandingRef;
  readonly key: string;
  readonly proof?: string | null;
  /** Null when it was sent before a reload and can no longer be read: then only its outcome is asked for. */
  readonly request: Request | null;
  /** Until when the server accepts the request if it is sent now, in milliseconds of its time. */
  readonly acceptedUntil: () => number;
  /** Whether the request was already sent, so that its outcome is asked for first. */
  readonly wasSent: boolean;
}

interface SubmissionContext<Request> extends SubmissionInput<Request> {
  readonly until: number;
  readonly isOffline: boolean;
  readonly attempts: number;
  /** When the outcome was last asked for, in milliseconds of the server's time. */
  readonly askedAt: number;
  /** Why the last question for the outcome failed. */
  readonly failure: Failure | null;
  readonly outcome: Outcome | null;
}

type SubmissionEvent =
  /** The person asks for the outcome at once. */
  | { readonly type: 'answer.requested' }
  /** The server has not received the request, and the person sends it again under the same key. */
  | { readonly type: 'payment.repeated' }
  | { readonly type: 'standing.changed'; readonly standing: Standing };

/** Tolerance for differing clocks, in milliseconds: only this long after its deadline is a request treated as too late. */
const margin = 2_000;
const pauses = [1_000, 2_000, 4_000, 8_000, 15_000] as const;
/** The server keeps a key for ninety days (decision 022). This long after the deadline, a missing one proves nothing. */
const remembered = 89 * 86_400_000;

/**
 * Judges by when it was asked, because what was not there then may have arrived before the answer did; and by now, because an answer may
 * set the clock back.
 */
const judgedAt = (context: { readonly askedAt: number; readonly now: () => number }) =>
  Math.min(context.askedAt, context.now());

/** Tags: `busy` while an answer is awaited, `absent` while the server has not received the request. */
export function createSubmissionMachine<Request, Result>() {
  return setup({
    types: {
      context: {} as SubmissionContext<Request>,
      events: {} as SubmissionEvent,
      input: {} as SubmissionInput<Request>,
      output: {} as Outcome,
      tags: {} as 'busy' | 'absent',
    },
    actors: {
      send: placeholderPromise<Result, IdempotentRequest<Request>>('send'),
      readOperation: placeholderPromise<Operation, { readonly key: string }>('readOperation'),
      watchStanding,
    },
    guards: {
      wasSent: ({ context }) => context.wasSent,
      canRepeat: ({ context }) => context.request !== null && !context.isOffline,
      isBackOnline: ({ context }, { standing }: { standing: Standing }) =>
        context.isOffline && !standing.isOffline,
      isRefusal: (_, { error }: { error: unknown }) => isRefusal(error),
      isKnown: (_, operation: Operation) => outcomeOf(operation) !== null,
      /** Only a 404 with a request id is from the server itself; a proxy may answer 404 to anything. */
      isAbsent: (_, { error }: { error: unknown }) => {
        const { code, requestId } = failureOf(error);
        return code === 'NOT_FOUND' && requestId !== null;
      },
      isTooLate: ({ context }) => judgedAt(context) >= context.until + margin,
    },
    actions: {
      keepUntil: assign(({ context }) => ({ until: context.acceptedUntil() })),
      keepStanding: assign((_, { standing: { isOffline } }: { standing: Standing }) => ({ isOffline })),
      countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1, askedAt: context.now() })),
      keepResult: assign((_, result: Result) => ({ outcome: { type: 'done', result } as const })),
      keepRefusal: assign((_, { error }: { error: unknown }) => ({
        outcome: { type: 'refused', failure: failureOf(error) } as const,
      })),
      keepOutcome: assign((_, operation: Operation) => ({ outcome: outcomeOf(operation) })),
      keepAbsence: assign(({ context }): { outcome: Outcome } => ({
        outcome: { type: judgedAt(context) > context.until + remembered ? 'forgotten' : 'never' },
      })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
      forgetFailure: assign({ failure: null }),
    },
    delays: {
      sendTimeout: 15_000,
      readTimeout: 10_000,
      pause: ({ context }) => pauses[Math.min(context.attempts, pauses.length) - 1] ?? pauses[0],
      untilTooLate: ({ context }) => Math.max(0, context.until + margin - context.now()),
    },
  }).createMachine({
    id: 'submission',
    context: ({ input }) => ({
      ...input,
      until: input.acceptedUntil(),
      isOffline: input.standing.getSnapshot().context.isOffline,
      attempts: 0,
      askedAt: 0,
      failure: null,
      outcome: null,
    }),
    output: ({ context }) => required(context.outcome),
    initial: 'starting',
    states: {
      starting: { always: [{ guard: 'wasSent', target: 'reconciling' }, { target: 'sending' }] },
      sending: {
        tags: 'busy',
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context: { request, key, proof } }) => ({
            ...{ request: required(request), key },
            ...(proof ? { proof } : {}),
          }),
          onDone: { target: 'known', actions: withOutput('keepResult') },
          onError: [
            { guard: withEvent('isRefusal'), target: 'known', actions: withEvent('keepRefusal') },
            { target: 'reconciling' },
          ],
        },
        after: { sendTimeout: 'reconciling' },
      },
      reconciling: {
        invoke: { id: 'watchStanding', src: 'watchStanding', input: ({ context }) => context },
        on: {
          'standing.changed': [
            { guard: withEvent('isBackOnline'), target: '.asking', actions: withEvent('keepStanding') },
            { actions: withEvent('keepStanding') },
          ],
        },
        initial: 'asking',
        states: {
          asking: {
            tags: 'busy',
            entry: 'countAttempt',
            invoke: {
              id: 'readOperation',
              src: 'readOperation',
              input: ({ context }) => ({ key: context.key }),
              onDone: [
                {
                  guard: withOutput('isKnown'),
                  target: '#submission.known',
                  actions: withOutput('keepOutcome'),
                },
                { target: 'waiting', actions: 'forgetFailure' },
              ],
              onError: [
                { guard: withEvent('isAbsent'), target: 'judging', actions: 'forgetFailure' },
                { target: 'waiting', actions: withEvent('keepFailure') },
              ],
            },
            after: { readTimeout: 'waiting' },
          },
          waiting: { after: { pause: 'asking' }, on: { 'answer.requested': 'asking' } },
          judging: {
            always: [
              { guard: 'isTooLate', target: '#submission.known', actions: 'keepAbsence' },
              { target: 'absent' },
            ],
          },
          // The request may still arrive, so until it is too late it may only be sent again under the same key.
          absent: {
            tags: 'absent',
            after: { untilTooLate: 'asking' },
            on: {
              'payment.repeated': { guard: 'canRepeat', target: '#submission.sending', actions: 'keepUntil' },
            },
          },
        },
      },
      known: { type: 'final' },
    },
  });
}
