/** Sends the verification email again; after that, or after too many emails, waits until the server allows the next one. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import type { SentConfirmation } from '../../../contract/accountEmails.ts';
import { type Failure, failureOf, unanswered } from '../../../contract/failure.ts';
import { placeholderPromise } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';

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
    isNeedless: (_, sent: SentConfirmation) => sent === null,
    isThrottled: (_, { error }: { error: unknown }) =>
      failureOf(error).code === 'RATE_LIMITED' && failureOf(error).retryAfter !== null,
  },
  actions: {
    keepSent: assign((_, sent: SentConfirmation) =>
      sent === null ? {} : { sentAt: Date.parse(sent.sent_at), againAt: Date.parse(sent.again_at) },
    ),
    keepWait: assign(({ context }, { error }: { error: unknown }) => ({
      againAt: context.now() + (failureOf(error).retryAfter ?? 0) * 1_000,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    keepNoAnswer: assign({ failure: unanswered }),
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
          { guard: withOutput('isNeedless'), target: 'verified' },
          { target: 'waiting', actions: withOutput('keepSent') },
        ],
        onError: [
          { guard: withEvent('isThrottled'), target: 'waiting', actions: withEvent('keepWait') },
          { target: 'resting', actions: withEvent('keepFailure') },
        ],
      },
      after: { timeout: { target: 'resting', actions: 'keepNoAnswer' } },
    },
    waiting: { tags: 'throttled', after: { wait: 'resting' } },
    // The address was verified by a link in another browser: the parent reads it again.
    verified: { type: 'final' },
  },
});

export type ConfirmationRef = ActorRefFrom<typeof confirmationMachine>;
