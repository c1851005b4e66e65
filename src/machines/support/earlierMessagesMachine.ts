/** The earlier messages of a conversation, read in parts at the person's request. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf, unanswered } from '../../../contract/failure.ts';
import type { Ticket } from '../../../contract/support.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';

/** Consecutive messages of one ticket, oldest first. */
interface Messages extends Pick<Ticket, 'messages'> {
  readonly id: string | null;
  /** How many of the first ones came with the last part. */
  readonly added: number;
}

interface EarlierMessagesContext extends Messages {
  readonly hasEarlier: boolean;
  readonly failure: Failure | null;
}

/** The request, with the messages that are shown. */
interface EarlierRequested extends Messages {
  readonly type: 'earlier.requested';
}

/** The messages as they are shown. */
type Conversation = Omit<EarlierMessagesContext, 'id' | 'failure'>;

/** No input. Tag: `busy` while a part is read. */
export const earlierMessagesMachine = setup({
  types: {
    context: {} as EarlierMessagesContext,
    events: {} as EarlierRequested,
    tags: {} as 'busy',
  },
  actors: {
    readEarlierMessages: placeholderPromise<Ticket, { readonly id: string; readonly before: string }>(
      'readEarlierMessages',
    ),
  },
  actions: {
    keepShown: assign((_, { id, messages, added }: Messages) => ({
      id,
      messages,
      added,
      hasEarlier: true,
      failure: null,
    })),
    addEarlier: assign(({ context }, { messages, has_earlier }: Ticket) => ({
      messages: [...messages, ...context.messages],
      hasEarlier: has_earlier ?? false,
      added: messages.length,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    keepNoAnswer: assign({ failure: unanswered }),
  },
  delays: { timeout: 30_000 },
}).createMachine({
  id: 'earlierMessages',
  context: { id: null, messages: [], added: 0, hasEarlier: false, failure: null },
  initial: 'ready',
  on: {
    // Also replaces a running read of another ticket, whose result is no longer needed.
    'earlier.requested': { target: '.reading', actions: withEvent('keepShown') },
  },
  states: {
    ready: {},
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readEarlierMessages',
        src: 'readEarlierMessages',
        input: ({ context: { id, messages } }) => ({
          id: required(id),
          before: required(messages[0]?.id ?? null),
        }),
        onDone: { target: 'ready', actions: withOutput('addEarlier') },
        onError: { target: 'ready', actions: withEvent('keepFailure') },
      },
      after: { timeout: { target: 'ready', actions: 'keepNoAnswer' } },
    },
  },
});

/** The earlier and the newest messages together; only the newest when there is a gap between them. */
export function conversationOf(ticket: Ticket, earlier: EarlierMessagesContext): Conversation {
  const { id, messages } = ticket;
  const [first] = messages;
  const met = earlier.id === id ? earlier.messages.findIndex((each) => each.id === first?.id) : -1;
  if (met < 0) return { messages, hasEarlier: first !== undefined && ticket.has_earlier === true, added: 0 };
  return { ...earlier, messages: [...earlier.messages.slice(0, met), ...messages] };
}

export type EarlierMessagesRef = ActorRefFrom<typeof earlierMessagesMachine>;
