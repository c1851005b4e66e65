/** Data that is read and shown, with its freshness; the last data stays while it is read again or a read fails. */
import { type AnyActorRef, assign, enqueueActions, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { type Loaded, type ReadRequest, untilStale } from '../../../contract/reading.ts';
import type { ConfirmationsArrived } from './area.ts';
import { placeholderPromise, required } from './placeholders.ts';
import { withEvent, withOutput } from './withEvent.ts';

interface ResourceContext<Data> {
  readonly now: () => number;
  /** The key of what is read, such as a page of a list; null reads nothing. */
  readonly key: string | null;
  /** The last data and its key; null before the first read, which means unknown, not empty. */
  readonly data: Data | null;
  readonly dataKey: string | null;
  readonly loadedAt: number | null;
  /** Why the last read failed; kept while the next one runs. */
  readonly failure: Failure | null;
  /** The data changed, or may have, after the running read began. */
  readonly isOutdated?: boolean;
}

/** The screen is shown, with a new key or the same: stale data is read again, and so is data that failed to load. */
interface Shown {
  readonly type: 'screen.shown';
  readonly key?: string | null;
}

type ResourceEvent =
  | Shown
  /** A person asks for fresh data. */
  | { readonly type: 'refresh.requested' }
  /** The data may have changed. This event and `refresh.requested` read it again; during a read, once more after that. */
  | { readonly type: 'outdated' }
  /** What is shown is to be read again by itself; a cached answer that is still true will do. */
  | { readonly type: 'check.due' }
  | ConfirmationsArrived;

interface ResourceInput {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
  /** The first key; a resource that exists only once uses its own name as key. */
  readonly key?: string | null;
}

/** Applies new confirmations to the data, without reading it again. */
type Amend<Data> = (data: Data, confirmations: ConfirmationsArrived) => Data;

/**
 * `load` gets `fresh: true` when it must bypass the cache; aborting its signal ends the request.
 * Tags: `busy` while it loads, `slow` when that takes long, `stale` when the data is older than five minutes.
 */
export function createResourceMachine<Data>(id: string, amend: Amend<Data> = (data) => data) {
  const changed = {
    guard: withEvent('isOtherKey'),
    target: `#${id}.choosing`,
    actions: withEvent('keepKey'),
  } as const;
  return setup({
    types: {
      context: {} as ResourceContext<Data>,
      events: {} as ResourceEvent,
      input: {} as ResourceInput,
      tags: {} as 'busy' | 'slow' | 'stale',
    },
    actors: { load: placeholderPromise<Loaded<Data>, ReadRequest>(`${id}.load`) },
    guards: {
      isOtherKey: ({ context }, { key }: Pick<Shown, 'key'>) => key !== undefined && key !== context.key,
      hasKey: ({ context }) => context.key !== null,
      isShown: ({ context }) => context.dataKey !== null && context.dataKey === context.key,
      isOld: (_, { failure }: Loaded<Data>) => failure !== undefined,
    },
    actions: {
      keepKey: assign((_, { key = null }: Pick<Shown, 'key'>) => ({ key, failure: null })),
      keepData: assign(({ context }, { data, loadedAt, failure }: Loaded<Data>) => ({
        data,
        loadedAt,
        dataKey: context.key,
        failure: failure ?? null,
      })),
      amendData: assign(({ context: { data } }, arrived: ConfirmationsArrived) => ({
        data: data && amend(data, arrived),
      })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
      markOutdated: assign({ isOutdated: true }),
      forgetMark: assign({ isOutdated: false }),
      askAgain: enqueueActions(({ context, enqueue }) => {
        if (context.isOutdated) enqueue.raise({ type: 'outdated' });
      }),
    },
    delays: {
      untilStale: ({ context }) => untilStale(context.loadedAt ?? 0, context.now()),
      untilSlow: 10_000,
    },
  }).createMachine({
    id,
    context: ({ input: { now, key = id } }) => ({
      now,
      key,
      data: null,
      dataKey: null,
      loadedAt: null,
      failure: null,
      isOutdated: false,
    }),
    initial: 'choosing',
    on: {
      'screen.shown': changed,
      'confirmations.arrived': { actions: withEvent('amendData') },
    },
    states: {
      choosing: { always: [{ guard: 'hasKey', target: 'loading' }, { target: 'unasked' }] },
      unasked: {},
      loading: {
        tags: 'busy',
        entry: 'forgetMark',
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context, event }) => ({
            key: required(context.key),
            fresh: event.type === 'refresh.requested' || event.type === 'outdated',
          }),
          onDone: [
            { guard: withOutput('isOld'), target: 'failed', actions: [withOutput('keepData'), 'askAgain'] },
            { target: 'ready', actions: [withOutput('keepData'), 'askAgain'] },
          ],
          onError: { target: 'failed', actions: [withEvent('keepFailure'), 'askAgain'] },
        },
        initial: 'prompt',
        states: {
          prompt: {
            after: { untilSlow: 'slow' },
            on: {
              'refresh.requested': { actions: 'markOutdated' },
              outdated: { actions: 'markOutdated' },
            },
          },
          // A refresh replaces a read that has hung for long.
          slow: {
            tags: 'slow',
            on: {
              'refresh.requested': { target: `#${id}.loading`, reenter: true },
              outdated: { target: `#${id}.loading`, reenter: true },
            },
          },
        },
      },
      ready: {
        on: { 'refresh.requested': 'loading', outdated: 'loading', 'check.due': 'loading' },
        initial: 'fresh',
        states: {
          fresh: { after: { untilStale: 'stale' } },
          stale: { tags: 'stale', on: { 'screen.shown': [changed, { target: `#${id}.loading` }] } },
        },
      },
      failed: {
        on: {
          'refresh.requested': 'loading',
          outdated: 'loading',
          'check.due': { guard: 'isShown', target: 'loading' },
          'screen.shown': [changed, { target: `#${id}.loading` }],
        },
      },
    },
  });
}

/** The part of a resource machine that screens use. */
export interface ResourceRef<Data> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    readonly context: ResourceContext<Data>;
    hasTag(tag: 'busy' | 'slow' | 'stale'): boolean;
    matches(state: 'unasked'): boolean;
  };
  send(event: { readonly type: 'refresh.requested' }): void;
}
