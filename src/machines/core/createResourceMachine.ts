/** Something that is read and shown: how fresh it is, and the last good data beside a failure. */
import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { placeholderPromise } from './placeholders.ts';

/** What `load` answers. `loadedAt`: when the provider answered, in milliseconds; earlier than now if it comes from the cache. */
export interface Loaded<Data> {
  readonly data: Data;
  readonly loadedAt: number;
  /** Why it is only what this browser has kept: the provider was not reached. */
  readonly failure?: Failure;
}

interface ResourceContext<Data> {
  readonly now: () => number;
  /** The last good data; null as long as none has arrived, which is unknown and not empty. */
  readonly data: Data | null;
  readonly loadedAt: number | null;
  /** Why the last attempt failed; kept while the next one runs. */
  readonly failure: Failure | null;
}

type ResourceEvent =
  /** A person asks for fresh data. */
  | { readonly type: 'refresh.requested' }
  /** What was read, or is being read, may be another by now: it is read anew. */
  | { readonly type: 'outdated' }
  /** Its screen is shown: old data and a failure are not left standing. */
  | { readonly type: 'shown' };

/** Spec section 9: data is fresh for five minutes. */
const freshness = 300_000;

interface ResourceOptions {
  /** When its screen is shown again the cache may answer: somebody else may have read it since. */
  readonly isShared?: boolean;
}

/**
 * Input: the clock, in milliseconds. `load` is asked with `fresh: true` when the cache will not do; its request ends with its signal.
 * Tags: `busy` while it loads, `slow` when that takes long, `stale` when the data is older than five minutes.
 */
export function createResourceMachine<Data>(id: string, { isShared = false }: ResourceOptions = {}) {
  return setup({
    types: {
      context: {} as ResourceContext<Data>,
      events: {} as ResourceEvent,
      input: {} as { readonly now: () => number },
      tags: {} as 'busy' | 'slow' | 'stale',
    },
    actors: { load: placeholderPromise<Loaded<Data>, { readonly fresh: boolean }>(`${id}.load`) },
    guards: {
      hasData: ({ context }) => context.data !== null,
      isOld: (_, { failure }: Loaded<Data>) => failure !== undefined,
    },
    actions: {
      keepData: assign((_, { data, loadedAt, failure }: Loaded<Data>) => ({
        data,
        loadedAt,
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
    context: ({ input }) => ({ now: input.now, data: null, loadedAt: null, failure: null }),
    initial: 'loading',
    states: {
      loading: {
        tags: 'busy',
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ event }) => ({ fresh: event.type === 'refresh.requested' || event.type === 'outdated' }),
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
        on: { 'refresh.requested': 'refreshing', outdated: 'refreshing' },
        initial: 'fresh',
        states: {
          fresh: { after: { untilStale: 'stale' } },
          stale: { tags: 'stale', on: { shown: `#${id}.refreshing` } },
        },
      },
      refreshing: {
        tags: 'busy',
        invoke: {
          id: 'refresh',
          src: 'load',
          input: ({ event }) => ({ fresh: !(isShared && event.type === 'shown') }),
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
        on: { outdated: { target: `#${id}.refreshing`, reenter: true } },
        initial: 'prompt',
        states: {
          prompt: { after: { untilSlow: 'slow' } },
          slow: { tags: 'slow', on: { 'refresh.requested': { target: `#${id}.refreshing`, reenter: true } } },
        },
      },
      failed: {
        on: {
          'refresh.requested': [{ guard: 'hasData', target: 'refreshing' }, { target: 'loading' }],
          outdated: [{ guard: 'hasData', target: 'refreshing' }, { target: 'loading' }],
          shown: [{ guard: 'hasData', target: 'refreshing' }, { target: 'loading' }],
        },
      },
    },
  });
}
