import type { AnyActorLogic } from 'xstate';
import type { AreaName } from '../machines/location.ts';
import type { Services } from './services.ts';

/** The flows of each area with the real world behind them; their code comes with the area's first page. */
export const areas: Readonly<
  Record<AreaName, () => Promise<{ createArea: (services: Services) => AnyActorLogic }>>
> = {
  wallet: () => import('./areas/wallet.ts'),
  exchange: () => import('./areas/exchange.ts'),
  transactions: () => import('./areas/transactions.ts'),
  history: () => import('./areas/history.ts'),
  tokens: () => import('./areas/tokens.ts'),
  palette: () => import('./areas/palette.ts'),
  analytics: () => import('./areas/analytics.ts'),
};
