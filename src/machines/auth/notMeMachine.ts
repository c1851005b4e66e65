/** "This was not me", opened from an email link or the inbox: nothing is reported before the person presses the button. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { NotMeReport } from '../../../contract/notMe.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';

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
    isOver: (_, { failure }: { failure: Failure }) => failure.code === 'LINK_EXPIRED',
    isRefused: (_, { failure }: { failure: Failure }) => isFinalFailure(failure),
  },
  actions: {
    keepReport: assign((_, { report }: { report: NotMeReport }) => ({ report })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
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
        onDone: {
          target: 'reported',
          actions: { type: 'keepReport', params: ({ event }) => ({ report: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isOver', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            target: 'over',
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            target: 'unknown',
          },
          {
            target: 'asking',
            actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
          },
        ],
      },
      // Reporting twice has the same result, so a timeout may retry.
      after: { timeout: 'asking' },
    },
    reported: {},
    over: {},
    unknown: {},
  },
});

export type NotMeRef = ActorRefFrom<typeof notMeMachine>;
