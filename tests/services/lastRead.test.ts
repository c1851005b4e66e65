import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Session } from '../../contract/auth.ts';
import { CallError } from '../../contract/failure.ts';
import type { FailureCode } from '../../contract/failureCodes.ts';
import { createCache } from '../../src/services/core/cache.ts';
import { createClock } from '../../src/services/core/clock.ts';
import { createLastRead } from '../../src/services/core/lastRead.ts';
import { createLocalStore, type KeyValueStore } from '../../src/services/core/storage.ts';
import { failure } from '../support/actors.ts';
import { oleg, vera } from '../support/people.ts';

const balance = z.object({ total: z.string() });
let current: Session | null;
let store: KeyValueStore;
const lastRead = (whenIdle = (write: () => void) => write()) =>
  createLastRead(store, { current: () => current }, whenIdle);

beforeEach(() => {
  current = vera;
  store = createLocalStore();
});

describe('what was read last', () => {
  test('is there after a reload, with its time, for the same person only', () => {
    lastRead().keeper('wallet')({ data: { total: '12.75' }, loadedAt: 1000 });
    expect(lastRead().find('wallet', balance)).toEqual({ data: { total: '12.75' }, loadedAt: 1000 });
    expect(lastRead().find('holds', balance)).toBeNull();
    current = oleg;
    expect(lastRead().find('wallet', balance)).toBeNull();
    current = null;
    expect(lastRead().find('wallet', balance)).toBeNull();
  });

  test('is not kept for whoever has come meanwhile, nor for nobody', () => {
    const keep = lastRead().keeper('wallet');
    current = oleg;
    keep({ data: { total: '12.75' }, loadedAt: 1000 });
    current = null;
    lastRead().keeper('wallet')({ data: { total: '12.75' }, loadedAt: 1000 });
    expect(localStorage.getItem('last_read')).toBeNull();
  });

  test('of another person is gone as soon as the next one reads', () => {
    lastRead().keeper('wallet')({ data: { total: '12.75' }, loadedAt: 1000 });
    current = oleg;
    lastRead().keeper('wallet')({ data: { total: '1' }, loadedAt: 2000 });
    expect(localStorage.getItem('last_read')).not.toContain('12.75');
  });

  test('is twenty things, the last ones', () => {
    for (let page = 1; page <= 21; page += 1)
      lastRead().keeper(`page ${page}`)({ data: { total: String(page) }, loadedAt: page });
    expect(lastRead().find('page 1', balance)).toBeNull();
    expect(lastRead().find('page 2', balance)).toEqual({ data: { total: '2' }, loadedAt: 2 });
  });

  test.each([
    ['', 'nothing'],
    ['{"version":1', 'half a record'],
    [
      '{"version":2,"user":"user-1","entries":{"wallet":{"data":{"total":"1"},"loadedAt":1}}}',
      'a newer record',
    ],
    ['{"version":1,"user":"user-1","entries":{"wallet":{"data":{"sum":1},"loadedAt":1}}}', 'other data'],
  ])('%s in storage is as nothing: %s', (text) => {
    store.write('last_read', text);
    expect(lastRead().find('wallet', balance)).toBeNull();
  });

  test('is forgotten by a browser that is full: nothing is better than something older', () => {
    lastRead().keeper('wallet')({ data: { total: '12.75' }, loadedAt: 1000 });
    store = { ...store, write: () => false };
    lastRead().keeper('wallet')({ data: { total: '1' }, loadedAt: 2000 });
    expect(localStorage.getItem('last_read')).toBeNull();
  });
});

describe('what arrives before the browser is idle', () => {
  const wallet = { data: { total: '12.75' }, loadedAt: 1000 };
  const holds = { data: { total: '1' }, loadedAt: 2000 };
  const storedKeys = () => Object.keys(JSON.parse(localStorage.getItem('last_read') ?? '{}').entries ?? {});
  /** Something that has read two things, and what it wants to do when there is time. */
  function busy() {
    const later: (() => void)[] = [];
    const read = lastRead((write) => later.push(write));
    read.keeper('wallet')(wallet);
    read.keeper('holds')(holds);
    const rest = () => {
      for (const write of later.splice(0)) write();
    };
    return { read, rest };
  }
  afterEach(() => void vi.restoreAllMocks());

  test('is found at once, and stored together in one go', () => {
    const write = vi.fn(store.write);
    store = { ...store, write };
    lastRead().keeper('wallet')(holds);
    lastRead().keeper('rates')(holds);
    write.mockClear();
    const { read, rest } = busy();
    expect(read.find('wallet', balance)).toEqual(wallet);
    expect(write).not.toHaveBeenCalled();
    rest();
    expect(write).toHaveBeenCalledTimes(1);
    expect(storedKeys()).toEqual(['rates', 'wallet', 'holds']);
    expect(lastRead().find('wallet', balance)).toEqual(wallet);
  });

  test('is stored when the page is left', () => {
    busy();
    window.dispatchEvent(new Event('pagehide'));
    expect(storedKeys()).toEqual(['wallet', 'holds']);
  });

  test('is stored when the page is hidden, and not once more later', () => {
    const { rest } = busy();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(storedKeys()).toEqual([]);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(storedKeys()).toEqual(['wallet', 'holds']);
    store.remove('last_read');
    rest();
    expect(storedKeys()).toEqual([]);
  });

  test('is not stored after the session has ended', () => {
    const { rest } = busy();
    current = null;
    rest();
    current = vera;
    expect(localStorage.getItem('last_read')).toBeNull();
  });

  test('is dropped with the cache', () => {
    const { read, rest } = busy();
    createCache(createClock(), read).clear();
    window.dispatchEvent(new Event('pagehide'));
    rest();
    expect(read.find('wallet', balance)).toBeNull();
    expect(localStorage.getItem('last_read')).toBeNull();
  });
});

describe('a cache that cannot reach the provider', () => {
  const signal = new AbortController().signal;
  const refused = (code: FailureCode) => () => Promise.reject(new CallError(failure(code)));
  const read = (fetch: () => Promise<{ total: string }>, fresh = false) =>
    createCache(
      createClock(() => 5000),
      lastRead(),
    ).read({ key: 'wallet', fetch, lasting: balance }, { input: { fresh }, signal });

  test('answers what was kept, says so, and says why', async () => {
    expect(await read(async () => ({ total: '12.75' }))).toEqual({
      data: { total: '12.75' },
      loadedAt: 5000,
    });
    expect(await read(refused('NETWORK'))).toEqual({
      data: { total: '12.75' },
      loadedAt: 5000,
      failure: failure('NETWORK'),
    });
  });

  test.each([
    ['a refusal is a refusal', 'FORBIDDEN', false],
    ['a fault of the provider is one', 'INTERNAL', false],
    ['who wants it fresh is not given it', 'NETWORK', true],
  ] as const)('%s', async (_, code, fresh) => {
    await read(async () => ({ total: '12.75' }));
    await expect(read(refused(code), fresh)).rejects.toMatchObject({ failure: { code } });
  });

  test('fails as before when nothing was kept', async () => {
    await expect(read(refused('NETWORK'))).rejects.toMatchObject({ failure: { code: 'NETWORK' } });
  });
});
