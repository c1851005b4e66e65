/** The replies that a person is writing: one for each ticket they visited, kept while they visit other pages. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import type { SignedInInput } from '../core/area.ts';
import type { MessageSent } from './message.ts';
import { type ReplyRef, replyFlow, replyMachine } from './replyMachine.ts';

interface RepliesContext {
  readonly input: Pick<SignedInInput, 'makeKey' | 'readRecord'>;
  readonly replies: Readonly<Record<string, ReplyRef>>;
}

/** A ticket is shown; null for none. */
interface TicketShown {
  readonly type: 'screen.shown';
  readonly id: string | null;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The ticket in an address may be any text. */
const isTicket = (id: string | null): id is string => id !== null && uuid.test(id);

/** Input: also the ticket that is shown first. It passes on `message.sent`. */
export const repliesMachine = setup({
  types: {
    context: {} as RepliesContext,
    events: {} as TicketShown | MessageSent,
    input: {} as RepliesContext['input'] & { readonly id: string | null },
  },
  actors: { reply: replyMachine },
  guards: {
    isUnwritten: ({ context }, { id }: TicketShown) => isTicket(id) && context.replies[id] === undefined,
  },
  actions: {
    openReply: assign(({ context, spawn }, { id }: TicketShown) => {
      if (id === null) return {};
      const input = { ...context.input, flow: replyFlow(id) };
      return { replies: { ...context.replies, [id]: spawn('reply', { input }) } };
    }),
    passOn: sendParent((_, sent: MessageSent) => sent),
  },
}).createMachine({
  id: 'replies',
  context: ({ input: { id, ...input }, spawn }) => ({
    input,
    replies: isTicket(id) ? { [id]: spawn('reply', { input: { ...input, flow: replyFlow(id) } }) } : {},
  }),
  on: {
    'screen.shown': {
      guard: { type: 'isUnwritten', params: ({ event }) => event },
      actions: { type: 'openReply', params: ({ event }) => event },
    },
    'message.sent': { actions: { type: 'passOn', params: ({ event }) => event } },
  },
});

export type RepliesRef = ActorRefFrom<typeof repliesMachine>;
