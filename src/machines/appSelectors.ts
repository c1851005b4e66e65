/** What screens ask of the app machine. */
import type { SnapshotFrom } from 'xstate';
import type { Session } from '../../contract/auth.ts';
import type { appMachine } from './appMachine.ts';
import type { Route } from './core/location.ts';
import type { PageAddress } from './shell/pageMachine.ts';
import type { signedInMachine } from './shell/signedInMachine.ts';

type AppSnapshot = SnapshotFrom<typeof appMachine>;

/** The route that may be drawn now; null while that is being decided, so that nothing is drawn for the wrong person. */
export const selectScreen = (snapshot: AppSnapshot): Route | null =>
  snapshot.hasTag('shown') ? (snapshot.context.location?.route ?? null) : null;

/** Whose version of the terms is not the one in force. A provider that tells of none asks for nothing. */
export const areTermsDue = (session: Session | null) => {
  const terms = session?.user.terms;
  return terms !== undefined && terms.accepted !== terms.version;
};

/** Whether a person is asked to agree to the terms: nothing of their account is drawn then, nor around the pages for everybody. */
export const selectIsAskedForTerms = (snapshot: AppSnapshot) =>
  snapshot.hasTag('asking') ||
  (snapshot.matches('signedIn') &&
    selectScreen(snapshot)?.access === 'any' &&
    areTermsDue(snapshot.context.session));

/** The page to draw and the layout around it; null as of `selectScreen`, and at `/`. */
export const selectPageAddress = (snapshot: AppSnapshot): PageAddress | null => {
  const page = snapshot.hasTag('asking') ? 'terms' : (selectScreen(snapshot)?.name ?? 'home');
  if (page === 'home') return null;
  const isInside = selectSession(snapshot) !== null && !selectIsAskedForTerms(snapshot);
  return { page, layout: isInside ? 'signedIn' : 'signedOut' };
};

/** What stands behind the path of the address, `?` included. */
export const selectSearch = (snapshot: AppSnapshot) => snapshot.context.location?.search ?? '';

/** Who is signed in, also while that is being verified; draw it only with a screen. */
export const selectSession = (snapshot: AppSnapshot) => snapshot.context.session;

/** Whose session ended with their account, which is nobody's. */
export const closedAccount = 'closed';

/** Why a signed-out person stands at the login screen: their account is closed, their session ended, or they asked for a protected address. */
export const selectReturnAddress = (snapshot: AppSnapshot): 'closed' | 'ended' | 'protected' | null => {
  if (snapshot.context.endedUserId === closedAccount) return 'closed';
  if (snapshot.context.endedUserId !== null) return 'ended';
  return snapshot.context.returnTo === null ? null : 'protected';
};

/** Where somebody who has just logged in was going before; null when they were going nowhere, or have gone on. */
export const selectOnward = (snapshot: AppSnapshot) =>
  snapshot.matches('signedIn') ? snapshot.context.returnTo : null;

/** Whether money may be moving now, so that leaving has to be asked for. Here, so that asking loads nothing of the signed-in half. */
export const selectIsLocked = ({ context }: SnapshotFrom<typeof signedInMachine>) =>
  context.lockedFlows.length > 0;
