/** Types, children, guards and actions of the profile area. The events are in `profileArea.ts`. */
import { assign, raise, type SnapshotFrom, sendParent, sendTo, setup } from 'xstate';
import type { Factors } from '../../../contract/factors.ts';
import type { OpenSession, SignInMethods } from '../../../contract/security.ts';
import type { User } from '../../../contract/user.ts';
import type {
  AreaInput,
  BalancesChanged,
  DataOutdated,
  KycStatusChanged,
  LimitsChanged,
  PersonRead,
} from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { required } from '../core/placeholders.ts';
import type { Toast } from '../core/toastsMachine.ts';
import { type AccessChanged, accessMachine } from './accessMachine.ts';
import { accountDataMachine } from './accountDataMachine.ts';
import { type AvatarChanged, avatarMachine, type PersonOutdated } from './avatarMachine.ts';
import { confirmationMachine } from './confirmationMachine.ts';
import { type DiscoverabilityChanged, discoverabilityMachine } from './discoverabilityMachine.ts';
import { endSessionMachine, type SessionsEnded } from './endSessionMachine.ts';
import { factorsMachine } from './factorsMachine.ts';
import { limitsMachine } from './limitsMachine.ts';
import { loginMethodsMachine } from './loginMethodsMachine.ts';
import { knownOf, lockedIn, personalMachine } from './personalMachine.ts';

/** The user, as the server knows them now. */
export const profileMachine = createResourceMachine<User>('profile');
export const sessionsMachine = createResourceMachine<readonly OpenSession[]>('sessions');
export const factorsResource = createResourceMachine<Factors>('factors');

interface ProfileAreaContext {
  readonly input: AreaInput;
  /** The user as this area last read or changed them. */
  readonly user: User | null;
  /** When the user that was reported last was read; null before the first report. */
  readonly reportedAt: number | null;
}

type ProfileAreaEvent =
  | ScreenShown
  | BalancesChanged
  | DataOutdated
  | PersonRead
  | KycStatusChanged
  | AvatarChanged
  | PersonOutdated
  | DiscoverabilityChanged
  | SessionsEnded
  | AccessChanged
  /** The user was read or changed, and the open form may still show what they were before. */
  | { readonly type: 'user.kept' }
  /** What was taken back, or had no answer, is done by now if the server does it at all. */
  | { readonly type: 'outcome.settled' };

export const profileAreaSetup = setup({
  types: {
    context: {} as ProfileAreaContext,
    events: {} as ProfileAreaEvent,
    input: {} as AreaInput,
    children: {} as {
      profile: 'profile';
      sessions: 'sessions';
      loginMethods: 'loginMethods';
      factors: 'factors';
      factorsDialog: 'factorsDialog';
      limits: 'limits';
      access: 'access';
      accountData: 'accountData';
      avatar: 'avatar';
      confirmation: 'confirmation';
      discoverability: 'discoverability';
      endSession: 'endSession';
      personal: 'personal';
    },
  },
  actors: {
    profile: profileMachine,
    sessions: sessionsMachine,
    loginMethods: loginMethodsMachine,
    factors: factorsResource,
    factorsDialog: factorsMachine,
    limits: limitsMachine,
    access: accessMachine,
    accountData: accountDataMachine,
    avatar: avatarMachine,
    confirmation: confirmationMachine,
    discoverability: discoverabilityMachine,
    endSession: endSessionMachine,
    personal: personalMachine,
  },
  guards: {
    isFirst: ({ context }, { user }: { user: User | null }) => user !== null && context.user === null,
    // Don't report cached data during a reload: the stream may have sent a newer status.
    // Each read is kept and reported once: the resource tells its snapshot after every event, and the user may have changed meanwhile.
    isReadAnew: ({ context }, { profile }: { profile: SnapshotFrom<typeof profileMachine> }) =>
      profile.context.loadedAt !== context.reportedAt && profile.matches({ ready: 'fresh' }),
    /** Whether another area has read the user after this one did. */
    isNewer: ({ context: { reportedAt } }, { readAt }: PersonRead) =>
      readAt !== null && (reportedAt === null || readAt > reportedAt),
    isKnown: (_, { methods }: { methods: SignInMethods | null }) => methods !== null,
    isOutdated: (_, { outdated, name }: Pick<AccessChanged, 'outdated'> & { name: string }) =>
      outdated === name,
    hasUser: ({ context }) => context.user !== null,
  },
  actions: {
    keepUser: assign((_, { user }: { user: User | null }) => ({ user })),
    keepStatus: assign(({ context: { user } }, { status }: KycStatusChanged) => ({
      user: user && { ...user, kyc_status: status },
    })),
    tellKept: raise({ type: 'user.kept' }),
    tellPersonal: sendTo('personal', ({ context }: { context: ProfileAreaContext }) => {
      const user = required(context.user);
      return { type: 'initial.read', initial: knownOf(user), locked: lockedIn(user) };
    }),
    keepReported: assign((_, { loadedAt }: { loadedAt: number | null }) => ({ reportedAt: loadedAt })),
    report: sendParent((_, { user, readAt }: { user: User | null; readAt?: number | null }) => ({
      type: 'profile.changed',
      user,
      readAt,
    })),
    reportLimits: sendParent((): LimitsChanged => ({ type: 'limits.changed' })),
    tell: sendTo(
      ({ context }) => context.input.toasts,
      (_, { toast }: { toast: Toast }) => ({ type: 'toast.raised', toast }),
    ),
    tellProfile: sendTo('profile', { type: 'screen.shown' }),
    tellSessions: sendTo('sessions', { type: 'screen.shown' }),
    tellFactors: sendTo('factors', { type: 'screen.shown' }),
    refreshFactors: sendTo('factors', { type: 'refresh.requested' }),
    tellLoginMethods: sendTo('loginMethods', { type: 'screen.shown' }),
    tellMethods: sendTo('access', (_, { methods }: { methods: SignInMethods | null }) => ({
      type: 'methods.read',
      methods,
    })),
    refreshProfile: sendTo('profile', { type: 'refresh.requested' }),
    /** The server may look at a picture for 20 seconds before it takes it, also when nobody waits for its answer any more. */
    awaitOutcome: raise({ type: 'outcome.settled' }, { id: 'awaitOutcome', delay: 'outcomeWait' }),
    refreshSessions: sendTo('sessions', { type: 'refresh.requested' }),
    refreshLoginMethods: sendTo('loginMethods', { type: 'refresh.requested' }),
  },
  delays: { outcomeWait: 20_000 },
});
