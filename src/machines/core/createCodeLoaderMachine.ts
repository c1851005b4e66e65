/** Loads code that is not part of the first page, for example of an area, the sign-in methods or the signed-in half. */
import { type AnyActorLogic, assign, sendParent, setup } from 'xstate';
import type { ScreenShown } from './location.ts';
import { placeholderPromise } from './placeholders.ts';

interface LoadingContext<Name extends string> {
  readonly name: Name;
  /** The screen that was last requested; null before the first request. */
  readonly shown: ScreenShown | null;
}

/** Tells the parent that the code has loaded; the parent then starts it. */
export interface CodeLoaded<Logic extends AnyActorLogic, Name extends string> extends LoadingContext<Name> {
  readonly type: 'code.loaded';
  readonly logic: Logic;
}

const keepShown = {
  type: 'keepShown',
  params: ({ event }: { event: ScreenShown }) => ({ shown: event }),
} as const;

/** Retries until the code has loaded, then ends. Tag: `missing` after a failure. */
export function createCodeLoaderMachine<Logic extends AnyActorLogic, Name extends string>() {
  return setup({
    types: {
      context: {} as LoadingContext<Name>,
      /** `code.requested`: a person asks for the code now. */
      events: {} as ScreenShown | { readonly type: 'code.requested' },
      input: {} as LoadingContext<Name>,
      tags: {} as 'missing',
    },
    actors: { loadCode: placeholderPromise<Logic, { readonly name: Name }>('loadCode') },
    actions: {
      keepShown: assign((_, { shown }: { shown: ScreenShown }) => ({ shown })),
      reportLoaded: sendParent(
        ({ context }, { logic }: { logic: Logic }): CodeLoaded<Logic, Name> => ({
          type: 'code.loaded',
          ...context,
          logic,
        }),
      ),
    },
    /** The page itself asks for its area, but the market belongs to no page and can come later. */
    delays: { timeout: ({ context }) => (context.name === 'market' ? 5000 : 1000), reloadTimeout: 30_000 },
  }).createMachine({
    id: 'codeLoader',
    context: ({ input }) => input,
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          id: 'loadCode',
          src: 'loadCode',
          input: ({ context }) => ({ name: context.name }),
          onDone: {
            target: 'loaded',
            actions: { type: 'reportLoaded', params: ({ event }) => ({ logic: event.output }) },
          },
          // The page that needs this code reports the failure and offers a retry.
          onError: 'waiting',
        },
        after: { reloadTimeout: { target: 'loading', reenter: true } },
        on: { 'screen.shown': { actions: keepShown } },
      },
      waiting: {
        tags: 'missing',
        after: { timeout: 'loading' },
        on: { 'screen.shown': { target: 'loading', actions: keepShown }, 'code.requested': 'loading' },
      },
      loaded: { type: 'final' },
    },
  });
}
