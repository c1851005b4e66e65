/** Chooses which tokens the wallet shows: one token is added or hidden at a time, and this can be undone. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { TokensChanged } from '../core/area.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent } from '../core/withEvent.ts';

/** Whether the wallet shows a token from now on. */
export interface TokenChoice {
  readonly symbol: string;
  readonly isShown: boolean;
}

interface TokenChoiceContext {
  /** The last choice, whether or not it succeeded; null before the first. */
  readonly choice: TokenChoice | null;
  /** Whether this choice undoes the previous one. */
  readonly isUndo: boolean;
  readonly failure: Failure | null;
}

type TokenChoiceEvent =
  | { readonly type: 'choice.made'; readonly choice: TokenChoice }
  | { readonly type: 'undo.requested' }
  /** The screen is shown again; earlier choices can no longer be undone. */
  | { readonly type: 'screen.shown' };

const chosen = { target: 'choosing', actions: withEvent('keepChoice') } as const;

/** No input. Tags: `busy` while a choice is being sent, `slow` when that takes long. It reports `tokens.changed`. */
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
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
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
        // The choice may have arrived, so the catalogue is read again to find out.
        onError: { target: 'failed', actions: [withEvent('keepFailure'), 'report'] },
      },
      initial: 'prompt',
      states: {
        prompt: { after: { untilSlow: 'slow' } },
        // A choice may be sent twice without harm, so a new one replaces a call that hangs.
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
