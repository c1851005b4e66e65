/** The screens that have an address. `home` has no page of its own: it leads to one of the others. */
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

/** The parts of the app that have flows of their own; several screens may share one. The market, the inbox and the session are beside them all. */
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

/** A screen of a signed-in person is shown, at an address with this behind its path. */
export interface ScreenShown {
  readonly type: 'screen.shown';
  readonly name: RouteName;
  readonly area: AreaName | null;
  readonly search: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Where the router stands. `path` and `search` as in the address bar, `params` from the route's pattern. */
export interface Location {
  readonly path: string;
  readonly search: string;
  readonly route: Route;
}

export interface Route {
  readonly name: RouteName;
  /** For whom it is (spec section 2). `any`: for both. */
  readonly access: 'signedOut' | 'signedIn' | 'any';
  /** Whose flows it draws; null for a screen without flows, and for those of signed-out people. */
  readonly area: AreaName | null;
  readonly params: Readonly<Record<string, string>>;
}

/** Where a person is led who has no business at the address they asked for (spec section 2). */
export const homes = { signedOut: '/auth/login', signedIn: '/wallet' } as const;

/** Where a person was going, and which page that is. */
export interface Destination {
  readonly address: string;
  readonly page: RouteName;
}

/** Where a login leads: always to the wallet (spec section 2), with what was asked of it. */
export const destinationOf = (asked: Destination | null) =>
  asked?.page === 'wallet' ? asked.address : homes.signedIn;

/**
 * The address to go on to after signing in, or null when a router could read it as another host:
 * `//host` and `/\host` are addresses of other sites.
 */
export function returnAddress({ path, search }: Location): string | null {
  return /^\/(?![/\\])/.test(path) ? `${path}${search}` : null;
}
