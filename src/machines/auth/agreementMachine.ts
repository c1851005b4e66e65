/** Asks the person to agree to the terms in force. Nothing is sent before they press the button. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf, unanswered } from '../../../contract/failure.ts';
import { placeholderPromise } from '../core/placeholders.ts';
import { withEvent } from '../core/withEvent.ts';

interface AgreementContext {
  readonly failure: Failure | null;
}

/** Tag: `busy` while it is being sent. */
export const agreementMachine = setup({
  types: {
    context: {} as AgreementContext,
    events: {} as { readonly type: 'agreement.given' },
    tags: {} as 'busy',
    children: {} as { sendAgreement: 'sendAgreement' },
  },
  actors: { sendAgreement: placeholderPromise<void, void>('sendAgreement') },
  actions: {
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    keepNoAnswer: assign({ failure: unanswered }),
    forgetFailure: assign({ failure: null }),
  },
  delays: { timeout: 15_000 },
}).createMachine({
  id: 'agreement',
  context: { failure: null },
  initial: 'asking',
  states: {
    asking: { on: { 'agreement.given': 'sending' } },
    sending: {
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        id: 'sendAgreement',
        src: 'sendAgreement',
        onDone: 'agreed',
        onError: { target: 'asking', actions: withEvent('keepFailure') },
      },
      // Agreeing twice has the same result, so a timeout may retry.
      after: { timeout: { target: 'asking', actions: 'keepNoAnswer' } },
    },
    agreed: {},
  },
});

export type AgreementRef = ActorRefFrom<typeof agreementMachine>;
