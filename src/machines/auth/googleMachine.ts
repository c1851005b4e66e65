/** Signing in through an identity provider (OpenID Connect): the person is sent there, and comes back with an ID token. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import type { GoogleCallback } from '../../../contract/authCallback.ts';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { SignInMethods } from '../../../contract/thirdParty.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { googleLinkMachine } from './googleLinkMachine.ts';
import {
  type CallbackProblem,
  type IdTokenProof,
  type IdTokenRequest,
  readIdToken,
} from './idTokenCallback.ts';
import type { SecondFactorRequired } from './secondFactorForm.ts';

export type IdentityProvider = NonNullable<SignInMethods['google']>;

/** Spec section 8. */
export type GoogleProblem = CallbackProblem | 'loginFailed';

interface GoogleInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** The data in the address on return from the identity provider; null for any other visit. */
  readonly callback: GoogleCallback | null;
}

interface GoogleContext extends GoogleInput {
  readonly provider: IdentityProvider | null;
  readonly proof: IdTokenProof | null;
  readonly problem: GoogleProblem | null;
  readonly failure: Failure | null;
  readonly session: Session | null;
}

type GoogleEvent =
  | SecondFactorRequired
  | { readonly type: 'google.chosen'; readonly provider: IdentityProvider }
  | { readonly type: 'google.left' }
  | { readonly type: 'google.returned'; readonly callback: GoogleCallback };

const nothing = { callback: null, proof: null, problem: null, failure: null } as const;

/** Output: the session. Tells its parent `secondFactor.required`. Tags: `instead` while this is drawn in place of the form, `busy`, `slow` when an answer takes long. */
export const googleMachine = setup({
  types: {
    context: {} as GoogleContext,
    events: {} as GoogleEvent,
    input: {} as GoogleInput,
    output: {} as Session,
    tags: {} as 'instead' | 'busy' | 'slow',
    children: {} as { googleLink: 'googleLink' },
  },
  actors: {
    /** Takes the sign-in request that this tab stored; a second time there is none. */
    takeRequest: placeholderPromise<IdTokenRequest | null, void>('takeRequest'),
    /** Leaves for the identity provider. Rejects when this tab cannot store what the return needs. */
    leaveFor: placeholderPromise<void, { readonly provider: IdentityProvider }>('leaveFor'),
    openSession: placeholderPromise<Session, { readonly credential: string; readonly nonce: string }>(
      'openSession',
    ),
    googleLink: googleLinkMachine,
  },
  guards: {
    hasCallback: ({ context }) => context.callback !== null,
    hasProof: ({ context }) => context.proof !== null,
    needsPassword: (_, { error }: { error: unknown }) => failureOf(error).code === 'PASSWORD_REQUIRED',
  },
  actions: {
    keepCallback: assign((_, { callback }: { callback: GoogleCallback }) => ({ ...nothing, callback })),
    keepRead: assign(({ context }, request: IdTokenRequest | null) => {
      const read = readIdToken(required(context.callback), request);
      return { ...nothing, ...(read.ok ? { proof: read.proof } : { problem: read.problem }) };
    }),
    keepProvider: assign((_, { provider }: { provider: IdentityProvider }) => ({ provider })),
    keepFailure: assign((_, { error }: { error: unknown }) => {
      const failure = failureOf(error);
      return {
        failure,
        problem: failure.code === 'CREDENTIAL_INVALID' ? 'authenticationFailed' : 'loginFailed',
      };
    }),
    keepSession: assign((_, session: Session) => ({ session })),
    passOn: sendParent(({ event }) => event),
    forgetAll: assign(nothing),
  },
  // After this delay the navigation failed, or the browser restored the page from its cache.
  delays: { departure: 8_000, untilSlow: 10_000 },
}).createMachine({
  id: 'google',
  context: ({ input }) => ({ ...nothing, ...input, provider: null, session: null }),
  output: ({ context }) => required(context.session),
  initial: 'callback',
  on: {
    'secondFactor.required': { actions: 'passOn' },
    'google.left': { target: '.offered', actions: 'forgetAll' },
    'google.returned': { target: '.callback', actions: withEvent('keepCallback') },
  },
  states: {
    callback: { always: [{ guard: 'hasCallback', target: 'recalling' }, { target: 'offered' }] },
    recalling: {
      tags: ['instead', 'busy'],
      invoke: {
        id: 'takeRequest',
        src: 'takeRequest',
        onDone: { target: 'judging', actions: withOutput('keepRead') },
        onError: { target: 'failed', actions: withEvent('keepFailure') },
      },
    },
    judging: { always: [{ guard: 'hasProof', target: 'posting' }, { target: 'failed' }] },
    offered: { on: { 'google.chosen': { target: 'leaving', actions: withEvent('keepProvider') } } },
    leaving: {
      tags: 'busy',
      invoke: {
        id: 'leaveFor',
        src: 'leaveFor',
        input: ({ context }) => ({ provider: required(context.provider) }),
        onError: { target: 'failed', actions: withEvent('keepFailure') },
      },
      after: { departure: 'offered' },
    },
    posting: {
      tags: ['instead', 'busy'],
      invoke: {
        id: 'openSession',
        src: 'openSession',
        input: ({ context }) => {
          const { credential, nonce } = required(context.proof);
          return { credential, nonce };
        },
        onDone: { target: 'admitted', actions: withOutput('keepSession') },
        onError: [
          { guard: withEvent('needsPassword'), target: 'linking' },
          { target: 'failed', actions: withEvent('keepFailure') },
        ],
      },
      initial: 'prompt',
      states: {
        prompt: { after: { untilSlow: 'slow' } },
        slow: { tags: 'slow' },
      },
    },
    linking: {
      tags: 'instead',
      invoke: {
        id: 'googleLink',
        src: 'googleLink',
        input: ({ context }) => {
          const { credential, nonce } = required(context.proof);
          return { now: context.now, draft: { credential, nonce } };
        },
        onDone: { target: 'admitted', actions: withOutput('keepSession') },
      },
    },
    failed: {
      tags: 'instead',
      on: { 'google.chosen': { target: 'leaving', actions: ['forgetAll', withEvent('keepProvider')] } },
    },
    admitted: { type: 'final' },
  },
});

export type GoogleRef = ActorRefFrom<typeof googleMachine>;
