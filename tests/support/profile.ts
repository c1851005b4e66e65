import {
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  type SimulatedClock,
  setup,
} from 'xstate';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { OpenSession, SignInMethods } from '../../contract/security.ts';
import type { User } from '../../contract/user.ts';
import type { FoundWallet, WalletProof } from '../../src/machines/auth/browserWallet.ts';
import type { SignedInInput } from '../../src/machines/core/area.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { accessMachine } from '../../src/machines/profile/accessMachine.ts';
import { avatarMachine } from '../../src/machines/profile/avatarMachine.ts';
import { type EmailAnswer, type EmailValues, emailMachine } from '../../src/machines/profile/emailMachine.ts';
import { endSessionMachine } from '../../src/machines/profile/endSessionMachine.ts';
import { type PasswordValues, passwordMachine } from '../../src/machines/profile/passwordMachine.ts';
import { type Changes, personalMachine } from '../../src/machines/profile/personalMachine.ts';
import {
  loginMethodsMachine,
  profileArea,
  profileMachine,
  sessionsMachine,
} from '../../src/machines/profile/profileArea.ts';
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
    personal: manualCall<User, { readonly values: Changes }>(),
    password: manualCall<void, { readonly values: PasswordValues }>(),
    email: manualCall<EmailAnswer, { readonly values: EmailValues }>(),
    removal: manualCall<void, { readonly values: RemovalRequest }>(),
    person: manualCall<void, { readonly values: { readonly password: string; readonly code: string } }>(),
    accounts: manualCall<readonly string[], { readonly wallet: string }>(),
    linking: manualCall<void, WalletProof>(),
    ending: manualCall<void, { readonly id: string | null }>(),
  };
  const reported: AnyEventObject[] = [];
  let forgotten = 0;
  const toasts = createActor(toastsMachine, { input: { now: () => now } }).start();
  const logic = profileArea.provide({
    actors: {
      profile: profileMachine.provide({ actors: { load: calls.profile.logic } }),
      sessions: sessionsMachine.provide({ actors: { load: calls.sessions.logic } }),
      loginMethods: loginMethodsMachine.provide({ actors: { load: calls.methods.logic } }),
      avatar: avatarMachine.provide({ actions: { closePicture: () => {} } }),
      personal: personalMachine.provide({ actors: { submit: calls.personal.logic } }),
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
      endSession: endSessionMachine.provide({ actors: { endSession: calls.ending.logic } }),
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
    toasts: () => toasts.getSnapshot().context.toasts.map(({ key }) => key),
    /** How often the record of a dialog was removed. */
    forgotten: () => forgotten,
  };
}
