/** The screens that have an address. `home` has no page of its own and leads to another screen. */
export type RouteName =
  | 'home'
  | 'login'
  | 'registration'
  | 'wallet'
  | 'exchange'
  | 'transactions'
  | 'history'
  | 'addToken'
  | 'analytics'
  | 'news'
  | 'article'
  | 'support'
  | 'profile'
  | 'addressBook'
  | 'kyc'
  | 'notMe'
  | 'recover'
  | 'unfreeze'
  | 'terms'
  | 'privacy'
  | 'notFound';

/** The parts of the app that have their own flows; several screens may share one. The market, the inbox and the session are active on every screen. */
export type AreaName =
  | 'wallet'
  | 'exchange'
  | 'transactions'
  | 'history'
  | 'tokens'
  | 'analytics'
  | 'news'
  | 'support'
  | 'market'
  | 'inbox'
  | 'session'
  | 'profile'
  | 'addressBook'
  | 'kyc'
  | 'palette'
  | 'portfolio'
  | 'walletDeposit';

/** A screen of a signed-in person is shown, at an address with this query string. */
export interface ScreenShown {
  readonly type: 'screen.shown';
  readonly name: RouteName;
  readonly area: AreaName | null;
  readonly search: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The router's location. `path` and `search` as in the address bar, `params` from the route's pattern. */
export interface Location {
  readonly path: string;
  readonly search: string;
  readonly route: Route;
}

export interface Route {
  readonly name: RouteName;
  /** Who may see the route (spec section 2). `any`: everybody. */
  readonly access: 'signedOut' | 'signedIn' | 'any';
  /** The area whose flows the screen shows; null without flows, and for screens of signed-out people. */
  readonly area: AreaName | null;
  readonly params: Readonly<Record<string, string>>;
}

/** Where a person is redirected from an address that they may not see (spec section 2). */
export const homes = { signedOut: '/auth/login', signedIn: '/wallet' } as const;

/** The address that a person asked for, and its page. */
export interface Destination {
  readonly address: string;
  readonly page: RouteName;
}

/** Where a login leads: always to the wallet (spec section 2), with the query that was asked for. */
export const destinationOf = (asked: Destination | null) =>
  asked?.page === 'wallet' ? asked.address : homes.signedIn;

/**
 * The address to go on to after signing in, or null when a router could read it as another host:
 * `//host` and `/\host` are addresses of other sites.
 */
export function returnAddress({ path, search }: Location): string | null {
  return /^\/(?![/\\])/.test(path) ? `${path}${search}` : null;
}
