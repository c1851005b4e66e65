import { expect, test, vi } from 'vitest';
import { instantText, periodText, timeText } from '../../src/screens/core/dates.ts';

/** What `work` answers while the device is in a time zone. */
function inZone<T>(zone: string, work: () => T): T {
  const { TZ } = process.env;
  process.env.TZ = zone;
  try {
    return work();
  } finally {
    process.env.TZ = TZ ?? 'UTC';
  }
}

test('an instant is told in the zone in which the device is now', () => {
  const told = () => [instantText('2026-11-20T20:30:00Z', 'de'), timeText('2026-11-20T20:30:00Z', 'de')];
  expect(inZone('Europe/Berlin', told)).toEqual(['20.11.2026,\u00a021:30', '21:30']);
  expect(inZone('Asia/Tokyo', told)).toEqual(['21.11.2026,\u00a005:30', '05:30']);
  expect(inZone('Europe/Berlin', told)).toEqual(['20.11.2026,\u00a021:30', '21:30']);
});

test.each([
  ['en', 'Nov 20, 2026,\u00a0'],
  ['ru', ',\u00a0'],
])('in %s the time of an instant is not parted from its day', (locale, words) => {
  const told = inZone('UTC', () => instantText('2026-11-20T20:30:00Z', locale));
  expect(told).toContain(words);
  expect(told).not.toMatch(/, \d{1,2}:/);
});

test('periods are the same in every zone, and a thousand of them take one format of each length', () => {
  const told = () => ['2026-01-01', '2026-01', '2026'].map((period) => periodText(period, 'en-GB'));
  const wanted = ['1 Jan 2026', 'January 2026', '2026'];
  expect(inZone('America/New_York', told)).toEqual(wanted);
  expect(inZone('Asia/Tokyo', told)).toEqual(wanted);
  told();
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (let day = 0; day < 1_000; day += 1) told();
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});
