/** Loads code that is not part of the first page: an area's, the sign-in methods', the signed-in half's. */
import { type AnyActorLogic, assign, sendParent, setup } from 'xstate';
import type { ScreenShown } from './location.ts';
import { placeholderPromise } from './placeholders.ts';

interface LoadingContext<Name extends string> {
  readonly name: Name;
  /** The screen that was asked for last; null while none was. */
  readonly shown: ScreenShown | null;
}

/** Told to the parent, which opens what was loaded. */
export interface CodeLoaded<Logic extends AnyActorLogic, Name extends string> extends LoadingContext<Name> {
  readonly type: 'code.loaded';
  readonly logic: Logic;
}

const keepShown = {
  type: 'keepShown',
  params: ({ event }: { event: ScreenShown }) => ({ shown: event }),
} as const;

/** Asks again until the code is there, then ends. Tag: `missing` when it did not come. */
export function createCodeLoaderMachine<Logic extends AnyActorLogic, Name extends string>() {
  return setup({
    types: {
      context: {} as LoadingContext<Name>,
      /** `code.requested`: a person wants it now. */
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
    /** A page asks for its area itself; the market is beside pages that stand without it. */
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
          // Whoever waits for it sees a page that needs the same code: that says it did not come, and asks a person to try again.
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
