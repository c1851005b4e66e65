import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** What Playwright reads from a page at one moment, without waiting for it to become so. */
const reads = new Set([
  'allInnerTexts',
  'allTextContents',
  'count',
  'getAttribute',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
  'title',
]);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly name?: string;
  readonly callee?: Node;
  readonly property?: Node;
  readonly argument?: Node;
  readonly arguments?: readonly Node[];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The places where a page is read once and judged at once: `expect(await locator.count())`. */
function readOnce(path: string): readonly string[] {
  const source = readFileSync(path, 'utf8');
  const found: string[] = [];
  const visit = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    const [judged] = value.callee?.name === 'expect' ? (value.arguments ?? []) : [];
    // A page answers at once only where it is; everything else of it is awaited.
    const read = judged?.type === 'AwaitExpression' ? judged.argument : judged;
    const method = read?.callee?.property?.name ?? '';
    if (read === judged ? method === 'url' : reads.has(method)) {
      found.push(`${path}:${source.slice(0, value.start).split('\n').length}`);
    }
    Object.values(value).forEach(visit);
  };
  visit(parseSync(path, source).program);
  return found;
}

test('no test in a browser judges a page by one look: expect.poll looks until it is so', () => {
  expect(readdirSync('tests/e2e').flatMap((name) => readOnce(`tests/e2e/${name}`))).toEqual([]);
});
