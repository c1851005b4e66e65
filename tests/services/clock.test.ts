import { expect, test } from 'vitest';
import { createClock } from '../../src/services/core/clock.ts';

const noon = Date.parse('2026-11-20T12:00:00.000Z');

test('a browser whose clock is right is left alone', () => {
  const clock = createClock(() => noon);

  clock.observe('Fri, 20 Nov 2026 12:00:00 GMT', noon + 100, noon + 300);

  expect(clock.now()).toBe(noon);
});

test('a browser that is ten minutes late is corrected to within a second', () => {
  const clock = createClock(() => noon);

  clock.observe('Fri, 20 Nov 2026 12:10:00 GMT', noon, noon + 200);

  expect(clock.now()).toBeGreaterThanOrEqual(noon + 599_000);
  expect(clock.now()).toBeLessThanOrEqual(noon + 601_000);
});

test('a slow answer widens what is possible and does not pull the clock away', () => {
  const clock = createClock(() => noon);
  clock.observe('Fri, 20 Nov 2026 12:10:00 GMT', noon, noon + 200);
  const learned = clock.now();

  clock.observe('Fri, 20 Nov 2026 12:10:05 GMT', noon, noon + 9_000);

  expect(clock.now()).toBe(learned);
});

test.each([null, '', 'yesterday'])('%j tells nothing', (date) => {
  const clock = createClock(() => noon);

  clock.observe(date, noon, noon);

  expect(clock.now()).toBe(noon);
});
