import type { ComponentType } from 'react';
import type { AnyActorLogic, AnyActorRef } from 'xstate';
import type { AreaName } from '../machines/console/consoleAreas.ts';
import { lazyPart } from '../screens/core/lazyPart.tsx';
import type { ConsoleServices } from './core/services.ts';

/** How an area is loaded at its first visit: its machine with its calls, and its screen. */
interface Area {
  readonly load: (services: ConsoleServices) => Promise<AnyActorLogic>;
  readonly screen: () => Promise<{ default: ComponentType<{ area: never }> }>;
}

const areas: Readonly<Record<AreaName, Area>> = {
  withdrawals: {
    load: async (services) => (await import('./areas/withdrawals.ts')).openWithdrawals(services),
    screen: () => import('../screens/console/WithdrawalsScreen.tsx'),
  },
  kyc: {
    load: async (services) => (await import('./areas/kyc.ts')).openKyc(services),
    screen: () => import('../screens/console/KycScreen.tsx'),
  },
  tickets: {
    load: async (services) => (await import('./areas/tickets.ts')).openTickets(services),
    screen: () => import('../screens/console/TicketsScreen.tsx'),
  },
  freezes: {
    load: async (services) => (await import('./areas/freezes.ts')).openFreezes(services),
    screen: () => import('../screens/console/FreezesScreen.tsx'),
  },
  prices: {
    load: async (services) => (await import('./areas/prices.ts')).openPrices(services),
    screen: () => import('../screens/console/PricesScreen.tsx'),
  },
  news: {
    load: async (services) => (await import('./areas/news.ts')).openNews(services),
    screen: () => import('../screens/console/NewsScreen.tsx'),
  },
  treasury: {
    load: async (services) => (await import('./areas/treasury.ts')).openTreasury(services),
    screen: () => import('../screens/console/TreasuryScreen.tsx'),
  },
  proposals: {
    load: async (services) => (await import('./areas/proposals.ts')).openProposals(services),
    screen: () => import('../screens/console/ProposalsScreen.tsx'),
  },
  log: {
    load: async (services) => (await import('./areas/log.ts')).openLog(services),
    screen: () => import('../screens/console/LogScreen.tsx'),
  },
  operators: {
    load: async (services) => (await import('./areas/operators.ts')).openOperators(services),
    screen: () => import('../screens/console/OperatorsScreen.tsx'),
  },
  login: {
    load: async (services) => (await import('./areas/login.ts')).openLogin(services),
    screen: () => import('../screens/console/OwnLoginScreen.tsx'),
  },
};

/** Loads the machine of an area together with its screen, so that it can be drawn at once. */
export async function loadArea(name: AreaName, services: ConsoleServices): Promise<AnyActorLogic> {
  const { load, screen } = areas[name];
  const [logic] = await Promise.all([load(services), screen()]);
  return logic;
}

/** The screens by area. Each gets the actor of its own area, because the console machine opens both by the same name. */
export const areaScreens = Object.fromEntries(
  Object.entries(areas).map(([name, { screen }]) => [name, lazyPart(screen)]),
) as unknown as Readonly<Record<AreaName, ComponentType<{ area: AnyActorRef }>>>;
