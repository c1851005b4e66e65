/** Starts the app: first its first page with its data, then code that waits for them, then code that waits for the browser to be idle. */
import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent } from '../core/withEvent.ts';
import {
  createPageMachine,
  type LayoutName,
  type PageAddress,
  type PageLoaded,
  type PageRef,
} from './pageMachine.ts';

interface BootContext<Parts> {
  /** Every requested page, by `keyOf`. */
  readonly pages: Readonly<Record<string, PageRef<Parts>>>;
  /** One loaded page of each layout. */
  readonly loaded: Partial<Readonly<Record<LayoutName, Parts>>>;
  /** The current layout, which tells which pages people are likely to open next. */
  readonly layout: LayoutName;
}

/** A page is needed, now or soon; a failed one is loaded again. */
interface PageRequested extends PageAddress {
  readonly type: 'page.requested';
}

/** The pages that people usually open next: the wallet after the login, then the money pages of the bottom bar. */
const likely = {
  signedOut: ['wallet'],
  signedIn: ['wallet', 'exchange', 'transactions', 'history'],
} as const;

const keyOf = ({ page, layout }: PageAddress) => `${layout}/${page}`;

/** The likely pages that have not been requested yet. */
const missing = ({ pages, layout }: { readonly pages: object; readonly layout: LayoutName }) =>
  likely[layout]
    .map((page): PageAddress => ({ page, layout: 'signedIn' }))
    .filter((address) => !(keyOf(address) in pages));

/** Tags: `shown` once the first page is shown with its data (at most ten seconds after its code loaded), `idle` while no page is being preloaded. */
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
      tags: {} as 'shown' | 'idle',
    },
    actors: {
      page: createPageMachine<Parts>(),
      /** Resolves when nothing on the first page is loading any more. */
      readFigures: placeholderPromise<void, void>('readFigures'),
      /** Resolves when the browser has painted the page. */
      awaitPaint: placeholderPromise<void, void>('awaitPaint'),
      /** Resolves when the browser is idle. */
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
          withEvent('keepLayout'),
          {
            type: 'openPages',
            params: ({ event: { page, layout } }) => ({ addresses: [{ page, layout }] }),
          },
          withEvent('retryPage'),
        ],
      },
      'page.loaded': { actions: withEvent('keepLoaded') },
    },
    initial: 'loading',
    states: {
      loading: { on: { 'page.loaded': { target: 'showing', actions: withEvent('keepLoaded') } } },
      showing: {
        initial: 'reading',
        after: { figuresTimeout: 'shown' },
        states: {
          // If waiting for data fails, continue.
          reading: {
            invoke: { id: 'readFigures', src: 'readFigures', onDone: 'painting', onError: 'painting' },
          },
          painting: {
            invoke: {
              id: 'awaitPaint',
              src: 'awaitPaint',
              onDone: '#boot.shown',
              onError: '#boot.shown',
            },
          },
        },
      },
      shown: {
        tags: 'shown',
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

/** The actor of a page; null before it was requested. */
export const selectPage = <Parts>(
  { context }: SnapshotFrom<ReturnType<typeof createBootMachine<Parts>>>,
  address: PageAddress,
): PageRef<Parts> | null => context.pages[keyOf(address)] ?? null;
