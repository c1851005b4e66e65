import {
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  type SimulatedClock,
  setup,
} from 'xstate';
import type { Closing } from '../../contract/accountData.ts';
import type { SentConfirmation } from '../../contract/accountEmails.ts';
import type { Factors } from '../../contract/factors.ts';
import type { Page } from '../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { OpenSession, SignInMethods } from '../../contract/security.ts';
import type { SecurityChange, ToldSecuritySettings } from '../../contract/securitySettings.ts';
import type { SignIn } from '../../contract/signIns.ts';
import type { User } from '../../contract/user.ts';
import type { FoundWallet, WalletProof } from '../../src/machines/auth/browserWallet.ts';
import type { SignedInInput } from '../../src/machines/core/area.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { accessMachine } from '../../src/machines/profile/accessMachine.ts';
import {
  accountDataMachine,
  accountExportForm,
  signInsMachine,
} from '../../src/machines/profile/accountDataMachine.ts';
import {
  type ClosingOutcome,
  closingForm,
  closingMachine,
} from '../../src/machines/profile/closingMachine.ts';
import { confirmationMachine } from '../../src/machines/profile/confirmationMachine.ts';
import { discoverabilityMachine } from '../../src/machines/profile/discoverabilityMachine.ts';
import { type EmailAnswer, type EmailValues, emailMachine } from '../../src/machines/profile/emailMachine.ts';
import {
  type EndSessionRequest,
  endSessionForm,
  endSessionMachine,
} from '../../src/machines/profile/endSessionMachine.ts';
import {
  type FactorAnswer,
  type FactorRequest,
  factorChangeForm,
  totpForm,
} from '../../src/machines/profile/factorForms.ts';
import { factorsMachine } from '../../src/machines/profile/factorsMachine.ts';
import { type LimitsRequest, limitsForm } from '../../src/machines/profile/limitsForm.ts';
import { limitsMachine } from '../../src/machines/profile/limitsMachine.ts';
import { loginMethodsMachine } from '../../src/machines/profile/loginMethodsMachine.ts';
import { type PasswordValues, passwordMachine } from '../../src/machines/profile/passwordMachine.ts';
import { type Changes, personalMachine } from '../../src/machines/profile/personalMachine.ts';
import { profileArea } from '../../src/machines/profile/profileArea.ts';
import {
  factorsResource,
  profileMachine,
  sessionsMachine,
} from '../../src/machines/profile/profileAreaSetup.ts';
import type { TypedProof } from '../../src/machines/profile/proofForm.ts';
import { type RemovalRequest, removalMachine } from '../../src/machines/profile/removalMachine.ts';
import {
  linkedWalletMachine,
  personProofMachine,
  walletLinkMachine,
} from '../../src/machines/profile/walletLinkMachine.ts';
import { manualCall } from './actors.ts';
import { shown, signedInInput } from './areas.ts';

interface Options {
  readonly now?: number;
  readonly clock?: SimulatedClock;
  readonly readRecord?: SignedInInput['readRecord'];
}

/** The area of the profile in a host that hears what it reports; its calls are answered by hand, and there is one wallet. */
export function startProfileArea({ now = 0, clock, readRecord }: Options = {}) {
  const calls = {
    profile: manualCall<Loaded<User>, ReadRequest>(),
    sessions: manualCall<Loaded<readonly OpenSession[]>, ReadRequest>(),
    methods: manualCall<Loaded<SignInMethods>, ReadRequest>(),
    confirmation: manualCall<SentConfirmation, void>(),
    discoverability: manualCall<User, { readonly wanted: boolean }>(),
    personal: manualCall<User, { readonly values: Changes }>(),
    password: manualCall<void, { readonly values: PasswordValues }>(),
    email: manualCall<EmailAnswer, { readonly values: EmailValues }>(),
    removal: manualCall<void, { readonly values: RemovalRequest }>(),
    person: manualCall<void, { readonly values: TypedProof }>(),
    factors: manualCall<Loaded<Factors>, ReadRequest>(),
    factorChange: manualCall<FactorAnswer, { readonly values: FactorRequest }>(),
    totp: manualCall<readonly string[], { readonly values: { readonly code: string } }>(),
    settings: manualCall<ToldSecuritySettings, void>(),
    settingsChange: manualCall<ToldSecuritySettings, { readonly values: LimitsRequest }>(),
    takingBack: manualCall<ToldSecuritySettings, { readonly change: SecurityChange }>(),
    accounts: manualCall<readonly string[], { readonly wallet: string }>(),
    linking: manualCall<void, WalletProof>(),
    signIns: manualCall<Loaded<Page<SignIn>>, ReadRequest>(),
    accountExport: manualCall<void, { readonly values: TypedProof }>(),
    readingClosing: manualCall<Closing, void>(),
    closingAccount: manualCall<ClosingOutcome, { readonly values: TypedProof }>(),
    ending: manualCall<void, { readonly values: EndSessionRequest }>(),
  };
  const reported: AnyEventObject[] = [];
  const files: (readonly string[])[] = [];
  let forgotten = 0;
  const toasts = createActor(toastsMachine, { input: { now: () => now } }).start();
  const logic = profileArea.provide({
    actors: {
      profile: profileMachine.provide({ actors: { load: calls.profile.logic } }),
      sessions: sessionsMachine.provide({ actors: { load: calls.sessions.logic } }),
      loginMethods: loginMethodsMachine.provide({ actors: { load: calls.methods.logic } }),
      factors: factorsResource.provide({ actors: { load: calls.factors.logic } }),
      factorsDialog: factorsMachine.provide({
        actors: {
          factorChange: factorChangeForm.provide({ actors: { submit: calls.factorChange.logic } }),
          totp: totpForm.provide({ actors: { submit: calls.totp.logic } }),
        },
        actions: { saveFile: (_, { codes }) => void files.push(codes) },
      }),
      limits: limitsMachine.provide({
        actors: {
          readSettings: calls.settings.logic,
          takeBack: calls.takingBack.logic,
          limitsForm: limitsForm.provide({ actors: { submit: calls.settingsChange.logic } }),
        },
      }),
      confirmation: confirmationMachine.provide({ actors: { sendConfirmation: calls.confirmation.logic } }),
      discoverability: discoverabilityMachine.provide({
        actors: { setDiscoverability: calls.discoverability.logic },
      }),
      personal: personalMachine.provide({ actors: { submit: calls.personal.logic } }),
      accountData: accountDataMachine.provide({
        actors: {
          signIns: signInsMachine.provide({ actors: { load: calls.signIns.logic } }),
          closing: closingMachine.provide({
            actors: {
              readClosing: calls.readingClosing.logic,
              closingForm: closingForm.provide({ actors: { submit: calls.closingAccount.logic } }),
            },
          }),
          accountExport: accountExportForm.provide({ actors: { submit: calls.accountExport.logic } }),
        },
      }),
      access: accessMachine.provide({
        actors: {
          password: passwordMachine.provide({ actors: { submit: calls.password.logic } }),
          email: emailMachine.provide({ actors: { submit: calls.email.logic } }),
          removal: removalMachine.provide({ actors: { submit: calls.removal.logic } }),
          walletLink: walletLinkMachine.provide({
            actors: {
              personProof: personProofMachine.provide({ actors: { submit: calls.person.logic } }),
              wallet: linkedWalletMachine.provide({
                actors: {
                  findWallets: fromPromise<readonly FoundWallet[], void>(async () => [
                    { id: 'fox', name: 'MetaMask', icon: null },
                  ]),
                  requestAccounts: calls.accounts.logic,
                  requestMessage: fromPromise(async () => 'sign me'),
                  signMessage: fromPromise(async () => '0xsigned'),
                  submitProof: calls.linking.logic,
                  watchAccounts: fromCallback(() => {}),
                },
              }),
            },
          }),
        },
        actions: { forgetRecord: () => void forgotten++ },
      }),
      endSession: endSessionMachine.provide({
        actors: { endSessionForm: endSessionForm.provide({ actors: { submit: calls.ending.logic } }) },
      }),
    },
  });
  const host = setup({
    actors: { area: logic },
    actions: { keep: (_, event: AnyEventObject) => void reported.push(event) },
  }).createMachine({
    invoke: {
      id: 'area',
      src: 'area',
      input: { ...signedInInput(() => now, toasts, readRecord), shown: shown('profile', 'profile') },
    },
    on: { '*': { actions: { type: 'keep', params: ({ event }) => event } } },
  });
  const { area } = createActor(host, clock ? { clock } : {})
    .start()
    .getSnapshot().children;
  const access = area?.getSnapshot().children.access;
  if (!area || !access) throw new Error('no area');
  return {
    ...calls,
    area,
    access,
    reported,
    /** The recovery codes of every file that was asked for. */
    files,
    toasts: () => toasts.getSnapshot().context.toasts.map(({ key }) => key),
    /** How often the record of a dialog was removed. */
    forgotten: () => forgotten,
  };
}
