/** What a signed-in account holder has open: each area starts when they first come to it and ends with the session. */
import { assign, enqueueActions, sendParent, setup } from 'xstate';
import { type AreaRef, type AreaReport, areaMachine, type HolderInput } from './areaMachine.ts';
import type { AreaName, ScreenShown } from './location.ts';
import { providedWatcher } from './provided.ts';

interface HolderContext {
  readonly holder: HolderInput;
  readonly areas: Partial<Readonly<Record<AreaName, AreaRef>>>;
}

type HolderEvent = ScreenShown | AreaReport;

/** Passes on what its areas report, and tells all of them when money has moved. */
export const holderMachine = setup({
  types: {
    context: {} as HolderContext,
    events: {} as HolderEvent,
    input: {} as HolderInput,
    children: {} as { watchMovements: 'watchMovements' },
  },
  actors: {
    area: areaMachine,
    /** Sends `money.moved` for what another tab did. */
    watchMovements: providedWatcher('watchMovements'),
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
    passOn: sendParent((_, report: AreaReport) => report),
  },
}).createMachine({
  id: 'holder',
  context: ({ input }) => ({ holder: input, areas: {} }),
  invoke: { id: 'watchMovements', src: 'watchMovements' },
  on: {
    'screen.shown': [
      {
        guard: { type: 'isOpen', params: ({ event }) => event },
        actions: { type: 'tellArea', params: ({ event }) => event },
      },
      {
        guard: { type: 'isOfArea', params: ({ event }) => event },
        actions: { type: 'openArea', params: ({ event }) => event },
      },
    ],
    'money.moved': { actions: 'tellAreas' },
    'tokens.changed': { actions: 'tellAreas' },
    'address.requested': { actions: { type: 'passOn', params: ({ event }) => event } },
    'lock.changed': { actions: { type: 'passOn', params: ({ event }) => event } },
    'profile.changed': { actions: { type: 'passOn', params: ({ event }) => event } },
  },
});
