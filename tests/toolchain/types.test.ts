import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

test('the linter refuses values of any type, assertions that skip a check and comparisons that convert, everywhere', () => {
  const { linter, overrides } = read('biome.json');
  expect(linter.enabled).not.toBe(false);
  expect(linter.rules).toMatchObject({
    // With it `noDoubleEquals`.
    preset: 'recommended',
    suspicious: { noExplicitAny: 'error' },
    style: { noNonNullAssertion: 'error' },
  });
  const weaker = JSON.stringify(overrides).match(/noExplicitAny|noNonNullAssertion|noDoubleEquals/g) ?? [];
  expect(weaker).toEqual([]);
});

test('the compiler takes nothing for granted, in no part of the project', () => {
  expect(read('tsconfig.base.json').compilerOptions).toMatchObject({
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
  });
  for (const part of ['tsconfig.json', 'tsconfig.app.json', 'tsconfig.server.json']) {
    const { extends: base, compilerOptions } = read(part);
    expect(base).toBe('./tsconfig.base.json');
    expect(Object.keys(compilerOptions).filter((name) => !['lib', 'jsx', 'types'].includes(name))).toEqual(
      [],
    );
  }
});
