/** A newer version of the app: offered once it is ready, applied now or later as the person chooses. */
import { type ActorRefFrom, setup } from 'xstate';
import { placeholderCallback, placeholderPromise } from '../core/placeholders.ts';

type UpdateEvent =
  /** A newer version was downloaded and waits. */
  | { readonly type: 'update.ready' }
  | { readonly type: 'update.accepted' }
  | { readonly type: 'update.declined' };

/** No input. Tags: `offered` while the person may decide, `busy` while the newer version is being applied. */
export const updateMachine = setup({
  types: {
    events: {} as UpdateEvent,
    tags: {} as 'offered' | 'busy',
    children: {} as { watchUpdates: 'watchUpdates'; applyUpdate: 'applyUpdate' },
  },
  actors: {
    /** Sends `update.ready`. */
    watchUpdates: placeholderCallback('watchUpdates'),
    /** Reloads the page, so no later state is needed. */
    applyUpdate: placeholderPromise<void, void>('applyUpdate'),
  },
  delays: { timeout: 10_000 },
}).createMachine({
  id: 'update',
  invoke: { id: 'watchUpdates', src: 'watchUpdates' },
  initial: 'current',
  states: {
    current: { on: { 'update.ready': 'offered' } },
    offered: { tags: 'offered', on: { 'update.accepted': 'applying', 'update.declined': 'current' } },
    applying: {
      tags: ['offered', 'busy'],
      invoke: { id: 'applyUpdate', src: 'applyUpdate', onError: 'offered' },
      after: { timeout: 'offered' },
    },
  },
});

export type UpdateRef = ActorRefFrom<typeof updateMachine>;
