/** A newer version of the app: ready, let in when a person says so, or later. */
import { type ActorRefFrom, setup } from 'xstate';
import { placeholderCallback, placeholderPromise } from '../core/placeholders.ts';

type UpdateEvent =
  /** A newer version has been fetched and waits. */
  | { readonly type: 'update.ready' }
  | { readonly type: 'update.accepted' }
  | { readonly type: 'update.declined' };

/** No input. Tags: `offered` while a person may decide, `busy` while the newer version is let in. */
export const updateMachine = setup({
  types: {
    events: {} as UpdateEvent,
    tags: {} as 'offered' | 'busy',
    children: {} as { watchUpdates: 'watchUpdates'; applyUpdate: 'applyUpdate' },
  },
  actors: {
    /** Sends `update.ready`. */
    watchUpdates: placeholderCallback('watchUpdates'),
    /** Opens the page anew, so that nothing comes after it. */
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
