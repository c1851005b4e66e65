import type { AnyActorRef } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { newTicketMachine } from '../../../src/machines/support/newTicketMachine.ts';
import { repliesMachine } from '../../../src/machines/support/repliesMachine.ts';
import { replyFlow, replyMachine } from '../../../src/machines/support/replyMachine.ts';
import { NewTicket } from '../../../src/screens/support/NewTicket.tsx';
import { ReplyForm } from '../../../src/screens/support/ReplyForm.tsx';
import { failure } from '../../support/actors.ts';
import { answered, steps, ticketId } from '../../support/emails.ts';
import { paste, press, pressIn, tick } from '../../support/replay/gestures.ts';
import { type PersonStep, screenMap, unseenMap } from '../../support/replay/screenMap.ts';

const text = 'I wait.';
const ticket = { subject: 'Where is it?', category: 'transaction', priority: 'high', message: '' };
const sent = { attachment_ids: [], flow_record: null };
const drafted = { step: 'drafting', values: ticket, key: null, quote: null } as const;
const kept = (values: Record<string, string>, message: unknown) =>
  ({ step: 'sent', values, key: 'key-1', quote: { attachments: [], message } }) as const;
const makeKey = () => 'key-2';
const nobody = { readRecord: () => null, makeKey };

const written = (label: string): PersonStep[] => [
  { events: [{ type: 'field.changed', name: 'message', value: text }], by: paste(label, text) },
  { events: [{ type: 'form.submitted' }], by: press('Send') },
  { events: [{ type: 'wait.ended' }], by: pressIn('form', 'Cancel') },
  { events: [{ type: 'message.repeated' }], by: press('Send again') },
  { events: [{ type: 'message.changed' }], by: press('Edit message') },
];
const answers = {
  send: {
    done: [answered],
    error: [
      new CallError(failure('NETWORK')),
      new CallError(failure('VALIDATION_FAILED', { requestId: 'r', fields: { message: 'too_long' } })),
    ],
  },
  'attachments.uploadFile': {},
};
const outside = [{ event: { type: 'screen.shown' } }];
// Files are the map's of the attachments.
const views = ['Add files', /^$/];

export const newTicket = screenMap({
  machine: newTicketMachine.provide({ actions: { keepRecord: () => {} } }),
  input: () => ({ makeKey, readRecord: () => drafted, flow: 'newTicket' }),
  screen: (actor) => (
    <>
      <PageTitle>Support</PageTitle>
      <NewTicket newTicket={actor} query={{ status: null, page: 1, ticket: 'new' }} />
    </>
  ),
  person: [
    ...written('Message'),
    ...[true, false].map((withSteps) => ({
      events: [{ type: 'steps.toggled', withSteps }],
      by: tick(/^Attach a log/),
      offered: (actor: AnyActorRef) => {
        const { steps: log, withSteps: isAttached } = actor.getSnapshot().context;
        return log !== null && isAttached !== withSteps;
      },
    })),
  ],
  outside,
  answers: { ...answers, readSteps: { done: [null, steps], error: [new Error('no storage')] } },
  views: [...views, 'Subject', /Category$/, /Priority$/, /^Preview/],
  scenes: [
    {
      input: () => ({
        makeKey,
        readRecord: () => kept({ ...ticket, message: text }, { ...ticket, ...sent, message: text }),
        flow: 'newTicket',
      }),
      until: (actor) => !actor.getSnapshot().matches('unsure'),
    },
  ],
});

export const reply = screenMap({
  machine: replyMachine.provide({ actions: { keepRecord: () => {} } }),
  input: () => ({ ...nobody, flow: replyFlow(ticketId) }),
  screen: (actor) => (
    <>
      <PageTitle>Support</PageTitle>
      <ReplyForm reply={actor} isResolved={false} />
    </>
  ),
  person: written('Your message'),
  outside: [
    ...outside,
    // Only a new ticket asks for the log.
    { event: { type: 'steps.toggled', withSteps: true } },
  ],
  answers: { ...answers, readSteps: { done: [null], error: [new Error('no storage')] } },
  views,
  scenes: [
    {
      input: () => ({
        makeKey,
        readRecord: () => kept({ message: text }, { message: text, attachment_ids: [] }),
        flow: replyFlow(ticketId),
      }),
      until: (actor) => !actor.getSnapshot().matches('unsure'),
    },
  ],
});

export const replies = unseenMap({
  machine: repliesMachine.provide({
    actors: { reply: replyMachine.provide({ actions: { keepRecord: () => {} } }) },
  }),
  why: 'it only keeps the replies, which have a screen of their own',
  input: () => ({ ...nobody, id: null }),
  outside: [
    { event: { type: 'screen.shown', id: ticketId } },
    { event: { type: 'screen.shown', id: null } },
    { event: { type: 'message.sent', flow: replyFlow(ticketId), ticket: answered } },
  ],
  answers: { 'spawned 0.attachments.uploadFile': {}, 'spawned 0.readSteps': {} },
});
