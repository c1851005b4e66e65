import { fromPromise } from 'xstate';
import type { StepUpAction } from '../../../../contract/stepUp.ts';
import { signInMethodsCall } from '../../../../contract/thirdParty.ts';
import type { User } from '../../../../contract/user.ts';
import type { WalletProof } from '../../../machines/auth/browserWallet.ts';
import { accessMachine } from '../../../machines/profile/accessMachine.ts';
import { type AvatarUpload, avatarMachine } from '../../../machines/profile/avatarMachine.ts';
import { type EmailAnswer, type EmailValues, emailMachine } from '../../../machines/profile/emailMachine.ts';
import { endSessionMachine } from '../../../machines/profile/endSessionMachine.ts';
import { type PasswordValues, passwordMachine } from '../../../machines/profile/passwordMachine.ts';
import { type Changes, personalMachine } from '../../../machines/profile/personalMachine.ts';
import {
  loginMethodsMachine,
  profileArea,
  profileMachine,
  sessionsMachine,
} from '../../../machines/profile/profileArea.ts';
import { type RemovalRequest, removalMachine } from '../../../machines/profile/removalMachine.ts';
import { recordOfDialog, type SavedDialog, savedDialogFlow } from '../../../machines/profile/savedDialog.ts';
import {
  linkedWalletMachine,
  personProofMachine,
  walletLinkMachine,
} from '../../../machines/profile/walletLinkMachine.ts';
import { keepProof } from '../../../services/auth/stepUp.ts';
import { linkWallet, requestLinkMessage } from '../../../services/auth/walletLink.ts';
import { closePicture, cutPicture, openPicture } from '../../../services/kyc/pictures.ts';
import { removeAvatar, setAvatar, updateProfile } from '../../../services/profile/profile.ts';
import {
  changeEmail,
  changePassword,
  endSession,
  readLoginMethods,
  readSessions,
  removeLoginMethod,
} from '../../../services/profile/security.ts';
import { loader } from '../loader.ts';
import { keepReturnAddress } from '../returnAddress.ts';
import type { Services } from '../services.ts';
import { walletActors } from '../walletActors.ts';
import { recordOf } from './formRecord.ts';

export function createArea(services: Services) {
  const { clock, http, data, proofs, records, session } = services;
  const changing = async () => ({ http, cache: await data(), session });
  /** For the calls of one dialog, which is kept while its person is away at the identity provider. */
  const proving = (dialog: SavedDialog) => ({
    http,
    proofs,
    leave: async (action: StepUpAction) => {
      const { google } = (await http(signInMethodsCall)).data;
      if (google === null) return;
      keepReturnAddress('/profile');
      records.keep(savedDialogFlow, recordOfDialog(dialog, clock.now()));
      const { leaveForProvider } = await import('../../../services/auth/identityProvider.ts');
      leaveForProvider(google, undefined, undefined, action);
      // The page goes: whoever comes back to it has the way out of a slow answer.
      await new Promise<never>(() => {});
    },
    wallets: async () => (await import('../../../services/auth/browserWallets.ts')).createBrowserWallets(),
  });
  return profileArea.provide({
    actors: {
      profile: profileMachine.provide({
        actors: {
          load: loader(services, (_, data, reading) => data.profile(reading)),
        },
      }),
      sessions: sessionsMachine.provide({
        actors: {
          load: loader(services, readSessions),
        },
      }),
      loginMethods: loginMethodsMachine.provide({
        actors: {
          load: loader(services, readLoginMethods),
        },
      }),
      avatar: avatarMachine.provide({
        actors: {
          openPicture: fromPromise<string, { readonly file: File }>(openPicture),
          sendAvatar: fromPromise<User, AvatarUpload>(async ({ input: { file, area, hear }, signal }) =>
            setAvatar(await changing(), { input: { file: await cutPicture(file, area), hear }, signal }),
          ),
          removeAvatar: fromPromise<User, void>(async () => removeAvatar(await changing())),
        },
        actions: { closePicture: (_, { url }) => closePicture(url) },
      }),
      endSession: endSessionMachine.provide({
        actors: {
          endSession: fromPromise<void, { readonly id: string | null }>((request) =>
            endSession(http, request),
          ),
        },
      }),
      personal: personalMachine.provide({
        actors: {
          submit: fromPromise<User, { readonly values: Changes }>(async ({ input }) =>
            updateProfile(await changing(), { input: input.values }),
          ),
        },
        actions: { keepDraft: (_, { draft }) => records.keep('profile', recordOf(draft)) },
      }),
      access: accessMachine.provide({
        actors: {
          password: passwordMachine.provide({
            actors: {
              submit: fromPromise<void, { readonly values: PasswordValues }>((request) =>
                changePassword(proving({ dialog: 'password' }), request),
              ),
            },
          }),
          email: emailMachine.provide({
            actors: {
              submit: fromPromise<EmailAnswer, { readonly values: EmailValues }>((request) =>
                changeEmail(proving({ dialog: 'email', email: request.input.values.email }), request),
              ),
            },
          }),
          removal: removalMachine.provide({
            actors: {
              submit: fromPromise<void, { readonly values: RemovalRequest }>((request) => {
                const { method, address = '' } = request.input.values;
                return removeLoginMethod(proving({ dialog: 'removal', method, address }), request);
              }),
            },
          }),
          walletLink: walletLinkMachine.provide({
            actors: {
              personProof: personProofMachine.provide({
                actors: {
                  submit: fromPromise<
                    void,
                    { readonly values: { readonly password: string; readonly code: string } }
                  >(({ input }) => keepProof(proving({ dialog: 'walletLink' }), 'methods', input.values)),
                },
              }),
              wallet: linkedWalletMachine.provide({
                actors: {
                  ...walletActors((address, signal) => requestLinkMessage(http, address, signal)),
                  submitProof: fromPromise<void, WalletProof>(({ input }) =>
                    linkWallet({ http, proofs }, input),
                  ),
                },
              }),
            },
          }),
        },
        actions: { forgetRecord: () => records.keep(savedDialogFlow, null) },
      }),
    },
  });
}
