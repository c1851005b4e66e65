import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { UserRow } from '../../../server/accounts/users.ts';
import type { Query } from '../../../server/database/db.ts';
import { createLog } from '../../../server/http/log.ts';
import { createBackpressureStream } from '../../../server/stream/backpressure.ts';
import { createFeed } from '../../../server/stream/feed.ts';
import { transactionTopic } from '../../../server/topics/topics.ts';

const at = new Date('2026-11-20T09:00:00.000Z');
const bytes = (text: string) => new TextEncoder().encode(text);

test('a reader that does not read is closed when too much waits for it, and what waited is let go', () => {
  let gone = 0;
  const { send } = createBackpressureStream(() => {
    gone += 1;
  });
  // Four lie before the socket, and as many names as may wait behind them.
  for (let index = 0; index < 4 + 256; index += 1) send(`transaction ${index}`, bytes('x'));
  expect(gone).toBe(0);
  // What is known already takes no more room.
  for (let round = 0; round < 1_000; round += 1) send('transaction 100', bytes('y'));
  expect(gone).toBe(0);
  send('transaction 260', bytes('x'));
  expect(gone).toBe(1);
  send('transaction 261', bytes('x'));
  expect(gone).toBe(1);
});

test('a reader that reads gets everything, in the order of the names', async () => {
  const { stream, send, close } = createBackpressureStream(() => undefined);
  for (let index = 0; index < 200; index += 1) send(`transaction ${index}`, bytes(`${index},`));
  const reader = stream.getReader();
  let read = '';
  for (let index = 0; index < 200; index += 1) read += new TextDecoder().decode((await reader.read()).value);
  expect(read).toBe(Array.from({ length: 200 }, (_, index) => `${index},`).join(''));
  close();
  expect((await reader.read()).done).toBe(true);
});

/** A feed on a database that does nothing but answer its reads, and what it hears of that database. */
function feedOn(query: Query) {
  let hear: (payload: string | null) => void = () => undefined;
  const feed = createFeed({
    database: {
      engine: 'postgres',
      upkeep: [],
      load: () => ({ inUse: 0, most: 1, waiting: 0 }),
      query,
      queryWithoutSync: query,
      together: (work) => work(query),
      transaction: () => Promise.reject(new Error('nothing is written')),
      listen: async (listener) => {
        hear = listener;
        return async () => undefined;
      },
      close: async () => undefined,
    },
    clock: { now: () => at },
    log: createLog('silent', { write: () => undefined }),
    priceAge: 60_000,
  });
  return { feed, hear: (payload: string | null) => hear(payload) };
}

test('what thousands are told is looked for by person, and not among all readers', async () => {
  const { feed, hear } = feedOn(async () => []);
  let looks = 0;
  const people = Array.from({ length: 500 }, () => randomUUID());
  const streams = people.map((id) =>
    feed.open(
      {
        id: randomUUID(),
        deviceKey: null,
        endsAt: at,
        get user() {
          looks += 1;
          return { id } as UserRow;
        },
      },
      'en',
    ),
  );
  looks = 0;
  for (const person of people) hear(transactionTopic(person, randomUUID()));
  expect(looks).toBeLessThan(10 * people.length);
  const first = streams[0]?.getReader();
  let read = '';
  while (!read.includes('event: transaction')) {
    const { value, done } = (await first?.read()) ?? { done: true };
    if (done) throw new Error(`the stream has ended: ${read}`);
    read += new TextDecoder().decode(value);
  }
  await feed.close();
});

test('streams that may have missed something end in portions, so that not all pages come back at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  // Nothing is answered, so that nothing else ends a stream.
  const { feed, hear } = feedOn(() => new Promise<never>(() => undefined));
  const open = () => {
    const user = { id: randomUUID() } as UserRow;
    feed.open({ id: randomUUID(), deviceKey: null, endsAt: at, user }, 'en');
  };
  for (let index = 0; index < 1_200; index += 1) open();
  hear(null);
  expect(feed.size()).toBe(700);
  open();
  vi.advanceTimersByTime(999);
  expect(feed.size()).toBe(701);
  vi.advanceTimersByTime(1);
  expect(feed.size()).toBe(201);
  // Another break meanwhile: who has come back has missed something, too, and waits for the next portion.
  hear(null);
  open();
  expect(feed.size()).toBe(202);
  vi.advanceTimersByTime(1_000);
  expect(feed.size()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(feed.size()).toBe(1);
  await feed.close();
  expect(feed.size()).toBe(0);
});
