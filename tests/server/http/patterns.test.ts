import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

interface Report {
  readonly type: 'Trade' | 'Self' | 'Move';
  readonly exponential: boolean;
}

const require = createRequire(import.meta.url);
const { analyse } = require('scslre') as {
  analyse(pattern: { source: string; flags: string }): { readonly reports: readonly Report[] };
};

/** Why a pattern takes more than linear time on some text: by trying again what it has tried, or by starting again at every place. */
const worseThanLinear = ({ source, flags }: RegExp) =>
  analyse({ source, flags }).reports.map(({ type, exponential }) =>
    exponential ? `${type}, exponential` : type,
  );

/** Every regular expression that is written in a file. */
function patternsIn(file: string): RegExp[] {
  const found: RegExp[] = [];
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    if ('regex' in node && node.regex) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      found.push(new RegExp(pattern, flags));
    } else Object.values(node).forEach(visit);
  };
  visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}

const files = ['contract', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name)),
);
const patterns = files.flatMap((file) => patternsIn(file).map((pattern) => [file, pattern] as const));

test('the patterns are found', () => expect(patterns.length).toBeGreaterThan(90));

test('no pattern of the contract or the server takes more than linear time', () => {
  const slow = patterns.flatMap(([file, pattern]) =>
    worseThanLinear(pattern).map((why) => `${file} ${pattern}: ${why}`),
  );
  expect(slow).toEqual([]);
});

test('those that do would be found', () => {
  expect(worseThanLinear(/^(a+)+$/)).toEqual(
    expect.arrayContaining([expect.stringContaining('exponential')]),
  );
  expect(worseThanLinear(/^\w*\d*x/)).not.toEqual([]);
  expect(worseThanLinear(/0+$/)).toEqual(['Move']);
  expect(worseThanLinear(/^0+$/)).toEqual([]);
});
