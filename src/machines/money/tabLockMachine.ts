/** Lets only one tab at a time continue a flow. Tells its parent `tabLock.held` and, while another tab continues, `tabLock.lost`. */
import { assign, sendParent, setup } from 'xstate';
import { placeholderCallback, placeholderPromise } from '../core/placeholders.ts';

interface TabLockContext {
  /** The tab that holds the lock loses it. */
  readonly takesOver: boolean;
}

type TabLockEvent =
  | { readonly type: 'tabLock.held' | 'tabLock.taken' | 'tabLock.lost' }
  | { readonly type: 'takeover.requested' };

export const tabLockMachine = setup({
  types: {
    context: {} as TabLockContext,
    events: {} as TabLockEvent,
    children: {} as { claimTabLock: 'claimTabLock'; untilFree: 'untilFree' },
  },
  actors: {
    /** Sends `tabLock.held`, `tabLock.taken` or `tabLock.lost`. */
    claimTabLock: placeholderCallback<TabLockContext>('claimTabLock'),
    untilFree: placeholderPromise<void, void>('untilFree'),
  },
  actions: {
    takeOver: assign({ takesOver: true }),
    giveUp: assign({ takesOver: false }),
    tellHeld: sendParent({ type: 'tabLock.held' }),
    tellLost: sendParent({ type: 'tabLock.lost' }),
  },
  delays: { timeout: 1_000 },
}).createMachine({
  id: 'tabLock',
  context: { takesOver: false },
  initial: 'claimed',
  states: {
    claimed: {
      invoke: { id: 'claimTabLock', src: 'claimTabLock', input: ({ context }) => context },
      on: { 'tabLock.taken': 'openElsewhere', 'tabLock.lost': 'openElsewhere' },
      initial: 'claiming',
      states: {
        // A browser that never answers does not support locks.
        claiming: { on: { 'tabLock.held': 'held' }, after: { timeout: 'held' } },
        held: { entry: 'tellHeld' },
      },
    },
    openElsewhere: {
      entry: ['giveUp', 'tellLost'],
      invoke: { id: 'untilFree', src: 'untilFree', onDone: 'claimed', onError: 'claimed' },
      on: { 'takeover.requested': { target: 'claimed', actions: 'takeOver' } },
    },
  },
});
