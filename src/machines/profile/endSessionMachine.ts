/** Ends one session, or all but this one: chosen, confirmed with a fresh proof, ended. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import type { OpenSession } from '../../../contract/security.ts';
import { withCode } from '../core/codeField.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import { type Asking, asked, type Heard, heard, isDoubtful, leaving, notAsked } from '../core/heldDialog.ts';
import { withEvent } from '../core/withEvent.ts';
import { passwordNeeded } from './passwordNeeded.ts';
import type { TypedProof } from './proofForm.ts';

/** `id` of the session, empty for all others. `hasPassword`: whether the password is required. */
type EndSessionValues = {
  readonly id: string;
  readonly hasPassword: boolean;
  readonly password: string;
  readonly code: string;
  readonly otp: string;
};

/** `id` is null for all other sessions. */
export type EndSessionRequest = TypedProof & { readonly id: string | null };

export const endSessionForm = createFormMachine<EndSessionValues, EndSessionRequest, void>({
  id: 'endSessionForm',
  empty: { id: '', hasPassword: false, password: '', code: '', otp: '' },
  secrets: ['password', 'code', 'otp'],
  check: (values) =>
    withCode(values, ({ id, ...typed }) => {
      const fields = passwordNeeded(typed);
      if (fields) return { ok: false, fields };
      return { ok: true, value: { id: id === '' ? null : id, password: typed.password } };
    }),
});

interface EndSessionInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
}

interface Ending {
  /** The session to end; null for all others. */
  readonly session: OpenSession | null;
  readonly hasPassword: boolean;
}

type EndSessionContext = EndSessionInput & Ending & Asking;

type EndSessionEvent =
  | ({ readonly type: 'ending.requested' } & Ending)
  | { readonly type: 'ending.declined' };

/** Told to the parent: one session has ended, or all others. */
export interface SessionsEnded {
  readonly type: 'sessions.ended';
  readonly isOne: boolean;
}

export const endSessionMachine = setup({
  types: {
    context: {} as EndSessionContext,
    events: {} as EndSessionEvent,
    input: {} as EndSessionInput,
    children: {} as { endSessionForm: 'endSessionForm' },
  },
  actors: { endSessionForm },
  guards: {
    isIdle: ({ context }) => !context.isBusy,
    isDoubtful: ({ context }) => isDoubtful(context),
  },
  actions: {
    keepEnding: assign((_, { session, hasPassword }: Ending) => ({ session, hasPassword, ...notAsked })),
    keepBusy: assign(({ context }, told: Heard) => asked(context, told)),
    report: sendParent(({ context }) => ({ type: 'sessions.ended', isOne: context.session !== null })),
    outdate: sendParent({ type: 'data.outdated' }),
  },
}).createMachine({
  id: 'endSession',
  context: ({ input: { now } }) => ({ now, session: null, hasPassword: false, ...notAsked }),
  initial: 'closed',
  states: {
    closed: { on: { 'ending.requested': { target: 'confirming', actions: withEvent('keepEnding') } } },
    confirming: {
      invoke: {
        id: 'endSessionForm',
        src: 'endSessionForm',
        input: ({ context: { now, session, hasPassword } }) => ({
          now,
          initial: { id: session?.id ?? '', hasPassword },
        }),
        onSnapshot: heard,
        onDone: { target: 'closed', actions: 'report' },
      },
      on: { 'ending.declined': leaving },
    },
  },
});

export type EndSessionFormRef = ActorRefFrom<typeof endSessionForm>;
