/** The dialogs that change how a person logs in: one at a time, reopened when the person returns from an identity provider. */
import { assign, sendParent, setup } from 'xstate';
import type { SignInMethods } from '../../../contract/security.ts';
import type { SignedInInput } from '../core/area.ts';
import { type Asking, asked, type Heard, heard, isDoubtful, leaving, notAsked } from '../core/heldDialog.ts';
import { required } from '../core/placeholders.ts';
import { savedDialogFlow } from '../core/savedFlow.ts';
import type { Toast } from '../core/toastsMachine.ts';
import { withEvent } from '../core/withEvent.ts';
import { type EmailAnswer, emailMachine } from './emailMachine.ts';
import { passwordMachine } from './passwordMachine.ts';
import { type LoginMethod, removalMachine } from './removalMachine.ts';
import { dialogIn, type SavedDialog } from './savedDialog.ts';
import { type WalletLinkInput, walletLinkMachine } from './walletLinkMachine.ts';

type AccessInput = Pick<SignedInInput, 'now' | 'readRecord'>;
type Link = Pick<WalletLinkInput, 'hasPassword' | 'linked'>;
type Removal = LoginMethod & { readonly hasPassword: boolean };

interface AccessContext extends Asking {
  readonly now: AccessInput['now'];
  /** The dialog that the person left for an identity provider; null once it was reopened. */
  readonly saved: SavedDialog | null;
  /** The login method to remove. */
  readonly removal: Removal | null;
  /** The input for adding a wallet. */
  readonly link: Link | null;
}

type AccessEvent =
  | { readonly type: 'password.opened' }
  | { readonly type: 'email.opened' }
  | ({ readonly type: 'removal.opened' } & Removal)
  | ({ readonly type: 'link.opened' } & Link)
  /** The login methods are known; a dialog needs them to decide whether to ask for the password. */
  | { readonly type: 'methods.read'; readonly methods: SignInMethods }
  | { readonly type: 'access.closed' };

/** Told to the parent: the login methods changed. `outdated`: what else has to be read again. */
export interface AccessChanged {
  readonly type: 'access.changed';
  readonly outdated: 'profile' | 'sessions' | 'wallet' | null;
  readonly toast: Toast;
}

function emailToast({ pending_email: email, emails }: EmailAnswer): Toast {
  if (email === null) return { tone: 'plain', key: 'emailKept', values: {} };
  return { tone: 'wait', key: emails === false ? 'emailUnsent' : 'emailPending', values: { email } };
}

const gain = (key: Toast['key'], outdated: AccessChanged['outdated']) =>
  ({ outdated, toast: { tone: 'gain', key, values: {} } }) as const;

export const accessMachine = setup({
  types: {
    context: {} as AccessContext,
    events: {} as AccessEvent,
    input: {} as AccessInput,
    children: {} as {
      password: 'password';
      email: 'email';
      removal: 'removal';
      walletLink: 'walletLink';
    },
  },
  actors: {
    password: passwordMachine,
    email: emailMachine,
    removal: removalMachine,
    walletLink: walletLinkMachine,
  },
  guards: {
    isIdle: ({ context }) => !context.isBusy,
    isDoubtful: ({ context }) => isDoubtful(context),
    isSaved: ({ context: { saved } }, { dialog }: { dialog: SavedDialog['dialog'] }) =>
      saved?.dialog === dialog,
  },
  actions: {
    keepRemoval: assign((_, { method, address, hasPassword }: Removal) => ({
      removal: { method, address, hasPassword },
    })),
    keepSavedRemoval: assign(({ context: { saved } }, { methods }: { methods: SignInMethods }) => ({
      removal:
        saved?.dialog === 'removal'
          ? { method: saved.method, address: saved.address, hasPassword: methods.password }
          : null,
    })),
    keepLink: assign((_, { hasPassword, linked }: Link) => ({ link: { hasPassword, linked } })),
    forgetSaved: assign({ saved: null, ...notAsked }),
    keepBusy: assign(({ context }, told: Heard) => asked(context, told)),
    /** Removes the record of the dialog from this browser. */
    forgetRecord: () => {
      throw new Error('provide forgetRecord');
    },
    report: sendParent((_, change: Omit<AccessChanged, 'type'>) => ({ type: 'access.changed', ...change })),
    outdate: sendParent({ type: 'data.outdated' }),
  },
}).createMachine({
  id: 'access',
  context: ({ input: { now, readRecord } }) => ({
    now,
    saved: dialogIn(readRecord(savedDialogFlow), now()),
    removal: null,
    link: null,
    ...notAsked,
  }),
  initial: 'closed',
  states: {
    closed: {
      on: {
        'password.opened': 'open.password',
        'email.opened': 'open.email',
        'removal.opened': { target: 'open.removal', actions: withEvent('keepRemoval') },
        'link.opened': { target: 'open.walletLink', actions: withEvent('keepLink') },
        'methods.read': [
          { guard: { type: 'isSaved', params: { dialog: 'password' } }, target: 'open.password' },
          { guard: { type: 'isSaved', params: { dialog: 'email' } }, target: 'open.email' },
          {
            guard: { type: 'isSaved', params: { dialog: 'removal' } },
            target: 'open.removal',
            actions: withEvent('keepSavedRemoval'),
          },
          {
            guard: { type: 'isSaved', params: { dialog: 'walletLink' } },
            target: 'open.walletLink',
            actions: {
              type: 'keepLink',
              params: ({ event: { methods } }) => ({
                hasPassword: methods.password,
                linked: methods.metamask,
              }),
            },
          },
        ],
      },
    },
    open: {
      exit: ['forgetSaved', 'forgetRecord'],
      on: { 'access.closed': leaving },
      initial: 'password',
      states: {
        password: {
          invoke: {
            id: 'password',
            src: 'password',
            onSnapshot: heard,
            input: ({ context }) => ({ now: context.now }),
            onDone: {
              target: '#access.closed',
              actions: { type: 'report', params: gain('passwordChanged', 'sessions') },
            },
          },
        },
        email: {
          invoke: {
            id: 'email',
            src: 'email',
            onSnapshot: heard,
            input: ({ context: { now, saved } }) => ({
              now,
              draft: saved?.dialog === 'email' ? { email: saved.email } : null,
            }),
            onDone: {
              target: '#access.closed',
              actions: {
                type: 'report',
                params: ({ event }) => ({ outdated: 'profile', toast: emailToast(event.output) }),
              },
            },
          },
        },
        removal: {
          invoke: {
            id: 'removal',
            src: 'removal',
            onSnapshot: heard,
            input: ({ context }) => ({ now: context.now, initial: { ...required(context.removal) } }),
            onDone: {
              target: '#access.closed',
              actions: { type: 'report', params: gain('methodRemoved', 'sessions') },
            },
          },
        },
        walletLink: {
          invoke: {
            id: 'walletLink',
            src: 'walletLink',
            input: ({ context }) => ({ now: context.now, ...required(context.link) }),
            onDone: {
              target: '#access.closed',
              actions: { type: 'report', params: gain('methodAdded', null) },
            },
          },
        },
      },
    },
  },
});
