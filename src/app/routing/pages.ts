import type { ComponentType } from 'react';
import { pagePaths } from '../../../contract/pages.ts';
import type { AreaName, Route } from '../../machines/core/location.ts';
import type { PageName, PageProps } from '../wiring/pageProps.ts';

export interface Page {
  /** Null for the page of unknown addresses. */
  readonly pattern: string | null;
  readonly access: Route['access'];
  readonly area: AreaName | null;
  /** The namespaces of the screen's texts, in addition to those that every page needs. */
  readonly namespaces: readonly string[];
  /** Whether the page sets its own title, once it is known. */
  readonly hasOwnHead?: true;
  load(): Promise<ComponentType<PageProps>>;
}

/** Every screen that has an address (spec section 2). */
export const pages: Readonly<Record<PageName, Page>> = {
  login: {
    pattern: pagePaths.login,
    access: 'signedOut',
    area: null,
    namespaces: ['auth', 'validation'],
    load: async () => (await import('../pages/LoginPage.tsx')).LoginPage,
  },
  registration: {
    pattern: pagePaths.registration,
    access: 'signedOut',
    area: null,
    namespaces: ['auth', 'validation'],
    load: async () => (await import('../pages/RegistrationPage.tsx')).RegistrationPage,
  },
  wallet: {
    pattern: pagePaths.wallet,
    access: 'signedIn',
    area: 'wallet',
    namespaces: ['wallet', 'auth', 'validation'],
    load: async () => (await import('../pages/WalletPage.tsx')).WalletPage,
  },
  exchange: {
    pattern: pagePaths.exchange,
    access: 'signedIn',
    area: 'exchange',
    namespaces: ['exchange', 'transactions', 'wallet', 'auth', 'validation'],
    load: async () => (await import('../pages/ExchangePage.tsx')).ExchangePage,
  },
  transactions: {
    pattern: pagePaths.transactions,
    access: 'signedIn',
    area: 'transactions',
    namespaces: ['transactions', 'auth', 'validation'],
    load: async () => (await import('../pages/TransactionsPage.tsx')).TransactionsPage,
  },
  history: {
    pattern: pagePaths.history,
    access: 'signedIn',
    area: 'history',
    namespaces: ['transactions', 'auth', 'validation'],
    load: async () => (await import('../pages/HistoryPage.tsx')).HistoryPage,
  },
  news: {
    pattern: pagePaths.news,
    access: 'signedIn',
    area: 'news',
    namespaces: ['news', 'auth', 'validation'],
    load: async () => (await import('../pages/NewsPage.tsx')).NewsPage,
  },
  article: {
    pattern: pagePaths.article,
    access: 'signedIn',
    area: 'news',
    namespaces: ['news', 'auth', 'validation'],
    hasOwnHead: true,
    load: async () => (await import('../pages/ArticlePage.tsx')).ArticlePage,
  },
  support: {
    pattern: pagePaths.support,
    access: 'signedIn',
    area: 'support',
    namespaces: ['support', 'auth', 'validation'],
    load: async () => (await import('../pages/SupportPage.tsx')).SupportPage,
  },
  addToken: {
    pattern: pagePaths.addToken,
    access: 'signedIn',
    area: 'tokens',
    namespaces: ['wallet', 'auth', 'validation'],
    load: async () => (await import('../pages/AddTokenPage.tsx')).AddTokenPage,
  },
  analytics: {
    pattern: pagePaths.analytics,
    access: 'signedIn',
    area: 'analytics',
    namespaces: ['analytics', 'transactions', 'wallet', 'auth', 'validation'],
    load: async () => (await import('../pages/AnalyticsPage.tsx')).AnalyticsPage,
  },
  profile: {
    pattern: pagePaths.profile,
    access: 'signedIn',
    area: 'profile',
    namespaces: ['profile', 'auth', 'validation'],
    load: async () => (await import('../pages/ProfilePage.tsx')).ProfilePage,
  },
  addressBook: {
    pattern: pagePaths.addressBook,
    access: 'signedIn',
    area: 'addressBook',
    namespaces: ['profile', 'transactions', 'auth', 'validation'],
    load: async () => (await import('../pages/AddressBookPage.tsx')).AddressBookPage,
  },
  kyc: {
    pattern: pagePaths.kyc,
    access: 'signedIn',
    area: 'kyc',
    namespaces: ['kyc', 'profile', 'auth', 'validation'],
    load: async () => (await import('../pages/KycPage.tsx')).KycPage,
  },
  notMe: {
    pattern: pagePaths.notMe,
    access: 'any',
    area: null,
    namespaces: ['support', 'auth', 'validation'],
    load: async () => (await import('../pages/FreezePages.tsx')).NotMePage,
  },
  recover: {
    pattern: pagePaths.recover,
    access: 'any',
    area: null,
    namespaces: ['support', 'auth', 'validation'],
    load: async () => (await import('../pages/FreezePages.tsx')).RecoverPage,
  },
  unfreeze: {
    pattern: pagePaths.unfreeze,
    access: 'signedIn',
    area: null,
    namespaces: ['profile', 'auth', 'validation'],
    load: async () => (await import('../pages/FreezePages.tsx')).UnfreezePage,
  },
  terms: {
    pattern: pagePaths.terms,
    access: 'any',
    area: null,
    namespaces: ['legal', 'auth', 'validation'],
    load: async () => (await import('../pages/LegalPages.tsx')).TermsPage,
  },
  privacy: {
    pattern: pagePaths.privacy,
    access: 'any',
    area: null,
    namespaces: ['legal', 'auth', 'validation'],
    load: async () => (await import('../pages/LegalPages.tsx')).PrivacyPage,
  },
  notFound: {
    pattern: null,
    access: 'any',
    area: null,
    namespaces: [],
    load: async () => (await import('../pages/NotFoundPage.tsx')).NotFoundPage,
  },
};
