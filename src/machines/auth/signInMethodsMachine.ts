/** The sign-in methods beside a password. Its code is loaded once the form is drawn. */
import { type ActorRefFrom, enqueueActions, sendParent, setup } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import type { AuthCallback } from '../../../contract/authCallback.ts';
import type { OfferedSignInMethods } from '../../../contract/thirdParty.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { placeholderCallback } from '../core/placeholders.ts';
import { accountEmailsMachine } from './accountEmailsMachine.ts';
import { browserWalletMachine } from './browserWalletMachine.ts';
import { googleMachine } from './googleMachine.ts';
import type { IdTokenRequest } from './idTokenCallback.ts';

/** Which sign-in methods this server offers, or why none. */
export const signInMethodsResource = createResourceMachine<OfferedSignInMethods>('offeredMethods');

export interface SignInMethodsInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** What a person has come with, from an email or from an identity provider. */
  readonly callback: AuthCallback | null;
  readonly takeRequest: () => IdTokenRequest | null;
}

/** One of the sign-in methods has opened a session. */
export interface SessionObtained {
  readonly type: 'session.obtained';
  readonly session: Session;
}

interface CallbackArrived {
  readonly type: 'callback.arrived';
  readonly callback: AuthCallback;
}

/** Tells its parent `session.obtained`. */
export const signInMethodsMachine = setup({
  types: {
    context: {} as SignInMethodsInput,
    events: {} as CallbackArrived,
    input: {} as SignInMethodsInput,
    children: {} as {
      offeredMethods: 'offeredMethods';
      browserWallet: 'browserWallet';
      google: 'google';
      accountEmails: 'accountEmails';
      watchCallbacks: 'watchCallbacks';
    },
  },
  actors: {
    offeredMethods: signInMethodsResource,
    browserWallet: browserWalletMachine,
    google: googleMachine,
    accountEmails: accountEmailsMachine,
    /** Sends `callback.arrived` for a link that is opened in a tab that is here already. */
    watchCallbacks: placeholderCallback('watchCallbacks'),
  },
  actions: {
    tellCallback: enqueueActions(({ enqueue }, { callback }: { callback: AuthCallback }) => {
      if (callback.from === 'google') enqueue.sendTo('google', { type: 'google.returned', callback });
      else enqueue.sendTo('accountEmails', { type: 'emailLink.opened', callback });
    }),
    reportSession: sendParent(
      (_, { session }: { session: Session }): SessionObtained => ({
        type: 'session.obtained',
        session,
      }),
    ),
  },
}).createMachine({
  id: 'signInMethods',
  context: ({ input }) => input,
  invoke: [
    { id: 'watchCallbacks', src: 'watchCallbacks' },
    { id: 'offeredMethods', src: 'offeredMethods', input: ({ context }) => ({ now: context.now }) },
    {
      id: 'browserWallet',
      src: 'browserWallet',
      input: { linked: [] },
      onDone: { actions: { type: 'reportSession', params: ({ event }) => ({ session: event.output }) } },
    },
    {
      id: 'google',
      src: 'google',
      input: ({ context: { now, callback, takeRequest } }) => ({
        now,
        takeRequest,
        callback: callback?.from === 'google' ? callback : null,
      }),
      onDone: { actions: { type: 'reportSession', params: ({ event }) => ({ session: event.output }) } },
    },
    {
      id: 'accountEmails',
      src: 'accountEmails',
      input: ({ context: { now, callback } }) => ({
        now,
        callback: callback === null || callback.from === 'google' ? null : callback,
      }),
    },
  ],
  on: {
    'callback.arrived': { actions: { type: 'tellCallback', params: ({ event }) => event } },
  },
});

export type SignInMethodsRef = ActorRefFrom<typeof signInMethodsResource>;
