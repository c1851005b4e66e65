/** Who a person is here: what is known of them, their picture, and where and by what they are signed in. */
import { type ActorRefFrom, assign, type SnapshotFrom, sendParent, sendTo, setup } from 'xstate';
import type { OpenSession, SignInMethods } from '../../../contract/security.ts';
import type { User } from '../../../contract/user.ts';
import type { AreaInput, BalancesChanged } from '../core/areaMachine.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { required } from '../core/placeholders.ts';
import type { Toast } from '../core/toastsMachine.ts';
import { type AvatarChanged, avatarMachine } from './avatarMachine.ts';
import { type EmailAnswer, emailMachine } from './emailMachine.ts';
import { endSessionMachine, type SessionsEnded } from './endSessionMachine.ts';
import { passwordMachine } from './passwordMachine.ts';
import { knownOf, personalMachine } from './personalMachine.ts';
import { type LoginMethod, removalMachine } from './removalMachine.ts';
import { type WalletLinkInput, walletLinkMachine } from './walletLinkMachine.ts';

/** The person, as the provider knows them now. */
export const profileMachine = createResourceMachine<User>('profile');
/** Where they are signed in. */
export const sessionsMachine = createResourceMachine<readonly OpenSession[]>('sessions');
/** By what they sign in. */
export const loginMethodsMachine = createResourceMachine<SignInMethods>('ways');

interface ProfileAreaContext {
  readonly input: AreaInput;
  readonly user: User | null;
  /** The login method that is being removed. */
  readonly removal: RemovalBegin | null;
  /** What a wallet that is being added begins with. */
  readonly link: LinkBegin | null;
}

type LinkBegin = Pick<WalletLinkInput, 'hasPassword' | 'linked'>;
type RemovalBegin = LoginMethod & { readonly hasPassword: boolean };

type ProfileAreaEvent =
  | ScreenShown
  | BalancesChanged
  | AvatarChanged
  | SessionsEnded
  | { readonly type: 'password.opened' }
  | { readonly type: 'email.opened' }
  | ({ readonly type: 'removal.opened' } & RemovalBegin)
  | ({ readonly type: 'link.opened' } & LinkBegin)
  | { readonly type: 'access.closed' };

const emailNotice = ({ pending_email }: EmailAnswer): Toast =>
  pending_email === null
    ? { tone: 'gain', key: 'emailChanged', values: {} }
    : { tone: 'wait', key: 'emailPending', values: { email: pending_email } };

const gain = (key: Toast['key']) => ({ toast: { tone: 'gain', key, values: {} } }) as const;

export const profileArea = setup({
  types: {
    context: {} as ProfileAreaContext,
    events: {} as ProfileAreaEvent,
    input: {} as AreaInput,
    children: {} as {
      profile: 'profile';
      sessions: 'sessions';
      ways: 'ways';
      avatar: 'avatar';
      endSession: 'endSession';
      personal: 'personal';
      password: 'password';
      email: 'email';
      removal: 'removal';
      walletLink: 'walletLink';
    },
  },
  actors: {
    profile: profileMachine,
    sessions: sessionsMachine,
    ways: loginMethodsMachine,
    avatar: avatarMachine,
    endSession: endSessionMachine,
    personal: personalMachine,
    password: passwordMachine,
    email: emailMachine,
    removal: removalMachine,
    walletLink: walletLinkMachine,
  },
  guards: {
    isRead: (_, { user }: { user: User | null }) => user !== null,
    // While it is read anew, the last one is no news: the stream may have told a later one.
    isNews: (_, { profile }: { profile: SnapshotFrom<typeof profileMachine> }) =>
      profile.matches({ ready: 'fresh' }),
    hasUser: ({ context }) => context.user !== null,
  },
  actions: {
    keepUser: assign((_, { user }: { user: User | null }) => ({ user })),
    keepRemoval: assign((_, { method, address, hasPassword }: RemovalBegin) => ({
      removal: { method, address, hasPassword },
    })),
    keepLink: assign((_, { hasPassword, linked }: LinkBegin) => ({ link: { hasPassword, linked } })),
    report: sendParent((_, { user }: { user: User | null }) => ({ type: 'profile.changed', user })),
    tell: sendTo(
      ({ context }) => context.input.notifications,
      (_, { toast }: { toast: Toast }) => ({ type: 'toast.raised', toast }),
    ),
    tellProfile: sendTo('profile', { type: 'shown' }),
    tellSessions: sendTo('sessions', { type: 'shown' }),
    tellLoginMethods: sendTo('ways', { type: 'shown' }),
    refreshProfile: sendTo('profile', { type: 'refresh.requested' }),
    refreshSessions: sendTo('sessions', { type: 'refresh.requested' }),
    refreshLoginMethods: sendTo('ways', { type: 'refresh.requested' }),
  },
}).createMachine({
  id: 'profileArea',
  context: ({ input }) => ({ input, user: null, removal: null, link: null }),
  type: 'parallel',
  invoke: [
    {
      id: 'profile',
      src: 'profile',
      input: ({ context }) => ({ now: context.input.now }),
      onSnapshot: [
        {
          guard: { type: 'isNews', params: ({ event }) => ({ profile: event.snapshot }) },
          actions: [
            { type: 'keepUser', params: ({ event }) => ({ user: event.snapshot.context.data }) },
            { type: 'report', params: ({ event }) => ({ user: event.snapshot.context.data }) },
          ],
        },
        {
          guard: { type: 'isRead', params: ({ event }) => ({ user: event.snapshot.context.data }) },
          actions: { type: 'keepUser', params: ({ event }) => ({ user: event.snapshot.context.data }) },
        },
      ],
    },
    { id: 'sessions', src: 'sessions', input: ({ context }) => ({ now: context.input.now }) },
    { id: 'ways', src: 'ways', input: ({ context }) => ({ now: context.input.now }) },
    { id: 'avatar', src: 'avatar' },
    { id: 'endSession', src: 'endSession' },
  ],
  on: {
    'screen.shown': { actions: ['tellProfile', 'tellSessions', 'tellLoginMethods'] },
    'avatar.changed': {
      actions: [
        { type: 'keepUser', params: ({ event }) => event },
        { type: 'report', params: ({ event }) => event },
        {
          type: 'tell',
          params: ({ event }) => gain(event.isRemoved ? 'avatarRemoved' : 'avatarChanged'),
        },
      ],
    },
    'sessions.ended': {
      actions: [
        'refreshSessions',
        { type: 'tell', params: ({ event }) => gain(event.isOne ? 'sessionEnded' : 'sessionsEnded') },
      ],
    },
  },
  states: {
    personal: {
      initial: 'unread',
      states: {
        unread: { always: { guard: 'hasUser', target: 'editing' } },
        editing: {
          invoke: {
            id: 'personal',
            src: 'personal',
            input: ({ context }) => ({
              now: context.input.now,
              initial: knownOf(required(context.user)),
              draft: context.input.readRecord('profile')?.values ?? null,
            }),
            onDone: {
              target: 'editing',
              reenter: true,
              actions: [
                { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
                { type: 'report', params: ({ event }) => ({ user: event.output }) },
                { type: 'tell', params: gain('profileSaved') },
              ],
            },
          },
        },
      },
    },
    access: {
      initial: 'closed',
      on: { 'access.closed': '.closed' },
      states: {
        closed: {
          on: {
            'password.opened': 'password',
            'email.opened': 'email',
            'removal.opened': {
              target: 'removal',
              actions: { type: 'keepRemoval', params: ({ event }) => event },
            },
            'link.opened': {
              target: 'walletLink',
              actions: { type: 'keepLink', params: ({ event }) => event },
            },
          },
        },
        password: {
          invoke: {
            id: 'password',
            src: 'password',
            input: ({ context }) => ({ now: context.input.now }),
            onDone: {
              target: 'closed',
              actions: [
                'refreshSessions',
                'refreshLoginMethods',
                { type: 'tell', params: gain('passwordChanged') },
              ],
            },
          },
        },
        email: {
          invoke: {
            id: 'email',
            src: 'email',
            input: ({ context }) => ({ now: context.input.now }),
            onDone: {
              target: 'closed',
              actions: [
                'refreshProfile',
                'refreshLoginMethods',
                { type: 'tell', params: ({ event }) => ({ toast: emailNotice(event.output) }) },
              ],
            },
          },
        },
        removal: {
          invoke: {
            id: 'removal',
            src: 'removal',
            input: ({ context }) => ({ now: context.input.now, initial: { ...required(context.removal) } }),
            onDone: {
              target: 'closed',
              actions: [
                'refreshSessions',
                'refreshLoginMethods',
                { type: 'tell', params: gain('methodRemoved') },
              ],
            },
          },
        },
        walletLink: {
          invoke: {
            id: 'walletLink',
            src: 'walletLink',
            input: ({ context }) => ({ now: context.input.now, ...required(context.link) }),
            onDone: {
              target: 'closed',
              actions: ['refreshLoginMethods', { type: 'tell', params: gain('methodAdded') }],
            },
          },
        },
      },
    },
  },
});

export type ProfileRef = ActorRefFrom<typeof profileMachine>;
export type SessionsRef = ActorRefFrom<typeof sessionsMachine>;
export type ProfileAreaRef = ActorRefFrom<typeof profileArea>;
