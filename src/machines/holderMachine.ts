/**
 * What a signed-in account holder has open: the market as soon as its code is there, each area when they first come to it; all of it
 * ends with the session.
 */
import { type AnyActorLogic, type AnyActorRef, assign, enqueueActions, sendParent, setup } from 'xstate';
import { type AreaRef, type AreaReport, areaMachine, type HolderInput } from './areaMachine.ts';
import type { AreaName, ScreenShown } from './location.ts';
import type { MarketReport } from './marketMachine.ts';
import { providedPromise, providedWatcher } from './provided.ts';

interface HolderContext {
  readonly holder: HolderInput;
  readonly areas: Partial<Readonly<Record<AreaName, AreaRef>>>;
  readonly shown: ScreenShown | null;
  /** Null until its code is there. */
  readonly market: AnyActorRef | null;
}

type HolderEvent =
  | ScreenShown
  | AreaReport
  | MarketReport
  /** A person does not want to wait for its code. */
  | { readonly type: 'market.requested' };

/** Passes on what its areas report, and tells all of them when money has moved. Tag: `withoutMarket` when its code did not come. */
export const holderMachine = setup({
  types: {
    context: {} as HolderContext,
    events: {} as HolderEvent,
    input: {} as HolderInput,
    tags: {} as 'withoutMarket',
    children: {} as { watchMovements: 'watchMovements'; loadMarket: 'loadMarket' },
  },
  actors: {
    area: areaMachine,
    /** Sends `money.moved` for what another tab did. */
    watchMovements: providedWatcher('watchMovements'),
    /** Answers a `marketMachine`. */
    loadMarket: providedPromise<AnyActorLogic, void>('loadMarket'),
  },
  guards: {
    isOpen: ({ context }, { area }: ScreenShown) => area !== null && context.areas[area] !== undefined,
    isOfArea: (_, { area }: ScreenShown) => area !== null,
  },
  actions: {
    openArea: assign(({ context, spawn }, shown: ScreenShown) => {
      if (shown.area === null) return {};
      const input = { name: shown.area, holder: context.holder, shown };
      return { areas: { ...context.areas, [shown.area]: spawn('area', { id: shown.area, input }) } };
    }),
    tellArea: enqueueActions(({ context, enqueue }, shown: ScreenShown) => {
      const area = shown.area === null ? undefined : context.areas[shown.area];
      if (area) enqueue.sendTo(area, shown);
    }),
    tellAreas: enqueueActions(({ context, enqueue }) => {
      for (const area of Object.values(context.areas)) enqueue.sendTo(area, { type: 'balances.changed' });
    }),
    keepShown: assign((_, shown: ScreenShown) => ({ shown })),
    openMarket: assign(({ context, spawn }, { logic }: { logic: AnyActorLogic }) => ({
      market: spawn(logic, { input: { now: context.holder.now, shown: context.shown } }),
    })),
    tellMarket: enqueueActions(({ context, enqueue }, shown: ScreenShown) => {
      if (context.market) enqueue.sendTo(context.market, shown);
    }),
    passOn: sendParent((_, report: AreaReport) => report),
  },
  delays: { patience: 5_000, untilAnew: 30_000 },
}).createMachine({
  id: 'holder',
  context: ({ input }) => ({ holder: input, areas: {}, shown: null, market: null }),
  invoke: { id: 'watchMovements', src: 'watchMovements' },
  initial: 'loadingMarket',
  on: {
    'screen.shown': [
      {
        guard: { type: 'isOpen', params: ({ event }) => event },
        actions: [
          { type: 'keepShown', params: ({ event }) => event },
          { type: 'tellArea', params: ({ event }) => event },
          { type: 'tellMarket', params: ({ event }) => event },
        ],
      },
      {
        guard: { type: 'isOfArea', params: ({ event }) => event },
        actions: [
          { type: 'keepShown', params: ({ event }) => event },
          { type: 'openArea', params: ({ event }) => event },
          { type: 'tellMarket', params: ({ event }) => event },
        ],
      },
      {
        actions: [
          { type: 'keepShown', params: ({ event }) => event },
          { type: 'tellMarket', params: ({ event }) => event },
        ],
      },
    ],
    'money.moved': { actions: 'tellAreas' },
    'address.requested': { actions: { type: 'passOn', params: ({ event }) => event } },
    'lock.changed': { actions: { type: 'passOn', params: ({ event }) => event } },
    'profile.changed': { actions: { type: 'passOn', params: ({ event }) => event } },
  },
  states: {
    loadingMarket: {
      invoke: {
        id: 'loadMarket',
        src: 'loadMarket',
        onDone: {
          target: 'trading',
          actions: { type: 'openMarket', params: ({ event }) => ({ logic: event.output }) },
        },
        onError: 'waitingForMarket',
      },
      after: { untilAnew: { target: 'loadingMarket', reenter: true } },
    },
    waitingForMarket: {
      tags: 'withoutMarket',
      after: { patience: 'loadingMarket' },
      on: { 'market.requested': 'loadingMarket' },
    },
    trading: {},
  },
});
