import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const names = z.optional(z.record(z.string(), z.string()));
const lock = z
  .object({ packages: z.record(z.string(), z.object({ dependencies: names, optionalDependencies: names })) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8'))).packages;
const { overrides } = z
  .object({ overrides: z.record(z.string(), z.record(z.string(), z.string())) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** Whether Node would find `name` from the package locked at `from`: in its own folder, or in one above it. */
const isLocked = (name: string, from: string): boolean =>
  `${from ? `${from}/` : ''}node_modules/${name}` in lock ||
  (from !== '' && isLocked(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))));

describe('npm ci, on any machine and on any day', () => {
  it('finds every platform’s build of a package in the lock file, or npm 11 refuses to install', () => {
    const missing = Object.entries(lock).flatMap(([from, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(name, from)),
    );
    expect(missing).toEqual([]);
  });

  it('follows no moving tag: the day such a package is released, the lock file would no longer fit', () => {
    const moving = Object.entries(lock).flatMap(([from, { dependencies = {} }]) =>
      Object.entries(dependencies)
        .filter(
          ([name, range]) => /^[a-z]/.test(range) && !overrides[from.replace('node_modules/', '')]?.[name],
        )
        .map(([name, range]) => `${from} → ${name}@${range}`),
    );
    expect(moving).toEqual([]);
  });
});
