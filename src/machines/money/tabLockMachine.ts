/** Lets only one tab at a time continue a flow. Tells its parent `tabLock.held` and, while another tab continues, `tabLock.lost`. */
import { assign, sendParent, setup } from 'xstate';
import { placeholderCallback, placeholderPromise } from '../core/placeholders.ts';
import type { SavedFlow } from '../core/savedFlow.ts';
import { withEvent } from '../core/withEvent.ts';

interface TabLockContext {
  /** The tab that holds the lock loses it. */
  readonly takesOver: boolean;
}

interface Stored {
  /** What the browser has stored of the flow; null for nothing. */
  readonly record: SavedFlow | null;
}

type TabLockEvent =
  | { readonly type: 'tabLock.held' | 'tabLock.taken' | 'tabLock.lost' }
  | ({ readonly type: 'record.read' } & Stored)
  | { readonly type: 'takeover.requested' };

export type TabLockReport = ({ readonly type: 'tabLock.held' } & Stored) | { readonly type: 'tabLock.lost' };

export const tabLockMachine = setup({
  types: {
    context: {} as TabLockContext,
    events: {} as TabLockEvent,
    children: {} as { claimTabLock: 'claimTabLock'; readRecord: 'readRecord'; untilFree: 'untilFree' },
  },
  actors: {
    /** Sends `tabLock.held`, `tabLock.taken` or `tabLock.lost`. */
    claimTabLock: placeholderCallback<TabLockContext>('claimTabLock'),
    /** Sends `record.read` at once. */
    readRecord: placeholderCallback('readRecord'),
    untilFree: placeholderPromise<void, void>('untilFree'),
  },
  actions: {
    takeOver: assign({ takesOver: true }),
    giveUp: assign({ takesOver: false }),
    tellHeld: sendParent((_, { record }: Stored): TabLockReport => ({ type: 'tabLock.held', record })),
    tellLost: sendParent((): TabLockReport => ({ type: 'tabLock.lost' })),
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
        // The record is read here and not earlier, because another tab can change it until this tab holds the lock.
        held: {
          invoke: { id: 'readRecord', src: 'readRecord' },
          on: { 'record.read': { actions: withEvent('tellHeld') } },
        },
      },
    },
    openElsewhere: {
      entry: ['giveUp', 'tellLost'],
      invoke: { id: 'untilFree', src: 'untilFree', onDone: 'claimed', onError: 'claimed' },
      on: { 'takeover.requested': { target: 'claimed', actions: 'takeOver' } },
    },
  },
});
