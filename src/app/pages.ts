import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { AreaName, Route } from '../machines/location.ts';
import { areas } from './areas.ts';
import type { FrameProps, PageName, PageProps } from './pageProps.ts';

export interface Page {
  /** Null: every address that no other page has. */
  readonly pattern: string | null;
  readonly access: Route['access'];
  readonly area: AreaName | null;
  /** What the screen's words are in, beyond those that every page needs. */
  readonly namespaces: readonly string[];
  readonly title: ParseKeys<'meta'>;
  readonly description: ParseKeys<'meta'>;
  /** The page says what it is called itself, once it knows. */
  readonly hasOwnHead?: true;
  load(): Promise<ComponentType<PageProps>>;
}

/** Every screen that has an address (spec section 2). */
export const pages: Readonly<Record<PageName, Page>> = {
  login: {
    pattern: '/auth/login',
    access: 'signedOut',
    area: null,
    namespaces: ['auth', 'validation'],
    title: 'login.title',
    description: 'login.description',
    load: async () => (await import('./pages/LoginPage.tsx')).LoginPage,
  },
  registration: {
    pattern: '/auth/registration',
    access: 'signedOut',
    area: null,
    namespaces: ['auth', 'validation'],
    title: 'registration.title',
    description: 'registration.description',
    load: async () => (await import('./pages/RegistrationPage.tsx')).RegistrationPage,
  },
  wallet: {
    pattern: '/wallet',
    access: 'signedIn',
    area: 'wallet',
    namespaces: ['wallet', 'auth', 'validation'],
    title: 'wallet.title',
    description: 'wallet.description',
    load: async () => (await import('./pages/WalletPage.tsx')).WalletPage,
  },
  exchange: {
    pattern: '/exchange',
    access: 'signedIn',
    area: 'exchange',
    namespaces: ['exchange', 'transactions', 'auth', 'validation'],
    title: 'exchange.title',
    description: 'exchange.description',
    load: async () => (await import('./pages/ExchangePage.tsx')).ExchangePage,
  },
  transactions: {
    pattern: '/transactions',
    access: 'signedIn',
    area: 'transactions',
    namespaces: ['transactions', 'auth', 'validation'],
    title: 'transactions.title',
    description: 'transactions.description',
    load: async () => (await import('./pages/TransactionsPage.tsx')).TransactionsPage,
  },
  history: {
    pattern: '/transactions/history',
    access: 'signedIn',
    area: 'history',
    namespaces: ['transactions', 'auth', 'validation'],
    title: 'history.title',
    description: 'history.description',
    load: async () => (await import('./pages/HistoryPage.tsx')).HistoryPage,
  },
  news: {
    pattern: '/news',
    access: 'signedIn',
    area: 'news',
    namespaces: ['news', 'auth', 'validation'],
    title: 'news.title',
    description: 'news.description',
    load: async () => (await import('./pages/NewsPage.tsx')).NewsPage,
  },
  article: {
    pattern: '/news/:id',
    access: 'signedIn',
    area: 'news',
    namespaces: ['news', 'auth', 'validation'],
    title: 'article.title',
    description: 'article.description',
    hasOwnHead: true,
    load: async () => (await import('./pages/ArticlePage.tsx')).ArticlePage,
  },
  support: {
    pattern: '/support',
    access: 'signedIn',
    area: 'support',
    namespaces: ['support', 'auth', 'validation'],
    title: 'support.title',
    description: 'support.description',
    load: async () => (await import('./pages/SupportPage.tsx')).SupportPage,
  },
  notFound: {
    pattern: null,
    access: 'any',
    area: null,
    namespaces: [],
    title: 'notFound.title',
    description: 'notFound.description',
    load: async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage,
  },
};

/** What stands around a page: for visitors, or for account holders. */
const frames = {
  visitor: async () => (await import('./frames/VisitorFrame.tsx')).VisitorFrame,
  holder: async () => (await import('./frames/HolderFrame.tsx')).HolderFrame,
} satisfies Record<string, () => Promise<ComponentType<FrameProps>>>;

export type FrameName = keyof typeof frames;

/** Everything that a page is drawn from: its code, that of its flows and of the frame around it, and their words. */
export function partsOf(
  page: PageName,
  frame: FrameName,
  load: (namespaces: readonly string[]) => Promise<void>,
) {
  const { area, namespaces } = pages[page];
  return Promise.all([
    frames[frame](),
    pages[page].load(),
    load(['common', 'meta', ...namespaces]),
    area && areas[area](),
  ]);
}
