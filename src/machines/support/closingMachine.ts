/** Closing a ticket for good: asked first, sent once per key. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { Ticket } from '../../../contract/support.ts';
import type { HolderInput } from '../core/areaMachine.ts';
import { kept, providedPromise } from '../core/placeholders.ts';

interface ClosingContext extends Pick<HolderInput, 'makeKey'> {
  readonly id: string | null;
  readonly key: string | null;
  readonly failure: Failure | null;
}

type ClosingEvent =
  | { readonly type: 'close.requested'; readonly id: string }
  | { readonly type: 'close.confirmed' }
  | { readonly type: 'close.declined' };

/** A ticket is closed, or may be: what shows it is old. */
export interface TicketChanged {
  readonly type: 'ticket.changed';
}

/** It tells its parent `ticket.changed`. Tags: `asking` while a person is asked, `busy` while it is sent. */
export const closingMachine = setup({
  types: {
    context: {} as ClosingContext,
    events: {} as ClosingEvent,
    input: {} as Pick<HolderInput, 'makeKey'>,
    tags: {} as 'asking' | 'busy',
  },
  actors: {
    closeTicket: providedPromise<Ticket, { readonly id: string; readonly key: string }>('closeTicket'),
  },
  actions: {
    keepWish: assign(({ context }, { id }: { id: string }) => ({
      id,
      key: context.makeKey(),
      failure: null,
    })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    tellChanged: sendParent({ type: 'ticket.changed' }),
  },
  delays: { patience: 15_000 },
}).createMachine({
  id: 'closing',
  context: ({ input }) => ({ makeKey: input.makeKey, id: null, key: null, failure: null }),
  initial: 'ready',
  states: {
    ready: {
      on: {
        'close.requested': { target: 'asking', actions: { type: 'keepWish', params: ({ event }) => event } },
      },
    },
    asking: {
      tags: 'asking',
      on: { 'close.confirmed': 'sending', 'close.declined': 'ready' },
    },
    sending: {
      tags: ['asking', 'busy'],
      invoke: {
        id: 'closeTicket',
        src: 'closeTicket',
        input: ({ context }) => ({ id: kept(context.id), key: kept(context.key) }),
        onDone: { target: 'ready', actions: 'tellChanged' },
        // The same key again closes it once.
        onError: {
          target: 'asking',
          actions: [
            { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            'tellChanged',
          ],
        },
      },
      after: { patience: { target: 'asking', actions: 'tellChanged' } },
    },
  },
});

export type ClosingRef = ActorRefFrom<typeof closingMachine>;
