import type { ScreenMap } from './screenMap.ts';

/** A file of screen maps: each of its exports is one. */
export type MapFile = Readonly<Record<string, ScreenMap>>;

/** The screen maps of every room, by the path of their file. */
export const screenMaps: readonly (readonly [path: string, map: ScreenMap])[] = Object.entries(
  import.meta.glob<MapFile>('/tests/replay/*/*.tsx', { eager: true }),
).flatMap(([path, file]) => Object.values(file).map((map) => [path, map] as const));
