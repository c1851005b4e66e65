/** Selectors over the app machine, for screens. */
import type { SnapshotFrom } from 'xstate';
import type { Session } from '../../contract/auth.ts';
import type { appMachine } from './appMachine.ts';
import type { Route } from './core/location.ts';
import type { PageAddress } from './shell/pageMachine.ts';
import type { signedInMachine } from './shell/signedInMachine.ts';

type AppSnapshot = SnapshotFrom<typeof appMachine>;

/** The route that may be drawn now; null while that is being decided, so that no page is drawn for the wrong person. */
export const selectScreen = (snapshot: AppSnapshot): Route | null =>
  snapshot.hasTag('shown') ? (snapshot.context.location?.route ?? null) : null;

/** Whether the person has not agreed to the terms in force. If the server names no version, nothing is due. */
export const areTermsDue = (session: Session | null) => {
  const terms = session?.user.terms;
  return terms !== undefined && terms.accepted !== terms.version;
};

/** Whether the person is being asked to agree to the terms. Until they do, no account data is drawn, not even around public pages. */
export const selectIsAskedForTerms = (snapshot: AppSnapshot) =>
  snapshot.hasTag('asking') ||
  (snapshot.matches('signedIn') &&
    selectScreen(snapshot)?.access === 'any' &&
    areTermsDue(snapshot.context.session));

/** The page to draw and its layout; null when `selectScreen` is null, and at `/`. */
export const selectPageAddress = (snapshot: AppSnapshot): PageAddress | null => {
  const page = snapshot.hasTag('asking') ? 'terms' : (selectScreen(snapshot)?.name ?? 'home');
  if (page === 'home') return null;
  const isInside = selectSession(snapshot) !== null && !selectIsAskedForTerms(snapshot);
  return { page, layout: isInside ? 'signedIn' : 'signedOut' };
};

/** The query string of the address, `?` included. */
export const selectSearch = (snapshot: AppSnapshot) => snapshot.context.location?.search ?? '';

/** The current session, also while the server verifies it; draw it only with a screen. */
export const selectSession = (snapshot: AppSnapshot) => snapshot.context.session;

/** Stands for a user id when a session ended because its account was closed. */
export const closedAccount = 'closed';

/** Why the login screen is shown: the account was closed, the session ended, or the address needs a login. */
export const selectReturnAddress = (snapshot: AppSnapshot): 'closed' | 'ended' | 'protected' | null => {
  if (snapshot.context.endedUserId === closedAccount) return 'closed';
  if (snapshot.context.endedUserId !== null) return 'ended';
  return snapshot.context.returnTo === null ? null : 'protected';
};

/** The page that the person asked for before they logged in; null when there was none, or once they have gone on. */
export const selectOnward = (snapshot: AppSnapshot) =>
  snapshot.matches('signedIn') ? snapshot.context.returnTo : null;

/** Whether leaving needs a confirmation because money may be moving. It is defined here so that callers do not load the signed-in half. */
export const selectIsLocked = ({ context }: SnapshotFrom<typeof signedInMachine>) =>
  context.lockedFlows.length > 0;
