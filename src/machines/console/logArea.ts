/** The log of what operators did, page by page, and whether it is unaltered. */
import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import { type Failure, failureOf, unanswered } from '../../../contract/failure.ts';
import type { OperatorAction, VerifiedLog } from '../../../contract/operatorLog.ts';
import { placeholderPromise } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import type { AreaInput, CheckDue } from './consoleAreas.ts';
import { createListMachine, createPartMachine } from './createListMachine.ts';

export const logPart = createPartMachine<OperatorAction>();
export const logList = createListMachine('logList', logPart);

interface LogContext extends AreaInput {
  readonly verified: VerifiedLog | null;
  readonly failure: Failure | null;
}

/** The verification reads all lines, so it runs only on request. Reading the log adds a line to it, so a check reads it only when it is old. */
export const logArea = setup({
  types: {
    context: {} as LogContext,
    events: {} as { readonly type: 'verification.requested' } | CheckDue,
    input: {} as AreaInput,
    tags: {} as 'busy',
    children: {} as { list: 'list' },
  },
  actors: { list: logList, verify: placeholderPromise<VerifiedLog, void>('verifyLog') },
  actions: {
    show: sendTo('list', { type: 'screen.shown' }),
    keepVerified: assign((_, verified: VerifiedLog) => ({ verified, failure: null })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    keepNoAnswer: assign({ failure: unanswered }),
    /** The last result says nothing of what has happened since. */
    forgetVerified: assign({ verified: null, failure: null }),
  },
  delays: { timeout: 120_000 },
}).createMachine({
  id: 'log',
  context: ({ input }) => ({ ...input, verified: null, failure: null }),
  invoke: { id: 'list', src: 'list', input: ({ context }) => ({ now: context.now }) },
  on: { 'check.due': { actions: 'show' } },
  initial: 'reading',
  states: {
    reading: { on: { 'verification.requested': { target: 'verifying', actions: 'forgetVerified' } } },
    verifying: {
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        onDone: { target: 'reading', actions: withOutput('keepVerified') },
        onError: { target: 'reading', actions: withEvent('keepFailure') },
      },
      after: { timeout: { target: 'reading', actions: 'keepNoAnswer' } },
    },
  },
});

export type LogAreaRef = ActorRefFrom<typeof logArea>;
