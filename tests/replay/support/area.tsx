import { createActor } from 'xstate';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { exportMachine } from '../../../src/machines/core/exportMachine.ts';
import { toastsMachine } from '../../../src/machines/core/toastsMachine.ts';
import { closingMachine } from '../../../src/machines/support/closingMachine.ts';
import { earlierMessagesMachine } from '../../../src/machines/support/earlierMessagesMachine.ts';
import { newTicketMachine } from '../../../src/machines/support/newTicketMachine.ts';
import { repliesMachine } from '../../../src/machines/support/repliesMachine.ts';
import { replyMachine } from '../../../src/machines/support/replyMachine.ts';
import { supportArea, ticketMachine } from '../../../src/machines/support/supportArea.ts';
import { Conversation } from '../../../src/screens/support/Conversation.tsx';
import { shown, signedInInput } from '../../support/areas.ts';
import { answered, ticketId } from '../../support/emails.ts';
import { resourceMap, whenOldOrMissing } from '../../support/replay/resourceMap.ts';
import { unseenMap } from '../../support/replay/screenMap.ts';

const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
const given = signedInInput(() => 0, toasts);

export const ticket = resourceMap({
  machine: ticketMachine,
  data: [answered],
  keys: [ticketId, 'another', null],
  isByAddress: true,
  screen: (actor) => (
    <>
      <PageTitle>Support</PageTitle>
      <Conversation
        ticket={actor}
        query={{ status: null, page: 1, ticket: ticketId }}
        earlier={createActor(earlierMessagesMachine)}
        replies={createActor(repliesMachine, { input: { ...given, id: null } })}
        closing={createActor(closingMachine, { input: given })}
        file={createActor(exportMachine)}
      />
    </>
  ),
  isShown: (actor) => !actor.getSnapshot().matches('unasked'),
  refresh: { offered: whenOldOrMissing },
  // Those of the other maps of a ticket.
  views: ['Close ticket', /^Download/],
});

const nothing = () => {};
const there = (search: string) => shown('support', 'support', search);

export const area = unseenMap({
  machine: supportArea.provide({
    actors: {
      newTicket: newTicketMachine.provide({ actions: { keepRecord: nothing } }),
      replies: repliesMachine.provide({
        actors: { reply: replyMachine.provide({ actions: { keepRecord: nothing } }) },
      }),
    },
  }),
  why: 'what it reads, and its messages, have screens of their own',
  isTimeless: true,
  input: (now) => ({ ...signedInInput(now, toasts), shown: there('ticket=new') }),
  outside: [
    { event: there('ticket=new') },
    { event: there(`ticket=${ticketId}`) },
    { event: { type: 'screen.left' } },
    { event: { type: 'notification.arrived', notification: { unread: 1, newest: null } } },
    { event: { type: 'data.outdated' } },
    { event: { type: 'ticket.changed' } },
    { event: { type: 'message.sent', flow: 'newTicket', ticket: answered } },
  ],
  answers: {
    'tickets.load': {},
    'ticket.load': { done: [(now: number) => ({ data: answered, loadedAt: now })] },
    'ticketMarks.mark': { done: [undefined] },
    'newTicket.attachments.uploadFile': {},
    'newTicket.readSteps': {},
    'replies.spawned 0.attachments.uploadFile': {},
    'replies.spawned 0.readSteps': {},
  },
  distinguish: (actor) => actor.getSnapshot().context.search,
});
