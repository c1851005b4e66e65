import { describe, expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, SimulatedClock, setup } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { Page } from '../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { Ticket, TicketSummary } from '../../contract/support.ts';
import { keepMessage } from '../../src/app/wiring/keepMessage.ts';
import { createMarkingMachine } from '../../src/machines/core/createMarkingMachine.ts';
import { type SavedFlow, tabDraftsFlow } from '../../src/machines/core/savedFlow.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { attachmentsMachine } from '../../src/machines/support/attachmentsMachine.ts';
import { closingMachine } from '../../src/machines/support/closingMachine.ts';
import { type NewTicket, newTicketMachine } from '../../src/machines/support/newTicketMachine.ts';
import { repliesMachine } from '../../src/machines/support/repliesMachine.ts';
import { type Reply, replyMachine } from '../../src/machines/support/replyMachine.ts';
import {
  supportArea,
  type TicketMark,
  ticketMachine,
  ticketMarksMachine,
  ticketsMachine,
} from '../../src/machines/support/supportArea.ts';
import { createSavedFlows } from '../../src/services/core/savedFlows.ts';
import { addressRequested, asChild, failure, manualCall, settled } from '../support/actors.ts';
import { shown, signedInInput } from '../support/areas.ts';
import { answered, asked, bill, steps, ticketId } from '../support/emails.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';
import { vera } from '../support/people.ts';

const refused = new CallError(
  failure('VALIDATION_FAILED', { requestId: 'r-1', fields: { subject: 'format' } }),
);
const lost = new CallError(failure('NETWORK'));
const silent = newTicketMachine.provide({ actions: { keepRecord: () => {}, tellSent: () => {} } });
const noRecord = { flow: 'newTicket', makeKey: () => 'key-1', readRecord: () => null };

const exploration: Exploration<typeof silent> = {
  input: noRecord,
  events: [
    { type: 'field.changed', name: 'subject', value: 'Where is it?' },
    { type: 'field.changed', name: 'category', value: 'general' },
    { type: 'field.changed', name: 'message', value: 'I wait.' },
    { type: 'steps.toggled', withSteps: true },
    { type: 'screen.shown' },
    { type: 'form.submitted' },
    { type: 'wait.ended' },
    { type: 'message.repeated' },
    { type: 'message.changed' },
  ],
  answers: {
    attachments: {},
    readSteps: { done: [steps], error: [lost] },
    send: { done: [asked], error: [refused, lost] },
  },
  distinguish: ({ context }) => [
    context.values,
    context.message !== null,
    context.withSteps,
    context.submits > 0,
  ],
};

describe('a message to support', () => {
  test('every state is reached and can be left, and a hanging call has a way out', () => {
    expectSound(silent, exploration);
  });

  test('is sealed exactly while it is not known whether it arrived, under one key', () => {
    const paths = explore(silent, exploration);
    expect(paths.length).toBeGreaterThan(30);
    for (const { snapshot, events } of paths) {
      const isOut = snapshot.matches('sending') || snapshot.matches('unsure');
      const { message, key } = snapshot.context;
      expect([message !== null, key !== null], events.join(' → ')).toEqual([isOut, isOut]);
    }
  });
});

function start(found: SavedFlow | null = null) {
  const clock = new SimulatedClock();
  const send = manualCall<
    Ticket,
    { readonly flow: string; readonly message: NewTicket; readonly key: string }
  >();
  const read = manualCall<typeof steps | null, void>();
  const records: (SavedFlow | null)[] = [];
  const told: AnyEventObject[] = [];
  let made = 0;
  const parent = createActor(
    setup({
      types: { events: {} as AnyEventObject },
      actors: {
        message: newTicketMachine.provide({
          actors: { send: send.logic, readSteps: read.logic },
          actions: { keepRecord: (_, { record }) => records.push(record) },
        }),
      },
    }).createMachine({
      invoke: {
        id: 'message',
        src: 'message',
        input: { flow: 'newTicket', makeKey: () => `key-${++made}`, readRecord: () => found },
      },
      on: { '*': { actions: ({ event }) => told.push(event) } },
    }),
    { clock },
  ).start();
  const { message } = parent.getSnapshot().children;
  if (!message) throw new Error('no message');
  const fill = () => {
    message.send({ type: 'field.changed', name: 'subject', value: ' Where is it? ' });
    message.send({ type: 'field.changed', name: 'category', value: 'transaction' });
    message.send({ type: 'field.changed', name: 'message', value: 'I wait.' });
  };
  return { clock, message, send, read, records, told, fill, state: () => message.getSnapshot() };
}

const sealed: NewTicket = {
  subject: 'Where is it?',
  category: 'transaction',
  priority: 'medium',
  message: 'I wait.',
  attachment_ids: [],
  flow_record: null,
};

describe('a new ticket', () => {
  test('is checked before it leaves, and every field says what it lacks', () => {
    const { message, send, state } = start();
    message.send({ type: 'form.submitted' });
    expect(state().context.errors).toEqual({ subject: 'required', category: 'format', message: 'required' });
    message.send({ type: 'field.changed', name: 'subject', value: 'x'.repeat(10_000) });
    expect(state().context.errors.subject).toBe('too_long');
    expect(send.calls).toEqual([]);
  });

  test('leaves once however often it is submitted, and arrives', async () => {
    const { message, send, told, records, fill, state } = start();
    fill();
    message.send({ type: 'form.submitted' });
    message.send({ type: 'form.submitted' });
    expect(send.calls.map(({ input }) => input)).toEqual([
      { flow: 'newTicket', message: sealed, key: 'key-1' },
    ]);
    send.last().answer(asked);
    await settled();
    expect(told).toEqual([{ type: 'message.sent', flow: 'newTicket', ticket: asked }]);
    expect(records.at(-1)).toBeNull();
    expect(state().context.values.subject).toBe('');
  });

  test('takes the steps with it only when its person says so, as they were shown', async () => {
    const { message, send, read, fill } = start();
    read.last().answer(steps);
    await settled();
    fill();
    message.send({ type: 'steps.toggled', withSteps: true });
    message.send({ type: 'form.submitted' });
    expect(send.last().input.message.flow_record).toEqual(steps);
  });

  test('whose answer is lost is sent again under the same key, and changed only under another', async () => {
    const { message, send, fill, state } = start();
    fill();
    message.send({ type: 'form.submitted' });
    send.last().fail('NETWORK');
    await settled();
    expect(state().hasTag('unsure')).toBe(true);
    message.send({ type: 'message.repeated' });
    send.last().fail('UNAVAILABLE', { requestId: 'r-9' });
    await settled();
    message.send({ type: 'message.changed' });
    message.send({ type: 'field.changed', name: 'message', value: 'I still wait.' });
    message.send({ type: 'form.submitted' });
    expect(send.calls.map(({ input }) => [input.key, input.message.message])).toEqual([
      ['key-1', 'I wait.'],
      ['key-1', 'I wait.'],
      ['key-2', 'I still wait.'],
    ]);
  });

  test('that was refused is a form again, with the reason at its field', async () => {
    const { message, send, fill, state } = start();
    fill();
    message.send({ type: 'form.submitted' });
    send.last().fail('VALIDATION_FAILED', { requestId: 'r-1', fields: { attachment_ids: 'unknown' } });
    await settled();
    expect(state().hasTag('writing')).toBe(true);
    expect(state().context).toMatchObject({
      errors: { attachment_ids: 'unknown' },
      message: null,
      values: { message: 'I wait.' },
    });
  });

  test.each([
    ['that waits its turn by an answer of the server is a form again', 'r-1', 'writing'],
    ['that may have arrived behind an answer of somebody else is unsure', null, 'unsure'],
  ] as const)('%s', async (_, requestId, tag) => {
    const { message, send, fill, state } = start();
    fill();
    message.send({ type: 'form.submitted' });
    send.last().fail('RATE_LIMITED', { requestId });
    await settled();
    expect(state().hasTag(tag)).toBe(true);
  });

  test('keeps a refusal at its field until that field is changed', async () => {
    const { message, send, fill, state } = start();
    fill();
    message.send({ type: 'form.submitted' });
    send.last().fail('VALIDATION_FAILED', { requestId: 'r-1', fields: { subject: 'characters' } });
    await settled();
    message.send({ type: 'field.changed', name: 'message', value: 'I still wait.' });
    expect(state().context).toMatchObject({ errors: { subject: 'characters' }, failure: null });
    message.send({ type: 'field.changed', name: 'subject', value: 'Where is it' });
    expect(state().context.errors).toEqual({});
  });

  test('whose answer is long in coming can be left to itself after ten seconds', () => {
    const { clock, message, fill, state } = start();
    fill();
    message.send({ type: 'form.submitted' });
    clock.increment(9_999);
    expect(state().hasTag('slow')).toBe(false);
    clock.increment(1);
    expect(state().hasTag('slow')).toBe(true);
    message.send({ type: 'wait.ended' });
    expect(state().hasTag('unsure')).toBe(true);
  });

  test('is kept as it is typed, with the files that were sent, and comes back', () => {
    const { records, fill } = start();
    fill();
    const kept = records.at(-1) ?? null;
    expect(kept).toMatchObject({ step: 'drafting', values: { message: 'I wait.' }, key: null });
    const again = start({ ...(kept as SavedFlow), quote: { attachments: [bill], message: null } });
    expect(again.state().context).toMatchObject({
      values: { subject: ' Where is it? ', category: 'transaction', message: 'I wait.' },
      attachments: [bill],
      hasOpenFiles: false,
    });
  });

  test('that had left before a reload comes back unsure, under its key', () => {
    const { message, send, state } = start({
      step: 'sent',
      values: { subject: 'Where is it?', message: 'I wait.' },
      key: 'key-of-before',
      quote: { attachments: [], message: sealed },
    });
    expect(state().hasTag('unsure')).toBe(true);
    message.send({ type: 'message.repeated' });
    expect(send.last().input).toEqual({ flow: 'newTicket', message: sealed, key: 'key-of-before' });
  });

  test.each([
    { quote: 'nonsense' },
    { quote: { attachments: [{ id: 1 }], message: { subject: 1 } } },
    { key: null, quote: { attachments: [], message: sealed } },
  ])('a record that is not whole is a form: %j', (broken) => {
    const record = { step: 'sent' as const, values: { subject: 'S', other: 'x' }, key: 'k', ...broken };
    const { state } = start(record);
    expect(state().hasTag('writing')).toBe(true);
    expect(state().context.values).toEqual({ subject: 'S', category: '', priority: 'medium', message: '' });
  });
});

describe('two tabs with the form of a new ticket', () => {
  function createStore() {
    const kept = new Map<string, string>();
    return {
      read: (key: string) => kept.get(key) ?? null,
      write: (key: string, value: string) => kept.set(key, value).has(key),
      remove: (key: string) => void kept.delete(key),
      keys: () => [...kept.keys()],
    };
  }

  function start() {
    const store = createStore();
    let opened = 0;
    /** Another tab; with the session storage of an earlier one, that tab after a reload. */
    return (session = createStore()) => {
      const tab = { flows: [tabDraftsFlow], store: session };
      const records = createSavedFlows(store, { current: () => vera }, [], tab);
      const send = manualCall<
        Ticket,
        { readonly flow: string; readonly message: NewTicket; readonly key: string }
      >();
      const name = `tab-${++opened}`;
      const { child: message } = asChild(
        newTicketMachine.provide({
          actors: { send: send.logic },
          actions: { keepRecord: (_, { flow, record }) => keepMessage(records, flow, record) },
        }),
        { flow: 'newTicket', makeKey: () => `key-of-${name}`, readRecord: records.read },
      );
      const fill = () => {
        message.send({ type: 'field.changed', name: 'subject', value: 'Where is it?' });
        message.send({ type: 'field.changed', name: 'category', value: 'transaction' });
        message.send({ type: 'field.changed', name: 'message', value: 'I wait.' });
        message.send({ type: 'form.submitted' });
      };
      const write = (value: string) => message.send({ type: 'field.changed', name: 'message', value });
      const typed = () => message.getSnapshot().context.values.message;
      return { session, send, message, fill, write, typed };
    };
  }

  test('what one has sent without an answer is sent again under its key, whatever is typed in the other', async () => {
    const openTab = start();
    const [one, other] = [openTab(), openTab()];
    one.fill();
    one.send.last().fail('NETWORK');
    await settled();
    other.write('S');
    const again = openTab();
    expect(again.message.getSnapshot().hasTag('unsure')).toBe(true);
    again.message.send({ type: 'message.repeated' });
    expect(again.send.last().input).toEqual({ flow: 'newTicket', message: sealed, key: 'key-of-tab-1' });
    again.send.last().answer(asked);
    await settled();
    expect(openTab().typed()).toBe('S');
  });

  test('what arrives from one takes away no draft of the other', async () => {
    const openTab = start();
    const [one, other] = [openTab(), openTab()];
    one.fill();
    other.write('S');
    one.send.last().answer(asked);
    await settled();
    expect([one.typed(), openTab().typed()]).toEqual(['', 'S']);
  });

  test('each keeps its draft over a reload, and what the second has typed follows when the first was sent', async () => {
    const openTab = start();
    const [one, other] = [openTab(), openTab()];
    one.write('I wait.');
    other.write('S');
    one.write('I still wait.');
    const again = openTab(one.session);
    expect([again.typed(), openTab(other.session).typed()]).toEqual(['I still wait.', 'S']);
    again.fill();
    again.send.last().answer(asked);
    await settled();
    expect(openTab().typed()).toBe('S');
  });
});

describe('the replies', () => {
  const other = '5b0a4b9e-0000-4000-8000-000000000002';
  const file = new File(['bill'], 'bill.pdf');

  function start() {
    const records: unknown[] = [];
    const send = manualCall<
      Ticket,
      { readonly flow: string; readonly message: Reply; readonly key: string }
    >();
    const { child: actor } = asChild(
      repliesMachine.provide({
        actors: {
          reply: replyMachine.provide({
            actors: {
              send: send.logic,
              attachments: attachmentsMachine.provide({ actors: { uploadFile: fromCallback(() => {}) } }),
            },
            actions: { keepRecord: (_, { flow, record }) => records.push([flow, record?.values]) },
          }),
        },
      }),
      { makeKey: () => 'key', readRecord: () => null, id: ticketId },
    );
    const reply = (id: string) => actor.getSnapshot().context.replies[id];
    const write = (message: string) =>
      reply(ticketId)?.send({ type: 'field.changed', name: 'message', value: message });
    const show = (id: string | null) => actor.send({ type: 'screen.shown', id });
    return {
      actor,
      records,
      send,
      reply,
      write,
      show,
      open: () => Object.keys(actor.getSnapshot().context.replies),
    };
  }

  test('each ticket has its own, which is still there after a look at another', () => {
    const { records, reply, write, show, open } = start();
    write('For the first');
    show(other);
    show('__proto__');
    show(ticketId);
    expect(open()).toEqual([ticketId]);
    expect(reply(ticketId)?.getSnapshot().context.values.message).toBe('For the first');
    show(other);
    expect(open()).toEqual([ticketId, other]);
    expect(reply(other)?.getSnapshot().context.values.message).toBe('');
    expect(records.at(-1)).not.toEqual([`reply.${ticketId}`, undefined]);
  });

  test('one that was sent ends when its ticket is left, and not before it has arrived', async () => {
    const { actor, send, reply, write, show, open } = start();
    write('I wait.');
    const sent = reply(ticketId);
    sent?.send({ type: 'form.submitted' });
    show(null);
    expect(open()).toEqual([ticketId]);
    send.last().answer(answered);
    await settled();
    expect(open()).toEqual([ticketId]);
    show(other);
    expect(open()).toEqual([other]);
    expect(sent?.getSnapshot().status).toBe('stopped');
    expect(Object.values(actor.getSnapshot().children)).toEqual([reply(other)]);
  });

  test('one whose file is on its way goes on', () => {
    const { reply, show, open } = start();
    reply(ticketId)
      ?.getSnapshot()
      .children.attachments?.send({ type: 'files.chosen', files: [file] });
    show(null);
    expect(open()).toEqual([ticketId]);
  });
});

describe('the area', () => {
  const other = '5b0a4b9e-0000-4000-8000-000000000002';
  const keepRecord = () => {};
  const there = (ticket: string) => shown('support', 'support', `ticket=${ticket}`);

  /** The area beside a conversation, with the events that it tells its parent. */
  function start(ticket = ticketId) {
    const read = manualCall<Loaded<Ticket>, ReadRequest>();
    const mark = manualCall<void, { readonly target: TicketMark }>();
    const newest = createActor(toastsMachine, { input: { now: () => 0 } });
    const { child: area, told } = asChild(
      supportArea.provide({
        actors: {
          tickets: ticketsMachine.provide({
            actors: { load: manualCall<Loaded<Page<TicketSummary>>, ReadRequest>().logic },
          }),
          ticket: ticketMachine.provide({ actors: { load: read.logic } }),
          ticketMarks: ticketMarksMachine.provide({ actors: { mark: mark.logic } }),
          newTicket: newTicketMachine.provide({ actions: { keepRecord } }),
          replies: repliesMachine.provide({
            actors: { reply: replyMachine.provide({ actions: { keepRecord } }) },
          }),
        },
      }),
      { ...signedInInput(() => 0, newest), shown: there(ticket) },
    );
    const arrive = async (data: Ticket) => {
      read.last().answer({ data, loadedAt: 0 });
      await settled();
    };
    return { area, told, mark, arrive };
  }
  const marks = ({ mark }: ReturnType<typeof start>) => mark.calls.map((call) => call.input.target);
  const seen = { id: ticketId, seen: 'm-2' };

  test('marks an answer that is seen for the first time, and no other', async () => {
    const it = start();
    await it.arrive({ ...answered, unread: false });
    expect(marks(it)).toEqual([]);
    it.area.send({ type: 'data.outdated' });
    await it.arrive({ ...answered, unread: true });
    expect(marks(it)).toEqual([seen]);
    it.mark.last().answer();
    await settled();
    it.area.send({ type: 'data.outdated' });
    await it.arrive({ ...answered, unread: true });
    expect(marks(it)).toEqual([seen]);
    const [first] = answered.messages;
    it.area.send({ type: 'data.outdated' });
    await it.arrive({ ...answered, unread: true, messages: first ? [{ ...first, id: other }] : [] });
    expect(marks(it)).toEqual([seen, { id: ticketId, seen: other }]);
  });

  test('marks an answer that arrives while another area is shown only once it is shown itself', async () => {
    const it = start();
    await it.arrive({ ...answered, unread: false });
    it.area.send({ type: 'screen.left' });
    it.area.send({ type: 'notification.arrived', notification: { unread: 1, newest: null } });
    await it.arrive({ ...answered, unread: true });
    it.area.send({ type: 'data.outdated' });
    await it.arrive({ ...answered, unread: true });
    expect(marks(it)).toEqual([]);
    it.area.send(there(ticketId));
    await it.arrive({ ...answered, unread: true });
    expect(marks(it)).toEqual([seen]);
  });

  test('a mark that failed is sent again as far as its person had read, whatever has arrived since', async () => {
    const it = start();
    await it.arrive(answered);
    it.mark.last().fail('NETWORK');
    await settled();
    it.area.send({ type: 'screen.left' });
    it.area.send({ type: 'data.outdated' });
    const later = asked.messages.map((message) => ({ ...message, id: other }));
    await it.arrive({ ...answered, messages: [...answered.messages, ...later] });
    expect(marks(it)).toEqual([seen, seen]);
  });

  test.each([
    ['a new ticket, beside its form', 'new', 'newTicket', [addressRequested(`/support?ticket=${ticketId}`)]],
    ['a new ticket, which was left meanwhile', other, 'newTicket', []],
    ['a reply, beside the form of a new ticket', 'new', `reply.${ticketId}`, []],
  ] as const)(
    '%s: what was sent opens its conversation only where nobody has gone on',
    (_, ticket, flow, asked) => {
      const { area, told } = start(ticket);
      area.send({ type: 'message.sent', flow, ticket: answered });
      expect(told.filter(({ type }) => type === 'address.requested')).toEqual(asked);
    },
  );

  test('a new ticket that arrives after Support was left takes nobody back to it', () => {
    const { area, told } = start('new');
    area.send({ type: 'screen.left' });
    area.send({ type: 'message.sent', flow: 'newTicket', ticket: answered });
    expect(told.filter(({ type }) => type === 'address.requested')).toEqual([]);
  });
});

describe('the files of a message', () => {
  const file = (name: string, size = 1_000) => new File([new Uint8Array(size)], name);

  test('every state is reached and can be left', () => {
    expectSound(
      attachmentsMachine,
      {
        input: { attachments: [] },
        events: [
          { type: 'files.chosen', files: [file('one.pdf')] },
          { type: 'file.removed', key: 0 },
          { type: 'upload.retried', key: 0 },
          { type: 'files.forgotten' },
          { type: 'upload.progressed', sent: 10, total: 20 },
          { type: 'upload.finished', attachment: bill },
          { type: 'upload.failed', failure: failure('NETWORK') },
        ],
        answers: { uploadFile: {} },
        distinguish: ({ context }) => context.files.map(({ status }) => status),
      },
      ['attachments.resting'],
    );
  });

  function upload() {
    const uploads: { name: string; isStopped: boolean; tell: (event: AnyEventObject) => void }[] = [];
    const actor = createActor(
      attachmentsMachine.provide({
        actors: {
          uploadFile: fromCallback<AnyEventObject, { readonly file: File }>(({ input, sendBack }) => {
            const one = { name: input.file.name, isStopped: false, tell: sendBack };
            uploads.push(one);
            return () => {
              one.isStopped = true;
            };
          }),
        },
      }),
      { input: { attachments: [] } },
    ).start();
    const files = () =>
      actor.getSnapshot().context.files.map(({ name, status, sent }) => `${name} ${status} ${sent}`);
    return { actor, uploads, files };
  }

  test('go one after the other, and say how far they are', () => {
    const { actor, uploads, files } = upload();
    actor.send({ type: 'files.chosen', files: [file('a.png'), file('b.png')] });
    expect(files()).toEqual(['a.png sending 0', 'b.png waiting 0']);
    uploads[0]?.tell({ type: 'upload.progressed', sent: 400, total: 1_200 });
    expect(files()[0]).toBe('a.png sending 400');
    uploads[0]?.tell({ type: 'upload.progressed', sent: 1_200, total: 1_200 });
    expect(files()[0]).toBe('a.png sending 1000');
    uploads[0]?.tell({ type: 'upload.finished', attachment: bill });
    expect(files()).toEqual(['a.png sent 2048', 'b.png sending 0']);
  });

  test('one that is taken back is stopped, and the next goes on', () => {
    const { actor, uploads, files } = upload();
    actor.send({ type: 'files.chosen', files: [file('a.png'), file('b.png')] });
    actor.send({ type: 'file.removed', key: 0 });
    expect(uploads.map(({ name, isStopped }) => [name, isStopped])).toEqual([
      ['a.png', true],
      ['b.png', false],
    ]);
    expect(files()).toEqual(['b.png sending 0']);
  });

  test('one that failed stays with its reason, does not hold the others up, and can be sent again', () => {
    const { actor, uploads, files } = upload();
    actor.send({ type: 'files.chosen', files: [file('a.png'), file('b.png')] });
    uploads[0]?.tell({ type: 'upload.failed', failure: failure('NETWORK') });
    uploads[1]?.tell({ type: 'upload.finished', attachment: bill });
    expect(files()).toEqual(['a.png failed 0', 'b.png sent 2048']);
    actor.send({ type: 'upload.retried', key: 0 });
    expect(uploads.map(({ name }) => name)).toEqual(['a.png', 'b.png', 'a.png']);
  });

  test.each(['FILE_TYPE', 'FILE_TOO_LARGE'] as const)(
    'one that was refused with %s is not sent again',
    (code) => {
      const { actor, uploads, files } = upload();
      actor.send({ type: 'files.chosen', files: [file('a.png')] });
      uploads[0]?.tell({ type: 'upload.failed', failure: failure(code) });
      actor.send({ type: 'upload.retried', key: 0 });
      expect(uploads).toHaveLength(1);
      expect(files()).toEqual(['a.png failed 0']);
    },
  );

  test('five are enough: what is more is left out, and said to be', () => {
    const { actor, files } = upload();
    actor.send({ type: 'files.chosen', files: ['1', '2', '3', '4', '5', '6'].map((name) => file(name)) });
    expect([files().length, actor.getSnapshot().context.hasLeftOut]).toEqual([5, true]);
    actor.send({ type: 'file.removed', key: 4 });
    expect([files().length, actor.getSnapshot().context.hasLeftOut]).toEqual([4, false]);
  });
});

describe('closing a ticket', () => {
  const quiet = closingMachine.provide({ actions: { tellChanged: () => {} } });
  const other = '5b0a4b9e-0000-4000-8000-000000000002';

  test('every state is reached and can be left, and a hanging call has a way out', () => {
    expectSound(quiet, {
      input: { makeKey: () => 'key' },
      events: [
        { type: 'close.requested', id: ticketId },
        { type: 'close.requested', id: other },
        { type: 'close.confirmed' },
        { type: 'close.declined' },
      ],
      answers: { closeTicket: { done: [answered], error: [lost] } },
      distinguish: ({ context }) => context.id,
    });
  });

  function start() {
    const clock = new SimulatedClock();
    const call = manualCall<Ticket, { readonly id: string; readonly key: string }>();
    let made = 0;
    const actor = createActor(quiet.provide({ actors: { closeTicket: call.logic } }), {
      clock,
      input: { makeKey: () => `key-${++made}` },
    }).start();
    return {
      actor,
      call,
      clock,
      ask: (id: string) => actor.send({ type: 'close.requested', id }),
      sent: () => call.calls.map(({ input }) => input),
    };
  }

  test('is asked first, and what failed is sent again under the same key', async () => {
    const { actor, call, ask, sent } = start();
    ask(ticketId);
    expect(call.calls).toEqual([]);
    actor.send({ type: 'close.confirmed' });
    actor.send({ type: 'close.confirmed' });
    call.last().fail('NETWORK');
    await settled();
    expect(actor.getSnapshot().context.failure?.code).toBe('NETWORK');
    actor.send({ type: 'close.confirmed' });
    expect(sent()).toEqual([
      { id: ticketId, key: 'key-1' },
      { id: ticketId, key: 'key-1' },
    ]);
    call.last().answer({ ...answered, status: 'closed' });
    await settled();
    expect(actor.getSnapshot().matches('ready')).toBe(true);
  });

  test('whose answer does not come in 15 seconds says so, and can be confirmed again', () => {
    const { actor, clock, ask, sent } = start();
    ask(ticketId);
    actor.send({ type: 'close.confirmed' });
    clock.increment(14_999);
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    clock.increment(1);
    expect(actor.getSnapshot()).toMatchObject({ value: 'asking', context: { failure: { code: 'NETWORK' } } });
    actor.send({ type: 'close.confirmed' });
    expect(sent().map(({ key }) => key)).toEqual(['key-1', 'key-1']);
  });

  test('is asked about the ticket that is shown, and no longer about one that was left', () => {
    const { actor, ask, sent } = start();
    ask(ticketId);
    ask(ticketId);
    ask(other);
    actor.send({ type: 'close.confirmed' });
    ask(ticketId);
    expect(actor.getSnapshot().value).toBe('asking');
    actor.send({ type: 'close.confirmed' });
    expect(sent()).toEqual([
      { id: other, key: 'key-2' },
      { id: ticketId, key: 'key-3' },
    ]);
  });
});

describe('marks of what was read', () => {
  const marks = createMarkingMachine<string>('marks').provide({ actions: { tellMade: () => {} } });

  test('every state is reached and can be left, and a hanging call has a way out', () => {
    expectSound(
      marks,
      {
        input: undefined,
        events: [{ type: 'mark.requested', target: 'one' }, { type: 'retry.requested' }],
        answers: { mark: { done: [undefined], error: [lost, refused] } },
        distinguish: ({ context }) => Math.min(context.waiting.length, 2),
      },
      ['marks.ready'],
    );
  });

  function start() {
    const clock = new SimulatedClock();
    const mark = manualCall<void, { readonly target: string }>();
    const actor = createActor(marks.provide({ actors: { mark: mark.logic } }), { clock }).start();
    const ask = (target: string) => actor.send({ type: 'mark.requested', target });
    const sent = () => mark.calls.map(({ input }) => input.target);
    return { actor, clock, mark, ask, sent, context: () => actor.getSnapshot().context };
  }

  test('are made one after the other; one that the server refuses stays unread, and the rest go on', async () => {
    const { mark, ask, sent, context } = start();
    ask('one');
    ask('two');
    ask('three');
    expect(sent()).toEqual(['one']);
    mark.last().answer();
    await settled();
    expect(sent()).toEqual(['one', 'two']);
    mark.last().fail('NOT_FOUND');
    await settled();
    expect(sent()).toEqual(['one', 'two', 'three']);
    expect(context()).toMatchObject({ waiting: ['three'], failure: { code: 'NOT_FOUND' } });
  });

  test.each([
    ['after half a minute', ({ clock }: ReturnType<typeof start>) => clock.increment(30_000), []],
    [
      'when the line is back',
      ({ actor }: ReturnType<typeof start>) => actor.send({ type: 'retry.requested' }),
      [],
    ],
    ['at the next mark', ({ ask }: ReturnType<typeof start>) => ask('three'), ['three']],
  ])('that failed wait, and are tried again %s', async (_, tries, more) => {
    const it = start();
    it.ask('one');
    it.ask('two');
    it.mark.last().fail('NETWORK');
    await settled();
    it.clock.increment(29_999);
    expect(it.sent()).toEqual(['one']);
    expect(it.context()).toMatchObject({ waiting: ['one', 'two'], failure: { code: 'NETWORK' } });
    tries(it);
    for (const target of ['one', 'two', ...more]) {
      expect(it.sent().at(-1)).toBe(target);
      it.mark.last().answer();
      await settled();
    }
    expect(it.sent()).toEqual(['one', 'one', 'two', ...more]);
    expect(it.context()).toEqual({ waiting: [], failure: null });
  });

  test('whose answer never comes are given up after a quarter of a minute, and tried again', () => {
    const { clock, ask, sent, context } = start();
    ask('one');
    clock.increment(15_000);
    expect(context().failure?.code).toBe('NETWORK');
    clock.increment(30_000);
    expect(sent()).toEqual(['one', 'one']);
  });
});
