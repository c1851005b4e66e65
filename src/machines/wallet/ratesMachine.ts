/** The current prices with their age, and the stream that delivers them. */
import { type ActorRefFrom, assign, type SnapshotFrom, sendParent, setup } from 'xstate';
import type { Failure } from '../../../contract/failure.ts';
import {
  type Rates,
  type StreamAccount,
  type StreamNotification,
  streamPulse,
} from '../../../contract/rates.ts';
import type { ConfirmationsCounted } from '../core/area.ts';
import { placeholderCallback } from '../core/placeholders.ts';
import { withEvent } from '../core/withEvent.ts';
import { type RateTimes, rateTimesAfter } from './rateTimes.ts';

interface RatesContext {
  readonly now: () => number;
  /** From 0 to below 1. Random delays keep many tabs from reconnecting in the same moment. */
  readonly random: () => number;
  /** The last received rates; null before the first, which means unknown, not zero. */
  readonly rates: Rates | null;
  /** When each of them became what it is. */
  readonly rateTimes: RateTimes;
  /** The last notification from the stream. */
  readonly notification: StreamNotification | null;
  /** The account status from the stream. */
  readonly account: StreamAccount | null;
  /** The last transaction from the stream; a new object for each event. */
  readonly moved: { readonly id: string } | null;
  /** When the stream last delivered anything, in milliseconds. */
  readonly heardAt: number | null;
  /** Why the stream was lost. */
  readonly failure: Failure | null;
  /** Attempts since the stream was last live. */
  readonly attempts: number;
  /** How often the stream was interrupted. */
  readonly gaps: number;
}

type RatesEvent =
  /** Sent by the stream. */
  | { readonly type: 'stream.heard' }
  | { readonly type: 'rates.arrived'; readonly rates: Rates }
  | { readonly type: 'notification.arrived'; readonly notification: StreamNotification }
  | { readonly type: 'account.arrived'; readonly account: StreamAccount }
  | { readonly type: 'transaction.arrived'; readonly id: string }
  | ConfirmationsCounted
  | { readonly type: 'stream.closed'; readonly failure: Failure | null }
  /** Sent by the browser. */
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.shown' }
  | { readonly type: 'connection.lost' }
  | { readonly type: 'connection.returned' }
  /** The person asks for the next attempt at once. */
  | { readonly type: 'retry.requested' };

interface RatesInput {
  readonly now: () => number;
  readonly random: () => number;
}

const firstWait = 1_000;
const longestWait = 30_000;
/** The server sends something every `streamPulse`; after this long without anything the connection counts as lost. */
const silence = 3 * streamPulse;

/**
 * Input: the clock, in milliseconds, and a random number function. `watchStream` runs while the stream is wanted and sends its events;
 * `watchPage` reports when the page is hidden or shown, and when the connection is lost or back.
 * Tags: `live`, `stale` when the prices may be old, `connecting`, `offline`.
 */
export const ratesMachine = setup({
  types: {
    context: {} as RatesContext,
    events: {} as RatesEvent,
    input: {} as RatesInput,
    tags: {} as 'connecting' | 'live' | 'stale' | 'offline',
  },
  actors: { watchStream: placeholderCallback('watchStream'), watchPage: placeholderCallback('watchPage') },
  guards: {
    isMissing: (_, { failure }: { failure: Failure | null }) => failure?.code === 'UNSUPPORTED',
  },
  actions: {
    keepRates: assign(({ context }, { rates }: { rates: Rates }) => ({
      rates,
      rateTimes: rateTimesAfter(context.rateTimes, rates),
      heardAt: context.now(),
    })),
    keepNotification: assign((_, { notification }: { notification: StreamNotification }) => ({
      notification,
    })),
    keepAccount: assign((_, { account }: { account: StreamAccount }) => ({ account })),
    keepMoved: assign((_, { id }: { id: string }) => ({ moved: { id } })),
    reportConfirmations: sendParent((_, counted: ConfirmationsCounted) => counted),
    keepHeard: assign(({ context }) => ({ heardAt: context.now() })),
    keepFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    forgetFailure: assign({ failure: null, attempts: 0 }),
    countGap: assign(({ context }) => ({ gaps: context.gaps + 1 })),
    countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
  },
  delays: {
    untilSilent: silence,
    untilGivenUp: silence,
    untilNextAttempt: ({ context: { attempts, failure, random } }) => {
      const longest = Math.min(longestWait, firstWait * 2 ** Math.min(attempts - 1, 10));
      return Math.max((failure?.retryAfter ?? 0) * 1_000, longest * (0.5 + random() / 2));
    },
  },
}).createMachine({
  id: 'rates',
  context: ({ input }) => ({
    ...input,
    rates: null,
    rateTimes: {},
    notification: null,
    account: null,
    moved: null,
    heardAt: null,
    failure: null,
    attempts: 0,
    gaps: 0,
  }),
  invoke: { id: 'watchPage', src: 'watchPage' },
  initial: 'open',
  on: { 'page.hidden': '.hidden', 'connection.lost': '.offline' },
  states: {
    open: {
      invoke: { id: 'watchStream', src: 'watchStream' },
      exit: 'countGap',
      on: {
        'notification.arrived': { actions: withEvent('keepNotification') },
        'account.arrived': { actions: withEvent('keepAccount') },
        'transaction.arrived': { actions: withEvent('keepMoved') },
        'confirmations.counted': { actions: withEvent('reportConfirmations') },
        'stream.closed': [
          { guard: withEvent('isMissing'), target: 'missing', actions: withEvent('keepFailure') },
          { target: 'waiting', actions: withEvent('keepFailure') },
        ],
      },
      initial: 'connecting',
      states: {
        connecting: {
          tags: ['connecting', 'stale'],
          after: { untilGivenUp: '#rates.waiting' },
          on: { 'rates.arrived': { target: 'live', actions: withEvent('keepRates') } },
        },
        live: {
          tags: 'live',
          entry: 'forgetFailure',
          after: { untilSilent: '#rates.waiting' },
          on: {
            'stream.heard': { target: 'live', reenter: true, actions: 'keepHeard' },
            'rates.arrived': { target: 'live', reenter: true, actions: withEvent('keepRates') },
          },
        },
      },
    },
    waiting: {
      tags: 'stale',
      entry: 'countAttempt',
      after: { untilNextAttempt: 'open' },
      on: { 'retry.requested': 'open', 'connection.returned': 'open' },
    },
    /** This server has no stream, so automatic retries would not help. */
    missing: {
      tags: 'stale',
      on: { 'retry.requested': 'open', 'page.hidden': {}, 'connection.lost': {} },
    },
    offline: {
      tags: ['offline', 'stale'],
      on: { 'connection.returned': 'open' },
    },
    /** Nobody sees the page, so no stream is kept open. */
    hidden: {
      tags: 'stale',
      on: { 'page.shown': 'open', 'page.hidden': {}, 'connection.lost': {} },
    },
  },
});

/** The age of the prices, in milliseconds at `now`; null while there are none. Never below 0, even if a clock is wrong. */
export function selectAge(
  { context: { rates, heardAt } }: SnapshotFrom<typeof ratesMachine>,
  now: number,
): number | null {
  return rates === null || heardAt === null ? null : Math.max(0, now - heardAt);
}

export type LiveRatesRef = ActorRefFrom<typeof ratesMachine>;
