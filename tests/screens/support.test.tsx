import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, fromPromise } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { Ticket } from '../../contract/support.ts';
import { PageTitle } from '../../src/components/base/PageTitle.tsx';
import { exportMachine } from '../../src/machines/core/exportMachine.ts';
import { attachmentsMachine } from '../../src/machines/support/attachmentsMachine.ts';
import { closingMachine } from '../../src/machines/support/closingMachine.ts';
import { earlierMessagesMachine } from '../../src/machines/support/earlierMessagesMachine.ts';
import { newTicketMachine } from '../../src/machines/support/newTicketMachine.ts';
import { repliesMachine } from '../../src/machines/support/repliesMachine.ts';
import { type Reply, replyMachine } from '../../src/machines/support/replyMachine.ts';
import { ticketMachine, ticketsMachine } from '../../src/machines/support/supportArea.ts';
import type { SupportQuery } from '../../src/machines/support/supportQuery.ts';
import { instantText } from '../../src/screens/core/dates.ts';
import { Attachments } from '../../src/screens/support/Attachments.tsx';
import { ReplyForm } from '../../src/screens/support/ReplyForm.tsx';
import SupportScreen from '../../src/screens/support/SupportScreen.tsx';
import { failure, manualCall, settled } from '../support/actors.ts';
import { answered, asked, bill, earliest, newest, steps, ticketId } from '../support/emails.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';
import { arrives, draw, expectPresentable, languages } from './draw.tsx';

const noon = Date.parse('2026-11-20T12:00:00Z');
const now = () => noon;
const lost = new CallError(failure('NETWORK'));
const silent = newTicketMachine.provide({ actions: { keepRecord: () => {}, tellSent: () => {} } });
const messageInput = { makeKey: () => 'key', readRecord: () => null };
const all: SupportQuery = { status: null, page: 1, ticket: null };

/** The screen at an address, with flows that stand still but for those that are given. */
function screenAt(query: SupportQuery, flows: Partial<Parameters<typeof SupportScreen>[0]> = {}) {
  return (
    <SupportScreen
      tickets={createActor(ticketsMachine, { input: { now, key: 'page=1' } })}
      ticket={createActor(ticketMachine, { input: { now, key: query.ticket } })}
      earlier={createActor(earlierMessagesMachine)}
      newTicket={createActor(silent, { input: { ...messageInput, flow: 'newTicket' } })}
      replies={createActor(repliesMachine, { input: { ...messageInput, id: query.ticket } })}
      closing={createActor(closingMachine, { input: messageInput })}
      file={createActor(exportMachine)}
      query={query}
      {...flows}
    />
  );
}

const named = <Snapshot extends { readonly value: unknown }>(snapshots: readonly Snapshot[]) =>
  snapshots.map((snapshot, index) => [`${index} ${JSON.stringify(snapshot.value)}`, snapshot] as const);

/** A ticket of a newer server. */
const unknown = {
  ...asked,
  id: '5b0a4b9e-0000-4000-8000-000000000002',
  status: 'unknown' as const,
  category: 'unknown' as const,
};

const lists: Exploration<typeof ticketsMachine> = {
  input: { now, key: 'page=1' },
  events: [{ type: 'screen.shown', key: 'page=2' }, { type: 'refresh.requested' }],
  answers: {
    load: {
      done: [[answered, unknown], []].map((data) => ({
        data: { data, meta: { page: 1, per_page: 10, total: data.length * 30 } },
        loadedAt: noon,
      })),
      error: [lost],
    },
  },
  distinguish: ({ context }) => [context.data?.data.length, context.failure?.code],
};

const tickets: Exploration<typeof ticketMachine> = {
  input: { now, key: ticketId },
  events: [{ type: 'refresh.requested' }],
  answers: {
    load: {
      done: (['open', 'inProgress', 'resolved', 'closed', 'unknown'] as const).map((status) => ({
        data: { ...answered, status } satisfies Ticket,
        loadedAt: noon,
      })),
      error: [lost, new CallError(failure('NOT_FOUND'))],
    },
  },
  distinguish: ({ context }) => [context.data?.status, context.failure?.code],
};

const earlier: Exploration<typeof earlierMessagesMachine> = {
  input: undefined,
  events: [{ type: 'earlier.requested', id: ticketId, messages: newest.messages, added: 0 }],
  answers: { readEarlierMessages: { done: [earliest], error: [lost] } },
  distinguish: ({ context }) => [context.added, context.failure?.code],
};

const messages: Exploration<typeof silent> = {
  input: { ...messageInput, flow: 'newTicket' },
  events: [
    { type: 'field.changed', name: 'subject', value: 'Where is it?' },
    { type: 'field.changed', name: 'category', value: 'general' },
    { type: 'field.changed', name: 'message', value: 'I wait.' },
    { type: 'form.submitted' },
    { type: 'wait.ended' },
  ],
  answers: {
    attachments: {},
    readSteps: { done: [steps] },
    send: {
      done: [asked],
      error: [lost, new CallError(failure('RATE_LIMITED', { requestId: 'r', retryAfter: 9 }))],
    },
  },
  distinguish: ({ context }) => [context.submits > 0, context.failure?.code, context.steps !== null],
};

const said = () => screen.getAllByRole('status').map((status) => status.textContent);

test('a message that has arrived is said; an answer of support is not called one', async () => {
  const reading = manualCall<Loaded<Ticket>, ReadRequest>();
  const ticket = createActor(ticketMachine.provide({ actors: { load: reading.logic } }), {
    input: { now, key: ticketId },
  }).start();
  draw(screenAt({ ...all, ticket: ticketId }, { ticket }));
  expect(said().join()).not.toContain('Message sent');
  await arrives(() => reading.last().answer({ data: asked, loadedAt: noon }));
  const last = asked.messages.at(-1);
  expect(said()).toContain(
    `Message sent: ${instantText(last?.created_at ?? '', 'en')}. Support replies will appear here.`,
  );
  ticket.send({ type: 'refresh.requested' });
  await arrives(() => reading.last().answer({ data: answered, loadedAt: noon }));
  expect(said().join()).not.toContain('Message sent');
});

test('the end of an upload is said', async () => {
  const upload = { tells: (_: AnyEventObject) => {} };
  const logic = attachmentsMachine.provide({
    actors: {
      uploadFile: fromCallback<AnyEventObject, { readonly file: File }>(({ sendBack }) => {
        upload.tells = sendBack;
      }),
    },
  });
  const attachments = createActor(logic, { input: { attachments: [] } }).start();
  draw(<Attachments attachments={attachments} />);
  await arrives(() => attachments.send({ type: 'files.chosen', files: [new File(['a'], 'bill.pdf')] }));
  expect(said()).toEqual(['']);
  await arrives(() => upload.tells({ type: 'upload.finished', attachment: bill }));
  expect(said()).toEqual(['1 file uploaded']);
});

test.each([
  ['Send again', true],
  ['Edit message', false],
])('after “%s” of a reply that may not have arrived, the focus is at its text', async (name, isSent) => {
  const values = { message: 'I wait.' };
  const quote = { attachments: [], message: { ...values, attachment_ids: [] } };
  const sending = manualCall<Ticket, { flow: string; message: Reply; key: string }>();
  const logic = replyMachine.provide({ actors: { send: sending.logic }, actions: { keepRecord: () => {} } });
  const readRecord = () => ({ step: 'sent', values, key: 'key', quote }) as const;
  const reply = createActor(logic, { input: { ...messageInput, readRecord, flow: 'reply' } }).start();
  draw(
    <>
      <PageTitle>Support</PageTitle>
      <div>
        <ReplyForm reply={reply} isResolved={false} />
      </div>
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect([field.value, field.readOnly]).toEqual(['I wait.', isSent]);
  if (!isSent) return;
  await arrives(() => sending.last().fail('NETWORK'));
  const title = screen.getByRole('heading', { name: /^We’re not sure/ });
  expect(document.activeElement).toBe(title);
  // Removed with the focus inside, it would move the focus a frame later, in the next test.
  title.blur();
});

describe.each(languages)('in %s', (language) => {
  test.each(named(reachableSnapshots(ticketsMachine, lists)))(
    'the list %s is presentable',
    { tags: 'long' },
    async (_, snapshot) => {
      draw(screenAt(all, { tickets: actorAt(ticketsMachine, snapshot) }), language);
      await expectPresentable();
    },
  );

  test.each(named(reachableSnapshots(ticketMachine, tickets)))(
    'a conversation %s is presentable',
    { tags: 'long' },
    async (_, snapshot) => {
      const query = { ...all, ticket: ticketId };
      draw(screenAt(query, { ticket: actorAt(ticketMachine, snapshot) }), language);
      await expectPresentable();
    },
  );

  test.each(named(reachableSnapshots(earlierMessagesMachine, earlier)))(
    'earlier messages %s are presentable',
    { tags: 'long' },
    async (_, snapshot) => {
      const query = { ...all, ticket: ticketId };
      const load = fromPromise<Loaded<Ticket>, ReadRequest>(async () => ({ data: newest, loadedAt: noon }));
      const ticket = createActor(ticketMachine.provide({ actors: { load } }), {
        input: { now, key: ticketId },
      }).start();
      await settled();
      draw(screenAt(query, { ticket, earlier: actorAt(earlierMessagesMachine, snapshot) }), language);
      await expectPresentable();
    },
  );

  test.each(named(reachableSnapshots(silent, messages)))(
    'a new ticket %s is presentable',
    { tags: 'long' },
    async (_, snapshot) => {
      draw(screenAt({ ...all, ticket: 'new' }, { newTicket: actorAt(silent, snapshot) }), language);
      await expectPresentable();
    },
  );

  test('a reply with files, and the question before closing, are presentable', { tags: 'long' }, async () => {
    const replies = createActor(
      repliesMachine.provide({
        actors: { reply: replyMachine.provide({ actions: { keepRecord: () => {} } }) },
      }),
      {
        input: {
          makeKey: () => 'key',
          readRecord: () => ({
            step: 'drafting',
            values: { message: 'And now?' },
            key: null,
            quote: { attachments: [bill], message: null },
          }),
          id: ticketId,
        },
      },
    ).start();
    const closing = createActor(closingMachine, { input: messageInput }).start();
    const [ready] = reachableSnapshots(ticketMachine, tickets).filter((each) => each.matches('ready'));
    if (!ready) throw new Error('never ready');
    const query = { ...all, ticket: ticketId };
    draw(screenAt(query, { ticket: actorAt(ticketMachine, ready), replies, closing }), language);
    await expectPresentable();
    expect(document.querySelectorAll('bdi')[2]?.textContent).toBe('bill.pdf');
    closing.send({ type: 'close.requested', id: ticketId });
    await expectPresentable();
  });
});

test('once a ticket is closed, the focus of its removed button is at what says so, beside the way to a new one', async () => {
  const load = manualCall<Loaded<Ticket>, ReadRequest>();
  const ticket = createActor(ticketMachine.provide({ actors: { load: load.logic } }), {
    input: { now, key: ticketId },
  }).start();
  draw(screenAt({ ...all, ticket: ticketId }, { ticket }));
  await arrives(() => load.last().answer({ data: asked, loadedAt: noon }));
  screen.getByRole('button', { name: 'Close ticket' }).focus();
  ticket.send({ type: 'outdated' });
  await arrives(() => load.last().answer({ data: { ...asked, status: 'closed' }, loadedAt: noon }));
  expect(document.activeElement).toBe(screen.getByText(/^This ticket is closed/));
  expect(screen.getByRole('link', { name: 'New ticket' }).getAttribute('href')).toBe('/support?ticket=new');
});

test('the question before a ticket is closed is never drawn over another one', async () => {
  const load = fromPromise<Loaded<Ticket>, ReadRequest>(async () => ({ data: asked, loadedAt: noon }));
  const ticket = createActor(ticketMachine.provide({ actors: { load } }), {
    input: { now, key: ticketId },
  }).start();
  const closing = createActor(closingMachine, { input: messageInput }).start();
  closing.send({ type: 'close.requested', id: unknown.id });
  await settled();
  draw(screenAt({ ...all, ticket: ticketId }, { ticket, closing }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close ticket' }));
  expect(screen.getByRole('alertdialog', { name: 'Close this ticket?' })).toBeTruthy();
  expect(closing.getSnapshot().context.id).toBe(ticketId);
});

test('while a message is sent, its files stay as they were sent', async () => {
  const values = { message: 'I wait.' };
  const quote = { attachments: [bill], message: null };
  const sending = manualCall<Ticket, { flow: string; message: Reply; key: string }>();
  const logic = replyMachine.provide({ actors: { send: sending.logic }, actions: { keepRecord: () => {} } });
  const readRecord = () => ({ step: 'drafting', values, key: null, quote }) as const;
  const reply = createActor(logic, { input: { ...messageInput, readRecord, flow: 'reply' } }).start();
  draw(<ReplyForm reply={reply} isResolved={false} />);
  const names = ['Add files', 'Remove bill.pdf'];
  const disabled = () =>
    names.map((name) => screen.getByRole('button', { name }).getAttribute('aria-disabled'));
  expect(disabled()).toEqual([null, null]);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(disabled()).toEqual(['true', 'true']);
  await userEvent.click(screen.getByRole('button', { name: 'Remove bill.pdf' }));
  expect(reply.getSnapshot().context.attachments).toEqual([bill]);
  expect(sending.last().input.message).toEqual({ message: 'I wait.', attachment_ids: [bill.id] });
});
