import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { idempotent, type Person } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';
import { listenTo } from '../../support/streams.ts';
import { answerOften, askFor } from '../../support/tickets.ts';

const server = testServer();

async function opened(changes: Record<string, unknown> = {}) {
  const person = await register(server.it);
  const { status, body } = await askFor(server.it, person, changes);
  expect(status).toBe(201);
  return { person, ticket: body.data };
}

const answer = (number: number, text = 'We look.') =>
  server.it.operator('POST', '/tickets/answer', { number, text });
const resolve = (number: number) => server.it.operator('POST', '/tickets/resolve', { number });
const show = async ({ token }: Person, id: string) =>
  (await server.it.get(`/support/tickets/${id}`, { token })).body.data;
const write = (person: Person, id: string, message = 'More.') =>
  idempotent(server.it, person, `/support/tickets/${id}/messages`, { message });
const close = (person: Person, id: string) => idempotent(server.it, person, `/support/tickets/${id}/close`);

test('a ticket has a number, its first message, and waits', async () => {
  const { person, ticket } = await opened();
  expect(ticket).toMatchObject({
    subject: 'Where is it?',
    category: 'transaction',
    priority: 'high',
    status: 'open',
    unread: false,
    flow_record: null,
    messages: [{ author: 'me', text: 'I wait.', attachments: [], created_at: '2026-11-20T09:00:00.000Z' }],
  });
  expect(ticket.number).toBeGreaterThanOrEqual(1001);
  expect(await show(person, ticket.id)).toEqual(ticket);
});

test('the same key opens one ticket, and says so', async () => {
  const person = await register(server.it);
  const key = randomUUID();
  const [first, second] = [
    await askFor(server.it, person, {}, key),
    await askFor(server.it, person, {}, key),
  ];
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  const list = await server.it.get('/support/tickets', { token: person.token });
  expect(list.body.meta.total).toBe(1);
});

test('support’s answer reaches the open page, is unread until it is read, and starts the work', async () => {
  const { person, ticket } = await opened();
  const page = await listenTo(server.it, person.token);
  expect((await answer(ticket.number)).status).toBe(201);
  expect((await page.next('notification')).data).toMatchObject({
    unread: 1,
    newest: { kind: 'ticket', subject_id: ticket.id, title: 'Where is it?' },
  });
  const answered = await show(person, ticket.id);
  expect(answered).toMatchObject({ status: 'inProgress', unread: true });
  expect(answered.messages.map(({ author, text }: Record<string, string>) => `${author}: ${text}`)).toEqual([
    'me: I wait.',
    'support: We look.',
  ]);
  const { token } = person;
  expect((await server.it.post(`/support/tickets/${ticket.id}/read`, undefined, { token })).status).toBe(204);
  expect((await page.next('notification')).data.unread).toBe(0);
  expect((await show(person, ticket.id)).unread).toBe(false);
  await answer(ticket.number, 'Found it.');
  expect((await show(person, ticket.id)).unread).toBe(true);
  await page.leave();
});

test('a ticket is read as far as the last message that was shown; what came after it stays unread', async () => {
  const { it } = server;
  const { person, ticket } = await opened();
  const { token } = person;
  const read = (seen: string) =>
    it.post(`/support/tickets/${ticket.id}/read?seen=${seen}`, undefined, { token });
  const unread = async () => {
    const { data, meta } = (await it.get('/notifications', { token })).body;
    const told = data.map((each: { read: boolean }) => !each.read);
    return { ticket: (await show(person, ticket.id)).unread, told, count: meta.unread };
  };
  await answer(ticket.number);
  const first = (await show(person, ticket.id)).messages.at(-1).id;
  it.clock.advance(3_600_000);
  await answer(ticket.number, 'Found it.');
  expect((await read(first)).status).toBe(204);
  expect(await unread()).toEqual({ ticket: true, told: [true, false], count: 1 });
  const last = (await show(person, ticket.id)).messages.at(-1).id;
  // A mark that arrives late takes nothing back.
  for (const seen of [last, first]) {
    expect((await read(seen)).status).toBe(204);
    expect(await unread()).toEqual({ ticket: false, told: [false, false], count: 0 });
  }
  const other = (await askFor(it, person)).body.data;
  for (const [seen, rule] of [
    [other.messages[0].id, 'unknown'],
    [randomUUID(), 'unknown'],
    ['7', 'format'],
  ]) {
    const { status, body } = await read(seen);
    expect({ status, fields: body.fields }).toEqual({ status: 422, fields: { seen: rule } });
  }
});

test('what was resolved is open again when its person writes, and closed is for good', async () => {
  const { person, ticket } = await opened();
  await answer(ticket.number);
  expect((await resolve(ticket.number)).body.data.status).toBe('resolved');
  expect((await write(person, ticket.id)).body.data.status).toBe('open');
  expect((await close(person, ticket.id)).body.data.status).toBe('closed');
  for (const late of [
    await write(person, ticket.id),
    await close(person, ticket.id),
    await answer(ticket.number),
    await resolve(ticket.number),
  ]) {
    expect({ status: late.status, code: late.body.code }).toEqual({ status: 409, code: 'STATUS_CONFLICT' });
  }
  expect((await show(person, ticket.id)).messages).toHaveLength(3);
});

test('the list is the last touched first, by pages and by status', async () => {
  const { it } = server;
  const person = await register(it);
  const [one, two] = [(await askFor(it, person)).body.data, (await askFor(it, person)).body.data];
  it.clock.advance(1_000);
  await write(person, one.id);
  await close(person, two.id);
  it.clock.advance(1_000);
  const three = (await askFor(it, person)).body.data;
  await write(person, one.id);
  it.clock.advance(1_000);
  await write(person, three.id);
  const ids = async (search: string) =>
    (await it.get(`/support/tickets${search}`, { token: person.token })).body.data.map(
      ({ id }: { id: string }) => id,
    );
  expect(await ids('')).toEqual([three.id, one.id, two.id]);
  expect(await ids('?status=closed')).toEqual([two.id]);
  expect(await ids('?per_page=1&page=2')).toEqual([one.id]);
  const bad = await it.get('/support/tickets?status=lost', { token: person.token });
  expect(bad.body.fields).toEqual({ status: 'format' });
});

test('another person’s ticket is not to be seen, written to, or closed', async () => {
  const { ticket } = await opened();
  const other = await register(server.it);
  const { token } = other;
  const tries = [
    await server.it.get(`/support/tickets/${ticket.id}`, { token }),
    await server.it.post(`/support/tickets/${ticket.id}/read`, undefined, { token }),
    await write(other, ticket.id),
    await close(other, ticket.id),
  ];
  expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('a frozen person may still ask for help', async () => {
  const person = await register(server.it);
  await server.it.operator('POST', '/accounts/freeze', { email: person.email });
  expect((await askFor(server.it, person)).status).toBe(201);
});

test('text from right to left, emoji and line breaks survive', async () => {
  const subject = 'שלום 👩‍👩‍👧 العربية';
  const message = 'Первая строка\n\nשורה שנייה 🦊\n\tend';
  const { person, ticket } = await opened({ subject, message: message.replaceAll('\n', '\r\n') });
  const kept = await show(person, ticket.id);
  expect({ subject: kept.subject, text: kept.messages[0].text }).toEqual({ subject, text: message });
});

const step = {
  at: '2026-11-20T08:59:00.000Z',
  flow: 'withdrawal',
  state: 'reviewing',
  event: 'quote.accepted',
  problem: null,
  request_id: null,
};

test('a flow record is kept as it was attached', async () => {
  const record = {
    version: 1,
    steps: [step, { ...step, problem: 'QUOTE_EXPIRED', request_id: '6f1f3d5e-6f0e-4c39-8d1e-1f0a6c1f2b3a' }],
  };
  const { person, ticket } = await opened({ flow_record: record });
  expect((await show(person, ticket.id)).flow_record).toEqual(record);
  const shown = await server.it.operator('POST', '/tickets/show', { number: ticket.number });
  expect(shown.body.data).toMatchObject({ email: person.email, flow_record: record });
});

test.each([
  ['a subject of 10,000 characters', { subject: 'x'.repeat(10_000) }, { subject: 'too_long' }],
  ['a subject of spaces', { subject: '   ' }, { subject: 'required' }],
  ['a subject on two lines', { subject: 'one\ntwo' }, { subject: 'characters' }],
  ['a message beyond its size', { message: 'x'.repeat(5_001) }, { message: 'too_long' }],
  ['half of a character', { message: 'a\ud800b' }, { message: 'characters' }],
  ['a NUL', { message: 'a\u0000b' }, { message: 'characters' }],
  ['an unknown category', { category: 'gossip' }, { category: 'format' }],
  ['an unknown priority', { priority: 'now' }, { priority: 'format' }],
  ['an unknown field', { secret: '1' }, { secret: 'unknown' }],
  [
    'a record with an amount',
    { flow_record: { version: 1, steps: [{ ...step, amount: '5' }] } },
    { flow_record: 'unknown' },
  ],
  [
    'a record with an address',
    { flow_record: { version: 1, steps: [{ ...step, state: 'to 0xbeef' }] } },
    { flow_record: 'format' },
  ],
  [
    'a record without end',
    { flow_record: { version: 1, steps: Array.from({ length: 101 }, () => step) } },
    { flow_record: 'too_long' },
  ],
])('%s is refused at its field', async (_, changes, fields) => {
  const { status, body } = await askFor(server.it, await register(server.it), changes);
  expect({ status, fields: body.fields }).toEqual({ status: 422, fields });
});

test('one person cannot bury support: thirty messages, then one in a minute', async () => {
  const { person, ticket } = await opened();
  for (let count = 0; count < 29; count += 1) expect((await write(person, ticket.id)).status).toBe(201);
  const refused = await write(person, ticket.id);
  expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 429, code: 'RATE_LIMITED' });
  expect(refused.headers.get('retry-after')).toBe('60');
  server.it.clock.advance(60_000);
  expect((await write(person, ticket.id)).status).toBe(201);
});

test('answers and messages that come at once are all there, each once and in one order', async () => {
  const { person, ticket } = await opened();
  await Promise.all([
    ...Array.from({ length: 6 }, (_, index) => write(person, ticket.id, `me ${index}`)),
    ...Array.from({ length: 6 }, (_, index) => answer(ticket.number, `support ${index}`)),
  ]);
  const { messages } = await show(person, ticket.id);
  expect(messages).toHaveLength(13);
  expect(new Set(messages.map(({ text }: { text: string }) => text)).size).toBe(13);
});

test('a conversation takes two hundred messages, and so much text; support may answer, and a new ticket is open', async () => {
  const { it } = server;
  const { person, ticket } = await opened();
  await it.database.query(
    `INSERT INTO ticket_messages (id, ticket_id, position, author, text, created_at)
    SELECT gen_random_uuid(), $1, n, 'me', 'More.', $2 FROM generate_series(1, 198) AS n`,
    [ticket.id, it.clock.now()],
  );
  expect((await write(person, ticket.id)).status).toBe(201);
  const refused = await write(person, ticket.id);
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'VALIDATION_FAILED', fields: { message: 'conversation_full' } },
  });
  const kept = 'SELECT count(*)::int AS messages FROM ticket_messages WHERE ticket_id = $1';
  expect(await it.database.query(kept, [ticket.id])).toEqual([{ messages: 200 }]);
  expect((await answer(ticket.number)).status).toBe(201);

  const long = (await askFor(it, person, { message: 'x'.repeat(5_000) })).body.data;
  await it.database.query(
    `INSERT INTO ticket_messages (id, ticket_id, position, author, text, created_at)
    SELECT gen_random_uuid(), $1, n, 'me', repeat('x', 5000), $2 FROM generate_series(1, 58) AS n`,
    [long.id, it.clock.now()],
  );
  expect((await write(person, long.id, 'x'.repeat(4_999))).status).toBe(201);
  expect((await write(person, long.id, 'xx')).body.fields).toEqual({ message: 'conversation_full' });
  expect((await write(person, long.id, 'x')).status).toBe(201);
});

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Message ${from + index}.`);

interface Part {
  readonly messages: readonly { readonly id: string; readonly text: string }[];
  readonly has_earlier: boolean;
}

/** Writes as many messages of one length for a ticket. */
const fillConversation = (id: string, count: number, length: number) =>
  server.it.database.query(
    `INSERT INTO ticket_messages (id, ticket_id, position, author, text, created_at)
    SELECT gen_random_uuid(), $1, n, 'support', repeat('x', $4::int), $2 FROM generate_series(1, $3::int) AS n`,
    [id, server.it.clock.now(), count, length],
  );

test('a long conversation is answered in parts from its end, whatever is written meanwhile', async () => {
  const { person, ticket } = await opened();
  await answerOften(server.it, ticket.id, 120);
  const readPart = async (before?: string): Promise<Part> => {
    const path = `/support/tickets/${ticket.id}${before ? `?before=${before}` : ''}`;
    return (await server.it.get(path, { token: person.token })).body.data;
  };
  const newest = await readPart();
  const middle = await readPart(newest.messages[0]?.id);
  expect((await write(person, ticket.id, 'Meanwhile.')).status).toBe(201);
  const first = await readPart(middle.messages[0]?.id);
  const parts = [newest, middle, first];
  expect(parts.map(({ messages }) => messages.map(({ text }) => text))).toEqual([
    numbered(71, 120),
    numbered(21, 70),
    ['I wait.', ...numbered(1, 20)],
  ]);
  expect(parts.map(({ has_earlier }) => has_earlier)).toEqual([true, true, false]);
});

const showOperator = async (number: number, before?: string): Promise<Part> =>
  (await server.it.operator('POST', '/tickets/show', { number, before })).body.data;

test('an operator is answered a thousand messages or 400,000 characters in one call, and the rest in the next one', async () => {
  const { person, ticket } = await opened();
  const other = (await askFor(server.it, person)).body.data;
  const longest = (await askFor(server.it, person)).body.data;
  for (const { id, number, count, length, most } of [
    { ...ticket, count: 1_100, length: 10, most: 1_000 },
    { ...other, count: 90, length: 5_000, most: 80 },
    // What a person may write at most, in one call.
    { ...longest, count: 199, length: 1_500, most: 200 },
  ]) {
    await fillConversation(id, count, length);
    const newest = await showOperator(number);
    expect([newest.messages.length, newest.has_earlier]).toEqual([most, most <= count]);
    const rest = await showOperator(number, newest.messages[0]?.id);
    expect([rest.messages.length, rest.has_earlier]).toEqual([count + 1 - most, false]);
    const all = [...rest.messages, ...newest.messages];
    expect(new Set(all.map(({ id: messageId }) => messageId)).size).toBe(count + 1);
  }
});

test('what is answered to whoever writes or closes has the newest messages alone', async () => {
  const { person, ticket } = await opened();
  await answerOften(server.it, ticket.id, 60);
  const written = (await write(person, ticket.id, 'The last.')).body.data;
  expect(written.messages.map(({ text }: Part['messages'][number]) => text)).toEqual([
    ...numbered(12, 60),
    'The last.',
  ]);
  const closed = (await close(person, ticket.id)).body.data;
  expect([ticket.has_earlier, written.has_earlier, closed.has_earlier]).toEqual([false, true, true]);
  expect(closed.messages).toHaveLength(50);
});

test('a part of long messages has fewer of them, and is followed by the rest without a gap', async () => {
  const { person, ticket } = await opened();
  const texts = ['b', 'c', 'd', 'e', 'f', 'g'].map((letter) => letter.repeat(5_000));
  for (const text of texts) expect((await write(person, ticket.id, text)).status).toBe(201);
  const { token } = person;
  const newest: Part = await show(person, ticket.id);
  expect(newest.messages.map(({ text }) => text)).toEqual(texts.slice(-4));
  const search = `?before=${newest.messages[0]?.id}`;
  const earlier = (await server.it.get(`/support/tickets/${ticket.id}${search}`, { token })).body.data;
  expect(earlier.messages.map(({ text }: Part['messages'][number]) => text)).toEqual([
    'I wait.',
    ...texts.slice(0, 2),
  ]);
  expect([newest.has_earlier, earlier.has_earlier]).toEqual([true, false]);
});

test('what is no message of the ticket is no place in it', async () => {
  const { person, ticket } = await opened();
  const other = (await askFor(server.it, person)).body.data;
  const { token } = person;
  for (const [before, rule] of [
    [other.messages[0].id, 'unknown'],
    [randomUUID(), 'unknown'],
    ['7', 'format'],
  ]) {
    const own = await server.it.get(`/support/tickets/${ticket.id}?before=${before}`, { token });
    const shown = await server.it.operator('POST', '/tickets/show', { number: ticket.number, before });
    for (const { status, body } of [own, shown])
      expect({ status, fields: body.fields }).toEqual({ status: 422, fields: { before: rule } });
  }
});
