import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** How many requirements each section of ASVS 5.0.0 has, chapter by chapter (chapter 17, WebRTC, is named whole). */
const sections: readonly (readonly number[])[] = [
  [2, 10, 12, 3, 3],
  [3, 3, 5, 2],
  [1, 3, 5, 8, 8, 1, 5],
  [5, 5, 2, 4],
  [1, 6, 3, 3],
  [3, 12, 8, 6, 8, 4, 2, 4],
  [3, 4, 2, 5, 3, 2],
  [4, 4, 3, 2],
  [3, 4],
  [2, 3, 5, 16, 5, 2, 3],
  [4, 5, 5, 4, 2, 2, 2],
  [5, 2, 5],
  [4, 6, 4, 7],
  [2, 8, 3],
  [5, 5, 7, 4],
  [1, 5, 4, 3, 4],
];

/** Those of level 3 alone. */
const beyond = new Set(
  `1.2.10 1.3.12 1.5.3 2.3.5 2.4.2 3.1.1 3.2.3 3.3.5 3.4.7 3.4.8 3.5.6 3.5.7 3.5.8 3.6.1 3.7.3 3.7.4 3.7.5 4.1.4 4.1.5 4.2.2 4.2.3 4.2.4 4.2.5
   5.2.4 5.2.5 5.2.6 5.3.3 6.3.5 6.3.6 6.3.7 6.3.8 6.4.5 6.4.6 6.5.6 6.5.7 6.5.8 6.6.4 6.7.1 6.7.2 7.5.3 8.1.3 8.1.4 8.2.4 8.3.2 8.3.3 8.4.2
   10.2.3 10.3.5 10.4.12 10.4.13 10.4.14 10.4.15 10.4.16 11.1.3 11.1.4 11.2.4 11.2.5 11.3.4 11.3.5 11.5.2 11.6.2 11.7.1 11.7.2
   12.1.4 12.1.5 12.3.5 13.1.2 13.1.3 13.1.4 13.2.6 13.3.3 13.3.4 13.4.6 13.4.7 14.2.5 14.2.6 14.2.7 14.2.8
   15.1.4 15.1.5 15.2.4 15.2.5 15.4.1 15.4.2 15.4.3 15.4.4 16.5.4`.split(/\s+/),
);

const counted = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const all = sections.flatMap((chapter, first) =>
  chapter.flatMap((count, second) => counted(count).map((third) => `${first + 1}.${second + 1}.${third}`)),
);
const asked = all.filter((id) => !beyond.has(id));

/** `1.2.6–1.2.8` is all from the one to the other that are asked for. */
function named(cell: string): string[] {
  return [...cell.matchAll(/(\d+\.\d+\.\d+)(?:–(\d+\.\d+\.\d+))?/g)].flatMap(([, from = '', to]) =>
    to === undefined
      ? [from]
      : all.slice(all.indexOf(from), all.indexOf(to) + 1).filter((id) => !beyond.has(id)),
  );
}

test('each requirement of levels 1 and 2 is answered once, and in a word that is explained', () => {
  const text = readFileSync('docs/asvs.md', 'utf8');
  const rows = [...text.matchAll(/^\| (\d[^|]*) \| ([^|]*) \| ([^|]*)\|$/gm)];
  expect(rows.flatMap(([, cell = '']) => named(cell)).sort()).toEqual([...asked].sort());
  for (const [row, , answer = '', reason = ''] of rows) {
    expect(['Met', 'Operator', 'None here', 'Differs'], row).toContain(answer.trim());
    if (['Operator', 'Differs'].includes(answer.trim())) expect(reason.trim(), row).not.toBe('');
  }
});
