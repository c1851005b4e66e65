import { expect, test } from 'vitest';
import { foundMachines, missingMap, nameOf } from '../support/replay/foundMachines.ts';
import { coveredMachines } from '../support/replay/pathModel.ts';
import { screenMaps } from '../support/replay/screenMaps.ts';

const mapped = screenMaps.flatMap(([, map]) => coveredMachines(map).map(nameOf));

test('every machine has a screen map', () => {
  const without = foundMachines.filter(({ name }) => !mapped.includes(name));
  const missing = without.map(({ name }) => missingMap(name));
  expect(missing, missing.join('\n')).toEqual([]);
});

test('each map is replayed by the test of its room', () => {
  const rooms = Object.keys(import.meta.glob('./*.test.tsx')).map((path) =>
    path.slice(2, -'.test.tsx'.length),
  );
  const forgotten = screenMaps
    .map(([path]) => path)
    .filter((path) => !rooms.includes(path.split('/')[3] ?? ''));
  expect(forgotten, 'add tests/replay/ROOM.test.tsx, which replays the maps of that room').toEqual([]);
});
