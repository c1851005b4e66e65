/** A new support ticket: its subject, category, priority, message and files. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { BodyOf } from '../../../contract/call.ts';
import { checkFields } from '../../../contract/rules.ts';
import { openTicketCall } from '../../../contract/support.ts';
import { createMessageMachine } from './createMessageMachine.ts';

/** By the field names of the wire. */
export type NewTicketValues = Readonly<Record<'subject' | 'category' | 'priority' | 'message', string>>;

export type NewTicket = Required<BodyOf<typeof openTicketCall>>;

const check = (value: unknown) => checkFields(openTicketCall.body(), value);

export const newTicketMachine = createMessageMachine<NewTicketValues, NewTicket>({
  id: 'newTicket',
  empty: { subject: '', category: '', priority: 'medium', message: '' },
  check: (values, enclosed) => check({ ...values, ...enclosed }),
  readMessage: (value) => {
    const checked = check(value);
    return checked.ok ? checked.value : null;
  },
});

export type NewTicketRef = ActorRefFrom<typeof newTicketMachine>;
export type NewTicketSnapshot = SnapshotFrom<typeof newTicketMachine>;
