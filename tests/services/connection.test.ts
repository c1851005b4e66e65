import { afterEach, expect, test, vi } from 'vitest';
import { watchConnection } from '../../src/services/core/connection.ts';

afterEach(() => vi.restoreAllMocks());

test('a browser without a connection says so at once, then every change, until nobody listens', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const told: string[] = [];
  const stop = watchConnection((change) => told.push(change));
  expect(told).toEqual(['lost']);
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('offline'));
  stop();
  window.dispatchEvent(new Event('online'));
  expect(told).toEqual(['lost', 'restored', 'lost']);
});

test('one with a connection has nothing to say', () => {
  const told: string[] = [];
  watchConnection((change) => told.push(change))();
  expect(told).toEqual([]);
});
