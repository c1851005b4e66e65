/** Logging in by a passkey alone: offered in the email field while that is on the page, or asked for by a button. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { PasskeyAssertion } from '../../../contract/passkeys.ts';
import { placeholderCallback, placeholderPromise, required } from '../core/placeholders.ts';

interface PasskeySignInContext {
  /** What the device has signed. */
  readonly assertion: PasskeyAssertion | null;
  readonly failure: Failure | null;
  readonly session: Session | null;
}

export type PasskeySignInEvent =
  | { readonly type: 'passkey.wanted' }
  | { readonly type: 'passkey.left' }
  /** The field in which a browser offers passkeys is drawn, or gone. */
  | { readonly type: 'field.shown' }
  | { readonly type: 'field.hidden' };

const failing = {
  target: 'failed',
  actions: {
    type: 'keepFailure',
    params: ({ event }: { event: { error: unknown } }) => ({ failure: failureOf(event.error) }),
  },
} as const;

const signed = {
  target: 'posting',
  actions: {
    type: 'keepAssertion',
    params: ({ event }: { event: { output: PasskeyAssertion } }) => ({ assertion: event.output }),
  },
} as const;

/** Output: the session. Tags: `instead` while it is drawn in place of the form, `waiting` while the device is asked, `busy` while the server is. */
export const passkeySignInMachine = setup({
  types: {
    context: {} as PasskeySignInContext,
    events: {} as PasskeySignInEvent,
    output: {} as Session,
    tags: {} as 'instead' | 'waiting' | 'busy',
  },
  actors: {
    /** Sends `field.shown` and `field.hidden`. */
    watchField: placeholderCallback('watchField'),
    /** Answers once somebody picks a passkey in the field; rejects at once where a browser has no such list. */
    offerPasskey: placeholderPromise<PasskeyAssertion, void>('offerPasskey'),
    requestPasskey: placeholderPromise<PasskeyAssertion, void>('requestPasskey'),
    openByPasskey: placeholderPromise<Session, { readonly assertion: PasskeyAssertion }>('openByPasskey'),
  },
  actions: {
    keepAssertion: assign((_, { assertion }: { assertion: PasskeyAssertion }) => ({ assertion })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    keepSession: assign((_, { session }: { session: Session }) => ({ session })),
    forgetAll: assign({ assertion: null, failure: null }),
  },
  delays: {
    /** A challenge is good for five minutes; what is picked just before this still arrives in time. */
    untilRenewed: 4 * 60_000,
  },
}).createMachine({
  id: 'passkey',
  context: { assertion: null, failure: null, session: null },
  output: ({ context }) => required(context.session),
  invoke: { id: 'watchField', src: 'watchField' },
  initial: 'resting',
  states: {
    resting: { entry: 'forgetAll', on: { 'field.shown': 'offering', 'passkey.wanted': 'asking' } },
    // One ceremony at a time: leaving this state takes the offer back.
    offering: {
      invoke: { id: 'offerPasskey', src: 'offerPasskey', onDone: signed, onError: 'resting' },
      after: { untilRenewed: { target: 'offering', reenter: true } },
      on: { 'field.hidden': 'resting', 'passkey.wanted': 'asking' },
    },
    asking: {
      tags: ['instead', 'waiting'],
      entry: 'forgetAll',
      invoke: { id: 'requestPasskey', src: 'requestPasskey', onDone: signed, onError: failing },
      on: { 'passkey.left': 'resting' },
    },
    posting: {
      tags: ['instead', 'busy'],
      invoke: {
        id: 'openByPasskey',
        src: 'openByPasskey',
        input: ({ context }) => ({ assertion: required(context.assertion) }),
        onDone: {
          target: 'admitted',
          actions: { type: 'keepSession', params: ({ event }) => ({ session: event.output }) },
        },
        onError: failing,
      },
      on: { 'passkey.left': 'resting' },
    },
    failed: { tags: 'instead', on: { 'passkey.left': 'resting', 'passkey.wanted': 'asking' } },
    admitted: { type: 'final' },
  },
});

export type PasskeySignInRef = ActorRefFrom<typeof passkeySignInMachine>;
