/** How the app comes up: its first page with its figures, then what waits for them, then what waits for the browser to rest. */
import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { placeholderPromise, required } from '../core/placeholders.ts';
import {
  createPageMachine,
  type LayoutName,
  type PageAddress,
  type PageLoaded,
  type PageRef,
} from './pageMachine.ts';

interface BootContext<Parts> {
  /** Every page that was asked for, by `keyOf`. */
  readonly pages: Readonly<Record<string, PageRef<Parts>>>;
  /** A page of each layout that has been loaded. */
  readonly loaded: Partial<Readonly<Record<LayoutName, Parts>>>;
  /** Who is here: it says which pages they are likely to go to. */
  readonly layout: LayoutName;
}

/** A page is to be drawn, now or soon; what failed before is tried anew. */
interface PageRequested extends PageAddress {
  readonly type: 'page.requested';
}

/** Where people go: from the login to the wallet, from there to the places of the bottom bar that move money. */
const likely = {
  signedOut: ['wallet'],
  signedIn: ['wallet', 'exchange', 'transactions', 'history'],
} as const;

const keyOf = ({ page, layout }: PageAddress) => `${layout}/${page}`;

/** What of it has not been asked for yet. */
const missing = ({ pages, layout }: { readonly pages: object; readonly layout: LayoutName }) =>
  likely[layout]
    .map((page): PageAddress => ({ page, layout: 'signedIn' }))
    .filter((address) => !(keyOf(address) in pages));

/** Tags: `standing` once the first page stands with its figures (at most ten seconds after its code came), `idle` while nothing is loading ahead. */
export function createBootMachine<Parts>() {
  const openMissing = {
    target: 'idle',
    actions: {
      type: 'openPages',
      params: ({ context }: { context: BootContext<Parts> }) => ({ addresses: missing(context) }),
    },
  } as const;
  return setup({
    types: {
      context: {} as BootContext<Parts>,
      events: {} as PageRequested | PageLoaded<Parts>,
      tags: {} as 'standing' | 'idle',
    },
    actors: {
      page: createPageMachine<Parts>(),
      /** Answers when nothing that the first page shows is being read any more. */
      readFigures: placeholderPromise<void, void>('readFigures'),
      /** Answers when what was drawn can be seen. */
      awaitPaint: placeholderPromise<void, void>('awaitPaint'),
      /** Answers when the browser has nothing better to do. */
      awaitIdle: placeholderPromise<void, void>('awaitIdle'),
    },
    guards: { isMissing: ({ context }) => missing(context).length > 0 },
    actions: {
      keepLayout: assign((_, { layout }: PageAddress) => ({ layout })),
      keepLoaded: assign(({ context }, { layout, parts }: PageLoaded<Parts>) => ({
        loaded: { ...context.loaded, [layout]: parts },
      })),
      openPages: assign(({ context, spawn }, { addresses }: { addresses: readonly PageAddress[] }) => {
        const opened = addresses
          .filter((address) => !(keyOf(address) in context.pages))
          .map((address) => {
            const input = { ...address, before: context.loaded[address.layout] ?? null };
            return [keyOf(address), spawn('page', { input })] as const;
          });
        return { pages: { ...context.pages, ...Object.fromEntries(opened) } };
      }),
      retryPage: sendTo(
        ({ context }, address: PageAddress) => required(context.pages[keyOf(address)] ?? null),
        { type: 'page.retried' },
      ),
    },
    delays: { figuresTimeout: 10_000, rest: 2_000, idleTimeout: 30_000 },
  }).createMachine({
    id: 'boot',
    context: { pages: {}, loaded: {}, layout: 'signedOut' },
    on: {
      'page.requested': {
        actions: [
          { type: 'keepLayout', params: ({ event }) => event },
          {
            type: 'openPages',
            params: ({ event: { page, layout } }) => ({ addresses: [{ page, layout }] }),
          },
          { type: 'retryPage', params: ({ event }) => event },
        ],
      },
      'page.loaded': { actions: { type: 'keepLoaded', params: ({ event }) => event } },
    },
    initial: 'loading',
    states: {
      loading: {
        on: {
          'page.loaded': {
            target: 'showing',
            actions: { type: 'keepLoaded', params: ({ event }) => event },
          },
        },
      },
      showing: {
        initial: 'reading',
        after: { figuresTimeout: 'standing' },
        states: {
          // Whoever cannot be told to have their figures is not kept waiting for them.
          reading: {
            invoke: { id: 'readFigures', src: 'readFigures', onDone: 'painting', onError: 'painting' },
          },
          painting: {
            invoke: {
              id: 'awaitPaint',
              src: 'awaitPaint',
              onDone: '#boot.standing',
              onError: '#boot.standing',
            },
          },
        },
      },
      standing: {
        tags: 'standing',
        initial: 'resting',
        states: {
          resting: { after: { rest: 'waiting' } },
          waiting: {
            invoke: { id: 'awaitIdle', src: 'awaitIdle', onDone: openMissing, onError: openMissing },
            after: { idleTimeout: openMissing },
          },
          idle: { tags: 'idle', always: { guard: 'isMissing', target: 'resting' } },
        },
      },
    },
  });
}

export type BootRef<Parts> = ActorRefFrom<ReturnType<typeof createBootMachine<Parts>>>;

/** The actor of a page; null until it was asked for. */
export const selectPage = <Parts>(
  { context }: SnapshotFrom<ReturnType<typeof createBootMachine<Parts>>>,
  address: PageAddress,
): PageRef<Parts> | null => context.pages[keyOf(address)] ?? null;
