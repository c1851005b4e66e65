/** The second step of a login, for accounts that have a second factor. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import { required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { type PendingLogin, type SecondFactorRequired, secondFactorForm } from './secondFactorForm.ts';

interface SecondFactorInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** The first step that was completed before this code loaded; null when there is none yet. */
  readonly pending: PendingLogin | null;
}

interface SecondFactorContext extends SecondFactorInput {
  readonly session: Session | null;
}

type SecondFactorEvent = SecondFactorRequired | { readonly type: 'secondFactor.left' };

/** Output: the session. Tag: `instead` while this is drawn in place of the form. */
export const secondFactorMachine = setup({
  types: {
    context: {} as SecondFactorContext,
    events: {} as SecondFactorEvent,
    input: {} as SecondFactorInput,
    output: {} as Session,
    tags: {} as 'instead',
    children: {} as { secondFactorForm: 'secondFactorForm' },
  },
  actors: { secondFactorForm },
  guards: { isPending: ({ context }) => context.pending !== null },
  actions: {
    keepPending: assign((_, { first, methods }: PendingLogin) => ({ pending: { first, methods } })),
    forgetPending: assign({ pending: null }),
    keepSession: assign((_, session: Session) => ({ session })),
  },
}).createMachine({
  id: 'secondFactor',
  context: ({ input }) => ({ ...input, session: null }),
  output: ({ context }) => required(context.session),
  initial: 'resting',
  states: {
    resting: {
      always: { guard: 'isPending', target: 'asking' },
      on: { 'secondFactor.required': { actions: withEvent('keepPending') } },
    },
    asking: {
      tags: 'instead',
      invoke: {
        id: 'secondFactorForm',
        src: 'secondFactorForm',
        input: ({ context }) => ({ now: context.now, draft: { ...required(context.pending).first } }),
        onDone: { target: 'admitted', actions: ['forgetPending', withOutput('keepSession')] },
      },
      on: { 'secondFactor.left': { target: 'resting', actions: 'forgetPending' } },
    },
    admitted: { type: 'final' },
  },
});

export type SecondFactorRef = ActorRefFrom<typeof secondFactorMachine>;
