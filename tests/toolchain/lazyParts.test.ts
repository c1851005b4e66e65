import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The calls of React's `lazy` in a file, each with the lines that follow. Schemas have a `lazy` of their own. */
const lazyCalls = (source: string) =>
  [...source.matchAll(/(?<!\bz\.)\blazy(?:<.*>)?\(/g)].map(({ index }) => source.slice(index, index + 400));

test('every part that loads later has a stand-in for code that does not come, so that it never replaces the page', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const calls = files.flatMap((name) => lazyCalls(readFileSync(join('src', name), 'utf8')));
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter((call) => !/\bcatch ?\(|\(\) => \(\{ default/.test(call))).toEqual([]);
});

test('a part without one is found', () => {
  const [call = ''] = lazyCalls("const Menu = lazy(() => import('./Menu.tsx'));");
  expect(call).not.toMatch(/\bcatch ?\(|\(\) => \(\{ default/);
});
