/** Closes a ticket for good, after a confirmation and once per key. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf, unanswered } from '../../../contract/failure.ts';
import type { Ticket } from '../../../contract/support.ts';
import type { SignedInInput } from '../core/area.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent } from '../core/withEvent.ts';

interface ClosingContext extends Pick<SignedInInput, 'makeKey'> {
  readonly id: string | null;
  readonly key: string | null;
  readonly failure: Failure | null;
}

type ClosingEvent =
  | { readonly type: 'close.requested'; readonly id: string }
  | { readonly type: 'close.confirmed' }
  | { readonly type: 'close.declined' };

/** A ticket was closed, or may have been, so it has to be read again. */
export interface TicketChanged {
  readonly type: 'ticket.changed';
}

const asked = { target: 'asking', actions: withEvent('keepRequest') } as const;

/** It sends its parent `ticket.changed`. Tags: `asking` while the person is asked, `busy` while it is sent. */
export const closingMachine = setup({
  types: {
    context: {} as ClosingContext,
    events: {} as ClosingEvent,
    input: {} as Pick<SignedInInput, 'makeKey'>,
    tags: {} as 'asking' | 'busy',
  },
  actors: {
    closeTicket: placeholderPromise<Ticket, { readonly id: string; readonly key: string }>('closeTicket'),
  },
  guards: { isOther: ({ context }, { id }: { id: string }) => id !== context.id },
  actions: {
    keepRequest: assign(({ context }, { id }: { id: string }) => ({
      id,
      key: context.makeKey(),
      failure: null,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    keepNoAnswer: assign({ failure: unanswered }),
    tellChanged: sendParent({ type: 'ticket.changed' }),
  },
  delays: { timeout: 15_000 },
}).createMachine({
  id: 'closing',
  context: ({ input }) => ({ makeKey: input.makeKey, id: null, key: null, failure: null }),
  initial: 'ready',
  states: {
    ready: { on: { 'close.requested': asked } },
    asking: {
      tags: 'asking',
      on: {
        // The person left the question, and asks for the ticket that is shown now.
        'close.requested': { guard: withEvent('isOther'), ...asked },
        'close.confirmed': 'sending',
        'close.declined': 'ready',
      },
    },
    sending: {
      tags: ['asking', 'busy'],
      invoke: {
        id: 'closeTicket',
        src: 'closeTicket',
        input: ({ context }) => ({ id: required(context.id), key: required(context.key) }),
        onDone: { target: 'ready', actions: 'tellChanged' },
        // A retry uses the same key, so it closes the ticket once.
        onError: { target: 'asking', actions: [withEvent('keepFailure'), 'tellChanged'] },
      },
      // Leaving does not cancel the request, which may have closed the ticket.
      on: {
        'close.requested': {
          guard: withEvent('isOther'),
          target: 'asking',
          actions: [withEvent('keepRequest'), 'tellChanged'],
        },
        'close.declined': { target: 'ready', actions: 'tellChanged' },
      },
      after: { timeout: { target: 'asking', actions: ['keepNoAnswer', 'tellChanged'] } },
    },
  },
});

export type ClosingRef = ActorRefFrom<typeof closingMachine>;
