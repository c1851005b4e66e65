/** One page in its layout: loaded once, and again on request after a failure. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { countFailure } from '../core/createCodeLoaderMachine.ts';
import type { RouteName } from '../core/location.ts';
import { placeholderPromise } from '../core/placeholders.ts';
import { withOutput } from '../core/withEvent.ts';

/** The frame around a page: for signed-out or for signed-in people. */
export type LayoutName = 'signedOut' | 'signedIn';

export interface PageAddress {
  /** `/` has no page of its own and leads to another. */
  readonly page: Exclude<RouteName, 'home'>;
  readonly layout: LayoutName;
}

interface PageContext<Parts> extends PageAddress {
  /** A loaded page of the same layout, whose layout is drawn around the spinner; null while there is none. */
  readonly before: Parts | null;
  /** The loaded code of the page; null until it is `ready`. */
  readonly parts: Parts | null;
  /** See `isReloadOffered`. */
  readonly failures: number;
}

/** Told to the parent: the page's code has loaded. */
export interface PageLoaded<Parts> {
  readonly type: 'page.loaded';
  readonly layout: LayoutName;
  readonly parts: Parts;
}

export function createPageMachine<Parts>() {
  return setup({
    types: {
      context: {} as PageContext<Parts>,
      events: {} as { readonly type: 'page.retried' },
      input: {} as Omit<PageContext<Parts>, 'parts' | 'failures'>,
    },
    actors: { loadPage: placeholderPromise<Parts, PageAddress>('loadPage') },
    actions: {
      countFailure: assign(({ context }) => countFailure(context)),
      keepParts: assign((_, parts: Parts) => ({ parts })),
      reportLoaded: sendParent(
        ({ context: { layout } }: { context: PageContext<Parts> }, parts: Parts) =>
          ({ type: 'page.loaded', layout, parts }) satisfies PageLoaded<Parts>,
      ),
    },
    delays: { reloadTimeout: 30_000 },
  }).createMachine({
    id: 'page',
    context: ({ input }) => ({ ...input, parts: null, failures: 0 }),
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          id: 'loadPage',
          src: 'loadPage',
          input: ({ context: { page, layout } }) => ({ page, layout }),
          onDone: { target: 'ready', actions: [withOutput('keepParts'), withOutput('reportLoaded')] },
          onError: { target: 'failed', actions: 'countFailure' },
        },
        after: { reloadTimeout: { target: 'loading', reenter: true } },
      },
      failed: { on: { 'page.retried': 'loading' } },
      ready: {},
    },
  });
}

export type PageRef<Parts> = ActorRefFrom<ReturnType<typeof createPageMachine<Parts>>>;
