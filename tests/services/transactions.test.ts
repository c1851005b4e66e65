import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  exportTransactions,
  readTransaction,
  readTransactions,
} from '../../src/services/history/transactions.ts';
import { answerWith } from '../support/mswProvider.ts';
import { fund, outside, pay } from '../support/payments.ts';
import { register } from '../support/server.ts';
import { servicesAtServer } from '../support/servicesAtServer.ts';

const { server, provider, connectAs } = servicesAtServer();
const { signal } = new AbortController();
const by = (key: string, fresh = false) => ({ input: { key, fresh }, signal });

/** Somebody with three deposits and a payment, newest first: send USDT, deposit ZST, deposit USDT, deposit USDT. */
async function connect() {
  const person = await register(server.it);
  for (const [token, amount] of [
    ['USDT', '100'],
    ['USDT', '200'],
    ['ZST', '5'],
  ] as const) {
    await fund(server.it, person, token, amount);
    server.it.clock.advance(1_000);
  }
  await pay(server.it, person, { amount: '10' });
  return connectAs(person);
}

/** What a browser would save: the names and the texts of the files. */
function savedFiles() {
  const blobs: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (blob) => {
    blobs.push(blob as Blob);
    return 'blob:file';
  };
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  return { names, blobs, texts: () => Promise.all(blobs.map((blob) => blob.text())) };
}

test('a page is what its query lets through, and each page is kept by itself', async () => {
  const { http, cache } = await connect();

  const all = await readTransactions(http, cache, by('page=1'));
  expect(all.data.data.map(({ kind, token }) => `${kind} ${token}`)).toEqual([
    'send USDT',
    'deposit ZST',
    'deposit USDT',
    'deposit USDT',
  ]);
  expect(all.data.meta).toEqual({ page: 1, per_page: 20, total: 4 });
  const some = await readTransactions(http, cache, by('kind=deposit&token=USDT&page=1'));
  expect(some.data.data.map(({ amount }) => amount)).toEqual(['200', '100']);
  const beyond = await readTransactions(http, cache, by('page=9'));
  expect(beyond.data).toEqual({ data: [], meta: { page: 9, per_page: 20, total: 4 } });
  expect((await readTransactions(http, cache, by('page=1'))).loadedAt).toBe(all.loadedAt);
});

test('text is found in an address, whatever characters it needs in a URL', async () => {
  const { http, cache } = await connect();

  const found = await readTransactions(http, cache, by(`q=${outside.slice(0, 12)}&page=1`));
  expect(found.data.data.map(({ kind }) => kind)).toEqual(['send']);
  const none = await readTransactions(http, cache, by(`${new URLSearchParams({ q: 'a&b=c#%' })}&page=1`));
  expect(none.data.meta.total).toBe(0);
});

test('one line is read by its id; another’s, or none, is not found', async () => {
  const { http, cache } = await connect();
  const { data } = await readTransactions(http, cache, by('kind=send&page=1'));
  const id = data.data[0]?.id ?? '';

  expect((await readTransaction(http, cache, by(id))).data).toEqual(data.data[0]);
  for (const missing of [randomUUID(), 'nothing', 'a/b?c']) {
    await expect(readTransaction(http, cache, by(missing))).rejects.toMatchObject({
      failure: { code: 'NOT_FOUND' },
    });
  }
});

test('the file holds exactly what the filters let through, under the name that was given', async () => {
  const { http, cache } = await connect();
  const { names, blobs, texts } = savedFiles();
  const { data } = await readTransactions(http, cache, by('kind=deposit&token=USDT&page=1'));

  await exportTransactions(http, {
    input: { filters: 'kind=deposit&token=USDT', name: 'history_kind-deposit.csv' },
    signal,
  });

  expect(names).toEqual(['history_kind-deposit.csv']);
  const [text = ''] = await texts();
  const [head, ...lines] = text.trim().split('\r\n');
  expect(head).toMatch(/^id,created_at,/);
  expect(lines.map((line) => line.split(',')[0])).toEqual(data.data.map(({ id }) => id));
  const bytes = new Uint8Array((await blobs[0]?.arrayBuffer()) ?? []);
  // Excel on Windows reads a table without a byte order mark as if it were not UTF-8.
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

test('days are asked for in the browser’s time zone, by the list and by the file; nothing else is', async () => {
  const { http, cache } = await connect();
  savedFiles();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat('en').resolvedOptions(),
    timeZone: 'Asia/Kolkata',
  });
  const asked: string[] = [];
  const listening: typeof http = (call, options) => {
    asked.push(String(options && 'search' in options ? options.search : ''));
    return http(call, options);
  };
  await readTransactions(listening, cache, by('date_from=2026-11-20&page=1'));
  await exportTransactions(listening, { input: { filters: 'date_to=2026-11-20', name: 'a.csv' }, signal });
  await readTransactions(listening, cache, by('kind=send&page=1'));
  expect(asked).toEqual([
    'date_from=2026-11-20&page=1&time_zone=Asia%2FKolkata',
    'date_to=2026-11-20&time_zone=Asia%2FKolkata',
    'kind=send&page=1',
  ]);
});

test('a page instead of a file is not saved as one', async () => {
  const { http } = await connect();
  const { names } = savedFiles();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  provider.use(answerWith('/transactions/export', 200, '<p>Welcome</p>', { 'content-type': 'text/html' }));

  await expect(
    exportTransactions(http, { input: { filters: '', name: 'history.csv' }, signal }),
  ).rejects.toMatchObject({ failure: { code: 'INVALID_RESPONSE' } });
  expect(names).toEqual([]);
});

test('a file that nobody waits for any more is not saved', async () => {
  const { http } = await connect();
  const { names } = savedFiles();
  const leaving = new AbortController();

  const saving = exportTransactions(http, { input: { filters: '', name: 'a.csv' }, signal: leaving.signal });
  leaving.abort();

  await expect(saving).rejects.toMatchObject({ failure: { code: 'NETWORK' } });
  expect(names).toEqual([]);
});
