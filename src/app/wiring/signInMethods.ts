import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import type { Loaded, ReadRequest } from '../../../contract/reading.ts';
import type { OfferedSignInMethods } from '../../../contract/thirdParty.ts';
import {
  askConfirmationMachine,
  askResetMachine,
  newPasswordMachine,
} from '../../machines/auth/accountEmailForms.ts';
import { accountEmailsMachine } from '../../machines/auth/accountEmailsMachine.ts';
import type { WalletProof } from '../../machines/auth/browserWallet.ts';
import { browserWalletMachine } from '../../machines/auth/browserWalletMachine.ts';
import { type GoogleLinkValues, googleLinkMachine } from '../../machines/auth/googleLinkMachine.ts';
import { googleMachine, type IdentityProvider } from '../../machines/auth/googleMachine.ts';
import { signInMethodsMachine, signInMethodsResource } from '../../machines/auth/signInMethodsMachine.ts';
import { leaveForProvider } from '../../services/auth/identityProvider.ts';
import { createSignInMethods, type SignInCalls } from '../../services/auth/signInMethods.ts';
import type { Services } from './services.ts';
import { walletActors } from './walletActors.ts';

/** The sign-in methods beside a password, with the real world behind them. */
export function openSignInMethods({ clock, http, authCallbacks }: Services) {
  const signInCalls = createSignInMethods(http, import.meta.env.VITE_GOOGLE_CLIENT_ID || null);
  return signInMethodsMachine.provide({
    actors: {
      offeredMethods: signInMethodsResource.provide({
        actors: {
          load: fromPromise<Loaded<OfferedSignInMethods>, ReadRequest>(async ({ signal }) => ({
            data: await signInCalls.read(signal),
            loadedAt: clock.now(),
          })),
        },
      }),
      browserWallet: browserWalletMachine.provide({
        actors: {
          ...walletActors((address, signal) => signInCalls.requestMessage(address, signal)),
          submitProof: fromPromise<Session, WalletProof>(({ input }) => signInCalls.openByWallet(input)),
        },
      }),
      google: googleMachine.provide({
        actors: {
          leaveFor: fromPromise<void, { readonly provider: IdentityProvider }>(async ({ input }) =>
            leaveForProvider(input.provider),
          ),
          openSession: fromPromise<Session, { readonly credential: string; readonly nonce: string }>(
            ({ input }) => signInCalls.openByIdToken(input),
          ),
          googleLink: googleLinkMachine.provide({
            actors: {
              submit: fromPromise<Session, { readonly values: GoogleLinkValues }>(({ input }) =>
                signInCalls.link(input.values),
              ),
            },
          }),
        },
      }),
      accountEmails: emailsWith(signInCalls),
      watchCallbacks: fromCallback<AnyEventObject>(({ sendBack }) =>
        authCallbacks.subscribe(() => {
          const callback = authCallbacks.take();
          if (callback) sendBack({ type: 'callback.arrived', callback });
        }),
      ),
    },
  });
}

function emailsWith(signInCalls: SignInCalls) {
  return accountEmailsMachine.provide({
    actors: {
      askReset: askResetMachine.provide({
        actors: {
          submit: fromPromise<string, { readonly values: { readonly email: string } }>(async ({ input }) => {
            await signInCalls.askReset(input.values.email);
            return input.values.email;
          }),
        },
      }),
      askConfirmation: askConfirmationMachine.provide({
        actors: {
          submit: fromPromise<string, { readonly values: { readonly email: string } }>(async ({ input }) => {
            await signInCalls.askConfirmation(input.values.email);
            return input.values.email;
          }),
        },
      }),
      newPassword: newPasswordMachine.provide({
        actors: {
          submit: fromPromise<
            true,
            {
              readonly values: {
                readonly token: string;
                readonly password: string;
                readonly password_confirmation: string;
              };
            }
          >(async ({ input }) => {
            await signInCalls.resetPassword(input.values);
            return true;
          }),
        },
      }),
      confirmEmail: fromPromise<void, { readonly token: string }>(({ input }) =>
        signInCalls.confirmEmail(input.token),
      ),
    },
  });
}
