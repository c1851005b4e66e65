/** What screens ask of the app machine. */
import type { SnapshotFrom } from 'xstate';
import type { appMachine } from './appMachine.ts';
import type { Route } from './core/location.ts';
import type { signedInMachine } from './shell/signedInMachine.ts';

type AppSnapshot = SnapshotFrom<typeof appMachine>;

/** The route that may be drawn now; null while that is being decided, so that nothing is drawn for the wrong person. */
export const selectScreen = (snapshot: AppSnapshot): Route | null =>
  snapshot.hasTag('shown') ? (snapshot.context.location?.route ?? null) : null;

/** What stands behind the path of the address, `?` included. */
export const selectSearch = (snapshot: AppSnapshot) => snapshot.context.location?.search ?? '';

/** Who is signed in, also while that is being verified; draw it only with a screen. */
export const selectSession = (snapshot: AppSnapshot) => snapshot.context.session;

/** Why a signed-out person stands at the login screen: their session ended, or they asked for a protected address. */
export const selectReturnAddress = (snapshot: AppSnapshot): 'ended' | 'protected' | null => {
  if (snapshot.context.endedUserId !== null) return 'ended';
  return snapshot.context.returnTo === null ? null : 'protected';
};

/** Where somebody who has just logged in was going before; null when they were going nowhere, or have gone on. */
export const selectOnward = (snapshot: AppSnapshot) =>
  snapshot.matches('signedIn') ? snapshot.context.returnTo : null;

/** Whether money may be moving now, so that leaving has to be asked for. Here, so that asking loads nothing of the signed-in half. */
export const selectIsLocked = ({ context }: SnapshotFrom<typeof signedInMachine>) =>
  context.lockedFlows.length > 0;
