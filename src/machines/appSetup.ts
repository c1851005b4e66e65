/** Types, children, guards and actions of the app machine. The states are in `appMachine.ts`. */
import { assign, emit, sendTo, setup, stopChild } from 'xstate';
import type { Session } from '../../contract/auth.ts';
import { type Failure, failureOf } from '../../contract/failure.ts';
import type { User } from '../../contract/user.ts';
import type { AppEvent, NavigationRequested, SignedInLoaded } from './appEvents.ts';
import { areTermsDue } from './appSelectors.ts';
import { type SignedOutInput, signedOutMachine } from './auth/signedOutMachine.ts';
import type { SignedInInput } from './core/area.ts';
import { createCodeLoaderMachine } from './core/createCodeLoaderMachine.ts';
import type { FormValues } from './core/formState.ts';
import type { Location, RouteName } from './core/location.ts';
import { placeholderCallback, placeholderPromise, required } from './core/placeholders.ts';
import { type ToastsRef, toastsMachine } from './core/toastsMachine.ts';
import { type Preferences, type PreferencesRef, preferencesMachine } from './shell/preferencesMachine.ts';
import { askedFor, offeredAt, type ReturnAddress, returnFor, unnamed } from './shell/returnAddress.ts';
import type { SignedInRef, signedInMachine } from './shell/signedInMachine.ts';

/** Loads the code that only signed-in people need. */
export const signedInLoader = createCodeLoaderMachine<typeof signedInMachine, 'signedIn'>();

export interface AppContext extends ReturnAddress {
  readonly now: () => number;
  readonly makeKey: () => string;
  readonly readRecord: SignedInInput['readRecord'];
  readonly readDraft: () => FormValues | null;
  readonly readSignInDraft: (() => FormValues | null) | undefined;
  readonly takeCallback: SignedOutInput['takeCallback'];
  readonly toasts: ToastsRef;
  readonly preferences: PreferencesRef;
  readonly session: Session | null;
  /** The signed-in machine; null until its code has loaded, and while nobody is signed in. */
  readonly signedIn: SignedInRef | null;
  /** The last location from the router. */
  readonly location: Location | null;
}

interface AppInput {
  readonly now: () => number;
  readonly makeKey: SignedInInput['makeKey'];
  readonly readRecord: SignedInInput['readRecord'];
  /** Reads the draft of a registration from this tab. */
  readonly readDraft?: () => FormValues | null;
  /** What was typed in the login form before a reload, without the password. */
  readonly readSignInDraft?: () => FormValues | null;
  readonly takeCallback?: SignedOutInput['takeCallback'];
  /** Why the login screen is shown, as this tab stored it before a reload. */
  readonly returnAddress?: ReturnAddress;
  /** The session in storage at the start. It grants access only after the server has accepted it or could not be asked (decision 015). */
  readonly session: Session | null;
  readonly preferences: Preferences;
}

/** Some servers send the user's id only at sign-in, so keep the one already known. */
const knownAs = (before: User, now: User): User => ({ ...now, id: now.id ?? before.id });

const hasChanged = (before: User, now: User) => {
  const next = knownAs(before, now);
  return next.id === before.id && JSON.stringify(next) !== JSON.stringify(before);
};

const isRefusal = ({ code }: Failure) =>
  code === 'UNAUTHENTICATED' || code === 'FORBIDDEN' || code === 'ACCOUNT_BLOCKED';

/** Open to everybody, but left when a session ends. A report or a recovery ends sessions itself, and its result stays readable. */
const leftAtEnd: readonly (RouteName | undefined)[] = ['terms', 'privacy', 'notFound'];

export const appSetup = setup({
  types: {
    context: {} as AppContext,
    events: {} as AppEvent,
    emitted: {} as NavigationRequested,
    input: {} as AppInput,
    tags: {} as 'shown' | 'asking',
    children: {} as {
      toasts: 'toasts';
      preferences: 'preferences';
      signedOut: 'signedOut';
      signedInLoader: 'signedInLoader';
      watchSession: 'watchSession';
      verifySession: 'verifySession';
      revokeSession: 'revokeSession';
    },
  },
  actors: {
    toasts: toastsMachine,
    preferences: preferencesMachine,
    signedOut: signedOutMachine,
    signedInLoader,
    /** Sends `session.opened` and `session.ended`. */
    watchSession: placeholderCallback('watchSession'),
    verifySession: placeholderPromise<User, { readonly token: string }>('verifySession'),
    revokeSession: placeholderPromise<void, { readonly token: string }>('revokeSession'),
  },
  guards: {
    hasSession: ({ context }) => context.session !== null,
    isProtected: ({ context }) => context.location?.route.access === 'signedIn',
    isHome: ({ context }) => context.location?.route.name === 'home',
    /** Signed-out people come to a page by a change of address; any other event is the end of a session. */
    isLeftAtEnd: ({ context }, { type }: { type: string }) =>
      type !== 'location.changed' && leftAtEnd.includes(context.location?.route.name),
    /** Public pages, including the terms, may be read before agreeing. */
    isTermsDue: ({ context }) => areTermsDue(context.session) && context.location?.route.access !== 'any',
    isForSignedOut: ({ context }) => context.location?.route.access === 'signedOut',
    isCurrentToken: ({ context }, { token }: { token: string }) => context.session?.token === token,
    /** Without an id only the token identifies a user, so a new token is treated as another user. */
    isCurrentUser: ({ context }, { user }: { user: User }) =>
      user.id !== null && context.session?.user.id === user.id,
    /** Ignore navigation that a screen requested before the person left it. */
    isOfScreen: ({ context }, { to }: { to: string }) => to.split('?', 1)[0] === context.location?.path,
    hasChanged: ({ context: { session } }, { user }: { user: User }) =>
      session !== null && hasChanged(session.user, user),
    isRefused: (_, { error }: { error: unknown }) => isRefusal(failureOf(error)),
  },
  actions: {
    /** Writes `auth_token` and `user`. */
    storeSession: (_, _session: { session: Session }) => {
      throw new Error('provide storeSession');
    },
    /** Removes the person's stored flows on sign-out only. Payments that were sent stay. */
    forgetFlows: () => {
      throw new Error('provide forgetFlows');
    },
    /** Empties every cache, and the storage unless it already holds another token. */
    clearSession: (_, _session: { token: string }) => {
      throw new Error('provide clearSession');
    },
    keepLocation: assign((_, { location }: { location: Location }) => ({ location })),
    keepSession: assign(({ context }, { session }: { session: Session }) => {
      const before = context.endedUserId ?? (context.session && (context.session.user.id ?? unnamed));
      return { session, returnTo: returnFor(session.user, before, context.returnTo) };
    }),
    keepUser: assign(({ context }, { user }: { user: User }) => ({
      session: { ...required(context.session), user: knownAs(required(context.session).user, user) },
    })),
    keepReturnTo: assign(({ context: { location, returnTo } }) => ({
      returnTo: askedFor(required(location), returnTo),
    })),
    keepOnward: assign(({ context: { location, returnTo } }) => ({
      endedUserId: null,
      returnTo: offeredAt(required(location), returnTo),
    })),
    /** Forget a return address at the wallet once the login leads there, so that a reload does not lead there again. */
    forgetDestination: assign(({ context: { returnTo } }) => ({
      returnTo: returnTo?.page === 'wallet' ? null : returnTo,
    })),
    keepEndedUser: assign(({ context }) => ({ endedUserId: required(context.session).user.id ?? unnamed })),
    forgetSession: assign({ session: null }),
    forgetReturnAddress: assign({ returnTo: null, endedUserId: null }),
    requestNavigation: emit(
      (_, { to }: { to: string }): NavigationRequested => ({
        type: 'navigation.requested',
        to,
        replace: true,
      }),
    ),
    tellSignedOut: sendTo('signedOut', ({ context }: { context: AppContext }) => ({
      type: 'screen.shown',
      name: required(context.location).route.name,
    })),
    openSignedIn: assign(({ context, spawn }, { logic }: SignedInLoaded) => {
      const { now, makeKey, readRecord, toasts, session } = context;
      const isFrozen = session?.user.status === 'frozen';
      const input = { isFrozen, now, makeKey, readRecord, toasts };
      return { signedIn: spawn(logic, { input }) };
    }),
    stopSignedIn: stopChild(({ context }) => context.signedIn ?? 'none'),
    forgetSignedIn: assign({ signedIn: null }),
    /** Without the code of the signed-in half, its loader receives this and retries at once. */
    tellSignedIn: sendTo(
      ({ context }) => context.signedIn ?? 'signedInLoader',
      ({ context }: { context: AppContext }) => {
        const { search, route } = required(context.location);
        return { type: 'screen.shown', name: route.name, area: route.area, search, params: route.params };
      },
    ),
    tellPreferences: sendTo(({ context }) => context.preferences, { type: 'screen.shown' }),
    withdrawToasts: sendTo(({ context }) => context.toasts, { type: 'toasts.withdrawn' }),
    tellUnconfirmed: sendTo(({ context }) => context.toasts, {
      type: 'toast.raised',
      toast: { tone: 'wait', key: 'signOutUnconfirmed', values: {} },
    }),
  },
  delays: { verification: 4000, revocation: 3000 },
});
