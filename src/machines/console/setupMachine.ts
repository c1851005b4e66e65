/** An invited operator sets up their login: the link is checked, a password is chosen, then an authenticator app or a passkey. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { placeholderPromise } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { type AppSecret, setupAppForm, setupPasskeyForm, setupPasswordForm } from './setupForms.ts';

/** The invitation that a link belongs to. */
export interface Invitation {
  readonly name: string;
  readonly role: string;
  readonly expires_at: string;
}

interface SetupInput {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
}

interface SetupContext extends SetupInput {
  readonly invitation: Invitation | null;
  readonly app: AppSecret | null;
  readonly failure: Failure | null;
}

/** `finish` runs once the login exists and its session is stored. */
export const setupMachine = setup({
  types: {
    context: {} as SetupContext,
    events: {} as
      | { readonly type: 'retry.requested' }
      | { readonly type: 'factor.chosen'; readonly factor: 'app' | 'passkey' },
    input: {} as SetupInput,
    children: {} as { password: 'password'; app: 'app'; passkey: 'passkey' },
    tags: {} as 'busy',
  },
  actors: {
    readInvitation: placeholderPromise<Invitation, void>('readInvitation'),
    password: setupPasswordForm,
    app: setupAppForm,
    passkey: setupPasskeyForm,
  },
  guards: {
    isOver: (_, { error }: { error: unknown }) => failureOf(error).code === 'LINK_EXPIRED',
    isFor: (_, { factor, wanted }: { factor: string; wanted: string }) => factor === wanted,
  },
  actions: {
    keepInvitation: assign((_, invitation: Invitation) => ({
      invitation,
      failure: null,
    })),
    keepApp: assign((_, app: AppSecret) => ({ app })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    finish: () => {
      throw new Error('provide finish');
    },
  },
  delays: { timeout: 10_000 },
}).createMachine({
  id: 'operatorSetup',
  context: ({ input }) => ({ ...input, invitation: null, app: null, failure: null }),
  initial: 'checking',
  states: {
    checking: {
      tags: 'busy',
      invoke: {
        id: 'readInvitation',
        src: 'readInvitation',
        onDone: { target: 'choosing', actions: withOutput('keepInvitation') },
        onError: [
          { guard: withEvent('isOver'), target: 'refused', actions: withEvent('keepFailure') },
          { target: 'unreachable', actions: withEvent('keepFailure') },
        ],
      },
      after: { timeout: 'unreachable' },
    },
    unreachable: { on: { 'retry.requested': 'checking' } },
    /** The link was used, has expired or was withdrawn: the operator needs another one. */
    refused: { on: { 'retry.requested': 'checking' } },
    choosing: {
      invoke: {
        id: 'password',
        src: 'password',
        input: ({ context: { now } }) => ({ now }),
        onDone: { target: 'app', actions: withOutput('keepApp') },
      },
    },
    app: {
      invoke: {
        id: 'app',
        src: 'app',
        input: ({ context: { now } }) => ({ now }),
        onDone: 'done',
      },
      on: {
        'factor.chosen': {
          guard: { type: 'isFor', params: ({ event }) => ({ factor: event.factor, wanted: 'passkey' }) },
          target: 'passkey',
        },
      },
    },
    passkey: {
      invoke: {
        id: 'passkey',
        src: 'passkey',
        input: ({ context: { now } }) => ({ now }),
        onDone: 'done',
      },
      on: {
        'factor.chosen': {
          guard: { type: 'isFor', params: ({ event }) => ({ factor: event.factor, wanted: 'app' }) },
          target: 'app',
        },
      },
    },
    done: { tags: 'busy', entry: 'finish', type: 'final' },
  },
});

export type SetupRef = ActorRefFrom<typeof setupMachine>;
