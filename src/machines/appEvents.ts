/** The events that the app machine receives, and those it sends to the router. */
import type { Session } from '../../contract/auth.ts';
import type { AddressRequested, KycStatusChanged, ProfileChanged } from './core/area.ts';
import type { CodeLoaded } from './core/createCodeLoaderMachine.ts';
import type { Location } from './core/location.ts';
import type { signedInMachine } from './shell/signedInMachine.ts';
import type { SignOutConfirmed } from './shell/signedInSetup.ts';

/** The code of the signed-in half has loaded. */
export type SignedInLoaded = CodeLoaded<typeof signedInMachine, 'signedIn'>;

export interface LocationChanged {
  readonly type: 'location.changed';
  readonly location: Location;
}

/** Another tab signed in. */
export interface SessionOpened {
  readonly type: 'session.opened';
  readonly session: Session;
}

/** The server rejects this token, or another tab signed out. */
export interface SessionEnded {
  readonly type: 'session.ended';
  readonly token: string;
}

export type AppEvent =
  | LocationChanged
  | SessionOpened
  | SessionEnded
  | AddressRequested
  | ProfileChanged
  | KycStatusChanged
  | SignOutConfirmed
  | SignedInLoaded
  /** The person declined to go on to the page they asked for before they logged in. */
  | { readonly type: 'onward.declined' };

/** The router has to go to `to`, an address of this app. */
export interface NavigationRequested {
  readonly type: 'navigation.requested';
  readonly to: string;
  readonly replace: boolean;
}
