import type { AnyActorLogic } from 'xstate';
import type { AreaName } from '../../machines/core/location.ts';
import type { Services } from './services.ts';

/** The flows of each area with their services; their code loads with the area's first page. `idle` resolves when the browser is idle. */
export const areas = {
  wallet: () => import('./areas/wallet.ts'),
  exchange: () => import('./areas/exchange.ts'),
  transactions: () => import('./areas/transactions.ts'),
  history: () => import('./areas/history.ts'),
  news: () => import('./areas/news.ts'),
  support: () => import('./areas/support.ts'),
  market: () => import('./areas/market.ts'),
  inbox: () => import('./areas/inbox.ts'),
  session: () => import('./areas/session.ts'),
  tokens: () => import('./areas/tokens.ts'),
  walletDeposit: () => import('./areas/walletDeposit.ts'),
  portfolio: () => import('./areas/portfolio.ts'),
  palette: () => import('./areas/palette.ts'),
  analytics: () => import('./areas/analytics.ts'),
  profile: () => import('./areas/profile.ts'),
  addressBook: () => import('./areas/addressBook.ts'),
  kyc: () => import('./areas/kyc.ts'),
} satisfies Record<
  AreaName,
  () => Promise<{ createArea: (services: Services, idle: Promise<unknown>) => AnyActorLogic }>
>;
