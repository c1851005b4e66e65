/** Sends the verification email again; after that, or after too many emails, waits until the server allows the next one. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import type { SentConfirmation } from '../../../contract/accountEmails.ts';
import { type Failure, failureOf, unanswered } from '../../../contract/failure.ts';
import { placeholderPromise } from '../core/placeholders.ts';

interface ConfirmationContext {
  readonly now: () => number;
  /** When the last email was sent, in milliseconds; null before the first. */
  readonly sentAt: number | null;
  /** When the next email may be requested. */
  readonly againAt: number;
  readonly failure: Failure | null;
}

/** Tags: `busy` while an email is being requested; `throttled` until the next one is allowed. */
export const confirmationMachine = setup({
  types: {
    context: {} as ConfirmationContext,
    events: {} as { readonly type: 'email.wanted' },
    input: {} as Pick<ConfirmationContext, 'now'>,
    tags: {} as 'busy' | 'throttled',
    children: {} as { sendConfirmation: 'sendConfirmation' },
  },
  actors: { sendConfirmation: placeholderPromise<SentConfirmation, void>('sendConfirmation') },
  guards: {
    isNeedless: (_, { sent }: { sent: SentConfirmation }) => sent === null,
    isThrottled: (_, { failure }: { failure: Failure }) =>
      failure.code === 'RATE_LIMITED' && failure.retryAfter !== null,
  },
  actions: {
    keepSent: assign((_, { sent }: { sent: SentConfirmation }) =>
      sent === null ? {} : { sentAt: Date.parse(sent.sent_at), againAt: Date.parse(sent.again_at) },
    ),
    keepWait: assign(({ context }, { failure }: { failure: Failure }) => ({
      againAt: context.now() + (failure.retryAfter ?? 0) * 1_000,
    })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    forgetFailure: assign({ failure: null }),
  },
  delays: { timeout: 15_000, wait: ({ context: { now, againAt } }) => Math.max(0, againAt - now()) },
}).createMachine({
  id: 'confirmation',
  context: ({ input: { now } }) => ({ now, sentAt: null, againAt: 0, failure: null }),
  initial: 'resting',
  states: {
    resting: { on: { 'email.wanted': { target: 'asking', actions: 'forgetFailure' } } },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'sendConfirmation',
        src: 'sendConfirmation',
        onDone: [
          {
            guard: { type: 'isNeedless', params: ({ event }) => ({ sent: event.output }) },
            target: 'verified',
          },
          {
            target: 'waiting',
            actions: { type: 'keepSent', params: ({ event }) => ({ sent: event.output }) },
          },
        ],
        onError: [
          {
            guard: { type: 'isThrottled', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            target: 'waiting',
            actions: { type: 'keepWait', params: ({ event }) => ({ failure: failureOf(event.error) }) },
          },
          {
            target: 'resting',
            actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
          },
        ],
      },
      after: {
        timeout: { target: 'resting', actions: { type: 'keepFailure', params: { failure: unanswered } } },
      },
    },
    waiting: { tags: 'throttled', after: { wait: 'resting' } },
    // The address was verified by a link in another browser: the parent reads it again.
    verified: { type: 'final' },
  },
});

export type ConfirmationRef = ActorRefFrom<typeof confirmationMachine>;
