/** Follows a transaction hash until its deposit is credited or fails. */
import { assign, type SnapshotFrom, setup } from 'xstate';
import { isFinal, transactionSteps } from '../../../contract/statuses.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withOutput } from '../core/withEvent.ts';

interface TrackingInput {
  readonly hash: string;
  readonly token: string;
}

interface TrackingContext extends TrackingInput {
  /** The deposit in the history; null while the network has not shown it. */
  readonly deposit: Transaction | null;
  /** How often the deposit was looked up and not found. */
  readonly misses: number;
  /** How often it was looked up again without news. */
  readonly repeats: number;
}

/** About a minute: most networks show a transaction by then. */
const manyMisses = 15;
const shortestPause = 4_000;
const longestPause = 300_000;
/** About an hour. Each lookup is a use of the session, and a hash that never appears must not keep it open while nobody is there. */
const mostRepeats = 32;

/** Output: the deposit in the history, with its last status. */
export const depositTrackingMachine = setup({
  types: {
    context: {} as TrackingContext,
    /** `outdated`: something changed that may be this deposit. */
    events: {} as { readonly type: 'outdated' },
    input: {} as TrackingInput,
    output: {} as Transaction,
    tags: {} as 'busy',
  },
  actors: {
    /** Resolves with null while the deposit is not in the history. */
    readDeposit: placeholderPromise<Transaction | null, TrackingInput>('readDeposit'),
  },
  guards: {
    isOver: ({ context: { deposit } }) => deposit !== null && isFinal(transactionSteps, deposit.status),
    mayRepeat: ({ context: { repeats } }) => repeats < mostRepeats,
  },
  actions: {
    keepDeposit: assign(({ context }, deposit: Transaction | null) => ({
      deposit: deposit ?? context.deposit,
      misses: deposit === null ? context.misses + 1 : context.misses,
    })),
    countRepeat: assign(({ context }) => ({ repeats: context.repeats + 1 })),
  },
  delays: {
    pause: ({ context: { repeats } }) =>
      Math.min(longestPause, shortestPause * 2 ** Math.max(0, repeats - manyMisses)),
    timeout: 30_000,
  },
}).createMachine({
  id: 'depositTracking',
  context: ({ input }) => ({ ...input, deposit: null, misses: 0, repeats: 0 }),
  output: ({ context }) => required(context.deposit),
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readDeposit',
        src: 'readDeposit',
        input: ({ context: { hash, token } }) => ({ hash, token }),
        onDone: { target: 'read', actions: withOutput('keepDeposit') },
        // The page itself shows that it is offline; the next lookup may succeed.
        onError: 'waiting',
      },
      after: { timeout: 'waiting' },
      on: { outdated: { target: 'reading', reenter: true } },
    },
    read: { always: [{ guard: 'isOver', target: 'ended' }, { target: 'waiting' }] },
    waiting: {
      after: { pause: { guard: 'mayRepeat', target: 'reading', actions: 'countRepeat' } },
      on: { outdated: 'reading' },
    },
    ended: { type: 'final' },
  },
});

/** Whether the deposit should have appeared by now. */
export const isLate = ({ context: { deposit, misses } }: SnapshotFrom<typeof depositTrackingMachine>) =>
  deposit === null && misses >= manyMisses;
