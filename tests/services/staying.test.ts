import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { exportAnalytics, readAnalytics } from '../../src/services/analytics/analytics.ts';
import { markArticleRead, readArticle, readNews } from '../../src/services/news/news.ts';
import { markNotificationsRead, readNotifications } from '../../src/services/shell/notifications.ts';
import {
  closeTicket,
  markTicketRead,
  openTicket,
  readEarlierMessages,
  readTicket,
  readTickets,
  writeMessage,
} from '../../src/services/support/support.ts';
import { readRateHistory } from '../../src/services/wallet/rates.ts';
import { fund } from '../support/payments.ts';
import { servicesAtServer } from '../support/servicesAtServer.ts';
import { answerOften } from '../support/tickets.ts';

const { server, connectAs: connect } = servicesAtServer();
const { signal } = new AbortController();
const by = (key: string, fresh = false) => ({ input: { key, fresh }, signal });

test('prices of a range are read by token and range', async () => {
  const { http, cache } = await connect();
  await server.it.operator('POST', '/rates', { pair: 'ZST/USDT', rate: '0.25' });
  const { data } = await readRateHistory(http, cache, by('ZST/week'));
  expect(data).toEqual({
    symbol: 'ZST',
    range: 'week',
    points: [{ at: '2026-11-20T09:00:00.000Z', price: '0.25' }],
  });
  await expect(readRateHistory(http, cache, by('BTC/day'))).rejects.toMatchObject({
    failure: { code: 'NOT_FOUND' },
  });
});

test('figures are read by their query and saved as a file', async () => {
  const { http, cache, person } = await connect();
  await fund(server.it, person, 'USDT', '5');
  const { data } = await readAnalytics(http, cache, by('type=transaction_deposit&group_by=yearly'));
  expect(data.buckets).toEqual([
    { period: '2026', type: 'transaction_deposit', count: 1, value: '5', unpriced: 0 },
  ]);
  const names: string[] = [];
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await exportAnalytics(http, { input: { filters: 'group_by=daily', name: 'figures.csv' }, signal });
  expect(names).toEqual(['figures.csv']);
});

test('news are read in the language that is asked for, each by itself, and marked as read', async () => {
  const { http, cache } = await connect();
  for (const [language, title] of [
    ['en', 'Hello there'],
    ['ru', 'Привет всем'],
  ]) {
    const source = `---\ntitle: ${title}\nsummary: S.\nslug: hello\ncategory: product\n---\nText.`;
    await server.it.operator('POST', '/news', { language, source });
  }
  const page = async (language: string, fresh = false) =>
    (await readNews(http, cache, language, by('page=1', fresh))).data;
  expect((await page('ru')).data).toMatchObject([{ title: 'Привет всем', language: 'ru', read: false }]);
  const [english] = (await page('en')).data;
  expect(english?.title).toBe('Hello there');
  const id = english?.id ?? '';
  const { data } = await readArticle(http, cache, 'en', by(id));
  expect(data.body).toEqual([{ type: 'paragraph', spans: [{ type: 'text', text: 'Text.' }] }]);
  await markArticleRead(http, id);
  expect((await page('en', true)).data[0]?.read).toBe(true);
});

test('notifications are read by pages and marked', async () => {
  const { http, cache, person } = await connect();
  await fund(server.it, person, 'USDT', '5');
  await fund(server.it, person, 'STO', '1');
  const { data } = await readNotifications(http, cache, 'en', by('page=1'));
  expect(data.meta).toMatchObject({ total: 2, unread: 2 });
  expect(await markNotificationsRead(http, { ids: [data.data[0]?.id ?? ''] })).toBe(1);
  expect(await markNotificationsRead(http, { until: '2026-11-20T09:00:00.000Z' })).toBe(0);
});

test('a ticket is opened once per key, written to, read and closed', async () => {
  const { http, cache } = await connect();
  const form = { subject: 'Help me', category: 'bug', priority: 'low', message: 'It broke.' } as const;
  const key = randomUUID();
  const { id, number } = await openTicket(http, { form, key });
  expect((await openTicket(http, { form, key })).id).toBe(id);
  await server.it.operator('POST', '/tickets/answer', { number, text: 'We look.' });
  const list = async () => (await readTickets(http, cache, by('status=inProgress', true))).data;
  expect((await list()).data).toMatchObject([{ id, unread: true }]);
  const { messages } = (await readTicket(http, cache, by(id))).data;
  await markTicketRead(http, { id, seen: messages[0]?.id ?? null });
  expect((await list()).data).toMatchObject([{ id, unread: true }]);
  await markTicketRead(http, { id, seen: messages.at(-1)?.id ?? null });
  expect((await list()).data).toMatchObject([{ id, unread: false }]);
  await writeMessage(http, { id, message: { message: 'Thanks.' }, key: randomUUID() });
  const { data } = await readTicket(http, cache, by(id, true));
  expect(data.messages.map(({ text }) => text)).toEqual(['It broke.', 'We look.', 'Thanks.']);
  expect((await closeTicket(http, { id, key: randomUUID() })).status).toBe('closed');
  await expect(
    writeMessage(http, { id, message: { message: 'More.' }, key: randomUUID() }),
  ).rejects.toMatchObject({
    failure: { code: 'STATUS_CONFLICT' },
  });
});

test('the messages before the newest are read by the first of them', async () => {
  const { http, cache } = await connect();
  const form = { subject: 'Help me', category: 'bug', priority: 'low', message: 'It broke.' } as const;
  const { id } = await openTicket(http, { form, key: randomUUID() });
  await answerOften(server.it, id, 51);
  const { data } = await readTicket(http, cache, by(id));
  expect(data.has_earlier).toBe(true);
  expect(data.messages).toHaveLength(50);
  const before = data.messages[0]?.id ?? '';
  const earlier = await readEarlierMessages(http, { id, before, signal });
  expect(earlier.has_earlier).toBe(false);
  expect(earlier.messages.map(({ text }) => text)).toEqual(['It broke.', 'Message 1.']);
});
