/** Something that is read by a key, as a page of a list is: what was read last stays beside what is being read. */
import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { Loaded } from './createResourceMachine.ts';
import { placeholderPromise, required } from './placeholders.ts';

interface KeyedContext<Data> {
  readonly now: () => number;
  /** What is asked for; null asks for nothing. */
  readonly key: string | null;
  /** What was read last, and by which key. */
  readonly data: Data | null;
  readonly dataKey: string | null;
  readonly loadedAt: number | null;
  /** Why the last attempt failed; kept while the next one runs. */
  readonly failure: Failure | null;
}

/** Its screen is shown with this key: another one, or the same again; then old data and a failure are not left standing. */
interface Asked {
  readonly type: 'asked';
  readonly key: string | null;
}

type KeyedEvent =
  | Asked
  | { readonly type: 'refresh.requested' }
  /** What was read, or is being read, may be another by now: it is read anew. */
  | { readonly type: 'outdated' };

interface KeyedInput {
  readonly now: () => number;
  readonly key: string | null;
}

/** Spec section 9: data is fresh for five minutes. */
const freshness = 300_000;

/**
 * Input: the clock, in milliseconds, and the first key. `load` is asked with `fresh: true` when the cache will not do.
 * Tags: `busy` while it loads, `slow` when that takes long, `stale` when the data is older than five minutes.
 */
export function createKeyedResourceMachine<Data>(id: string) {
  const changed = {
    guard: { type: 'isOtherKey', params: ({ event }: { event: Asked }) => event },
    target: `#${id}.choosing`,
    actions: { type: 'keepKey', params: ({ event }: { event: Asked }) => event },
  } as const;
  return setup({
    types: {
      context: {} as KeyedContext<Data>,
      events: {} as KeyedEvent,
      input: {} as KeyedInput,
      tags: {} as 'busy' | 'slow' | 'stale',
    },
    actors: {
      load: placeholderPromise<Loaded<Data>, { readonly key: string; readonly fresh: boolean }>(`${id}.load`),
    },
    guards: {
      isOtherKey: ({ context }, { key }: { key: string | null }) => key !== context.key,
      hasKey: ({ context }) => context.key !== null,
      isOld: (_, { failure }: Loaded<Data>) => failure !== undefined,
    },
    actions: {
      keepKey: assign((_, { key }: { key: string | null }) => ({ key, failure: null })),
      keepData: assign(({ context }, { data, loadedAt, failure }: Loaded<Data>) => ({
        data,
        loadedAt,
        dataKey: context.key,
        failure: failure ?? null,
      })),
      keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    },
    delays: {
      untilStale: ({ context }) => Math.max(0, (context.loadedAt ?? 0) + freshness - context.now()),
      untilSlow: 10_000,
    },
  }).createMachine({
    id,
    context: ({ input }) => ({ ...input, data: null, dataKey: null, loadedAt: null, failure: null }),
    initial: 'choosing',
    on: {
      asked: changed,
    },
    states: {
      choosing: { always: [{ guard: 'hasKey', target: 'loading' }, { target: 'unasked' }] },
      unasked: {},
      loading: {
        tags: 'busy',
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context, event }) => ({ key: required(context.key), fresh: isAnew(event.type) }),
          onDone: [
            {
              guard: { type: 'isOld', params: ({ event }) => event.output },
              target: 'failed',
              actions: { type: 'keepData', params: ({ event }) => event.output },
            },
            { target: 'ready', actions: { type: 'keepData', params: ({ event }) => event.output } },
          ],
          onError: {
            target: 'failed',
            actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
          },
        },
        on: { outdated: { target: `#${id}.loading`, reenter: true } },
        initial: 'prompt',
        states: {
          prompt: { after: { untilSlow: 'slow' } },
          slow: { tags: 'slow', on: { 'refresh.requested': { target: `#${id}.loading`, reenter: true } } },
        },
      },
      ready: {
        on: { 'refresh.requested': 'loading', outdated: 'loading' },
        initial: 'fresh',
        states: {
          fresh: { after: { untilStale: 'stale' } },
          stale: {
            tags: 'stale',
            on: { asked: [changed, { target: `#${id}.loading` }] },
          },
        },
      },
      failed: {
        on: {
          'refresh.requested': 'loading',
          outdated: 'loading',
          asked: [changed, { target: `#${id}.loading` }],
        },
      },
    },
  });
}

/** A failure is not asked of the cache again. */
const isAnew = (eventType: string) => eventType === 'refresh.requested' || eventType === 'outdated';
