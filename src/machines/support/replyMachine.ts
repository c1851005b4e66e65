/** A reply in a ticket. */
import type { ActorRefFrom } from 'xstate';
import type { BodyOf } from '../../../contract/call.ts';
import { checkFields } from '../../../contract/rules.ts';
import { writeMessageCall } from '../../../contract/support.ts';
import { createMessageMachine } from './createMessageMachine.ts';

export type Reply = Required<BodyOf<typeof writeMessageCall>>;

const check = (value: unknown) => checkFields(writeMessageCall.body(), value);

export const noReply = { message: '' };

export const replyMachine = createMessageMachine<{ readonly message: string }, Reply>({
  id: 'reply',
  empty: noReply,
  check: ({ message }, { attachment_ids }) => check({ message, attachment_ids }),
  readMessage: (value) => {
    const checked = check(value);
    return checked.ok ? checked.value : null;
  },
});

export type ReplyRef = ActorRefFrom<typeof replyMachine>;

/** The name of a reply's record, by its ticket. */
export const replyFlow = (ticketId: string) => `reply.${ticketId}`;

export const ticketOf = (flow: string) => flow.slice('reply.'.length);
