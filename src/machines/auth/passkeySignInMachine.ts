/** Logs in by a passkey alone: offered in the email field's autofill, or started by a button. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { PasskeyAssertion } from '../../../contract/passkeys.ts';
import { placeholderCallback, placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';

interface PasskeySignInContext {
  /** The device's signed assertion. */
  readonly assertion: PasskeyAssertion | null;
  readonly failure: Failure | null;
  readonly session: Session | null;
}

export type PasskeySignInEvent =
  | { readonly type: 'passkey.wanted' }
  | { readonly type: 'passkey.left' }
  /** The field that offers passkeys was drawn, or removed. */
  | { readonly type: 'field.shown' }
  | { readonly type: 'field.hidden' };

const failing = { target: 'failed', actions: withEvent('keepFailure') } as const;

const signed = { target: 'posting', actions: withOutput('keepAssertion') } as const;

/** Output: the session. Tags: `instead` while this is drawn in place of the form, `waiting` while the device is asked, `busy` while the server is. */
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
    /** Resolves once the person picks a passkey in the field; rejects at once when the browser has no passkey autofill. */
    offerPasskey: placeholderPromise<PasskeyAssertion, void>('offerPasskey'),
    requestPasskey: placeholderPromise<PasskeyAssertion, void>('requestPasskey'),
    openByPasskey: placeholderPromise<Session, { readonly assertion: PasskeyAssertion }>('openByPasskey'),
  },
  actions: {
    keepAssertion: assign((_, assertion: PasskeyAssertion) => ({ assertion })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    keepSession: assign((_, session: Session) => ({ session })),
    forgetAll: assign({ assertion: null, failure: null }),
  },
  delays: {
    /** A challenge is valid for five minutes; renewing earlier leaves time to send the last pick. */
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
    // Only one passkey request may be open: leaving this state cancels the offer.
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
        onDone: { target: 'admitted', actions: withOutput('keepSession') },
        onError: failing,
      },
      on: { 'passkey.left': 'resting' },
    },
    failed: { tags: 'instead', on: { 'passkey.left': 'resting', 'passkey.wanted': 'asking' } },
    admitted: { type: 'final' },
  },
});

export type PasskeySignInRef = ActorRefFrom<typeof passkeySignInMachine>;
