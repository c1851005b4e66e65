import { expect, test } from 'vitest';
import { nameOfMap } from '../support/replay/foundMachines.ts';
import { pathsOf } from '../support/replay/pathModel.ts';
import { scenesOf } from '../support/replay/screenMap.ts';
import { screenMaps } from '../support/replay/screenMaps.ts';

// The gate searches for paths to what can be taken; that nothing leads to the rest is shown by looking at every place.
for (const [, map] of screenMaps) {
  const unreached = Object.keys(map.unreached ?? {});
  test.runIf(unreached.length > 0)(
    `nothing leads to what ${nameOfMap(map)} calls unreached`,
    { tags: 'long', timeout: 600_000 },
    () => {
      const taken = scenesOf(map).flatMap((scene) => [...pathsOf(scene, { isWhole: true }).taken]);
      expect(taken.length).toBeGreaterThan(0);
      expect(unreached.filter((word) => taken.includes(word))).toEqual([]);
    },
  );
}
