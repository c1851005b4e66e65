/** "This was not me", opened from an email link or the inbox: nothing is reported before the person presses the button. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf, unanswered } from '../../../contract/failure.ts';
import type { NotMeReport } from '../../../contract/notMe.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';

/** What the report is about; null when the page's address names nothing. */
export type NotMeTarget = { readonly token: string } | { readonly notification: string };

interface NotMeContext {
  readonly target: NotMeTarget | null;
  readonly report: NotMeReport | null;
  readonly failure: Failure | null;
}

type NotMeEvent = { readonly type: 'report.pressed' };

/** Failures that a retry would not change. */
const isFinalFailure = ({ code }: Failure) =>
  code === 'LINK_EXPIRED' || code === 'NOT_FOUND' || code === 'VALIDATION_FAILED';

/** Tag: `busy` while it is being reported. */
export const notMeMachine = setup({
  types: {
    context: {} as NotMeContext,
    events: {} as NotMeEvent,
    input: {} as { readonly target: NotMeTarget | null },
    tags: {} as 'busy',
  },
  actors: { report: placeholderPromise<NotMeReport, { readonly target: NotMeTarget }>('report') },
  guards: {
    hasTarget: ({ context }) => context.target !== null,
    isOver: (_, { error }: { error: unknown }) => failureOf(error).code === 'LINK_EXPIRED',
    isRefused: (_, { error }: { error: unknown }) => isFinalFailure(failureOf(error)),
  },
  actions: {
    keepReport: assign((_, report: NotMeReport) => ({ report })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    keepNoAnswer: assign({ failure: unanswered }),
    forgetFailure: assign({ failure: null }),
  },
  delays: { timeout: 30_000 },
}).createMachine({
  id: 'notMe',
  context: ({ input }) => ({ ...input, report: null, failure: null }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'hasTarget', target: 'asking' }, { target: 'unknown' }] },
    asking: { on: { 'report.pressed': 'reporting' } },
    reporting: {
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        id: 'report',
        src: 'report',
        input: ({ context }) => ({ target: required(context.target) }),
        onDone: { target: 'reported', actions: withOutput('keepReport') },
        onError: [
          { guard: withEvent('isOver'), target: 'over' },
          { guard: withEvent('isRefused'), target: 'unknown' },
          { target: 'asking', actions: withEvent('keepFailure') },
        ],
      },
      // Reporting twice has the same result, so a timeout may retry.
      after: { timeout: { target: 'asking', actions: 'keepNoAnswer' } },
    },
    reported: {},
    over: {},
    unknown: {},
  },
});

export type NotMeRef = ActorRefFrom<typeof notMeMachine>;
