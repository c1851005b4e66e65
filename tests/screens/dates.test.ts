import { expect, test } from 'vitest';
import { instantText, timeText } from '../../src/screens/core/dates.ts';

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
  expect(inZone('Europe/Berlin', told)).toEqual(['20.11.2026, 21:30', '21:30']);
  expect(inZone('Asia/Tokyo', told)).toEqual(['21.11.2026, 05:30', '05:30']);
  expect(inZone('Europe/Berlin', told)).toEqual(['20.11.2026, 21:30', '21:30']);
});
