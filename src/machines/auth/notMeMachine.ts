/** "This was not me", by the link of an email or about something in the inbox: nothing is done before it is pressed. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { NotMeReport } from '../../../contract/notMe.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';

/** What it is about; null where the address of the page names nothing. */
export type NotMeTarget = { readonly token: string } | { readonly notification: string };

interface NotMeContext {
  readonly target: NotMeTarget | null;
  readonly report: NotMeReport | null;
  readonly failure: Failure | null;
}

type NotMeEvent = { readonly type: 'report.pressed' };

/** What no second press would change. */
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
      // Pressed again the answer is the same.
      after: { timeout: 'asking' },
    },
    reported: {},
    over: {},
    unknown: {},
  },
});

export type NotMeRef = ActorRefFrom<typeof notMeMachine>;
