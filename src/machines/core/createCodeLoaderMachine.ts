/** Loads code that is not part of the first page: an area's, the sign-in methods', the signed-in half's. */
import { type AnyActorLogic, assign, sendParent, setup } from 'xstate';
import type { ScreenShown } from './location.ts';
import { placeholderPromise } from './placeholders.ts';
import { withEvent, withOutput } from './withEvent.ts';

interface LoadingContext<Name extends string> {
  readonly name: Name;
  /** The screen that was requested last; null before. */
  readonly shown: ScreenShown | null;
}

interface FailingContext<Name extends string> extends LoadingContext<Name> {
  readonly failures: number;
}

/** Most browsers cache a failed `import()`, so after the second failure only a reload can get the code. */
export const isReloadOffered = ({ failures }: { readonly failures: number }) => failures > 1;

export const countFailure = ({ failures }: { readonly failures: number }) => ({ failures: failures + 1 });

const longestPause = 60_000;

/** Sent to the parent, which starts what was loaded. */
export interface CodeLoaded<Logic extends AnyActorLogic, Name extends string> extends LoadingContext<Name> {
  readonly type: 'code.loaded';
  readonly logic: Logic;
}

/** Retries with growing pauses until the code has loaded, then ends. Tag: `missing` after a failure; see `isReloadOffered`. */
export function createCodeLoaderMachine<Logic extends AnyActorLogic, Name extends string>() {
  return setup({
    types: {
      context: {} as FailingContext<Name>,
      /** `code.requested`: the person asks for an attempt at once. */
      events: {} as ScreenShown | { readonly type: 'code.requested' },
      input: {} as LoadingContext<Name>,
      tags: {} as 'missing',
    },
    actors: { loadCode: placeholderPromise<Logic, { readonly name: Name }>('loadCode') },
    actions: {
      countFailure: assign(({ context }) => countFailure(context)),
      keepShown: assign((_, shown: ScreenShown) => ({ shown })),
      reportLoaded: sendParent(
        ({ context: { name, shown } }, logic: Logic): CodeLoaded<Logic, Name> => ({
          type: 'code.loaded',
          name,
          shown,
          logic,
        }),
      ),
    },
    /** The market may wait longer, because pages work without it; any other area is waited for. */
    delays: {
      pause: ({ context: { name, failures } }) =>
        Math.min(longestPause, (name === 'market' ? 5000 : 1000) * 2 ** (failures - 1)),
      reloadTimeout: 30_000,
    },
  }).createMachine({
    id: 'codeLoader',
    context: ({ input }) => ({ ...input, failures: 0 }),
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          id: 'loadCode',
          src: 'loadCode',
          input: ({ context }) => ({ name: context.name }),
          onDone: { target: 'loaded', actions: withOutput('reportLoaded') },
          // The page needs the same code, so it shows the failure and offers a retry.
          onError: { target: 'waiting', actions: 'countFailure' },
        },
        after: { reloadTimeout: { target: 'loading', reenter: true } },
        on: { 'screen.shown': { actions: withEvent('keepShown') } },
      },
      waiting: {
        tags: 'missing',
        after: { pause: 'loading' },
        on: {
          'screen.shown': { target: 'loading', actions: withEvent('keepShown') },
          'code.requested': 'loading',
        },
      },
      loaded: { type: 'final' },
    },
  });
}
