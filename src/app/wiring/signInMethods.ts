import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import type { OfferedWays } from '../../../contract/thirdParty.ts';
import {
  askConfirmationMachine,
  askResetMachine,
  newPasswordMachine,
} from '../../machines/auth/accountEmailForms.ts';
import { lettersMachine } from '../../machines/auth/accountEmailsMachine.ts';
import { browserWalletMachine, type FoundWallet } from '../../machines/auth/browserWalletMachine.ts';
import { type GoogleLinkValues, googleLinkMachine } from '../../machines/auth/googleLinkMachine.ts';
import { googleMachine, type IdentityProvider } from '../../machines/auth/googleMachine.ts';
import { waysInMachine, waysMachine } from '../../machines/auth/signInMethodsMachine.ts';
import type { Loaded } from '../../machines/core/createResourceMachine.ts';
import { createBrowserWallets } from '../../services/auth/browserWallets.ts';
import { leaveForProvider } from '../../services/auth/identityProvider.ts';
import { createWays, type Ways } from '../../services/auth/signInMethods.ts';
import type { Services } from './services.ts';

/** The ways in beside a password, with the real world behind them. */
export function openWays({ clock, http, landings }: Services) {
  const ways = createWays(http, import.meta.env.VITE_GOOGLE_CLIENT_ID || null);
  return waysMachine.provide({
    actors: {
      waysIn: waysInMachine.provide({
        actors: {
          load: fromPromise<Loaded<OfferedWays>, { readonly fresh: boolean }>(async ({ signal }) => ({
            data: await ways.read(signal),
            loadedAt: clock.now(),
          })),
        },
      }),
      browserWallet: walletWith(ways),
      google: googleMachine.provide({
        actors: {
          leaveFor: fromPromise<void, { readonly provider: IdentityProvider }>(async ({ input }) =>
            leaveForProvider(input.provider),
          ),
          openSession: fromPromise<Session, { readonly credential: string; readonly nonce: string }>(
            ({ input }) => ways.openByIdToken(input),
          ),
          googleLink: googleLinkMachine.provide({
            actors: {
              submit: fromPromise<Session, { readonly values: GoogleLinkValues }>(({ input }) =>
                ways.link(input.values),
              ),
            },
          }),
        },
      }),
      letters: lettersWith(ways),
      watchLandings: fromCallback<AnyEventObject>(({ sendBack }) =>
        landings.subscribe(() => {
          const landing = landings.take();
          if (landing) sendBack({ type: 'landing.arrived', landing });
        }),
      ),
    },
  });
}

function walletWith(ways: Ways) {
  const wallets = createBrowserWallets();
  return browserWalletMachine.provide({
    actors: {
      findWallets: fromPromise<readonly FoundWallet[], void>(() => wallets.find()),
      requestAccounts: fromPromise<readonly string[], { readonly wallet: string }>(({ input }) =>
        wallets.requestAccounts(input.wallet),
      ),
      requestMessage: fromPromise<string, { readonly address: string }>(({ input, signal }) =>
        ways.requestMessage(input.address, signal),
      ),
      signMessage: fromPromise<
        string,
        { readonly wallet: string; readonly address: string; readonly message: string }
      >(({ input }) => wallets.sign(input.wallet, input.address, input.message)),
      openSession: fromPromise<
        Session,
        { readonly address: string; readonly message: string; readonly signature: string }
      >(({ input }) => ways.openByWallet(input)),
      watchAccounts: fromCallback<AnyEventObject, { readonly wallet: string }>(({ input, sendBack }) =>
        wallets.watch(input.wallet, (address) => sendBack({ type: 'account.switched', address })),
      ),
    },
  });
}

function lettersWith(ways: Ways) {
  return lettersMachine.provide({
    actors: {
      askReset: askResetMachine.provide({
        actors: {
          submit: fromPromise<string, { readonly values: { readonly email: string } }>(async ({ input }) => {
            await ways.askReset(input.values.email);
            return input.values.email;
          }),
        },
      }),
      askConfirmation: askConfirmationMachine.provide({
        actors: {
          submit: fromPromise<string, { readonly values: { readonly email: string } }>(async ({ input }) => {
            await ways.askConfirmation(input.values.email);
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
            await ways.resetPassword(input.values);
            return true;
          }),
        },
      }),
      confirmEmail: fromPromise<void, { readonly token: string }>(({ input }) =>
        ways.confirmEmail(input.token),
      ),
    },
  });
}
