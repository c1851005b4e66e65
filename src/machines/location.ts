/** The screens that have an address. `home` has no page of its own: it leads to one of the others. */
export type RouteName = 'home' | 'login' | 'registration' | 'wallet' | 'history' | 'notFound';

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
  readonly params: Readonly<Record<string, string>>;
}

/** Where a person is led who has no business at the address they asked for (spec section 2). */
export const homes = { signedOut: '/auth/login', signedIn: '/wallet' } as const;

/**
 * The address to come back to after signing in, or null when a router could read it as another host:
 * `//host` and `/\host` are addresses of other sites.
 */
export function returnAddress({ path, search }: Location): string | null {
  return /^\/(?![/\\])/.test(path) ? `${path}${search}` : null;
}
