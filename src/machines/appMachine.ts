/** Decides which screen may be shown at an address, and owns the session and the flows inside it. */
import { type ActorRefFrom, not } from 'xstate';
import { type AppContext, appSetup } from './appSetup.ts';
import type { KycStatusChanged } from './core/area.ts';
import { destinationOf, homes } from './core/location.ts';
import { required } from './core/placeholders.ts';
import { withEvent } from './core/withEvent.ts';

const storeSession = {
  type: 'storeSession',
  params: ({ context }: { context: AppContext }) => ({ session: required(context.session) }),
} as const;
const clearSession = {
  type: 'clearSession',
  params: ({ context }: { context: AppContext }) => ({ token: required(context.session).token }),
} as const;
const endSession = [clearSession, 'keepEndedUser', 'forgetSession'] as const;
/** The person, of whom only the status of the verification is new. */
const inStatus = {
  params: ({ context, event }: { context: AppContext; event: KycStatusChanged }) => ({
    user: { ...required(context.session).user, kyc_status: event.status },
  }),
} as const;
const goToLogin = { type: 'requestNavigation', params: { to: homes.signedOut } } as const;
const goToDestination = {
  type: 'requestNavigation',
  params: ({ context }: { context: AppContext }) => ({ to: destinationOf(context.returnTo) }),
} as const;
const goIn = [goToDestination, 'forgetDestination'] as const;

/** Tags: `asking` while the person has to agree to the terms first; `shown` while the screen of the address may be drawn; see `selectScreen` in `appSelectors.ts`. */
export const appMachine = appSetup.createMachine({
  id: 'app',
  context: ({ input, spawn }) => {
    const toasts = spawn('toasts', { id: 'toasts', input: { now: input.now } });
    const preferences = spawn('preferences', {
      id: 'preferences',
      input: { preferences: input.preferences, toasts },
    });
    return {
      now: input.now,
      makeKey: input.makeKey,
      readRecord: input.readRecord,
      readDraft: input.readDraft ?? (() => null),
      readSignInDraft: input.readSignInDraft,
      takeCallback: input.takeCallback,
      toasts,
      preferences,
      session: input.session,
      signedIn: null,
      location: null,
      returnTo: input.returnAddress?.returnTo ?? null,
      endedUserId: input.returnAddress?.endedUserId ?? null,
    };
  },
  initial: 'booting',
  invoke: { id: 'watchSession', src: 'watchSession' },
  on: { 'location.changed': { actions: withEvent('keepLocation') } },
  states: {
    booting: {
      on: {
        'location.changed': [
          { guard: 'hasSession', target: 'verifying', actions: withEvent('keepLocation') },
          { target: 'signedOut', actions: withEvent('keepLocation') },
        ],
        'session.opened': { actions: withEvent('keepSession') },
        'session.ended': { guard: withEvent('isCurrentToken'), actions: endSession },
      },
    },
    verifying: {
      invoke: {
        id: 'verifySession',
        src: 'verifySession',
        input: ({ context }) => ({ token: required(context.session).token }),
        onDone: {
          target: 'signedIn',
          actions: [{ type: 'keepUser', params: ({ event }) => ({ user: event.output }) }, storeSession],
        },
        onError: [
          { guard: withEvent('isRefused'), target: 'signedOut', actions: endSession },
          { target: 'signedIn' },
        ],
      },
      after: { verification: 'signedIn' },
      on: {
        'session.opened': {
          target: 'verifying',
          reenter: true,
          actions: [clearSession, withEvent('keepSession')],
        },
        'session.ended': { guard: withEvent('isCurrentToken'), target: 'signedOut', actions: endSession },
      },
    },
    signedOut: {
      invoke: {
        id: 'signedOut',
        src: 'signedOut',
        input: ({ context: { now, readDraft, readSignInDraft, takeCallback } }) => ({
          now,
          readDraft,
          ...(readSignInDraft && { readSignInDraft }),
          takeCallback,
        }),
        onDone: {
          target: 'signedIn',
          actions: [
            { type: 'keepSession', params: ({ event }) => ({ session: event.output }) },
            storeSession,
          ],
        },
      },
      on: {
        'location.changed': { target: '.checking', actions: withEvent('keepLocation') },
        'session.opened': { target: 'verifying', actions: withEvent('keepSession') },
      },
      initial: 'checking',
      states: {
        checking: {
          always: [
            { guard: 'isProtected', target: 'redirecting', actions: ['keepReturnTo', goToLogin] },
            { guard: 'isHome', target: 'redirecting', actions: goToLogin },
            { guard: withEvent('isLeftAtEnd'), target: 'redirecting', actions: goToLogin },
            { target: 'showing' },
          ],
        },
        redirecting: {},
        showing: { tags: 'shown', entry: ['tellSignedOut', 'tellPreferences'] },
      },
    },
    signedIn: {
      invoke: {
        id: 'signedInLoader',
        src: 'signedInLoader',
        input: { name: 'signedIn', shown: null },
      },
      exit: ['stopSignedIn', 'forgetSignedIn', 'withdrawToasts'],
      on: {
        'code.loaded': { actions: withEvent('openSignedIn') },
        'location.changed': { target: '.checking', actions: withEvent('keepLocation') },
        'profile.changed': { guard: withEvent('hasChanged'), actions: [withEvent('keepUser'), storeSession] },
        'kycStatus.changed': {
          guard: { type: 'hasChanged', ...inStatus },
          actions: [{ type: 'keepUser', ...inStatus }, storeSession],
        },
        'session.opened': [
          {
            guard: { type: 'isCurrentUser', params: ({ event }) => event.session },
            actions: withEvent('keepSession'),
          },
          { target: 'verifying', actions: [clearSession, withEvent('keepSession')] },
        ],
        'session.ended': { guard: withEvent('isCurrentToken'), target: 'signedOut', actions: endSession },
        'address.requested': { guard: withEvent('isOfScreen'), actions: withEvent('requestNavigation') },
        'onward.declined': { actions: 'forgetReturnAddress' },
        'signOut.confirmed': 'signingOut',
      },
      initial: 'checking',
      states: {
        checking: {
          always: [
            { guard: 'isHome', target: 'redirecting', actions: [...goIn] },
            { guard: 'isForSignedOut', target: 'redirecting', actions: [...goIn] },
            { guard: 'isTermsDue', target: 'agreeing' },
            { target: 'showing', actions: 'keepOnward' },
          ],
        },
        redirecting: {},
        agreeing: { tags: 'asking', always: { guard: not('isTermsDue'), target: 'checking' } },
        showing: {
          tags: 'shown',
          entry: ['tellSignedIn', 'tellPreferences'],
          on: { 'code.loaded': { actions: [withEvent('openSignedIn'), 'tellSignedIn'] } },
        },
      },
    },
    signingOut: {
      entry: ['forgetFlows', clearSession, 'forgetReturnAddress'],
      exit: 'forgetSession',
      invoke: {
        id: 'revokeSession',
        src: 'revokeSession',
        input: ({ context }) => ({ token: required(context.session).token }),
        onDone: { target: 'signedOut.redirecting', actions: goToLogin },
        onError: [
          { guard: withEvent('isRefused'), target: 'signedOut.redirecting', actions: goToLogin },
          { target: 'signedOut.redirecting', actions: ['tellUnconfirmed', goToLogin] },
        ],
      },
      after: { revocation: { target: 'signedOut.redirecting', actions: ['tellUnconfirmed', goToLogin] } },
      on: { 'session.opened': { target: 'verifying', actions: withEvent('keepSession') } },
    },
  },
});

export type AppRef = ActorRefFrom<typeof appMachine>;
