/** Who a person is here: what is known of them, their picture, and where and by what they are signed in. */
import { type ActorRefFrom, assign, type SnapshotFrom, sendParent, sendTo, setup } from 'xstate';
import type { OpenSession, SignInMethods } from '../../../contract/security.ts';
import type { User } from '../../../contract/user.ts';
import type { AreaInput, BalancesChanged } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { required } from '../core/placeholders.ts';
import type { Toast } from '../core/toastsMachine.ts';
import { type AccessChanged, accessMachine } from './accessMachine.ts';
import { type AvatarChanged, avatarMachine } from './avatarMachine.ts';
import { endSessionMachine, type SessionsEnded } from './endSessionMachine.ts';
import { knownOf, personalMachine } from './personalMachine.ts';

/** The person, as the provider knows them now. */
export const profileMachine = createResourceMachine<User>('profile');
/** Where they are signed in. */
export const sessionsMachine = createResourceMachine<readonly OpenSession[]>('sessions');
/** By what they sign in. */
export const loginMethodsMachine = createResourceMachine<SignInMethods>('loginMethods');

interface ProfileAreaContext {
  readonly input: AreaInput;
  readonly user: User | null;
}

type ProfileAreaEvent = ScreenShown | BalancesChanged | AvatarChanged | SessionsEnded | AccessChanged;

const gain = (key: Toast['key']) => ({ toast: { tone: 'gain', key, values: {} } }) as const;

export const profileArea = setup({
  types: {
    context: {} as ProfileAreaContext,
    events: {} as ProfileAreaEvent,
    input: {} as AreaInput,
    children: {} as {
      profile: 'profile';
      sessions: 'sessions';
      loginMethods: 'loginMethods';
      access: 'access';
      avatar: 'avatar';
      endSession: 'endSession';
      personal: 'personal';
    },
  },
  actors: {
    profile: profileMachine,
    sessions: sessionsMachine,
    loginMethods: loginMethodsMachine,
    access: accessMachine,
    avatar: avatarMachine,
    endSession: endSessionMachine,
    personal: personalMachine,
  },
  guards: {
    isRead: (_, { user }: { user: User | null }) => user !== null,
    // While it is read anew, the last one is no news: the stream may have told a later one.
    isNews: (_, { profile }: { profile: SnapshotFrom<typeof profileMachine> }) =>
      profile.matches({ ready: 'fresh' }),
    isKnown: (_, { methods }: { methods: SignInMethods | null }) => methods !== null,
    isOutdated: (_, { outdated, name }: Pick<AccessChanged, 'outdated'> & { name: string }) =>
      outdated === name,
    hasUser: ({ context }) => context.user !== null,
  },
  actions: {
    keepUser: assign((_, { user }: { user: User | null }) => ({ user })),
    report: sendParent((_, { user }: { user: User | null }) => ({ type: 'profile.changed', user })),
    tell: sendTo(
      ({ context }) => context.input.notifications,
      (_, { toast }: { toast: Toast }) => ({ type: 'toast.raised', toast }),
    ),
    tellProfile: sendTo('profile', { type: 'screen.shown' }),
    tellSessions: sendTo('sessions', { type: 'screen.shown' }),
    tellLoginMethods: sendTo('loginMethods', { type: 'screen.shown' }),
    tellMethods: sendTo('access', (_, { methods }: { methods: SignInMethods | null }) => ({
      type: 'methods.read',
      methods,
    })),
    refreshProfile: sendTo('profile', { type: 'refresh.requested' }),
    refreshSessions: sendTo('sessions', { type: 'refresh.requested' }),
    refreshLoginMethods: sendTo('loginMethods', { type: 'refresh.requested' }),
  },
}).createMachine({
  id: 'profileArea',
  context: ({ input }) => ({ input, user: null }),
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
    {
      id: 'loginMethods',
      src: 'loginMethods',
      input: ({ context }) => ({ now: context.input.now }),
      onSnapshot: {
        guard: { type: 'isKnown', params: ({ event }) => ({ methods: event.snapshot.context.data }) },
        actions: { type: 'tellMethods', params: ({ event }) => ({ methods: event.snapshot.context.data }) },
      },
    },
    { id: 'access', src: 'access', input: ({ context }) => context.input },
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
    'access.changed': [
      {
        guard: { type: 'isOutdated', params: ({ event }) => ({ outdated: event.outdated, name: 'profile' }) },
        actions: ['refreshProfile', 'refreshLoginMethods', { type: 'tell', params: ({ event }) => event }],
      },
      {
        guard: {
          type: 'isOutdated',
          params: ({ event }) => ({ outdated: event.outdated, name: 'sessions' }),
        },
        actions: ['refreshSessions', 'refreshLoginMethods', { type: 'tell', params: ({ event }) => event }],
      },
      { actions: ['refreshLoginMethods', { type: 'tell', params: ({ event }) => event }] },
    ],
    'sessions.ended': {
      actions: [
        'refreshSessions',
        { type: 'tell', params: ({ event }) => gain(event.isOne ? 'sessionEnded' : 'sessionsEnded') },
      ],
    },
  },
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
});

export type SessionsRef = ActorRefFrom<typeof sessionsMachine>;
export type ProfileAreaRef = ActorRefFrom<typeof profileArea>;
