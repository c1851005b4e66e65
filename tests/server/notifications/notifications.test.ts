import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addressOf, fund, idempotent, type Person, pay } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';
import { listenTo } from '../../support/streams.ts';

const server = testServer();

async function list({ token }: Person, search = '') {
  const { status, body } = await server.it.get(`/notifications${search}`, { token });
  expect(status).toBe(200);
  return body;
}

const read = ({ token }: Person, body: unknown) => server.it.post('/notifications/read', body, { token });

test('what arrives is told with its amount, and what one did oneself is not', async () => {
  const { it } = server;
  const [person, friend] = [await register(it), await register(it)];
  await fund(it, person, 'USDT', '100.25');
  it.clock.advance(1_000);
  const sent = await pay(it, person, { to: await addressOf(it, friend), amount: '7' });
  expect((await list(person)).data.map(({ kind }: { kind: string }) => kind)).toEqual(['deposit']);
  const { data, meta } = await list(friend);
  expect(meta).toEqual({ page: 1, per_page: 20, total: 1, unread: 1 });
  expect(data).toMatchObject([
    { kind: 'receive', outcome: 'completed', token: 'USDT', amount: '7', title: null, read: false },
  ]);
  const line = await it.get(`/transactions/${data[0].subject_id}`, { token: friend.token });
  expect(line.body.data.kind).toBe('receive');
  expect(sent.status).toBe(201);
});

test('a withdrawal is told when it has ended, well or not, and one taken back is not', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const asked = async () => String((await pay(it, person, { kind: 'withdraw' })).body.data.id);
  const [done, refused, back] = [await asked(), await asked(), await asked()];
  await idempotent(it, person, `/transactions/${back}/cancel`);
  await it.operator('POST', '/withdrawals/reject', { id: refused, reason: 'legal' });
  await it.operator('POST', '/withdrawals/approve', { id: done });
  const others = (await list(person)).data.filter(({ kind }: { kind: string }) => kind !== 'security');
  expect(others).toHaveLength(2);
  await it.settle();
  it.clock.advance(10_000);
  await it.settle();
  const told = (await list(person)).data.filter(({ kind }: { kind: string }) => kind === 'withdraw');
  expect(told).toMatchObject([
    { subject_id: done, outcome: 'completed', reason: null, amount: '10' },
    { subject_id: refused, outcome: 'failed', reason: 'legal', amount: '10' },
  ]);
});

test('pages are newest first and show each once', async () => {
  const { it } = server;
  const person = await register(it);
  for (const amount of ['1', '2', '3']) {
    it.clock.advance(1_000);
    await fund(it, person, 'USDT', amount);
  }
  const amounts = async (search: string) =>
    (await list(person, search)).data.map(({ amount }: { amount: string }) => amount);
  expect(await amounts('?per_page=2')).toEqual(['3', '2']);
  expect(await amounts('?per_page=2&page=2')).toEqual(['1']);
});

test('some are marked by their ids, the rest up to the newest that was seen, and only one’s own', async () => {
  const { it } = server;
  const [person, other] = [await register(it), await register(it)];
  for (const amount of ['1', '2', '3']) {
    it.clock.advance(1_000);
    await fund(it, person, 'USDT', amount);
  }
  const { data } = await list(person);
  expect((await read(other, { ids: [data[0].id] })).body.data).toEqual({ unread: 0 });
  expect((await read(person, { ids: [data[0].id, randomUUID()] })).body.data).toEqual({ unread: 2 });
  expect((await read(person, { until: data[2].created_at })).body.data).toEqual({ unread: 1 });
  expect((await read(person, { until: data[1].created_at })).body.data).toEqual({ unread: 0 });
  expect((await list(person)).meta.unread).toBe(0);
});

test('marking in one page reaches the others', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '1');
  const { data } = await list(person);
  const page = await listenTo(it, person.token);
  await read(person, { ids: [data[0].id] });
  expect((await page.next('notification')).data).toMatchObject({ unread: 0, newest: { read: true } });
  await page.leave();
});

test('a payment that was undone tells nobody', async () => {
  const { it } = server;
  const [person, friend] = [await register(it), await register(it)];
  await fund(it, person, 'USDT', '5');
  const request = { kind: 'send', token: 'USDT', amount: '5', to: await addressOf(it, friend) };
  const quotes = [1, 2].map(() => it.post('/transactions/quotes', request, { token: person.token }));
  for (const { body } of await Promise.all(quotes)) {
    await idempotent(it, person, '/transactions/send', { quote_id: body.data.id });
  }
  expect((await list(friend)).meta.total).toBe(1);
});

test.each([
  [{}, { ids: 'required' }],
  [{ ids: ['x'] }, { ids: 'format' }],
  [{ ids: 'all' }, { ids: 'format' }],
  [{ until: 'now' }, { until: 'format' }],
  [{ ids: [], everything: true }, { everything: 'unknown' }],
  [{ ids: Array.from({ length: 101 }, () => randomUUID()) }, { ids: 'too_long' }],
])('%j is refused at its field', async (body, fields) => {
  const answer = await read(await register(server.it), body);
  expect({ status: answer.status, fields: answer.body.fields }).toEqual({ status: 422, fields });
});
