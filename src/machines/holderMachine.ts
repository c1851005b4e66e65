/** What a signed-in account holder has open: each area starts when they first come to it and ends with the session. */
import { assign, enqueueActions, sendParent, setup } from 'xstate';
import {
  type AreaNews,
  type AreaRef,
  type AreaReport,
  areaMachine,
  type HolderInput,
  type NotificationArrived,
} from './areaMachine.ts';
import type { AreaName, ScreenShown } from './location.ts';
import { providedWatcher } from './provided.ts';

interface HolderContext {
  readonly holder: HolderInput;
  readonly areas: Partial<Readonly<Record<AreaName, AreaRef>>>;
}

type HolderEvent = ScreenShown | AreaReport | NotificationArrived;

/** The area that is shown, and the inbox, which is in the header of every screen. */
const areasOf = ({ area }: ScreenShown): AreaName[] => (area === null ? ['inbox'] : [area, 'inbox']);

/** Passes on what its areas report, and tells all of them when money has moved or something else has happened. */
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
  actions: {
    tellShown: enqueueActions(({ context, enqueue }, shown: ScreenShown) => {
      for (const name of areasOf(shown)) {
        const area = context.areas[name];
        if (area) enqueue.sendTo(area, shown);
      }
    }),
    openAreas: assign(({ context, spawn }, shown: ScreenShown) => {
      const missing = areasOf(shown).filter((name) => context.areas[name] === undefined);
      const opened = missing.map((name) => {
        const input = { name, holder: context.holder, shown };
        return [name, spawn('area', { id: name, input })] as const;
      });
      return { areas: { ...context.areas, ...Object.fromEntries(opened) } };
    }),
    tellAreas: enqueueActions(({ context, enqueue }, news: AreaNews) => {
      for (const area of Object.values(context.areas)) enqueue.sendTo(area, news);
    }),
    tellInbox: enqueueActions(({ context, enqueue }) => {
      if (context.areas.inbox) enqueue.sendTo(context.areas.inbox, { type: 'inbox.outdated' });
    }),
    passOn: sendParent((_, report: AreaReport) => report),
  },
}).createMachine({
  id: 'holder',
  context: ({ input }) => ({ holder: input, areas: {} }),
  invoke: { id: 'watchMovements', src: 'watchMovements' },
  on: {
    'screen.shown': {
      actions: [
        { type: 'tellShown', params: ({ event }) => event },
        { type: 'openAreas', params: ({ event }) => event },
      ],
    },
    'money.moved': { actions: { type: 'tellAreas', params: { type: 'balances.changed' } } },
    'notification.arrived': { actions: { type: 'tellAreas', params: ({ event }) => event } },
    'notifications.read': { actions: 'tellInbox' },
    'address.requested': { actions: { type: 'passOn', params: ({ event }) => event } },
    'lock.changed': { actions: { type: 'passOn', params: ({ event }) => event } },
    'profile.changed': { actions: { type: 'passOn', params: ({ event }) => event } },
  },
});
