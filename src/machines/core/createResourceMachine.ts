/** Something that is read and shown: how fresh it is, and what was read last beside a failure or what is being read. */
import { type AnyActorRef, assign, enqueueActions, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { type Loaded, type ReadRequest, untilStale } from '../../../contract/reading.ts';
import type { ConfirmationsArrived } from './area.ts';
import { placeholderPromise, required } from './placeholders.ts';

interface ResourceContext<Data> {
  readonly now: () => number;
  /** Which of its kind is read, as a page of a list; null reads nothing. */
  readonly key: string | null;
  /** What was read last, and by which key; null as long as nothing was, which is unknown and not empty. */
  readonly data: Data | null;
  readonly dataKey: string | null;
  readonly loadedAt: number | null;
  /** Why the last attempt failed; kept while the next one runs. */
  readonly failure: Failure | null;
  /** It has changed, or may have, since the read that runs began. */
  readonly isOutdated?: boolean;
}

/** Its screen is shown, with this key or the same as before: stale data and a failure are read anew. */
interface Shown {
  readonly type: 'screen.shown';
  readonly key?: string | null;
}

type ResourceEvent =
  | Shown
  /** A person asks for fresh data. */
  | { readonly type: 'refresh.requested' }
  /** What was read may be another by now. Either of the two reads anew; while something is being read, once more after it. */
  | { readonly type: 'outdated' }
  | ConfirmationsArrived;

interface ResourceInput {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
  /** The first key; a resource of which there is one alone has its own name as its key. */
  readonly key?: string | null;
}

/** What was read, as it is after a piece of news that needs no other read. */
type Amend<Data> = (data: Data, news: ConfirmationsArrived) => Data;

/**
 * `load` is asked with `fresh: true` when the cache will not do; its request ends with its signal.
 * Tags: `busy` while it loads, `slow` when that takes long, `stale` when the data is older than five minutes.
 */
export function createResourceMachine<Data>(id: string, amend: Amend<Data> = (data) => data) {
  const changed = {
    guard: { type: 'isOtherKey', params: ({ event }: { event: Shown }) => event },
    target: `#${id}.choosing`,
    actions: { type: 'keepKey', params: ({ event }: { event: Shown }) => event },
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
      amendData: assign(({ context: { data } }, { news }: { news: ConfirmationsArrived }) => ({
        data: data && amend(data, news),
      })),
      keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
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
      'confirmations.arrived': { actions: { type: 'amendData', params: ({ event }) => ({ news: event }) } },
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
            {
              guard: { type: 'isOld', params: ({ event }) => event.output },
              target: 'failed',
              actions: [{ type: 'keepData', params: ({ event }) => event.output }, 'askAgain'],
            },
            {
              target: 'ready',
              actions: [{ type: 'keepData', params: ({ event }) => event.output }, 'askAgain'],
            },
          ],
          onError: {
            target: 'failed',
            actions: [
              { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
              'askAgain',
            ],
          },
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
          // What hangs is given up.
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
        on: { 'refresh.requested': 'loading', outdated: 'loading' },
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
          'screen.shown': [changed, { target: `#${id}.loading` }],
        },
      },
    },
  });
}

/** Any resource, as what shows it knows it. */
export interface ResourceRef<Data> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    readonly context: ResourceContext<Data>;
    hasTag(tag: 'busy' | 'slow' | 'stale'): boolean;
    matches(state: 'unasked'): boolean;
  };
  send(event: { readonly type: 'refresh.requested' }): void;
}
