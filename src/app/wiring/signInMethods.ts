import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import type { PasskeyAssertion } from '../../../contract/passkeys.ts';
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
import type { IdTokenRequest } from '../../machines/auth/idTokenCallback.ts';
import { passkeySignInMachine } from '../../machines/auth/passkeySignInMachine.ts';
import { type SecondStep, secondFactorForm } from '../../machines/auth/secondFactorForm.ts';
import { secondFactorMachine } from '../../machines/auth/secondFactorMachine.ts';
import { signInMethodsMachine, signInMethodsResource } from '../../machines/auth/signInMethodsMachine.ts';
import { leaveForProvider } from '../../services/auth/identityProvider.ts';
import { takeIdentityRequest } from '../../services/auth/identityRequest.ts';
import { watchPasskeyField } from '../../services/auth/passkeyField.ts';
import { createSignInMethods, type SignInCalls } from '../../services/auth/signInMethods.ts';
import type { Services } from './services.ts';
import { walletActors } from './walletActors.ts';

/** The sign-in methods other than a password, with their services. */
export function openSignInMethods({ auth, clock, http, authCallbacks, loginDrafts }: Services) {
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
          takeRequest: fromPromise<IdTokenRequest | null, void>(async () => takeIdentityRequest()),
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
      secondFactor: secondFactorMachine.provide({
        actors: {
          secondFactorForm: secondFactorForm.provide({
            actors: {
              submit: fromPromise<Session, { readonly values: SecondStep }>(({ input }) =>
                openWithFactor(auth, signInCalls, input.values),
              ),
            },
          }),
        },
      }),
      passkey: passkeySignInMachine.provide({
        actors: {
          watchField: fromCallback<AnyEventObject>(({ sendBack }) => watchPasskeyField(sendBack)),
          offerPasskey: fromPromise<PasskeyAssertion, void>(async ({ signal }) =>
            (await loadPasskeys()).offer(() => signInCalls.requestPasskey(signal), signal),
          ),
          requestPasskey: fromPromise<PasskeyAssertion, void>(async ({ signal }) => {
            const browser = await loadPasskeys();
            browser.requireSupport();
            return browser.get(await signInCalls.requestPasskey(signal), signal);
          }),
          openByPasskey: fromPromise<Session, { readonly assertion: PasskeyAssertion }>(({ input }) =>
            signInCalls.openByPasskey({
              ...input,
              // The checkbox is in the password form, so its value is read from the draft.
              remember: loginDrafts.read()?.remember === true,
            }),
          ),
        },
      }),
      watchCallbacks: fromCallback<AnyEventObject>(({ sendBack }) =>
        authCallbacks.subscribe(() => {
          const callback = authCallbacks.take();
          if (callback) sendBack({ type: 'callback.arrived', callback });
        }),
      ),
    },
  });
}

const loadPasskeys = async () => (await import('../../services/auth/passkeys.ts')).passkeyBrowser;

/** Sends the first step of a login again, with the code. */
function openWithFactor(auth: Services['auth'], calls: SignInCalls, { first, otp }: SecondStep) {
  switch (first.method) {
    case 'password': {
      const { method: _, ...credentials } = first;
      return auth.signIn({ ...credentials, otp });
    }
    case 'wallet': {
      const { method: _, ...signed } = first;
      return calls.openByWallet({ ...signed, otp });
    }
    case 'google': {
      const { method: _, ...token } = first;
      return calls.openByIdToken({ ...token, otp });
    }
    case 'googleLink': {
      const { method: _, ...linking } = first;
      return calls.link({ ...linking, otp });
    }
  }
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
