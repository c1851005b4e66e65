/** Exports a table as a file: requests, fetches and saves it. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { placeholderPromise } from './placeholders.ts';
import { withEvent } from './withEvent.ts';

interface ExportContext {
  /** The filters of the last file as a query string, and its name. */
  readonly filters: string;
  readonly name: string;
  readonly failure: Failure | null;
}

type ExportEvent =
  | { readonly type: 'export.requested'; readonly filters: string; readonly name: string }
  | { readonly type: 'export.cancelled' };

/** No input. Tag: `busy` while a file is being fetched. */
export const exportMachine = setup({
  types: { context: {} as ExportContext, events: {} as ExportEvent, tags: {} as 'busy' },
  actors: {
    saveExport: placeholderPromise<void, { readonly filters: string; readonly name: string }>('saveExport'),
  },
  guards: { isOther: ({ context }, { filters }: { filters: string }) => filters !== context.filters },
  actions: {
    keepRequest: assign((_, { filters, name }: { filters: string; name: string }) => ({
      filters,
      name,
      failure: null,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
  },
  delays: { untilRead: 8_000 },
}).createMachine({
  id: 'export',
  context: { filters: '', name: '', failure: null },
  initial: 'ready',
  states: {
    ready: { on: { 'export.requested': { target: 'exporting', actions: withEvent('keepRequest') } } },
    exporting: {
      tags: 'busy',
      invoke: {
        id: 'saveExport',
        src: 'saveExport',
        input: ({ context }) => ({ filters: context.filters, name: context.name }),
        onDone: 'saved',
        onError: { target: 'failed', actions: withEvent('keepFailure') },
      },
      on: {
        // Takes the place of a file that may never arrive.
        'export.requested': {
          guard: withEvent('isOther'),
          target: 'exporting',
          reenter: true,
          actions: withEvent('keepRequest'),
        },
        'export.cancelled': 'ready',
      },
    },
    saved: {
      after: { untilRead: 'ready' },
      on: { 'export.requested': { target: 'exporting', actions: withEvent('keepRequest') } },
    },
    failed: { on: { 'export.requested': { target: 'exporting', actions: withEvent('keepRequest') } } },
  },
});

export type ExportRef = ActorRefFrom<typeof exportMachine>;
