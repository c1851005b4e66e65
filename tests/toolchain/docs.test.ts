import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const decisions = readdirSync('docs/decisions').filter((name) => name.endsWith('.md'));

it('a decision’s number stands for one record, and its title says it', () => {
  const numbers = decisions.map((name) => name.slice(0, 3));
  expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  const untitled = decisions.filter(
    (name) => !readFileSync(`docs/decisions/${name}`, 'utf8').startsWith(`# ${name.slice(0, 3)} `),
  );
  expect(untitled).toEqual([]);
});

it('every file that a document links to is there', () => {
  const inFolder = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    ...['docs', 'src', 'server', 'tests'].flatMap(inFolder),
  ].filter((name) => name.endsWith('.md'));
  const broken = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\(([^)\s#]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !target.includes(':') && !existsSync(join(dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  );
  expect(broken).toEqual([]);
});
