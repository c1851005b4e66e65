/** Removes an address from the book at once, with ten seconds to undo. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import type { SavedAddress } from '../../../contract/addressBook.ts';
import { type Failure, failureOf, unanswered } from '../../../contract/failure.ts';
import { placeholderPromise } from '../core/placeholders.ts';
import { withEvent } from '../core/withEvent.ts';
import type { BookChanged } from './bookChanged.ts';

interface RemovalContext {
  /** The address that is being removed, or was. */
  readonly entry: SavedAddress | null;
  readonly failure: Failure | null;
}

type RemovalEvent =
  | { readonly type: 'removal.requested'; readonly entry: SavedAddress }
  | { readonly type: 'undo.requested' }
  /** The page is shown again: a failure has been told. */
  | { readonly type: 'screen.shown' };

const requested = { target: '#addressRemoval.removing', actions: withEvent('keepEntry') } as const;

/** After a failure the book is read again, because the server may have acted although its answer was lost. */
const failed = { actions: ['report', withEvent('keepFailure')] } as const;
const silent = ['report', 'keepNoAnswer'] as const;
const shown = { target: '#addressRemoval.ready', actions: 'forgetFailure' } as const;

/** Tag: `busy` while the server is asked. */
export const addressRemovalMachine = setup({
  types: {
    context: {} as RemovalContext,
    events: {} as RemovalEvent,
    tags: {} as 'busy',
  },
  actors: {
    removeAddress: placeholderPromise<void, { readonly id: string }>('removeAddress'),
    restoreAddress: placeholderPromise<void, { readonly id: string }>('restoreAddress'),
  },
  actions: {
    keepEntry: assign((_, { entry }: { entry: SavedAddress }) => ({ entry, failure: null })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    keepNoAnswer: assign({ failure: unanswered }),
    forgetFailure: assign({ failure: null }),
    report: sendParent({ type: 'book.changed' } satisfies BookChanged),
  },
  delays: { undoable: 10_000, answerTimeout: 15_000 },
}).createMachine({
  id: 'addressRemoval',
  context: { entry: null, failure: null },
  initial: 'ready',
  states: {
    ready: { on: { 'removal.requested': requested } },
    removing: {
      tags: 'busy',
      invoke: {
        id: 'removeAddress',
        src: 'removeAddress',
        input: ({ context }) => ({ id: context.entry?.id ?? '' }),
        onDone: { target: 'removed', actions: 'report' },
        onError: { target: 'failed', ...failed },
      },
      after: { answerTimeout: { target: 'failed', actions: silent } },
    },
    removed: {
      on: {
        'undo.requested': { target: 'restoring', actions: 'forgetFailure' },
        'removal.requested': requested,
      },
      after: { undoable: 'ready' },
    },
    restoring: {
      tags: 'busy',
      invoke: {
        id: 'restoreAddress',
        src: 'restoreAddress',
        input: ({ context }) => ({ id: context.entry?.id ?? '' }),
        onDone: { target: 'ready', actions: 'report' },
        onError: { target: 'unrestored', ...failed },
      },
      after: { answerTimeout: { target: 'unrestored', actions: silent } },
    },
    failed: { on: { 'removal.requested': requested, 'screen.shown': shown } },
    unrestored: {
      on: {
        'undo.requested': { target: 'restoring', actions: 'forgetFailure' },
        'removal.requested': requested,
        'screen.shown': shown,
      },
    },
  },
});

export type AddressRemovalRef = ActorRefFrom<typeof addressRemovalMachine>;
