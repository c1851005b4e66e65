/** Logging in at the console by a passkey alone. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import type { ConsoleOperator } from './consoleAreas.ts';

interface PasskeyContext {
  readonly failure: Failure | null;
  readonly operator: ConsoleOperator | null;
}

/** Output: the operator. `logIn` asks the device and stores the session. Tag: `busy` until the device has answered; leaving cancels the request. */
export const operatorPasskeyMachine = setup({
  types: {
    context: {} as PasskeyContext,
    events: {} as { readonly type: 'passkey.wanted' } | { readonly type: 'passkey.left' },
    output: {} as ConsoleOperator,
    tags: {} as 'busy',
  },
  actors: { logIn: placeholderPromise<ConsoleOperator, void>('logIn') },
  actions: {
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    keepOperator: assign((_, operator: ConsoleOperator) => ({ operator })),
    forgetFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'operatorPasskey',
  context: { failure: null, operator: null },
  output: ({ context }) => required(context.operator),
  initial: 'resting',
  states: {
    resting: { on: { 'passkey.wanted': 'asking' } },
    asking: {
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        id: 'logIn',
        src: 'logIn',
        onDone: { target: 'admitted', actions: withOutput('keepOperator') },
        onError: { target: 'resting', actions: withEvent('keepFailure') },
      },
      on: { 'passkey.left': 'resting' },
    },
    admitted: { type: 'final' },
  },
});

export type OperatorPasskeyRef = ActorRefFrom<typeof operatorPasskeyMachine>;
