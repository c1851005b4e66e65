/** The sign-in methods other than a password. The code loads once the form is drawn. */
import { type ActorRefFrom, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import type { AuthCallback } from '../../../contract/authCallback.ts';
import type { Failure } from '../../../contract/failure.ts';
import type { OfferedSignInMethods } from '../../../contract/thirdParty.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { placeholderCallback, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { accountEmailsMachine } from './accountEmailsMachine.ts';
import { browserWalletMachine } from './browserWalletMachine.ts';
import { googleMachine } from './googleMachine.ts';
import type { IdTokenProof } from './idTokenCallback.ts';
import { passkeySignInMachine } from './passkeySignInMachine.ts';
import type { PendingLogin, SecondFactorRequired } from './secondFactorForm.ts';
import { secondFactorMachine } from './secondFactorMachine.ts';

/** The sign-in methods that this server offers, or the failure to read them. */
export const signInMethodsResource = createResourceMachine<OfferedSignInMethods>('offeredMethods');

export interface SignInMethodsInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** The data of an email link or of an identity provider's answer, by which the page was opened. */
  readonly callback: AuthCallback | null;
  /** The first step of an account with a second factor, completed before this code loaded. */
  readonly pending: PendingLogin | null;
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

type Shown<Part extends string> = Readonly<Record<Part, string | null>>;

interface Refused {
  readonly failure: Failure | null;
}

const walletStep = (shown: Shown<'address' | 'message' | 'signature'> & Refused): PendingLogin => ({
  first: {
    method: 'wallet',
    address: required(shown.address),
    message: required(shown.message),
    signature: required(shown.signature),
  },
  methods: shown.failure?.methods ?? [],
});

const googleStep = ({ proof, failure }: Refused & { readonly proof: IdTokenProof | null }): PendingLogin => {
  const { credential, nonce } = required(proof);
  return { first: { method: 'google', credential, nonce }, methods: failure?.methods ?? [] };
};

/** Tells its parent `session.obtained`. */
export const signInMethodsMachine = setup({
  types: {
    context: {} as SignInMethodsInput,
    events: {} as CallbackArrived | SecondFactorRequired,
    input: {} as SignInMethodsInput,
    children: {} as {
      offeredMethods: 'offeredMethods';
      browserWallet: 'browserWallet';
      google: 'google';
      accountEmails: 'accountEmails';
      secondFactor: 'secondFactor';
      passkey: 'passkey';
      watchCallbacks: 'watchCallbacks';
    },
  },
  actors: {
    offeredMethods: signInMethodsResource,
    browserWallet: browserWalletMachine,
    google: googleMachine,
    accountEmails: accountEmailsMachine,
    secondFactor: secondFactorMachine,
    passkey: passkeySignInMachine,
    /** Sends `callback.arrived` when a link opens in this existing tab. */
    watchCallbacks: placeholderCallback('watchCallbacks'),
  },
  guards: {
    needsFactor: (_, { failure }: Refused) => failure?.code === 'SECOND_FACTOR_REQUIRED',
  },
  actions: {
    tellFirstStep: sendTo('secondFactor', (_, { first, methods }: PendingLogin) => ({
      type: 'secondFactor.required',
      first,
      methods,
    })),
    leaveWallet: sendTo('browserWallet', { type: 'wallet.left' }),
    leaveGoogle: sendTo('google', { type: 'google.left' }),
    tellCallback: enqueueActions(({ enqueue }, { callback }: { callback: AuthCallback }) => {
      if (callback.from === 'google') enqueue.sendTo('google', { type: 'google.returned', callback });
      else enqueue.sendTo('accountEmails', { type: 'emailLink.opened', callback });
    }),
    reportSession: sendParent(
      (_, session: Session): SessionObtained => ({
        type: 'session.obtained',
        session,
      }),
    ),
  },
}).createMachine({
  id: 'signInMethods',
  context: ({ input }) => input,
  invoke: [
    {
      id: 'secondFactor',
      src: 'secondFactor',
      input: ({ context: { now, pending } }) => ({ now, pending }),
      onDone: { actions: withOutput('reportSession') },
    },
    {
      id: 'passkey',
      src: 'passkey',
      onDone: { actions: withOutput('reportSession') },
    },
    { id: 'watchCallbacks', src: 'watchCallbacks' },
    { id: 'offeredMethods', src: 'offeredMethods', input: ({ context }) => ({ now: context.now }) },
    {
      id: 'browserWallet',
      src: 'browserWallet',
      input: { linked: [] },
      // The wallet's proof stays valid for the second step, so the wallet is not asked again.
      onSnapshot: {
        guard: { type: 'needsFactor', params: ({ event }) => event.snapshot.context },
        actions: [
          {
            type: 'tellFirstStep',
            params: ({ event: { snapshot } }) => walletStep(snapshot.context),
          },
          'leaveWallet',
        ],
      },
      onDone: { actions: withOutput('reportSession') },
    },
    {
      id: 'google',
      src: 'google',
      input: ({ context: { now, callback } }) => ({
        now,
        callback: callback?.from === 'google' ? callback : null,
      }),
      onSnapshot: {
        guard: { type: 'needsFactor', params: ({ event }) => event.snapshot.context },
        actions: [
          {
            type: 'tellFirstStep',
            params: ({ event: { snapshot } }) => googleStep(snapshot.context),
          },
          'leaveGoogle',
        ],
      },
      onDone: { actions: withOutput('reportSession') },
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
    'secondFactor.required': { actions: withEvent('tellFirstStep') },
    'callback.arrived': { actions: withEvent('tellCallback') },
  },
});

export type SignInMethodsRef = ActorRefFrom<typeof signInMethodsResource>;
