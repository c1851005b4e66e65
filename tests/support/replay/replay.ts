import { expect, test } from 'vitest';
import { nameOf, nameOfMap } from './foundMachines.ts';
import { coveredMachines, pathsOf } from './pathModel.ts';
import { replayPath } from './replayPath.tsx';
import { type ScreenMap, scenesOf } from './screenMap.ts';
import type { MapFile } from './screenMaps.ts';
import { statesOf, transitionsOf } from './transitions.ts';

/** A row of the table at the end. */
export interface ReplayRow {
  readonly machine: string;
  readonly states: number;
  readonly transitions: number;
  readonly paths: number;
  readonly replayed: number;
  readonly unreached: number;
}

declare module 'vitest' {
  interface TaskMeta {
    replay?: readonly ReplayRow[];
  }
}

/** So many paths that fail are told at once. */
const mostShown = 5;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
/** Without the way there. */
const reasonOf = (error: unknown) => messageOf(error instanceof Error && error.cause ? error.cause : error);

const together = (map: ScreenMap, wrong: ReadonlyMap<string, unknown>) =>
  new Error(`${nameOfMap(map)}:\n${[...wrong.values()].map(messageOf).join('\n')}`, {
    cause: [...wrong.values()][0],
  });

/** Every path of every scene. What was taken in one is not looked for in the next. */
async function replayScenes(map: ScreenMap) {
  const taken = new Set<string>();
  const wrong = new Map<string, unknown>();
  const states = new Set<string>();
  let replayed = 0;
  for (const scene of scenesOf(map)) {
    const looked = { places: new Set<string>(), states };
    for (const path of pathsOf(scene, { known: taken }).paths) {
      try {
        for (const word of await replayPath(scene, path, looked)) taken.add(word);
      } catch (error) {
        wrong.set(reasonOf(error), error);
        if (wrong.size === mostShown) throw together(map, wrong);
      }
      replayed += 1;
    }
  }
  if (wrong.size > 0) throw together(map, wrong);
  return { taken, replayed };
}

/** Replays every path of a map on its screen. Fails unless every transition of its machines was taken there. */
function replay(map: ScreenMap): void {
  test(`${nameOf(map.machine)} is replayed on its screen`, { timeout: 600_000 }, async ({ task }) => {
    const { taken, replayed } = await replayScenes(map);
    task.meta.replay = coveredMachines(map).map((machine) => {
      const transitions = transitionsOf(machine);
      return {
        machine: nameOf(machine),
        states: statesOf(machine).length,
        transitions: transitions.length,
        paths: replayed,
        replayed: transitions.filter((word) => taken.has(word)).length,
        unreached: transitions.filter((word) => word in (map.unreached ?? {})).length,
      };
    });
    expectComplete(map, taken);
  });
}

/** Fails unless every transition of a map's machines was taken, or stands in `unreached`, and nothing else does. */
export function expectComplete(map: ScreenMap, taken: ReadonlySet<string>): void {
  const file = `the screen map of ${nameOfMap(map)}`;
  const transitions = coveredMachines(map).flatMap(transitionsOf);
  const excused = Object.keys(map.unreached ?? {});
  expect(
    transitions.filter((word) => !taken.has(word) && !excused.includes(word)),
    `no path takes these: name the event or the answer that leads there in ${file}, or write into its "unreached" why nothing does`,
  ).toEqual([]);
  expect(
    excused.filter((word) => taken.has(word)),
    `these are reached after all: take them out of "unreached" of ${file}`,
  ).toEqual([]);
  expect(
    excused.filter((word) => !transitions.includes(word)),
    `these are no transitions of its machines: correct them in "unreached" of ${file}, or take them out`,
  ).toEqual([]);
}

/** Replays every map of the files of a room. */
export function replayRoom(files: Readonly<Record<string, MapFile>>): void {
  for (const file of Object.values(files)) for (const map of Object.values(file)) replay(map);
}
