import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has: the first ones, because those of level 3 come last. WebRTC is left out. */
const sections: readonly (readonly [chapter: number, counts: Readonly<Record<number, number>>])[] = [
  [1, { 1: 2, 2: 9, 3: 11, 4: 3, 5: 2 }],
  [2, { 1: 3, 2: 3, 3: 4, 4: 1 }],
  [3, { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 }],
  [4, { 1: 3, 2: 1, 3: 2, 4: 4 }],
  [5, { 1: 1, 2: 3, 3: 2, 4: 3 }],
  [6, { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 }],
  [7, { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 }],
  [8, { 1: 2, 2: 3, 3: 1, 4: 1 }],
  [9, { 1: 3, 2: 4 }],
  [10, { 1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3 }],
  [11, { 1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1 }],
  [12, { 1: 3, 2: 2, 3: 4 }],
  [13, { 1: 1, 2: 5, 3: 2, 4: 5 }],
  [14, { 1: 2, 2: 4, 3: 3 }],
  [15, { 1: 3, 2: 3, 3: 7 }],
  [16, { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 }],
];

const wanted = sections.flatMap(([chapter, counts]) =>
  Object.entries(counts).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${chapter}.${section}.${index + 1}`),
  ),
);

/** The requirements that the first cell of a row names: `1.2.9`, `1.2.6–1.2.8`, and several of these. */
function namedIn(cell: string): string[] {
  return [...cell.matchAll(/(\d+\.\d+\.\d+)(?:–(\d+\.\d+\.\d+))?/g)].flatMap(([, first = '', last = first]) =>
    wanted.slice(wanted.indexOf(first), wanted.indexOf(last) + 1),
  );
}

test('the table answers each requirement of levels 1 and 2 once, and each answer says why', async () => {
  const text = await readFile('docs/asvs.md', 'utf8');
  const rows = text.split('\n').flatMap((line) => {
    const [, cell = '', answer = '', why = ''] = line.split('|').map((part) => part.trim());
    return /^\d+\.\d+\.\d+/.test(cell) ? [{ cell, answer, why }] : [];
  });
  expect(rows.flatMap(({ cell }) => namedIn(cell)).toSorted()).toEqual(wanted.toSorted());
  for (const { cell, answer, why } of rows) {
    expect(['Met', 'Operator', 'None here', 'Differs'], cell).toContain(answer);
    if (answer !== 'None here') expect(why, cell).not.toBe('');
  }
});

test('each requirement that is met names a test, or a decision, document or table that says how, but for these', async () => {
  const text = await readFile('docs/asvs.md', 'utf8');
  const decisions = readdirSync('docs/decisions').map((name) => name.slice(0, 3));
  const isShown = (why: string) =>
    why.includes('.test.ts') ||
    why.includes('tests/') ||
    /\]\([\w./]+\.md|the (?:table|list) below/.test(why) ||
    [...why.matchAll(/\b\d{3}\b(?! bits)/g)].some(([number]) => decisions.includes(number));
  const bare = text
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()))
    .filter(
      ([, cell = '', answer = '', why = '']) => /^\d+\./.test(cell) && answer === 'Met' && !isShown(why),
    )
    .map(([, cell = '']) => cell.split(' ')[0]);
  expect(bare).toEqual(['6.4.2', '11.5.1']);
});

test('every section that the table links to is there', async () => {
  const text = await readFile('docs/asvs.md', 'utf8');
  const links = [...text.matchAll(/\]\(([\w./]+\.md)#([\w-]+)\)/g)];
  expect(links.length).toBeGreaterThan(2);
  for (const [, file = '', anchor = ''] of links) {
    const headings = [...(await readFile(join('docs', file), 'utf8')).matchAll(/^#+ (.+)$/gm)];
    expect(
      headings.map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-')),
      file,
    ).toContain(anchor);
  }
});

test.each(['docs/asvs.md', 'docs/security.md'])('%s names tests that are there', async (document) => {
  const text = await readFile(document, 'utf8');
  const named = [...text.matchAll(/`(tests\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
