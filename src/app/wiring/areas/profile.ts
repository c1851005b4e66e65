import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Closing } from '../../../../contract/accountData.ts';
import type { SentConfirmation } from '../../../../contract/accountEmails.ts';
import type { User } from '../../../../contract/user.ts';
import type { WalletProof } from '../../../machines/auth/browserWallet.ts';
import { savedDialogFlow } from '../../../machines/core/savedFlow.ts';
import { accessMachine } from '../../../machines/profile/accessMachine.ts';
import {
  accountDataMachine,
  accountExportForm,
  signInsMachine,
} from '../../../machines/profile/accountDataMachine.ts';
import { type AvatarUpload, avatarMachine } from '../../../machines/profile/avatarMachine.ts';
import {
  type ClosingOutcome,
  closingForm,
  closingMachine,
} from '../../../machines/profile/closingMachine.ts';
import { confirmationMachine } from '../../../machines/profile/confirmationMachine.ts';
import { discoverabilityMachine } from '../../../machines/profile/discoverabilityMachine.ts';
import { type EmailAnswer, type EmailValues, emailMachine } from '../../../machines/profile/emailMachine.ts';
import {
  type EndSessionRequest,
  endSessionForm,
  endSessionMachine,
} from '../../../machines/profile/endSessionMachine.ts';
import {
  type FactorAnswer,
  type FactorRequest,
  factorChangeForm,
  totpForm,
} from '../../../machines/profile/factorForms.ts';
import { factorsMachine } from '../../../machines/profile/factorsMachine.ts';
import { loginMethodsMachine } from '../../../machines/profile/loginMethodsMachine.ts';
import { type PasswordValues, passwordMachine } from '../../../machines/profile/passwordMachine.ts';
import { type Changes, personalMachine } from '../../../machines/profile/personalMachine.ts';
import { profileArea } from '../../../machines/profile/profileArea.ts';
import {
  factorsResource,
  profileMachine,
  sessionsMachine,
} from '../../../machines/profile/profileAreaSetup.ts';
import type { TypedProof } from '../../../machines/profile/proofForm.ts';
import { type RemovalRequest, removalMachine } from '../../../machines/profile/removalMachine.ts';
import { recordOfDialog, type SavedDialog } from '../../../machines/profile/savedDialog.ts';
import {
  linkedWalletMachine,
  personProofMachine,
  walletLinkMachine,
} from '../../../machines/profile/walletLinkMachine.ts';
import { keepProof } from '../../../services/auth/stepUp.ts';
import { linkWallet, requestLinkMessage } from '../../../services/auth/walletLink.ts';
import { saveFile } from '../../../services/core/files.ts';
import { holdPicture } from '../../../services/core/pictures.ts';
import { exportAccount } from '../../../services/profile/accountExport.ts';
import { cutPicture, openPicture } from '../../../services/profile/avatarPictures.ts';
import { closeAccount, readClosing } from '../../../services/profile/closing.ts';
import { changeFactors, confirmTotp, readFactors } from '../../../services/profile/factors.ts';
import {
  removeAvatar,
  setAvatar,
  setDiscoverability,
  updateProfile,
} from '../../../services/profile/profile.ts';
import {
  changeEmail,
  changePassword,
  endSession,
  readLoginMethods,
  readSessions,
  removeLoginMethod,
  sendConfirmation,
} from '../../../services/profile/security.ts';
import { readSignIns } from '../../../services/profile/signIns.ts';
import { leaveClosedAccount } from '../leaveClosedAccount.ts';
import { loader } from '../loader.ts';
import { provingFrom } from '../proving.ts';
import type { Services } from '../services.ts';
import { walletActors } from '../walletActors.ts';
import { formRecordOf } from './formRecord.ts';
import { providedLimits } from './limits.ts';

export function createArea(services: Services) {
  const { clock, http, data, proofs, records, session } = services;
  const changing = async () => ({ http, cache: await data(), session });
  /** Runs the calls of one dialog, which is stored while its person is at the identity provider; after null there is no dialog to reopen. */
  const proving = (dialog: SavedDialog | null, request: { readonly signal: AbortSignal }) =>
    provingFrom(services, '/profile', request, () => {
      if (dialog) records.keep(savedDialogFlow, recordOfDialog(dialog, clock.now()));
    });
  const closeOwn = async (request: Parameters<typeof closeAccount>[1] & { readonly signal: AbortSignal }) => {
    const own = session.current();
    const outcome = await closeAccount(proving(null, request), request);
    if (outcome.hindered === null && own !== null) {
      // A late 401 of another call may have ended the session before.
      records.forget(own.user.id);
      session.end(own.token);
      leaveClosedAccount();
    }
    return outcome;
  };
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
      factors: factorsResource.provide({ actors: { load: loader(services, readFactors) } }),
      factorsDialog: factorsMachine.provide({
        actors: {
          factorChange: factorChangeForm.provide({
            actors: {
              submit: fromPromise<FactorAnswer, { readonly values: FactorRequest }>((request) =>
                changeFactors(proving(null, request), request),
              ),
            },
          }),
          totp: totpForm.provide({
            actors: {
              submit: fromPromise<readonly string[], { readonly values: { readonly code: string } }>(
                (request) => confirmTotp(http, request),
              ),
            },
          }),
        },
        actions: {
          saveFile: (_, { codes }) =>
            saveFile('recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain;charset=utf-8'),
        },
      }),
      limits: providedLimits(services, '/profile'),
      avatar: avatarMachine.provide({
        actors: {
          openPicture: fromPromise<string, { readonly file: File }>(openPicture),
          holdPicture: fromCallback<AnyEventObject, { readonly url: string }>(holdPicture),
          sendAvatar: fromPromise<User, AvatarUpload>(async ({ input: { file, area, hear }, signal }) =>
            setAvatar(await changing(), { input: { file: await cutPicture(file, area), hear }, signal }),
          ),
          removeAvatar: fromPromise<User, void>(async () => removeAvatar(await changing())),
        },
      }),
      confirmation: confirmationMachine.provide({
        actors: {
          sendConfirmation: fromPromise<SentConfirmation, void>(() => sendConfirmation(http)),
        },
      }),
      discoverability: discoverabilityMachine.provide({
        actors: {
          setDiscoverability: fromPromise<User, { readonly wanted: boolean }>(async (request) =>
            setDiscoverability(await changing(), request),
          ),
        },
      }),
      endSession: endSessionMachine.provide({
        actors: {
          endSessionForm: endSessionForm.provide({
            actors: {
              submit: fromPromise<void, { readonly values: EndSessionRequest }>((request) =>
                endSession(proving(null, request), request),
              ),
            },
          }),
        },
      }),
      personal: personalMachine.provide({
        actors: {
          submit: fromPromise<User, { readonly values: Changes }>(async ({ input }) =>
            updateProfile(await changing(), { input: input.values }),
          ),
        },
        actions: { keepDraft: (_, { draft }) => records.keep('profile', formRecordOf(draft)) },
      }),
      accountData: accountDataMachine.provide({
        actors: {
          signIns: signInsMachine.provide({ actors: { load: loader(services, readSignIns) } }),
          closing: closingMachine.provide({
            actors: {
              readClosing: fromPromise<Closing, void>(({ signal }) => readClosing(http, signal)),
              closingForm: closingForm.provide({
                actors: { submit: fromPromise<ClosingOutcome, { readonly values: TypedProof }>(closeOwn) },
              }),
            },
          }),
          accountExport: accountExportForm.provide({
            actors: {
              submit: fromPromise<void, { readonly values: TypedProof }>((request) =>
                exportAccount(proving(null, request), 'account-data.json', request),
              ),
            },
          }),
        },
      }),
      access: accessMachine.provide({
        actors: {
          password: passwordMachine.provide({
            actors: {
              submit: fromPromise<void, { readonly values: PasswordValues }>((request) =>
                changePassword(proving({ dialog: 'password' }, request), request),
              ),
            },
          }),
          email: emailMachine.provide({
            actors: {
              submit: fromPromise<EmailAnswer, { readonly values: EmailValues }>((request) =>
                changeEmail(
                  proving({ dialog: 'email', email: request.input.values.email }, request),
                  request,
                ),
              ),
            },
          }),
          removal: removalMachine.provide({
            actors: {
              submit: fromPromise<void, { readonly values: RemovalRequest }>((request) => {
                const { method, address = '' } = request.input.values;
                return removeLoginMethod(proving({ dialog: 'removal', method, address }, request), request);
              }),
            },
          }),
          walletLink: walletLinkMachine.provide({
            actors: {
              personProof: personProofMachine.provide({
                actors: {
                  submit: fromPromise<void, { readonly values: TypedProof }>((request) =>
                    keepProof(proving({ dialog: 'walletLink' }, request), 'methods', request.input.values),
                  ),
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
