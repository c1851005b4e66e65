import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../../server/core/refusal.ts';
import { type BodyReading, createUploadPlaces } from '../../../server/http/uploadPlaces.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets everything that follows from what has happened happen. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

type Places = ReturnType<typeof createUploadPlaces>;

/** Forty bodies of ten accounts, the first of each the slowest, that end when they are told to stop. */
function fillPlaces(places: Places) {
  const readings: BodyReading[] = [];
  const outcomes = Array.from({ length: 40 }, async (_, index) => {
    try {
      return await places(`slow ${index % 10}`, (reading) => {
        readings.push(reading);
        reading.count(1_000 + index);
        return new Promise<string>((_resolve, reject) => {
          reading.signal.addEventListener('abort', () => reject(reading.signal.reason));
        });
      });
    } catch (error) {
      return error instanceof Refusal ? error.code : 'FAULT';
    }
  });
  return { readings, outcomes };
}

test('while somebody waits, the slowest body gives up its place; while nobody does, all keep theirs', async () => {
  const places = createUploadPlaces();
  const { readings, outcomes } = fillPlaces(places);
  vi.advanceTimersByTime(60_000);
  await settle();
  expect(readings.filter(({ signal }) => signal.aborted)).toEqual([]);
  const fast = places('nora', async () => 'DONE');
  expect(await fast).toBe('DONE');
  expect(await outcomes[0]).toBe('UNAVAILABLE');
  expect(readings.map(({ signal }) => signal.aborted).indexOf(false)).toBe(1);
});

test('a body keeps its place for five seconds, and then those who wait get theirs, each account in turn', async () => {
  const places = createUploadPlaces();
  const { readings } = fillPlaces(places);
  const more = Array.from({ length: 60 }, (_, index) =>
    places(`slow ${index % 10}`, () => new Promise<never>(() => undefined)),
  );
  const fast = places('nora', async () => 'DONE');
  vi.advanceTimersByTime(4_999);
  await settle();
  expect(readings.filter(({ signal }) => signal.aborted)).toEqual([]);
  vi.advanceTimersByTime(1_001);
  await settle();
  expect(await fast).toBe('DONE');
  expect(more).toHaveLength(60);
});

test('a body that has come keeps its place until its file is judged', async () => {
  const places = createUploadPlaces();
  const { readings } = fillPlaces(places);
  for (const reading of readings) reading.finish();
  vi.advanceTimersByTime(60_000);
  void places('nora', async () => 'DONE');
  vi.advanceTimersByTime(60_000);
  await settle();
  expect(readings.filter(({ signal }) => signal.aborted)).toEqual([]);
});
