/** Follows a transaction hash until the deposit of it is credited, or ends without. */
import { assign, type SnapshotFrom, setup } from 'xstate';
import { isFinal, transactionSteps } from '../../../contract/statuses.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';

interface TrackingInput {
  readonly hash: string;
  readonly token: string;
}

interface TrackingContext extends TrackingInput {
  /** The line of the history; null while the network has not shown it. */
  readonly deposit: Transaction | null;
  /** How often it was asked for and not there. */
  readonly misses: number;
}

/** Output: the line of the history, with its last status. */
export const depositTrackingMachine = setup({
  types: {
    context: {} as TrackingContext,
    /** `outdated`: something has changed that may be it. */
    events: {} as { readonly type: 'outdated' },
    input: {} as TrackingInput,
    output: {} as Transaction,
    tags: {} as 'busy',
  },
  actors: {
    /** Null while there is none. */
    readDeposit: placeholderPromise<Transaction | null, TrackingInput>('readDeposit'),
  },
  guards: {
    isOver: ({ context: { deposit } }) => deposit !== null && isFinal(transactionSteps, deposit.status),
  },
  actions: {
    keepDeposit: assign(({ context }, { output }: { output: Transaction | null }) => ({
      deposit: output ?? context.deposit,
      misses: output === null ? context.misses + 1 : context.misses,
    })),
  },
  delays: { pause: 4_000, timeout: 30_000 },
}).createMachine({
  id: 'depositTracking',
  context: ({ input }) => ({ ...input, deposit: null, misses: 0 }),
  output: ({ context }) => required(context.deposit),
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readDeposit',
        src: 'readDeposit',
        input: ({ context: { hash, token } }) => ({ hash, token }),
        onDone: { target: 'read', actions: { type: 'keepDeposit', params: ({ event }) => event } },
        // The page says itself that it is offline; the next look may find it.
        onError: 'waiting',
      },
      after: { timeout: 'waiting' },
      on: { outdated: { target: 'reading', reenter: true } },
    },
    read: { always: [{ guard: 'isOver', target: 'ended' }, { target: 'waiting' }] },
    waiting: { after: { pause: 'reading' }, on: { outdated: 'reading' } },
    ended: { type: 'final' },
  },
});

/** About a minute: most networks have shown a transaction by then. */
const manyMisses = 15;

/** Whether a transfer that was sent should be there by now. */
export const isLate = ({ context: { deposit, misses } }: SnapshotFrom<typeof depositTrackingMachine>) =>
  deposit === null && misses >= manyMisses;
