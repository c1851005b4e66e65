/** The replies that a person is writing: that of the shown ticket, and those of other tickets that are not empty. */
import { type ActorRefFrom, assign, enqueueActions, sendParent, setup } from 'xstate';
import type { SignedInInput } from '../core/area.ts';
import { withEvent } from '../core/withEvent.ts';
import { type MessageSent, messageRecordOf } from './message.ts';
import { noReply, type ReplyRef, replyFlow, replyMachine } from './replyMachine.ts';

interface RepliesContext {
  readonly input: Pick<SignedInInput, 'makeKey' | 'readRecord'>;
  readonly replies: Readonly<Record<string, ReplyRef>>;
}

/** The shown ticket changed; null for none. */
interface TicketShown {
  readonly type: 'screen.shown';
  readonly id: string | null;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The ticket in an address may be any text. */
const isTicket = (id: string | null): id is string => id !== null && uuid.test(id);

/** Whether the reply can be dropped: it is empty, and no file is being uploaded. */
function isEmpty(reply: ReplyRef): boolean {
  const { context } = reply.getSnapshot();
  return messageRecordOf(context, noReply) === null && !context.hasOpenFiles;
}

/** Input: also the ticket that is shown first. Passes on `message.sent`. */
export const repliesMachine = setup({
  types: {
    context: {} as RepliesContext,
    events: {} as TicketShown | MessageSent,
    input: {} as RepliesContext['input'] & { readonly id: string | null },
  },
  actors: { reply: replyMachine },
  actions: {
    endEmpty: enqueueActions(({ context, enqueue }, { id }: TicketShown) => {
      const replies = { ...context.replies };
      for (const [other, reply] of Object.entries(replies)) {
        if (other === id || !isEmpty(reply)) continue;
        enqueue.stopChild(reply);
        delete replies[other];
      }
      enqueue.assign({ replies });
    }),
    openReply: assign(({ context, spawn }, { id }: TicketShown) => {
      if (!isTicket(id) || context.replies[id] !== undefined) return {};
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
    'screen.shown': { actions: [withEvent('endEmpty'), withEvent('openReply')] },
    'message.sent': { actions: withEvent('passOn') },
  },
});

export type RepliesRef = ActorRefFrom<typeof repliesMachine>;
