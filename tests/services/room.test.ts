import { expect, test } from 'vitest';
import { watchRoom } from '../../src/services/core/room.ts';

test('the room of the page is told at once and when it changes, until nobody listens', () => {
  const media = Object.assign(new EventTarget(), { matches: false });
  const asked: string[] = [];
  window.matchMedia = (query) => {
    asked.push(query);
    return media as MediaQueryList;
  };
  const told: string[] = [];
  const stop = watchRoom(1_200, (report) => told.push(report));
  media.matches = true;
  media.dispatchEvent(new Event('change'));
  stop();
  media.dispatchEvent(new Event('change'));
  expect(asked).toEqual(['(min-width: 1200px)']);
  expect(told).toEqual(['room.taken', 'room.given']);
});
