import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import type { AppRef } from '../machines/appMachine.ts';
import type { Location, Route, RouteName } from '../machines/location.ts';

export interface PageProps {
  readonly app: AppRef;
}

interface Page {
  /** Null: every address that no other page has. */
  readonly pattern: string | null;
  readonly access: Route['access'];
  /** What the screen's words are in, beyond those of the frame around it. */
  readonly namespaces: readonly string[];
  readonly title: ParseKeys<'meta'>;
  readonly description: ParseKeys<'meta'>;
  load(): Promise<ComponentType<PageProps>>;
}

/** Every screen that has an address (spec section 2). `/` has no page of its own: it leads to another. */
export const pages: Readonly<Record<Exclude<RouteName, 'home'>, Page>> = {
  login: {
    pattern: '/auth/login',
    access: 'signedOut',
    namespaces: ['auth', 'validation'],
    title: 'login.title',
    description: 'login.description',
    load: async () => (await import('./pages/LoginPage.tsx')).LoginPage,
  },
  registration: {
    pattern: '/auth/registration',
    access: 'signedOut',
    namespaces: ['auth', 'validation'],
    title: 'registration.title',
    description: 'registration.description',
    load: async () => (await import('./pages/RegistrationPage.tsx')).RegistrationPage,
  },
  wallet: {
    pattern: '/wallet',
    access: 'signedIn',
    namespaces: ['wallet', 'auth', 'validation'],
    title: 'wallet.title',
    description: 'wallet.description',
    load: async () => (await import('./pages/WalletPage.tsx')).WalletPage,
  },
  notFound: {
    pattern: null,
    access: 'any',
    namespaces: [],
    title: 'notFound.title',
    description: 'notFound.description',
    load: async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage,
  },
};

export type PageName = keyof typeof pages;

/** Where an address of the browser is in the app. */
export function locate({ pathname, search }: { pathname: string; search: string }): Location {
  return { path: pathname, search, route: routeOf(pathname) };
}

function routeOf(pathname: string): Route {
  if (pathname === '/') return { name: 'home', access: 'any', params: {} };
  for (const [name, { pattern, access }] of Object.entries(pages) as [PageName, Page][]) {
    const match = pattern === null ? null : matchPath(pattern, pathname);
    if (match !== null) return { name, access, params: definedIn(match.params) };
  }
  return { name: 'notFound', access: 'any', params: {} };
}

function definedIn(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
