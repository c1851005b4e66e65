/** Which tokens the wallet shows: one is added or hidden at a time, and that can be undone. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { TokensChanged } from '../core/area.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';

/** That the wallet shows a token from now on, or no longer. */
export interface TokenChoice {
  readonly symbol: string;
  readonly isShown: boolean;
}

interface TokenChoiceContext {
  /** The last choice, whatever became of it; null before the first. */
  readonly choice: TokenChoice | null;
  /** Whether it takes back the one before. */
  readonly isUndo: boolean;
  readonly failure: Failure | null;
}

type TokenChoiceEvent =
  | { readonly type: 'choice.made'; readonly choice: TokenChoice }
  | { readonly type: 'undo.requested' }
  /** The screen is shown anew: what was done before is done. */
  | { readonly type: 'screen.shown' };

const chosen = {
  target: 'choosing',
  actions: {
    type: 'keepChoice',
    params: ({ event }: { event: { choice: TokenChoice } }) => event,
  },
} as const;

/** No input. Tags: `busy` while a choice is on its way, `slow` when that takes long. It reports `tokens.changed`. */
export const tokenChoiceMachine = setup({
  types: {
    context: {} as TokenChoiceContext,
    events: {} as TokenChoiceEvent,
    tags: {} as 'busy' | 'slow',
  },
  actors: { showToken: placeholderPromise<void, TokenChoice>('showToken') },
  actions: {
    keepChoice: assign((_, { choice }: { choice: TokenChoice }) => ({
      choice,
      isUndo: false,
      failure: null,
    })),
    turnChoice: assign(({ context }) => {
      const { symbol, isShown } = required(context.choice);
      return { choice: { symbol, isShown: !isShown }, isUndo: true, failure: null };
    }),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    report: sendParent((): TokensChanged => ({ type: 'tokens.changed' })),
  },
  delays: { untilSlow: 10_000 },
}).createMachine({
  id: 'tokenChoice',
  context: { choice: null, isUndo: false, failure: null },
  initial: 'resting',
  states: {
    resting: { on: { 'choice.made': chosen } },
    choosing: {
      tags: 'busy',
      invoke: {
        id: 'showToken',
        src: 'showToken',
        input: ({ context }) => required(context.choice),
        onDone: { target: 'chosen', actions: 'report' },
        // Whether it arrived is told by the catalogue, which is read anew.
        onError: {
          target: 'failed',
          actions: [
            { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            'report',
          ],
        },
      },
      initial: 'prompt',
      states: {
        prompt: { after: { untilSlow: 'slow' } },
        // Either choice may be sent twice, so that a call that hangs holds nobody up.
        slow: {
          tags: 'slow',
          on: { 'choice.made': { ...chosen, target: '#tokenChoice.choosing', reenter: true } },
        },
      },
    },
    chosen: {
      on: {
        'choice.made': chosen,
        'undo.requested': { target: 'choosing', actions: 'turnChoice' },
        'screen.shown': 'resting',
      },
    },
    failed: { on: { 'choice.made': chosen, 'screen.shown': 'resting' } },
  },
});

export type TokenChoiceRef = ActorRefFrom<typeof tokenChoiceMachine>;
