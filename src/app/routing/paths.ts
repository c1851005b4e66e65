import { matchPath } from 'react-router-dom';
import type { Location, Route } from '../../machines/core/location.ts';
import type { PageName } from '../wiring/pageProps.ts';
import { type Page, pages } from './pages.ts';

/** The app's location for an address of the browser. */
export function locate({ pathname, search }: { pathname: string; search: string }): Location {
  return { path: pathname, search, route: routeOf(pathname) };
}

function routeOf(pathname: string): Route {
  if (pathname === '/') return { name: 'home', access: 'any', area: null, params: {} };
  for (const [name, { pattern, access, area }] of Object.entries(pages) as [PageName, Page][]) {
    const match = pattern === null ? null : matchPath(pattern, pathname);
    if (match !== null) return { name, access, area, params: definedIn(match.params) };
  }
  return { name: 'notFound', access: 'any', area: null, params: {} };
}

function definedIn(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
