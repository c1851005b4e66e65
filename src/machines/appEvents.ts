/** What the app machine is told, and what it tells the router. */
import type { Session } from '../../contract/auth.ts';
import type { AddressRequested, ProfileChanged } from './core/area.ts';
import type { CodeLoaded } from './core/createCodeLoaderMachine.ts';
import type { Location } from './core/location.ts';
import type { signedInMachine } from './shell/signedInMachine.ts';
import type { SignOutConfirmed } from './shell/signedInSetup.ts';

/** The code of what a signed-in person has open has come. */
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

/** The server no longer takes this token, or another tab signed out. */
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
  | SignOutConfirmed
  | SignedInLoaded
  /** A person does not want to go on where they were going before they logged in. */
  | { readonly type: 'onward.declined' };

/** The router has to go to `to`, an address of this app. */
export interface NavigationRequested {
  readonly type: 'navigation.requested';
  readonly to: string;
  readonly replace: boolean;
}
