import 'i18next';
import type analytics from '../locales/en/analytics.json';
import type auth from '../locales/en/auth.json';
import type common from '../locales/en/common.json';
import type consoleWords from '../locales/en/console.json';
import type exchange from '../locales/en/exchange.json';
import type kyc from '../locales/en/kyc.json';
import type legal from '../locales/en/legal.json';
import type meta from '../locales/en/meta.json';
import type news from '../locales/en/news.json';
import type palette from '../locales/en/palette.json';
import type profile from '../locales/en/profile.json';
import type support from '../locales/en/support.json';
import type transactions from '../locales/en/transactions.json';
import type validation from '../locales/en/validation.json';
import type wallet from '../locales/en/wallet.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      common: typeof common;
      auth: typeof auth;
      wallet: typeof wallet;
      exchange: typeof exchange;
      transactions: typeof transactions;
      news: typeof news;
      palette: typeof palette;
      profile: typeof profile;
      kyc: typeof kyc;
      support: typeof support;
      validation: typeof validation;
      analytics: typeof analytics;
      legal: typeof legal;
      meta: typeof meta;
      console: typeof consoleWords;
    };
  }
}
