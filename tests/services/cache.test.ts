import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../../contract/failure.ts';
import type { FailureCode } from '../../contract/failureCodes.ts';
import { type Cache, createCache } from '../../src/services/core/cache.ts';
import { createClock } from '../../src/services/core/clock.ts';
import { createLastRead } from '../../src/services/core/lastRead.ts';
import { createLocalStore } from '../../src/services/core/storage.ts';
import { failure } from '../support/actors.ts';
import { vera } from '../support/people.ts';

let cache: Cache;
/** What the provider was asked, to be answered by hand. */
let asked: { signal: AbortSignal; answer(value: string): void; fail(code: FailureCode): void }[];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00.000Z') });
  cache = createCache(
    createClock(),
    createLastRead(createLocalStore(), { current: () => vera }, (write) => write()),
  );
  asked = [];
});
afterEach(() => vi.useRealTimers());

function read(options: { keepsFailure?: boolean; fresh?: boolean; signal?: AbortSignal } = {}) {
  const { keepsFailure = false, fresh = false, signal = new AbortController().signal } = options;
  const fetch = (aborted: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      asked.push({
        signal: aborted,
        answer: resolve,
        fail: (code) => reject(new CallError(failure(code))),
      });
    });
  const result = cache.read({ key: 'wallet', keepsFailure, fetch }, { input: { fresh }, signal });
  result.catch(() => {});
  return result;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('an answer is fresh for 300000 ms, and tells when it came', async () => {
  const first = read();
  await pass(0);
  asked[0]?.answer('old');
  const loadedAt = Date.parse('2026-11-20T12:00:00.000Z');
  expect(await first).toEqual({ data: 'old', loadedAt });

  await pass(299_999);
  expect(await read()).toEqual({ data: 'old', loadedAt });
  expect(asked).toHaveLength(1);

  await pass(1);
  const second = read();
  await pass(0);
  asked[1]?.answer('new');
  expect(await second).toEqual({ data: 'new', loadedAt: loadedAt + 300_000 });
});

test('whoever wants a fresh answer gets one', async () => {
  const first = read();
  await pass(0);
  asked[0]?.answer('old');
  await first;

  const second = read({ fresh: true });
  await pass(0);
  asked[1]?.answer('new');

  expect((await second).data).toBe('new');
});

test('two who ask at the same time are answered together', async () => {
  const both = [read(), read()];
  await pass(0);
  asked[0]?.answer('once');

  expect((await Promise.all(both)).map(({ data }) => data)).toEqual(['once', 'once']);
  expect(asked).toHaveLength(1);
});

test('a fresh answer is never one that was asked for before, and who waits for that gets the newer one', async () => {
  const older = read();
  await pass(0);
  const newer = read({ fresh: true });
  await pass(0);
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  asked[0]?.answer('before money moved');
  await pass(0);
  asked[1]?.answer('after');

  expect((await Promise.all([older, newer, read()])).map(({ data }) => data)).toEqual([
    'after',
    'after',
    'after',
  ]);
  expect(asked).toHaveLength(2);
});

test('areas that hear of a change together are answered by one fresh read, and by another after the next change', async () => {
  void read();
  await pass(0);
  const first = [read({ fresh: true }), read({ fresh: true })];
  await pass(1);
  expect(asked).toHaveLength(2);
  const second = read({ fresh: true });
  await pass(0);
  asked[2]?.answer('newest');

  expect((await Promise.all([...first, second])).map(({ data }) => data)).toEqual([
    'newest',
    'newest',
    'newest',
  ]);
  expect(asked).toHaveLength(3);
});

test.each(['NETWORK', 'INTERNAL', 'UNAVAILABLE'] as const)('%s is tried once more', async (code) => {
  const result = read();
  await pass(0);
  asked[0]?.fail(code);
  await pass(1_000);
  expect(asked).toHaveLength(2);
  asked[1]?.fail(code);
  await pass(10_000);

  await expect(result).rejects.toMatchObject({ failure: { code } });
  expect(asked).toHaveLength(2);
});

test.each(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED', 'INVALID_RESPONSE'] as const)(
  '%s is not, for it would be the same',
  async (code) => {
    const result = read();
    await pass(0);
    asked[0]?.fail(code);
    await pass(10_000);

    await expect(result).rejects.toMatchObject({ failure: { code } });
    expect(asked).toHaveLength(1);
  },
);

test('what keeps its failure is read once', async () => {
  const result = read({ keepsFailure: true });
  await pass(0);
  asked[0]?.fail('NETWORK');
  await pass(10_000);

  await expect(result).rejects.toMatchObject({ failure: { code: 'NETWORK' } });
  expect(asked).toHaveLength(1);
});

test('offline is an answer at once, not a wait for the line', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  const result = read({ keepsFailure: true });
  await pass(0);
  asked[0]?.fail('NETWORK');

  await expect(result).rejects.toMatchObject({ failure: { code: 'NETWORK' } });
  window.dispatchEvent(new Event('online'));
  vi.restoreAllMocks();
});

test('coming back to the window asks nobody anything', async () => {
  const first = read();
  await pass(0);
  asked[0]?.answer('old');
  await first;
  await pass(400_000);

  window.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('focus'));
  await pass(1_000);

  expect(asked).toHaveLength(1);
});

test('a read that hangs and is given up is aborted, and the next one asks anew', async () => {
  const abort = new AbortController();
  void read({ signal: abort.signal });
  await pass(0);
  abort.abort();

  const again = read();
  await pass(0);
  asked[1]?.answer('new');

  expect(asked[0]?.signal.aborted).toBe(true);
  expect((await again).data).toBe('new');
});

test('a read that another still waits for goes on', async () => {
  const abort = new AbortController();
  void read({ signal: abort.signal });
  const other = read();
  await pass(0);
  abort.abort();
  asked[0]?.answer('shared');

  expect((await other).data).toBe('shared');
});

test('a late answer of an old session never lands in the new one', async () => {
  const old = read();
  await pass(0);
  cache.clear();
  const current = read();
  await pass(0);
  asked[0]?.answer('of the last person');
  await pass(0);
  asked[1]?.answer('of this person');

  expect((await current).data).toBe('of this person');
  await expect(old).rejects.toBeDefined();
  expect(asked[0]?.signal.aborted).toBe(true);
  expect((await read()).data).toBe('of this person');
});

test('who waits for all that is being read hears of it when the last answer is there, failed or not', async () => {
  const heard: string[] = [];
  const wait = (name: string) => cache.settled().then(() => heard.push(name));
  void wait('at rest');
  await pass(0);
  expect(heard).toEqual(['at rest']);

  void read();
  const other = cache.read(
    { key: 'holds', fetch: () => Promise.reject(new Error('down')) },
    { input: { fresh: false }, signal: new AbortController().signal },
  );
  void wait('reading');
  await expect(other).rejects.toThrow('down');
  await pass(0);
  expect(heard).toEqual(['at rest']);

  asked[0]?.answer('there');
  await pass(0);
  expect(heard).toEqual(['at rest', 'reading']);
});
